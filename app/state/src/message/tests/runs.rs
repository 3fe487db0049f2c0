//! The lessons, run in the background.

use super::{sent, told_of_run};
use crate::session::{Session, SessionEvent};
use crate::setup::Setup;
use std::sync::Arc;
use warpbench_front::Language;
use warpbench_machine::observe::trace::Playback;
use warpbench_simulate::recording::Recording;
use warpbench_texts::lessons::RungId;

#[test]
fn what_a_run_tells_arrives() {
    let session = Session::start(|| {});
    let mut programs = 0;
    for id in RungId::all() {
        let mut setup = Setup::new();
        setup.open(id);
        let is_program = setup.program.is_some();
        let languages: &[Language] =
            if is_program { &[Language::Rust] } else { &[Language::Rust, Language::Wgsl] };
        for &language in languages {
            setup.language = language;
            let name = format!("{}, {language:?}", id.rung().name);
            let events = told_of_run(&session, &sent(&setup));
            for event in &events {
                let arrived = sent(event);
                if let (
                    SessionEvent::Recorded { recording, .. },
                    SessionEvent::Recorded { recording: other, .. },
                ) = (event, &arrived)
                {
                    compare(&name, recording, other);
                }
                // Printed, a trace would fill the terminal.
                assert!(*event == arrived, "{name}: {}", kind(event));
            }
            let kinds: Vec<&str> = events.iter().map(kind).collect();
            let expected = ["translated", "recorded", "counted"];
            assert!(kinds.ends_with(&expected[usize::from(!is_program)..]), "{name}: {kinds:?}");
            programs += usize::from(is_program);
        }
    }
    assert!(programs >= 2, "{programs} programs");
}

fn kind(event: &SessionEvent) -> &'static str {
    match event {
        SessionEvent::Checked { .. } => "checked",
        SessionEvent::Translated { .. } => "translated",
        SessionEvent::Recorded { .. } => "recorded",
        SessionEvent::Counted { .. } => "counted",
        SessionEvent::Derived { .. } => "derived",
        SessionEvent::Tried { .. } => "tried",
        SessionEvent::Failed { .. } => "failed",
        SessionEvent::Panicked { .. } => "panicked",
    }
}

/// Whoever walks through both sees the same.
fn compare(name: &str, recording: &Arc<Recording>, arrived: &Arc<Recording>) {
    let (trace, other) = (&recording.trace, &arrived.trace);
    assert!(!trace.is_empty(), "{name}");
    assert_eq!((trace.len(), trace.shape()), (other.len(), other.shape()), "{name}");
    assert_eq!((trace.blocks(), trace.marks()), (other.blocks(), other.marks()), "{name}");
    for step in 0..trace.len() {
        assert_eq!(trace.step(step), other.step(step), "{name}, step {step}");
    }
    let mut playback = Playback::new(Arc::clone(trace));
    let mut playback_of_other = Playback::new(Arc::clone(other));
    // Forward and back, between checkpoints and over them.
    for sixteenth in [1, 16, 15, 8, 9, 3, 0] {
        let position = trace.len() * sixteenth / 16;
        playback.seek(position);
        playback_of_other.seek(position);
        let at = format!("{name}, position {position}");
        assert!(playback.states() == playback_of_other.states(), "{at}");
        assert_eq!(values(recording, &playback), values(arrived, &playback_of_other), "{at}");
        for (number, buffer) in (0..).zip(&recording.buffers) {
            let words = |of: &Recording| of.buffers[number as usize].words.to_vec();
            let there = trace.buffer_at(position, number, words(recording));
            let arrived = other.buffer_at(position, number, words(arrived));
            assert!(there == arrived, "{at}, {}", buffer.slot.name);
        }
    }
}

/// What the variables hold in some lanes.
fn values(recording: &Recording, playback: &Playback) -> Vec<Option<u64>> {
    let mut values = Vec::new();
    for state in playback.states() {
        for (warp, lane) in [(0, 0), (0, 7), (1, 31), (state.warps.len() as u32 - 1, 3)] {
            let value = |variable| recording.value(state, warp, variable, lane);
            values.extend(recording.variables.iter().map(value));
        }
    }
    values
}
