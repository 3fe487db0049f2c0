//! Blocks of 64, the fields in another order, and no branch for the bounce.

use cuda_std::prelude::*;

const BLOCK: usize = 64;
const STEPS: usize = 5;

/// The elements of one field, those of all balls.
#[derive(Clone, Copy)]
enum Field {
    Bounces,
    Path,
    Speed,
    Height,
}

fn place(field: Field, ball: usize, n: usize) -> usize {
    ball + n * field as usize
}

#[kernel]
pub unsafe fn bounce(
    start: *const f32,
    state: *mut f32,
    paths: *mut f32,
    bounces: *mut f32,
    n: u32,
) {
    let n = n as usize;
    let ball = thread::thread_idx_x() as usize + BLOCK * thread::block_idx_x() as usize;
    if ball >= n {
        return;
    }
    *state.add(place(Field::Bounces, ball, n)) = 0.0;
    *state.add(place(Field::Path, ball, n)) = 0.0;
    *state.add(place(Field::Speed, ball, n)) = 0.0;
    *state.add(place(Field::Height, ball, n)) = *start.add(ball);
    for _ in 0..STEPS {
        let speed = *state.add(place(Field::Speed, ball, n)) - 2.0;
        let height = *state.add(place(Field::Height, ball, n)) + speed;
        let below = height < 0.0;
        let turn = if below { -1.0 } else { 1.0 };
        *state.add(place(Field::Height, ball, n)) = turn * height;
        *state.add(place(Field::Speed, ball, n)) = turn * speed;
        *state.add(place(Field::Bounces, ball, n)) += if below { 1.0 } else { 0.0 };
        *state.add(place(Field::Path, ball, n)) += speed.abs();
    }
    *bounces.add(ball) = *state.add(place(Field::Bounces, ball, n));
    *paths.add(ball) = *state.add(place(Field::Path, ball, n));
}
