//! Finds a pattern in a text, without regard to case and with `?` for any byte.

use core::sync::atomic::{AtomicU32, Ordering};
use cuda_std::prelude::*;

const ANY: u8 = b'?';

fn matches(window: &[u8], pattern: &[u8]) -> bool {
    window
        .iter()
        .zip(pattern)
        .all(|(byte, wanted)| *wanted == ANY || byte.eq_ignore_ascii_case(wanted))
}

#[kernel]
pub unsafe fn substring_match(
    text: &[u8],
    pattern: &[u8],
    found: *mut bool,
    count: &AtomicU32,
    first: &AtomicU32,
) {
    let i = thread::index_1d();
    let Some(window) = text.get(i as usize..).and_then(|rest| rest.get(..pattern.len())) else {
        return;
    };
    let hit = matches(window, pattern);
    unsafe { *found.add(i as usize) = hit };
    if hit {
        count.fetch_add(1, Ordering::Relaxed);
        first.fetch_min(i, Ordering::Relaxed);
    }
}
