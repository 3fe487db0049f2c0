//! Room for recursion.
//!
//! The readers and the lowering follow the nesting of a text by recursion. How
//! deep a text may nest is bounded, and this is the stack that the bound needs;
//! callers have anything from one to eight MiB. In a browser a program has one
//! stack, whose size is chosen when it is linked (`cargo xtask web` does).

use crate::guard;

/// What the deepest text that is read takes, several times over, in a build
/// without optimisation.
#[cfg(not(target_family = "wasm"))]
const STACK_BYTES: usize = 64 << 20;

/// Runs something that recurses deeply; nothing if it panics.
pub fn with_room<R>(work: impl FnOnce() -> R) -> Option<R> {
    let guarded = || guard::caught(work);
    #[cfg(not(target_family = "wasm"))]
    return stacker::grow(STACK_BYTES, guarded);
    #[cfg(target_family = "wasm")]
    return guarded();
}
