//! The ball in registers: what is not in memory needs no layout.

use cuda_std::prelude::*;

const BLOCK: usize = 256;

struct Ball {
    height: f32,
    speed: f32,
    path: f32,
    bounces: f32,
}

impl Ball {
    fn step(&mut self) {
        self.speed -= 2.0;
        self.height += self.speed;
        self.path += self.speed.abs();
        if self.height < 0.0 {
            self.height = -self.height;
            self.speed = -self.speed;
            self.bounces += 1.0;
        }
    }
}

#[kernel]
pub unsafe fn bounce(
    start: *const f32,
    state: *mut f32,
    paths: *mut f32,
    bounces: *mut f32,
    n: u32,
) {
    let i = thread::index_1d() as usize;
    if i < n as usize {
        let mut ball = Ball { height: *start.add(i), speed: 0.0, path: 0.0, bounces: 0.0 };
        for _ in 0..5 {
            ball.step();
        }
        *paths.add(i) = ball.path;
        *bounces.add(i) = ball.bounces;
    }
}
