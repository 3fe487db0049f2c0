//! Planets around a sun, followed in double precision by the method of Runge and Kutta.

use core::ops::{Add, Mul};
use cuda_std::*;
use glam::DVec2;

#[derive(Clone, Copy, PartialEq)]
#[repr(C)]
pub struct State {
    position: DVec2,
    velocity: DVec2,
}

impl Add for State {
    type Output = Self;

    fn add(self, rhs: Self) -> Self {
        Self { position: self.position + rhs.position, velocity: self.velocity + rhs.velocity }
    }
}

impl Mul<f64> for State {
    type Output = Self;

    fn mul(self, rhs: f64) -> Self {
        Self { position: self.position * rhs, velocity: self.velocity * rhs }
    }
}

fn rk4_step<S, F>(state: S, dt: f64, derivative: F) -> S
where
    S: Copy + Add<Output = S> + Mul<f64, Output = S>,
    F: Fn(S) -> S,
{
    let k1 = derivative(state);
    let k2 = derivative(state + k1 * (0.5 * dt));
    let k3 = derivative(state + k2 * (0.5 * dt));
    let k4 = derivative(state + k3 * dt);
    state + (k1 + k2 * 2.0 + k3 * 2.0 + k4) * (dt / 6.0)
}

#[kernel]
pub unsafe fn rk4_orbits(planets: *mut State, len: usize, gravity: f64, dt: f64, steps: u32) {
    let i = thread::index_1d() as usize;
    if i >= len {
        return;
    }
    let fall = |State { position, velocity }: State| {
        let distance = position.length();
        State { position: velocity, velocity: position * (-gravity / distance.powi(3)) }
    };
    let planet = unsafe { &mut *planets.add(i) };
    for _ in 0..steps {
        *planet = rk4_step(*planet, dt, fall);
    }
}
