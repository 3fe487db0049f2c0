//! Unsupported parts of `core`: the module, the name, what it is, why it is not read, and
//! what to write instead.

type Row = (&'static str, &'static str, &'static str, &'static str, &'static str);

const NO_NULL: &str = "every pointer of a kernel leads into a buffer, an array or a variable";
const NULL_HELP: &str =
    "keep an `Option` beside the pointer, or an index and a number that means none";

pub(super) const UNREAD: [Row; 8] = [
    ("core::ptr", "null", "null pointers", NO_NULL, NULL_HELP),
    ("core::ptr", "null_mut", "null pointers", NO_NULL, NULL_HELP),
    (
        "core::ptr",
        "copy",
        "copies between places that may overlap",
        "whether two places overlap is not known when the kernel is compiled",
        "use `copy_nonoverlapping` where they do not, and `slice.copy_within(from, to)` or a loop \
         where they do",
    ),
    (
        "core::ptr",
        "write_bytes",
        "memory that is filled byte by byte",
        "memory of a kernel holds numbers, not bytes",
        "write a loop, or `slice.fill(0)`",
    ),
    (
        "core::ptr",
        "eq",
        "addresses that are compared",
        "a variable of a thread has no address on a GPU",
        "compare what they lead to, or the indices that they were made of",
    ),
    (
        "core::any",
        "type_name",
        "the names of types as values",
        "a kernel has no strings",
        "give the trait a constant: `const ID: u32;`",
    ),
    (
        "core::cell",
        "RefCell",
        "borrows that are counted while a kernel runs",
        "a thread keeps its variables in registers, where nothing is counted",
        "use `core::cell::Cell`, or a variable: `let mut x = \u{2026};`",
    ),
    (
        "core::cell",
        "OnceCell",
        "cells that are filled once",
        "a thread keeps its variables in registers, where nothing is counted",
        "use an `Option`: `let mut x = None;`",
    ),
];
