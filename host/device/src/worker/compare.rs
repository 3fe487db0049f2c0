//! Comparison of a kernel's buffers with what it was to leave there.

use super::bytes::Bytes;
use super::protocol::{Event, Expected};
use crate::DeviceError;
use crate::awaited::Ready;
use warpbench_case::Comparison;
use warpbench_catalog::{BufferIndex, Problem, Values};

/// How much of a buffer one message carries.
const PIECE: usize = 1 << 20;

pub(super) enum Right {
    /// The contents of the problem's output.
    Output(Values),
    /// The contents of some buffers.
    Buffers(Vec<Expected>),
}

/// How the results compare with it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Verdict {
    /// Whether everything is as it must be.
    pub(super) right: bool,
    pub(super) error: f64,
    /// The largest difference that is allowed.
    pub(super) tolerance: f64,
}

impl Right {
    /// Whether the problem has the buffers that are spoken of, and of that size.
    pub(super) fn check(&self, kernel: &str, problem: &Problem) -> Result<(), DeviceError> {
        let bad = |reason: String| Err(DeviceError::BadJob { reason });
        match self {
            Right::Output(values) => {
                let output = &problem.buffers[problem.output];
                if (values.len(), values.element()) != (output.len, output.element) {
                    return bad(format!(
                        "the expected result of `{kernel}` is {} × {:?}, but its output `{}` is {} \
                         × {:?}",
                        values.len(),
                        values.element(),
                        output.name,
                        output.len,
                        output.element
                    ));
                }
            }
            Right::Buffers(expected) => {
                for Expected { buffer, values, .. } in expected {
                    let given = values.0.len() as u64;
                    let held = problem.buffers.get(*buffer).map_or(0, |buffer| buffer.bytes());
                    if given > held {
                        return bad(format!(
                            "{given} bytes are expected of buffer {buffer} of `{kernel}`, which \
                             has {held}"
                        ));
                    }
                }
            }
        }
        Ok(())
    }

    /// Compares what a run has left. What is wrong where is reported for kernels
    /// that somebody wrote.
    pub(super) async fn compare(
        &self,
        ready: &mut Ready<'_>,
        problem: &Problem,
        report: &mut dyn FnMut(&Event),
    ) -> Result<Verdict, DeviceError> {
        match self {
            Right::Output(values) => {
                let error = ready.output().await?.max_error(values);
                let tolerance = problem.tolerance;
                Ok(Verdict { right: error <= tolerance, error, tolerance })
            }
            Right::Buffers(expected) => {
                let mut comparison = Comparison::default();
                let mut most = 0.0_f64;
                for Expected { buffer, scalar, values, tolerance } in expected {
                    let held = ready.buffer(*buffer).await?;
                    let held = held.as_bytes().get(..values.0.len()).unwrap_or_default();
                    let name = &problem.buffers[*buffer].name;
                    comparison.add(name, *scalar, (held, &values.0), *tolerance);
                    most = most.max(*tolerance);
                }
                let Comparison { max_error, wrong, count } = comparison;
                let right = wrong.is_empty();
                report(&Event::Compared { expectations: count, wrong });
                Ok(Verdict { right, error: max_error, tolerance: most })
            }
        }
    }
}

/// Reports what buffers hold, piece by piece.
pub(super) async fn send_contents(
    ready: &mut Ready<'_>,
    wanted: &[BufferIndex],
    report: &mut dyn FnMut(&Event),
) -> Result<(), DeviceError> {
    for &buffer in wanted {
        let held = ready.buffer(buffer).await?;
        for piece in held.as_bytes().chunks(PIECE) {
            report(&Event::Contents { buffer, bytes: Bytes(piece.to_vec()) });
        }
    }
    Ok(())
}
