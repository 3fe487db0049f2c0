use std::time::Instant;
use warpbench_host::observe::work::Work;
use warpbench_host::sim::{self, Schedule, Settings};
use warpbench_host::{catalog, front::wgsl, model};
fn main() {
    let model = model::find("h200").unwrap();
    for which in 0..2 {
        for (family, variant) in catalog::variants() {
            if family.name == "reduce" && variant.name.ends_with("_i32") { continue; }
            let size: &[u64] = match (family.name, variant.name) {
                (_, "peak_fma") => &[&[65536], &[262144]][which][..],
                ("matmul", _) => &[&[512], &[1024]][which][..],
                ("scale_rows" | "transpose" | "matvec", _) => &[&[1024], &[4096]][which][..],
                ("template_match", _) => &[&[512], &[1024]][which][..],
                ("jacobi", _) => &[&[1024], &[2048]][which][..],
                ("divergence", _) => &[&[1 << 20], &[1 << 22]][which][..],
                _ => &[&[1 << 20], &[1 << 24]][which][..],
            };
            let start = Instant::now();
            let checked = wgsl::check(family.sources.wgsl, family.name).unwrap();
            let problem = variant.problem(size, 1).unwrap();
            let mut work = Work::new(model);
            let settings = Settings { warp_width: 32, schedule: Schedule::InOrder, most_instructions: 1 << 40 };
            let mut contents = problem.contents();
            sim::run_problem(&checked, &problem, &mut contents, &settings, &mut work).unwrap();
            println!("{}", serde_json::json!({"kernel": variant.name, "family": family.name, "size": variant.size(size).unwrap(),
                "sim_s": start.elapsed().as_secs_f64(), "launches": work.launches()}));
        }
    }
}
