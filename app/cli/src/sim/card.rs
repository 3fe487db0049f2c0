//! Differences between a card's counters and the simulator's.

use super::Arguments;
use crate::source;
use warpbench_compare::notes::{Notes, Subject};

/// What is known of a kernel of the catalogue, as lines to print. The simulator counts
/// what the source asks for, the card what the compiler made of it.
pub(super) fn differences(arguments: &Arguments) -> String {
    if source::file(&arguments.target).is_some() {
        return String::new();
    }
    of_kernel(&arguments.target)
}

fn of_kernel(kernel: &str) -> String {
    let notes = Notes::known().notes.iter();
    let own = notes
        .filter(|note| note.about == Subject::Counters && note.kernel.as_deref() == Some(kernel));
    own.map(|note| {
        let counters: Vec<&str> = note.counters.iter().map(|counter| counter.name()).collect();
        format!(
            "\nThrough CUDA an NVIDIA card counts other {}: {}.\n",
            counters.join(" and "),
            note.text
        )
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::of_kernel;

    #[test]
    fn what_differs_on_a_card_is_said() {
        let said = of_kernel("matmul_block_2d");
        assert!(said.contains("other shared requests and bank conflicts: the compiler reads"));
        assert_eq!(of_kernel("vecadd"), "");
    }
}
