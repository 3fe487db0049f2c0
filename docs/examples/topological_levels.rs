//! The level of each task of a graph of dependencies: one more than the highest that it waits for.

use core::sync::atomic::{AtomicU32, Ordering};
use cuda_std::prelude::*;

const WAITING: i32 = -1;

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Waiting,
    Ready,
    Done { level: u32 },
}

fn state(level: i32, open: u32) -> State {
    match (level, open) {
        (WAITING, 0) => State::Ready,
        (WAITING, _) => State::Waiting,
        (level, _) => State::Done { level: level as u32 },
    }
}

#[kernel]
pub unsafe fn topological_levels(
    edges: &[[u32; 2]],
    open: *mut u32,
    levels: *mut i32,
    tasks: usize,
    depth: *mut u32,
) {
    let (t, threads) = (thread::thread_idx_x() as usize, thread::block_dim_x() as usize);
    let open_of = |task: usize| AtomicU32::from_ptr(open.add(task));
    let mine = (t..tasks).step_by(threads);

    let mut level = 0;
    loop {
        let mut progress = false;
        for task in mine.clone() {
            let waits_for = open_of(task).load(Ordering::Relaxed);
            if state(*levels.add(task), waits_for) == State::Ready {
                *levels.add(task) = level;
                progress = true;
            }
        }
        if thread::sync_threads_or(u32::from(progress)) == 0 {
            break;
        }
        for &[from, to] in edges.iter().skip(t).step_by(threads) {
            let from = *levels.add(from as usize);
            if let State::Done { level: done } = state(from, 0)
                && done == level as u32
            {
                open_of(to as usize).fetch_sub(1, Ordering::Relaxed);
            }
        }
        thread::sync_threads();
        level += 1;
    }
    if t == 0 {
        *depth = level as u32;
    }
}
