//! Control flow: blocks, branches, loops and jumps, and which variables have a value by then.

pub(crate) mod alternatives;
pub(crate) mod block;
pub(crate) mod branch;
pub(crate) mod initialization;
pub(crate) mod jumps;
pub(crate) mod loops;
