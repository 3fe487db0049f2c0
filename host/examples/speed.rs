use std::time::Duration;
use warpbench_host::catalog;
use warpbench_host::front::wgsl;
use warpbench_host::model;
use warpbench_host::observe::counters::Counters;
use warpbench_host::sim::{self, Schedule, Settings};

fn main() {
    for (name, size) in
        [("reduce_sequential", &[1u64 << 20][..]), ("matmul_tiled", &[256, 256, 256])]
    {
        let (family, variant) = catalog::find(name).expect(name);
        let checked = wgsl::check(family.sources.wgsl, family.name).expect("valid");
        let problem = variant.problem(size, 1).expect("size");
        let settings =
            Settings { warp_width: 32, schedule: Schedule::InOrder, most_instructions: 1 << 40 };
        for _ in 0..3 {
            let mut contents = problem.contents();
            let start = cpu();
            sim::run_problem(&checked, &problem, &mut contents, &settings, &mut ()).expect("runs");
            let plain = cpu() - start;
            let mut contents = problem.contents();
            let mut counters = Counters::new(model::find("h200").expect("model"));
            let start = cpu();
            sim::run_problem(&checked, &problem, &mut contents, &settings, &mut counters)
                .expect("runs");
            println!("{name}: plain {:?}, counters {:?}", plain, cpu() - start);
        }
    }
}

fn cpu() -> Duration {
    let text = std::fs::read_to_string("/proc/self/schedstat").expect("schedstat");
    Duration::from_nanos(text.split(' ').next().and_then(|n| n.parse().ok()).unwrap_or(0))
}
