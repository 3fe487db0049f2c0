// Types that lead to others by Deref.
use core::ops::{AddAssign, Deref, DerefMut, Index, IndexMut};
use cuda_std::prelude::*;
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Meters(f32);
impl Deref for Meters {
    type Target = f32;
    fn deref(&self) -> &f32 {
        &self.0
    }
}
impl DerefMut for Meters {
    fn deref_mut(&mut self) -> &mut f32 {
        &mut self.0
    }
}
#[derive(Clone, Copy)]
struct V {
    v: glam::Vec3,
}
impl Deref for V {
    type Target = glam::Vec3;
    fn deref(&self) -> &glam::Vec3 {
        &self.v
    }
}
impl DerefMut for V {
    fn deref_mut(&mut self) -> &mut glam::Vec3 {
        &mut self.v
    }
}
struct Outer {
    inner: V,
    id: u32,
}
impl Deref for Outer {
    type Target = V;
    fn deref(&self) -> &V {
        &self.inner
    }
}
impl DerefMut for Outer {
    fn deref_mut(&mut self) -> &mut V {
        &mut self.inner
    }
}
struct Tile {
    data: [[f32; 4]; 4],
}
impl Deref for Tile {
    type Target = [[f32; 4]; 4];
    fn deref(&self) -> &Self::Target {
        &self.data
    }
}
impl DerefMut for Tile {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.data
    }
}
impl Index<(usize, usize)> for Tile {
    type Output = f32;
    fn index(&self, (r, c): (usize, usize)) -> &f32 {
        &self.data[r][c]
    }
}
impl IndexMut<(usize, usize)> for Tile {
    fn index_mut(&mut self, (r, c): (usize, usize)) -> &mut f32 {
        &mut self.data[r][c]
    }
}
trait Area {
    fn area(&self) -> f32;
}
impl Area for f32 {
    fn area(&self) -> f32 {
        self * self
    }
}
fn half(x: &f32) -> f32 {
    x / 2.0
}
fn add<T: AddAssign<f32>>(t: &mut T) {
    *t += 1.0;
}
struct Slots<'a> {
    s: &'a mut [f32],
    n: usize,
}
impl<'a> Deref for Slots<'a> {
    type Target = [f32];
    fn deref(&self) -> &[f32] {
        &self.s[..self.n]
    }
}
impl<'a> DerefMut for Slots<'a> {
    fn deref_mut(&mut self) -> &mut [f32] {
        &mut self.s[..self.n]
    }
}
#[kernel]
pub unsafe fn k(x: &[f32], io: *mut f32) {
    let i = thread::index_1d() as usize;
    let out = core::slice::from_raw_parts_mut(io.add(4 * i), 4);
    let mut m = Meters(x[i].abs());
    *m += 2.0;
    *m = m.sqrt() + *m * 2.0;
    add(&mut *m);
    let mut s = m.max(1.0) + m.area() + half(&m) + (*m).abs();
    let mut o = Outer { inner: V { v: glam::Vec3::new(1.0, 2.0, x[1]) }, id: 3 };
    s += o.x + o.length() + o.v.y + o.dot(glam::Vec3::X) + o.id as f32;
    o.y = 5.0;
    o.v.z += 1.0;
    **o = glam::Vec3::ONE * o.y;
    s += o.y;
    let mut t = Tile { data: [[1.0; 4]; 4] };
    t[(1, 2)] = 4.0;
    t.data[2][1] = 3.0;
    t[(0, 0)] += 1.0;
    s += t[(1, 2)] + t.iter().map(|r| r.iter().sum::<f32>()).sum::<f32>() + t.len() as f32;
    for r in t.iter_mut() {
        r[0] = 2.0;
    }
    let mut q = Slots { s: out, n: 3 };
    q[0] = s;
    q[1..].fill(2.0);
    q.swap(0, 2);
    let n = q.len();
    for (i, v) in q.iter_mut().enumerate() {
        *v += (i * n) as f32;
    }
}
