//! Reports with everything that JSON has no words for.

use super::sent;
use crate::session::SessionEvent;
use std::sync::Arc;
use warpbench_case::Wrong;
use warpbench_case::number::{Number, Scalar};
use warpbench_front::Source;
use warpbench_machine::observe::counters::{Counts, DivergedWork, LineCounts};
use warpbench_simulate::report::{BufferDump, Output, OutputLine, Simulation, Unwatched};

#[test]
fn numbers_arrive_as_they_are() {
    let numbers = [
        Number::Integer(0),
        Number::Integer(-1),
        Number::Integer(i64::MIN.into()),
        Number::Integer(u64::MAX.into()),
        Number::Integer(i128::MAX),
        Number::Integer(i128::MIN),
        Number::Single(0.1),
        Number::Single(3.0),
        Number::Single(-0.0),
        Number::Single(f32::NAN),
        Number::Single(f32::NEG_INFINITY),
        Number::Float(0.1),
        Number::Float(1e300),
        Number::Float(f64::INFINITY),
        Number::Float(f64::NAN),
    ];
    let wrong = |value: &Number| Wrong {
        buffer: "out".to_owned(),
        index: 3,
        value: *value,
        expected: *value,
        count: 1,
        len: 4,
        tolerance: f64::INFINITY,
    };
    let line = |line: u32| LineCounts {
        line,
        counts: Counts { warp_instructions: u64::MAX, branches: 7, ..Counts::default() },
        diverged: DivergedWork { instructions: line.into(), lanes: 2, idle_lanes: 3 },
    };
    let simulation = Simulation {
        kernel: "own".to_owned(),
        source: Source { path: "a.rs".to_owned(), text: "fn\n".to_owned() },
        size: Some(Vec::new()),
        lines: [1, 2, 70].map(line).to_vec(),
        buffers: Some(vec![BufferDump {
            group: 0,
            binding: 1,
            name: "out".to_owned(),
            scalar: Scalar::F16,
            data: numbers.to_vec(),
        }]),
        max_error: Some(f64::NAN),
        tolerance: Some(f64::NEG_INFINITY),
        wrong: numbers.iter().map(wrong).collect(),
        stopped: Some(String::new()),
        unwatched: vec![Unwatched { what: "races".to_owned(), why: "memory".to_owned() }],
        output: Output {
            lines: vec![OutputLine { text: "1\u{7f}".to_owned(), ..OutputLine::default() }],
            left_out: 9,
        },
        ..Simulation::default()
    };
    let event = SessionEvent::Counted { ticket: 1, simulation: Arc::new(simulation) };
    // What is not a number is not equal to itself, but written alike.
    assert_eq!(format!("{:?}", sent(&event)), format!("{event:?}"));
}
