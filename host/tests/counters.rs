//! Counting by line, over several launches and in parts.

use warpbench_catalog as catalog;
use warpbench_cores::Threads;
use warpbench_front::rust::check;
use warpbench_front::rust::lower::{Options, lower};
use warpbench_front::wgsl;
use warpbench_machine::model;
use warpbench_machine::observe::Divisible;
use warpbench_machine::observe::counters::{Counters, Counts};
use warpbench_machine::sim::code::{BarrierScope, Code};
use warpbench_machine::sim::{
    self, Arrival, Buffers, Launch, MemoryAccess, Observer, Schedule, Site,
};
use warpbench_simulate::direct::{Settings, run_problem};

const KERNEL: &str = "\
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
var<workgroup> tile: array<f32, 64>;
@compute @workgroup_size(64)
fn main(@builtin(local_invocation_id) t: vec3<u32>, @builtin(workgroup_id) b: vec3<u32>) {
    let i = b.x * 64u + t.x;
    tile[t.x] = input[2u * i];
    workgroupBarrier();
    if t.x < 16u {
        output[i] = tile[4u * t.x];
    }
}
@compute @workgroup_size(32)
fn double(@builtin(global_invocation_id) id: vec3<u32>) {
    output[id.x] = 2.0 * input[id.x];
}
";

/// Runs a kernel of the text above with two blocks.
fn run(entry: &str, observer: &mut impl Observer) {
    let checked = wgsl::check(KERNEL, "test").expect("valid");
    let code =
        sim::compile(&checked.module, &checked.info, &checked.semantics, entry).expect("known");
    let launch = Launch {
        grid: [2, 1, 1],
        warp_width: 32,
        schedule: Schedule::InOrder,
        most_instructions: 1 << 20,
        ..Launch::default()
    };
    let mut buffers = Buffers(vec![vec![0; 256], vec![0; 128]]);
    sim::run(&code, &launch, &mut buffers, observer).expect("it ends");
}

/// Leaves out how many instructions there were, which is up to the compiler.
fn without_instructions(counts: Counts) -> Counts {
    Counts { warp_instructions: 0, lane_instructions: 0, ..counts }
}

#[test]
fn every_line_has_its_own_counts() {
    let mut counters = Counters::new(model::find("h200").expect("built in"));
    run("main", &mut counters);
    let lines = counters.lines(KERNEL);
    let check = |line: u32, expected: Counts| {
        let found = lines.iter().find(|found| found.line == line).expect("a line that did things");
        assert!(found.counts.warp_instructions > 0, "line {line}");
        assert_eq!(without_instructions(found.counts), expected, "line {line}");
    };
    // Two blocks of two warps. A warp reads every second word, which lie in 8
    // sectors, and writes neighbouring words of the tile.
    check(
        7,
        Counts {
            global_requests: 4,
            global_sectors: 4 * 8,
            global_transactions: 4 * 8,
            global_bytes_wanted: 4 * 128,
            global_bytes_moved: 4 * 256,
            shared_requests: 4,
            shared_turns: 4,
            max_bank_conflict_degree: 1,
            ..Counts::default()
        },
    );
    check(8, Counts { barriers: 2, ..Counts::default() });
    // The first warp of each block parts, the second goes past.
    check(9, Counts { branches: 4, divergent_branches: 2, ..Counts::default() });
    // 16 lanes read words 0, 4, … 60 of the tile: words 0 and 32 share a bank,
    // and so do seven other pairs. They write 64 bytes, two sectors.
    check(
        10,
        Counts {
            global_requests: 2,
            global_sectors: 2 * 2,
            global_transactions: 2 * 2,
            global_bytes_wanted: 2 * 64,
            global_bytes_moved: 2 * 64,
            shared_requests: 2,
            shared_turns: 4,
            bank_conflicts: 2,
            max_bank_conflict_degree: 2,
            ..Counts::default()
        },
    );
    // Lanes are counted where they are active only.
    let ten = lines.iter().find(|found| found.line == 10).expect("checked above").counts;
    assert_eq!(ten.lane_instructions, 16 * ten.warp_instructions);
    assert!(lines.iter().all(|found| (6..=11).contains(&found.line)), "{lines:?}");
}

#[test]
fn launches_add_up() {
    let count = |entries: &[&str]| {
        let mut counters = Counters::new(model::find("h200").expect("built in"));
        entries.iter().for_each(|entry| run(entry, &mut counters));
        counters
    };
    let (main, double) = (count(&["main"]), count(&["double"]));
    for entries in [["main", "main", "double"], ["main", "double", "main"]] {
        let all = count(&entries);
        let mut sum = main.counts();
        sum += main.counts();
        sum += double.counts();
        assert_eq!(all.counts(), sum, "{entries:?}");
        let mut lines = main.lines(KERNEL);
        for line in &mut lines {
            let once = *line;
            line.counts += once.counts;
            line.diverged += once.diverged;
        }
        // The second kernel's lines are behind those of the first.
        lines.extend(double.lines(KERNEL));
        assert_eq!(all.lines(KERNEL), lines, "{entries:?}");
    }
}

/// Tells the whole to one and each block to one of several parts.
struct Parted<'a> {
    whole: Counters<'a>,
    parts: Vec<Counters<'a>>,
    /// How many neighbouring blocks a part gets.
    blocks: usize,
    seen: usize,
}

impl<'a> Parted<'a> {
    fn now(&mut self) -> (&mut Counters<'a>, &mut Counters<'a>) {
        (&mut self.whole, self.parts.last_mut().expect("a block has started"))
    }
}

impl Observer for Parted<'_> {
    fn launch(&mut self, code: &Code, launch: &Launch, sizes: &[u32]) {
        self.whole.launch(code, launch, sizes);
        // The machine may tell a part about the launch, too.
        self.seen = 0;
    }
    fn block_start(&mut self, block: [u32; 3]) {
        if self.seen.is_multiple_of(self.blocks) {
            self.parts.push(self.whole.part());
        }
        self.seen += 1;
        let (whole, part) = self.now();
        whole.block_start(block);
        part.block_start(block);
    }
    fn instruction(&mut self, site: &Site) {
        let (whole, part) = self.now();
        whole.instruction(site);
        part.instruction(site);
    }
    fn access(&mut self, site: &Site, access: &MemoryAccess<'_>) {
        let (whole, part) = self.now();
        whole.access(site, access);
        part.access(site, access);
    }
    fn branch(&mut self, site: &Site, taken: u64) {
        let (whole, part) = self.now();
        whole.branch(site, taken);
        part.branch(site, taken);
    }
    fn arrive(&mut self, site: &Site, arrival: &Arrival<'_>) {
        let (whole, part) = self.now();
        whole.arrive(site, arrival);
        part.arrive(site, arrival);
    }
    fn barrier(&mut self, block: [u32; 3], scope: BarrierScope) {
        let (whole, part) = self.now();
        whole.barrier(block, scope);
        part.barrier(block, scope);
    }
}

#[test]
fn parts_joined_are_the_whole() {
    for (family, variant) in catalog::variants() {
        let (_, text) = family.wgsl_of(variant);
        let checked = wgsl::check(text, family.name).expect("checked elsewhere");
        let size: &[u64] = match variant.dimensions.len() {
            1 => &[3333],
            2 => &[67, 101],
            _ => &[35, 70, 33],
        };
        for model in ["h200", "8800 gtx", "mi210"] {
            let model = model::find(model).expect(model);
            let settings = Settings {
                warp_width: model.warp_width,
                schedule: Schedule::Shuffled(5),
                most_instructions: 1 << 32,
            };
            let problem = variant.problem(size, 3).expect("a small size");
            let mut parted =
                Parted { whole: Counters::new(model), parts: Vec::new(), blocks: 2, seen: 0 };
            let mut contents = problem.contents(&Threads::all());
            run_problem(&checked, &problem, &mut contents, &settings, &mut parted)
                .unwrap_or_else(|error| panic!("{}: {error}", variant.name));
            let Parted { whole, parts, .. } = parted;
            let mut joined = Counters::new(model);
            parts.into_iter().for_each(|part| joined.join(part));
            assert_eq!(joined.counts(), whole.counts(), "{}", variant.name);
            assert_eq!(joined.lines(text), whole.lines(text), "{}", variant.name);
            // Nothing is counted that does not come from a line.
            let mut sum = Counts::default();
            whole.lines(text).iter().for_each(|line| sum += line.counts);
            assert_eq!(sum, whole.counts(), "{}", variant.name);
        }
    }
}

const BYTES: &str = "\
use cuda_std::prelude::*;
use cuda_std::shared_array;
#[kernel]
pub unsafe fn copy(x: &[u8], y: *mut u8, z: *mut u16) {
    let tile = shared_array![u8; 64];
    let t = thread::thread_idx_x() as usize;
    let i = thread::index_1d() as usize;
    *tile.add(t) = x[i];
    thread::sync_threads();
    *y.add(i) = *tile.add(63 - t);
    *z.add(4 * i) = 7;
}
";

#[test]
fn bytes_cost_what_bytes_cost() {
    let program = check::check(BYTES).expect("valid");
    let options = Options { entry: "copy".to_owned(), block: [64, 1, 1], ..Options::default() };
    let checked = lower(&program, &options).expect("valid").checked;
    let code =
        sim::compile(&checked.module, &checked.info, &checked.semantics, "copy").expect("known");
    let launch = Launch { grid: [2, 1, 1], ..Launch::default() };
    let mut buffers = Buffers(vec![vec![0; 32], vec![0; 32], vec![0; 256]]);
    let mut counters = Counters::new(model::find("h200").expect("built in"));
    sim::run(&code, &launch, &mut buffers, &mut counters).expect("it ends");
    let lines = counters.lines(BYTES);
    let check = |line: u32, expected: Counts| {
        let found = lines.iter().find(|found| found.line == line).expect("a line that did things");
        assert_eq!(without_instructions(found.counts), expected, "line {line}");
    };
    // Two blocks of two warps. A warp moves 32 bytes, which are one sector of the
    // buffer and a quarter of the banks, where four lanes share a word.
    let moved = Counts {
        global_requests: 4,
        global_sectors: 4,
        global_transactions: 4,
        global_bytes_wanted: 4 * 32,
        global_bytes_moved: 4 * 32,
        shared_requests: 4,
        shared_turns: 4,
        max_bank_conflict_degree: 1,
        ..Counts::default()
    };
    check(8, moved);
    check(10, moved);
    // Two bytes of every eight: a quarter of what 8 sectors hold.
    check(
        11,
        Counts {
            global_requests: 4,
            global_sectors: 4 * 8,
            global_transactions: 4 * 8,
            global_bytes_wanted: 4 * 64,
            global_bytes_moved: 4 * 256,
            ..Counts::default()
        },
    );
}
