//! Balls that fall and bounce: four numbers per ball, kept in global memory.

use cuda_std::prelude::*;

/// Threads per block.
const BLOCK: usize = 128;

/// Steps that a ball is followed for.
const STEPS: usize = 5;

/// The numbers of a ball.
const HEIGHT: usize = 0;
const SPEED: usize = 1;
const PATH: usize = 2;
const BOUNCES: usize = 3;

/// Where a field of a ball lies, of `n` balls.
fn place(ball: usize, field: usize, n: usize) -> usize {
    // A structure of arrays: all heights, then all speeds, and so on.
    field * n + ball
}

/// Drops each ball from its start and follows it.
#[kernel]
pub unsafe fn bounce(
    start: *const f32,
    state: *mut f32,
    paths: *mut f32,
    bounces: *mut f32,
    n: u32,
) {
    let ball = thread::block_idx_x() as usize * BLOCK + thread::thread_idx_x() as usize;
    let n = n as usize;
    if ball >= n {
        return;
    }
    *state.add(place(ball, HEIGHT, n)) = *start.add(ball);
    *state.add(place(ball, SPEED, n)) = 0.0;
    *state.add(place(ball, PATH, n)) = 0.0;
    *state.add(place(ball, BOUNCES, n)) = 0.0;

    for _ in 0..STEPS {
        let mut speed = *state.add(place(ball, SPEED, n)) - 2.0;
        let mut height = *state.add(place(ball, HEIGHT, n)) + speed;
        *state.add(place(ball, PATH, n)) += speed.abs();
        if height < 0.0 {
            height = -height;
            speed = -speed;
            *state.add(place(ball, BOUNCES, n)) += 1.0;
        }
        *state.add(place(ball, SPEED, n)) = speed;
        *state.add(place(ball, HEIGHT, n)) = height;
    }

    *paths.add(ball) = *state.add(place(ball, PATH, n));
    *bounces.add(ball) = *state.add(place(ball, BOUNCES, n));
}
