// Containers of a student's own: what is collected, pushed, iterated over and led to.
use cuda_std::prelude::*;
#[derive(Clone, Copy, Default, Debug, PartialEq)]
struct Stats {
    n: u32,
    mean: f32,
    m2: f32,
}
impl Stats {
    fn push(&mut self, x: f32) {
        self.n += 1;
        let d = x - self.mean;
        self.mean += d / self.n as f32;
        self.m2 += d * (x - self.mean);
    }
}
impl<T: Into<f32>> FromIterator<T> for Stats {
    fn from_iter<I>(iter: I) -> Self
    where
        I: IntoIterator<Item = T>,
    {
        let mut s = Self::default();
        for x in iter {
            s.push(x.into());
        }
        s
    }
}
impl Extend<f32> for Stats {
    fn extend<I: IntoIterator<Item = f32>>(&mut self, iter: I) {
        iter.into_iter().for_each(|x| self.push(x));
    }
}
struct Both {
    a: Stats,
    b: Stats,
}
struct Stack<T, const N: usize> {
    items: [T; N],
    len: usize,
}
impl<T: Copy + Default, const N: usize> Stack<T, N> {
    fn new() -> Self {
        Self { items: [T::default(); N], len: 0 }
    }
    fn push(&mut self, x: T) -> Result<(), T> {
        if self.len < N {
            self.items[self.len] = x;
            self.len += 1;
            Ok(())
        } else {
            Err(x)
        }
    }
    fn iter(&self) -> core::slice::Iter<'_, T> {
        self.items[..self.len].iter()
    }
    fn as_slice(&self) -> &[T] {
        &self.items[..self.len]
    }
}
impl<T: Copy + Default, const N: usize> FromIterator<T> for Stack<T, N> {
    fn from_iter<I: IntoIterator<Item = T>>(iter: I) -> Self {
        let mut s = Self::new();
        for x in iter {
            let _ = s.push(x);
        }
        s
    }
}
impl<'a, T, const N: usize> IntoIterator for &'a Stack<T, N> {
    type Item = &'a T;
    type IntoIter = core::slice::Iter<'a, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.items[..self.len].iter()
    }
}
impl<T, const N: usize> core::ops::Deref for Stack<T, N> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        &self.items[..self.len]
    }
}
impl<T, const N: usize> core::ops::DerefMut for Stack<T, N> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.items[..self.len]
    }
}
fn take(s: Stats) -> f32 {
    s.mean
}
fn stats(x: &[f32]) -> Stats {
    x.iter().copied().filter(|v| *v > 0.0).collect()
}
fn neg(x: &mut [u32]) {
    for v in x {
        *v += 1;
    }
}
#[kernel]
pub unsafe fn k(x: &[f32], out: *mut f32) {
    let both = Both { a: x.iter().copied().collect(), b: x.iter().map(|v| v * 2.0).collect() };
    let mut s = take(x.iter().copied().collect()) + both.a.m2 + both.b.mean + stats(x).mean;
    let small: Stats = [1u8, 2, 3].into_iter().collect();
    s += small.mean;
    let mut t = Stats::default();
    t.extend(x.iter().copied());
    t.extend(x.iter().map(|v| v + 1.0));
    let mut st: Stack<u32, 8> = (0..5).filter(|v| v % 2 == 0).collect();
    let _ = st.push(9);
    for v in &st {
        s += *v as f32;
    }
    for v in st.iter() {
        s += *v as f32;
    }
    s += st[0] as f32
        + st.len() as f32
        + st.iter().max().copied().unwrap_or(0) as f32
        + st[1..].iter().sum::<u32>() as f32;
    st.swap(0, 1);
    st[0] = 4;
    st.sort_unstable();
    neg(&mut st);
    st.reverse();
    for v in st.iter_mut() {
        *v *= 2;
    }
    for v in &mut *st {
        *v += 1;
    }
    if let Some(v) = st.first_mut() {
        *v = 1;
    }
    if let [a, b, ..] = *st {
        s += (a + b) as f32;
    }
    s += st.as_slice().windows(2).map(|w| w[0] + w[1]).sum::<u32>() as f32
        + st.contains(&4) as u32 as f32;
    let z: Stack<(usize, f32), 4> = x.iter().copied().enumerate().collect();
    s += z.iter().map(|&(i, v)| i as f32 * v).sum::<f32>();
    *out.add(thread::index_1d() as usize) = s + t.mean;
}
