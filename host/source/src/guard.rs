//! Panics of others, turned into values.
//!
//! naga promises not to panic on a valid module and does so all the same, in
//! its back ends most of all. Whoever calls it here gets nothing instead, and
//! the terminal stays quiet: what a student reads is the sentence that the
//! caller makes of it. In a browser a panic ends the program, so a caller that
//! can see one coming asks beforehand.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

thread_local! {
    /// How many guarded calls are under way.
    static DEPTH: Cell<u32> = const { Cell::new(0) };
}

/// Runs something; nothing if it panics, which no one is told of.
pub fn caught<R>(work: impl FnOnce() -> R) -> Option<R> {
    quieten();
    let _quiet = Quiet::start();
    // What a panic leaves half done is dropped with the closure.
    catch_unwind(AssertUnwindSafe(work)).ok()
}

/// Keeps the hook quiet while it lives, also when it is dropped by a panic.
struct Quiet;

impl Quiet {
    fn start() -> Quiet {
        DEPTH.with(|depth| depth.set(depth.get() + 1));
        Quiet
    }
}

impl Drop for Quiet {
    fn drop(&mut self) {
        DEPTH.with(|depth| depth.set(depth.get().saturating_sub(1)));
    }
}

/// Puts a hook before the present one that lets through what happens outside of
/// guarded calls.
fn quieten() {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = take_hook();
        set_hook(Box::new(move |panic| {
            let is_guarded = DEPTH.try_with(|depth| depth.get() > 0);
            if !is_guarded.unwrap_or(false) {
                before(panic);
            }
        }));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_nothing_and_the_next_call_is_guarded_again() {
        for _ in 0..3 {
            assert_eq!(caught(|| 1), Some(1));
            assert_eq!(caught(|| -> u32 { panic!("not to be seen") }), None);
            assert_eq!(caught(|| caught(|| -> u32 { panic!("inner") })), Some(None));
        }
        assert_eq!(DEPTH.with(Cell::get), 0);
    }
}
