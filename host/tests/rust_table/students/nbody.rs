// Physics: n-body with own vector type and Copy structs in shared memory.
use core::ops::*;
use cuda_std::prelude::*;
use cuda_std::address_space;

#[derive(Clone, Copy, Default, PartialEq)]
#[repr(C)]
pub struct V3 {
    x: f32,
    y: f32,
    z: f32,
}

macro_rules! elementwise {
    ($($trait:ident::$method:ident => $op:tt),* $(,)?) => {
        $(impl $trait for V3 {
            type Output = V3;
            fn $method(self, o: V3) -> V3 {
                V3 { x: self.x $op o.x, y: self.y $op o.y, z: self.z $op o.z }
            }
        })*
    };
}
elementwise!(Add::add => +, Sub::sub => -, Mul::mul => *);

impl Mul<V3> for f32 {
    type Output = V3;
    fn mul(self, v: V3) -> V3 {
        V3 { x: self * v.x, y: self * v.y, z: self * v.z }
    }
}
impl AddAssign for V3 {
    fn add_assign(&mut self, o: V3) {
        *self = *self + o;
    }
}
impl Neg for V3 {
    type Output = V3;
    fn neg(self) -> V3 {
        -1.0 * self
    }
}
impl V3 {
    const ZERO: V3 = V3 { x: 0.0, y: 0.0, z: 0.0 };
    fn dot(self, o: V3) -> f32 {
        let V3 { x, y, z } = self * o;
        x + y + z
    }
}

#[derive(Clone, Copy)]
struct Body {
    at: V3,
    mass: f32,
}

impl Body {
    fn pull(&self, other: &Body) -> V3 {
        let d = other.at - self.at;
        let r2 = d.dot(d) + 0.01;
        let inverse = 1.0 / (r2 * r2.sqrt());
        other.mass * inverse * d
    }
}

#[kernel]
pub unsafe fn nbody(x: &[f32], out: *mut f32) {
    #[address_space(shared)]
    static mut TILE: [Body; 32] = [Body { at: V3::ZERO, mass: 0.0 }; 32];
    let t = thread::thread_idx_x() as usize;
    let body = Body {
        at: V3 { x: x[t], y: x[(t + 7) % 32], z: x[(t + 13) % 32] },
        mass: 1.0 + t as f32,
    };
    TILE[t] = body;
    thread::sync_threads();
    let mut force = V3::default();
    for other in TILE.iter().filter(|o| o.at != body.at) {
        force += body.pull(other);
    }
    let back = -force;
    *out.add(t) = force.x;
    *out.add(t + 32) = force.y;
    *out.add(t + 64) = back.z;
}
