//! What the observer sees of kernels whose traffic is plain to work out.

use warpbench_catalog as catalog;
use warpbench_cores::Threads;
use warpbench_front::wgsl;
use warpbench_machine::model;
use warpbench_machine::observe::Divisible;
use warpbench_machine::observe::profiler::Profiler;
use warpbench_machine::profile::LaunchProfile;
use warpbench_machine::sim::code::{BarrierScope, Code};
use warpbench_machine::sim::{Launch, MemoryAccess, Observer, Schedule, Site};
use warpbench_simulate::direct::{Settings, run_problem};

fn run<O: Observer>(name: &str, size: &[u64], width: u32, observer: &mut O) {
    let (family, variant) = catalog::find(name).expect(name);
    let checked = wgsl::check(family.wgsl_of(variant).1, family.name).expect("checked elsewhere");
    let problem = variant.problem(size, 7).expect("a small size");
    let settings =
        Settings { warp_width: width, schedule: Schedule::InOrder, most_instructions: 1 << 32 };
    run_problem(&checked, &problem, &mut problem.contents(&Threads::all()), &settings, observer)
        .unwrap_or_else(|error| panic!("{name}: {error}"));
}

fn profile(name: &str, size: &[u64], model: &str) -> Vec<LaunchProfile> {
    let model = model::find(model).expect(model);
    let mut profiler = Profiler::new(model);
    run(name, size, model.warp_width, &mut profiler);
    profiler.launches()
}

#[test]
fn a_launch_is_told_from_the_next() {
    // 1,000 elements leave four sums, and these one.
    let launches = profile("reduce_sequential", &[1000], "h200");
    let grids: Vec<[u32; 3]> = launches.iter().map(|launch| launch.grid).collect();
    assert_eq!(grids, [[4, 1, 1], [1, 1, 1]]);
    for launch in &launches {
        assert_eq!((launch.threads(), launch.shared_bytes), (256, 1024));
        // Eight steps and the loading before them, each with its barrier.
        assert_eq!(launch.counts.barriers, 9 * launch.blocks());
        assert_eq!(launch.path.phases, 10 * launch.blocks());
    }
    assert_eq!(launches[0].buffer_bytes, 4 * (1000 + 4));
    // A buffer whose length nobody asks for is bound in vectors of four.
    assert_eq!(launches[1].buffer_bytes, 4 * (4 + 4));
    assert_eq!(profile("reduce_sequential", &[0], "h200"), []);
}

#[test]
fn lines_are_turns_and_partial_stores_are_told_apart() {
    let check = |name: &str, size: &[u64], turns: u64, partial: u64| {
        let launches = profile(name, size, "h200");
        let traffic = launches[0].traffic;
        assert_eq!((traffic.global_turns, traffic.partial_store_lines), (turns, partial), "{name}");
    };
    // 32 warps load a line and store one.
    check("copy_coalesced", &[1024], 32 + 32, 0);
    check("copy_strided", &[1024, 2], 2 * 32 + 32, 0);
    // A row is loaded at once and stored into 32 rows.
    check("transpose_naive", &[64], 128 + 128 * 32, 128 * 32);
    check("transpose_padded", &[64], 128 + 128, 0);
}

#[test]
fn the_first_level_cache_serves_what_a_block_asks_for_again() {
    // A block of 8 rows and 32 columns: 8 rows of 32 words of a, 4 sectors each,
    // and the 32 columns of b, 32 rows of 4 sectors; then 8 x 4 sectors of c.
    let launch = &profile("matmul_naive", &[32], "h200")[0];
    assert_eq!(launch.traffic.l2_sectors, 4 * (8 * 4 + 32 * 4 + 8 * 4));
    assert!(launch.counts.global_sectors > 5 * launch.traffic.l2_sectors);
    // The first cards have no such cache.
    let launch = &profile("matmul_naive", &[32], "8800 gtx")[0];
    assert_eq!(launch.traffic.l2_sectors, launch.counts.global_sectors);
}

#[test]
fn atomics_in_global_memory_are_told_from_those_in_shared() {
    let global = &profile("histogram_global", &[1024], "h200")[0];
    let shared = &profile("histogram_shared", &[1024], "h200")[0];
    for launch in [global, shared] {
        assert_eq!(launch.traffic.atomic_buffer_bytes, 4 * 256);
    }
    // At the end four blocks of eight warps add up 4 sectors each.
    assert_eq!(shared.traffic.atomic_sectors, shared.blocks() * 8 * 4);
    // Of 32 random lanes most meet nobody in their sector.
    assert!(global.traffic.atomic_sectors > 32 * 12, "{:?}", global.traffic);
    assert!(global.traffic.atomic_sectors <= 1024);
}

#[test]
fn conflicts_and_wide_accesses_take_more_turns() {
    let conflicts = &profile("transpose_tiled", &[64], "h200")[0];
    let padded = &profile("transpose_padded", &[64], "h200")[0];
    // 128 stores by rows, 128 loads by columns of one bank or of all.
    assert_eq!(padded.traffic.shared_turns, 128 + 128);
    assert_eq!(conflicts.traffic.shared_turns, 128 + 128 * 32);
    assert_eq!(padded.path.conflicts, 0);
    // The block's four warps do the same: 8 loads of a column each.
    assert_eq!(conflicts.path.conflicts, 4 * 8 * 31);
    // Sixteen banks serve half a warp.
    let old = &profile("transpose_padded", &[64], "8800 gtx")[0];
    assert!(old.traffic.shared_turns >= 2 * (128 + 128));
}

#[test]
fn the_slowest_warp_between_two_barriers_counts() {
    // The first warp adds up what the others have left off: it is the longest at
    // every step, so the path of a block is longer than the mean warp's, and
    // shorter than all eight together.
    let launch = &profile("reduce_sequential", &[256], "h200")[0];
    let all = launch.counts.warp_instructions;
    assert!(launch.path.instructions > all / 8, "{launch:?}");
    assert!(launch.path.instructions < all, "{launch:?}");
    assert_eq!((launch.path.global_waits, launch.path.shared_waits), (1, 9));
}

/// Sends every second block to another part, as two cores would.
struct TwoCores<'a> {
    whole: Profiler<'a>,
    parts: Vec<Profiler<'a>>,
}

impl TwoCores<'_> {
    fn join(&mut self) {
        for part in self.parts.drain(..) {
            self.whole.join(part);
        }
    }
}

impl Observer for TwoCores<'_> {
    fn launch(&mut self, code: &Code, launch: &Launch, buffer_bytes: &[u32]) {
        self.join();
        self.whole.launch(code, launch, buffer_bytes);
        self.parts = vec![self.whole.part(), self.whole.part()];
    }
    fn block_start(&mut self, block: [u32; 3]) {
        self.parts[block[0] as usize % 2].block_start(block);
    }
    fn instruction(&mut self, site: &Site) {
        self.parts[site.block[0] as usize % 2].instruction(site);
    }
    fn access(&mut self, site: &Site, access: &MemoryAccess<'_>) {
        self.parts[site.block[0] as usize % 2].access(site, access);
    }
    fn branch(&mut self, site: &Site, taken: u64) {
        self.parts[site.block[0] as usize % 2].branch(site, taken);
    }
    fn barrier(&mut self, block: [u32; 3], scope: BarrierScope) {
        self.parts[block[0] as usize % 2].barrier(block, scope);
    }
    fn block_end(&mut self, block: [u32; 3]) {
        self.parts[block[0] as usize % 2].block_end(block);
    }
}

#[test]
fn two_cores_see_what_one_sees() {
    let model = model::find("h200").expect("built in");
    for (name, size) in [
        ("reduce_interleaved_strided", &[3000][..]),
        ("histogram_shared", &[3000]),
        ("matmul_tiled", &[40, 50, 33]),
    ] {
        let mut cores = TwoCores { whole: Profiler::new(model), parts: Vec::new() };
        run(name, size, 32, &mut cores);
        cores.join();
        assert_eq!(cores.whole.launches(), profile(name, size, "h200"), "{name}");
    }
}
