//! What atomic operations leave in memory.

use super::super::Playback;
use super::shuffles::trace;
use std::sync::Arc;

#[test]
fn what_an_atomic_has_left_is_known() {
    let check = |body: &str, expected: &[u32]| {
        let trace = Arc::new(trace(body, 40));
        let words = vec![0; 40];
        let buffer = trace.buffer_at(trace.len(), 0, words);
        let found: Vec<_> = (0..expected.len()).map(|index| buffer.word(index)).collect();
        let expected: Vec<_> = expected.iter().map(|&word| Some(word)).collect();
        assert_eq!(found, expected, "{body}");
        let mut playback = Playback::new(Arc::clone(&trace));
        playback.seek(trace.len());
        let shared = &playback.state().shared;
        assert!((0..shared.len()).all(|index| shared.word(index).is_some()), "{body}");
    };
    // The counters are shared; what they held last goes to the buffer.
    check(
        "atomicAdd(&counts[t % 3u], 2u); workgroupBarrier(); if t < 3u { output[t] = atomicLoad(&counts[t]); }",
        &[28, 26, 26],
    );
    check(
        "atomicMax(&counts[0], t); workgroupBarrier(); if t == 7u { output[0] = atomicLoad(&counts[0]); }",
        &[39],
    );
    check("atomicStore(&counts[t % 2u], t); workgroupBarrier(); output[t] = 1u;", &[1, 1]);
    // One lane of each warp finds what it expects.
    check(
        "let was = atomicCompareExchangeWeak(&counts[0], 0u, t + 1u); workgroupBarrier(); if t == 0u { output[0] = atomicLoad(&counts[0]); }",
        &[1],
    );
}
