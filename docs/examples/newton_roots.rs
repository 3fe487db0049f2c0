//! Roots of equations by Newton's method; where it does not converge, not a number.

use cuda_std::*;

#[derive(Clone, Copy)]
#[repr(u32)]
pub enum Equation {
    /// x³ = a
    CubeRoot = 1,
    /// x² + a = 0
    Square = 2,
    /// cos x = a x
    Cosine = 3,
}

/// A function's value and its slope.
type Value = (f32, f32);

fn newton(start: f32, f: impl Fn(f32) -> Value) -> Option<f32> {
    const MAX_STEPS: usize = 40;
    const PRECISION: f32 = 1e-6;

    let mut x = start;
    for _ in 0..MAX_STEPS {
        let (value, slope) = f(x);
        if slope == 0.0 {
            return None;
        }
        let step = value / slope;
        x -= step;
        if step.abs() <= PRECISION * x.abs().max(1.0) {
            return Some(x);
        }
    }
    None
}

fn solve(equation: Equation, a: f32, start: f32) -> Option<f32> {
    let cube = move |x: f32| (x * x * x - a, 3.0 * x * x);
    match equation {
        Equation::CubeRoot => newton(start, cube),
        Equation::Square => newton(start, |x| (x * x + a, 2.0 * x)),
        Equation::Cosine => newton(start, |x| {
            let (sin, cos) = x.sin_cos();
            (cos - a * x, -sin - a)
        }),
    }
}

#[kernel]
pub unsafe fn newton_roots(
    equations: &[Equation],
    parameters: &[f32],
    start: f32,
    roots: *mut f32,
    unsolved: *mut bool,
) {
    let i = thread::index_1d() as usize;
    if i >= equations.len().min(parameters.len()) {
        return;
    }
    let root = solve(equations[i], parameters[i], start);
    unsafe {
        *roots.add(i) = root.unwrap_or(f32::NAN);
        *unsolved.add(i) = root.is_none();
    }
}
