//! Shuffles, and who reads whom in them.

use super::super::{Recorder, Selection, Trace};
use crate::sim::{self, Buffers, Launch, Schedule};
use warpbench_front::wgsl;

/// A block of threads that have a buffer with a word each and some counters.
pub(super) fn trace(body: &str, threads: u32) -> Trace {
    let text = format!(
        "@group(0) @binding(0) var<storage, read_write> output: array<u32>;\n\
         var<workgroup> counts: array<atomic<u32>, 3>;\n\
         @compute @workgroup_size({threads})\n\
         fn main(@builtin(local_invocation_index) t: u32) {{ {body} }}"
    );
    let checked = wgsl::check(&text, body).unwrap_or_else(|error| panic!("{body}: {error}"));
    let code = sim::compile(&checked.module, &checked.info, &checked.semantics, "main");
    let code = code.unwrap_or_else(|error| panic!("{body}: {error}"));
    let launch = Launch {
        grid: [1; 3],
        warp_width: 32,
        schedule: Schedule::InOrder,
        most_instructions: 100_000,
        ..Launch::default()
    };
    let mut recorder = Recorder::new(Selection::of(&[[0; 3]]));
    let mut buffers = Buffers(vec![vec![0; threads as usize]]);
    sim::run(&code, &launch, &mut buffers, &mut recorder).expect("it ends");
    recorder.finish(&text)
}

#[test]
fn a_shuffle_says_who_reads_whom() {
    let check = |body: &str, threads: u32, expected: &[&[(u32, u32)]]| {
        let trace = trace(body, threads);
        let steps = (0..trace.len()).filter_map(|number| trace.step(number)?.exchange);
        let found: Vec<Vec<(u32, u32)>> = steps.map(|found| found.pairs().collect()).collect();
        assert_eq!(found, expected, "{body}");
    };
    check("output[t] = subgroupShuffleXor(t, 1u);", 4, &[&[(0, 1), (1, 0), (2, 3), (3, 2)]]);
    check("output[t] = subgroupBroadcast(t, 2u);", 3, &[&[(0, 2), (1, 2), (2, 2)]]);
    // The last lane's source is not there, and takes no part.
    check("output[t] = subgroupShuffleDown(t, 1u);", 3, &[&[(0, 1), (1, 2)]]);
    // Lanes that are masked off read nothing.
    check("if t < 2u { output[t] = subgroupShuffleXor(t, 1u); }", 4, &[&[(0, 1), (1, 0)]]);
    // Where all lanes read all, nobody reads somebody.
    check("output[t] = subgroupAdd(t);", 4, &[]);
    check("output[t] = t;", 4, &[]);
}
