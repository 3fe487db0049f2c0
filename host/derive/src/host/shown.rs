//! The host's steps in words.

use super::{HostTransfer, Step, bytes_of};
use crate::constant::Values;
use crate::print;
use std::fmt;

/// Steps, one in a line, further to the right inside of others.
pub fn shown(steps: &[Step], known: &Values) -> String {
    let mut text = String::new();
    show(steps, known, 0, &mut text);
    text
}

fn show(steps: &[Step], known: &Values, depth: usize, text: &mut String) {
    for step in steps {
        let line = Shown { step, known }.to_string();
        if !line.is_empty() {
            *text += &format!("{}{line}\n", "  ".repeat(depth));
        }
        match step {
            Step::For { body, .. } | Step::Block(body) | Step::Call { steps: body, .. } => {
                show(body, known, depth + 1, text);
            }
            Step::If { then, otherwise, .. } => {
                show(then, known, depth + 1, text);
                show(otherwise, known, depth + 1, text);
            }
            _ => {}
        }
    }
}

struct Shown<'s> {
    step: &'s Step,
    known: &'s Values,
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let copied = |transfer: &HostTransfer| {
            let name = &transfer.variable.host;
            match transfer.chunks(self.known) {
                Some(chunks) => {
                    let elements: u64 = chunks.iter().map(|chunk| chunk.len).sum();
                    let bytes = elements * transfer.variable.element.bytes();
                    let pieces = match chunks.len() {
                        1 => "1 piece".to_owned(),
                        more => format!("{more} pieces"),
                    };
                    format!("{name}, {bytes} bytes in {pieces}")
                }
                None => name.clone(),
            }
        };
        match self.step {
            Step::Allocate { variable, .. } => match bytes_of(variable, self.known) {
                Some(bytes) => write!(f, "allocate {bytes} bytes for {variable}"),
                None => write!(f, "allocate {variable}"),
            },
            Step::CopyIn(transfer) => write!(f, "copy to the GPU: {}", copied(transfer)),
            Step::CopyOut(transfer) => write!(f, "copy from the GPU: {}", copied(transfer)),
            Step::Clear { variable, .. } => write!(f, "fill {} with zeros", variable.host),
            Step::Launch(launch) => {
                let [x, y, z] = launch.blocks.each_ref().map(print::expr);
                let [tx, ty, tz] = launch.threads;
                write!(
                    f,
                    "launch {} with {x}×{y}×{z} blocks of {tx}×{ty}×{tz} threads",
                    launch.kernel
                )
            }
            Step::Free { names, .. } => write!(f, "free {}", names.join(", ")),
            Step::Let { name, value, .. } => write!(f, "let {name} = {}", print::expr(value)),
            Step::Assign { name, .. } => write!(f, "set {name}"),
            Step::HostArray { name, len, .. } => {
                write!(f, "make {name} of {} elements", print::expr(len))
            }
            Step::For { var, start, end, .. } => {
                write!(f, "for {var} in {}..{}", print::expr(start), print::expr(end))
            }
            Step::If { condition, .. } => write!(f, "if {}", print::expr(condition)),
            Step::Block(_) => Ok(()),
            Step::Call { .. } => write!(f, "call"),
            Step::Other { .. } => write!(f, "something of the host's own"),
        }
    }
}
