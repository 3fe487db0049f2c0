//! Log of the host's steps.

use serde::Serialize;
use warpbench_derive::execute::HostEvent;
use warpbench_derive::host::LaunchStep;
use warpbench_front::SourceLocation;
use warpbench_front::diagnostic::Span;

/// Something that the host did, with the line of the program that says so.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "step", rename_all = "snake_case")]
pub enum HostStep {
    Allocate { name: String, memory: &'static str, bytes: u64, line: u32 },
    Clear { name: String, bytes: u64, line: u32 },
    CopyIn { name: String, bytes: u64, pieces: usize, line: u32 },
    CopyOut { name: String, bytes: u64, pieces: usize, line: u32 },
    Launch { kernel: String, grid: [u32; 3], block: [u32; 3], line: u32 },
    Free { name: String, line: u32 },
}

impl HostStep {
    /// What an event says; nothing for those that the GPU has no part in.
    pub fn of(event: &HostEvent, text: &str) -> Option<HostStep> {
        let line = |span: &Span| SourceLocation::of(*span, text).line;
        Some(match event.clone() {
            HostEvent::Allocated { name, space, bytes, span } => {
                HostStep::Allocate { name, memory: space.name(), bytes, line: line(&span) }
            }
            HostEvent::Cleared { name, bytes, span } => {
                HostStep::Clear { name, bytes, line: line(&span) }
            }
            HostEvent::CopiedIn { name, bytes, pieces, span } => {
                HostStep::CopyIn { name, bytes, pieces, line: line(&span) }
            }
            HostEvent::CopiedOut { name, bytes, pieces, span } => {
                HostStep::CopyOut { name, bytes, pieces, line: line(&span) }
            }
            HostEvent::Freed { name, span } => HostStep::Free { name, line: line(&span) },
            HostEvent::MadeArray { .. } => return None,
        })
    }

    pub fn launched(launch: &LaunchStep, grid: [u32; 3], text: &str) -> HostStep {
        HostStep::Launch {
            kernel: launch.kernel.clone(),
            grid,
            block: threads(launch),
            line: SourceLocation::of(launch.span, text).line,
        }
    }
}

/// Threads of a block.
pub fn threads(launch: &LaunchStep) -> [u32; 3] {
    launch.threads.map(|size| u32::try_from(size).unwrap_or(0))
}
