//! What the race detector takes for a word of memory, for every kernel of the
//! catalogue.
//!
//! `cargo bench -p warpbench-host --bench memory` prints a table. A word is one of the
//! buffers that a launch is given. Of several launches the one with the most words
//! counts: what is kept of shared memory does not grow with the buffers.

use warpbench_catalog::{self as catalog, Variant};
use warpbench_cores::Threads;
use warpbench_front::wgsl;
use warpbench_machine::observe::race::RaceDetector;
use warpbench_machine::sim::code::{BarrierScope, Code};
use warpbench_machine::sim::{Launch, MemoryAccess, Observer, Schedule, Site, WarpMeeting};
use warpbench_simulate::direct::{Settings, run_problem};

/// Bytes that are asked of it.
const BAR: f64 = 16.0;

/// A race detector, and what it took in the largest launch.
#[derive(Default)]
struct Peak {
    race: RaceDetector,
    words: u64,
    most_words: u64,
    per_word: f64,
}

impl Peak {
    fn note(&mut self) {
        if self.words > self.most_words {
            self.most_words = self.words;
            self.per_word = self.race.bytes() as f64 / self.words as f64;
        }
    }
}

impl Observer for Peak {
    fn launch(&mut self, code: &Code, launch: &Launch, buffer_bytes: &[u32]) {
        self.note();
        self.words = buffer_bytes.iter().map(|&bytes| u64::from(bytes) / 4).sum();
        self.race.launch(code, launch, buffer_bytes);
    }
    fn block_start(&mut self, block: [u32; 3]) {
        self.race.block_start(block);
    }
    fn access(&mut self, site: &Site, access: &MemoryAccess<'_>) {
        self.race.access(site, access);
    }
    fn warp_barrier(&mut self, site: &Site, meeting: &WarpMeeting<'_>) {
        self.race.warp_barrier(site, meeting);
    }
    fn barrier(&mut self, block: [u32; 3], scope: BarrierScope) {
        self.race.barrier(block, scope);
    }
    fn block_end(&mut self, block: [u32; 3]) {
        self.race.block_end(block);
    }
}

/// About as many elements in each dimension count.
fn size_of(variant: &Variant) -> &'static [u64] {
    match variant.dimensions.len() {
        1 => &[1 << 20],
        2 => &[700, 500],
        _ => &[160, 192, 224],
    }
}

fn main() {
    println!("| kernel | size | bytes a word |\n|---|---|--:|");
    let mut worst: f64 = 0.0;
    for (family, variant) in catalog::variants() {
        let text = family.wgsl_of(variant).1;
        let checked = wgsl::check(text, family.name).expect("the catalogue's texts are checked");
        let problem = variant.problem(size_of(variant), 7).expect("a size that fits all");
        let schedule = Schedule::InOrder;
        let settings = Settings { warp_width: 32, schedule, most_instructions: u64::MAX };
        let mut contents = problem.contents(&Threads::all());
        let mut peak = Peak::default();
        run_problem(&checked, &problem, &mut contents, &settings, &mut peak)
            .unwrap_or_else(|error| panic!("{}: {error}", variant.name));
        peak.note();
        worst = worst.max(peak.per_word);
        println!("| {} | {:?} | {:.2} |", variant.name, size_of(variant), peak.per_word);
    }
    println!("\nat most {worst:.2} bytes a word; {BAR} are asked for");
}
