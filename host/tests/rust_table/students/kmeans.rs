// Machine learning: k-means assignment with generics over a metric.
use cuda_std::prelude::*;
use cuda_std::atomic::AtomicF32;
use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

const K: usize = 3;
type Point = [f32; 2];

trait Metric {
    const NAME: u8;
    type Distance: PartialOrd + Copy;
    fn distance(&self, a: &Point, b: &Point) -> Self::Distance;
}
#[derive(Default)]
struct Euclid;
struct Grid {
    cell: f32,
}
impl Metric for Euclid {
    const NAME: u8 = b'e';
    type Distance = f32;
    fn distance(&self, a: &Point, b: &Point) -> f32 {
        a.iter().zip(b).map(|(x, y)| (x - y).powi(2)).sum::<f32>().sqrt()
    }
}
impl Metric for Grid {
    const NAME: u8 = b'g';
    type Distance = u32;
    fn distance(&self, [ax, ay]: &Point, [bx, by]: &Point) -> u32 {
        ((ax - bx).abs() / self.cell) as u32 + ((ay - by).abs() / self.cell) as u32
    }
}

fn nearest<M: Metric>(metric: &M, p: &Point, centres: &[Point; K]) -> (usize, M::Distance) {
    let mut best = (0, metric.distance(p, &centres[0]));
    for (k, c) in centres.iter().enumerate().skip(1) {
        let d = metric.distance(p, c);
        if d < best.1 {
            best = (k, d);
        }
    }
    best
}

#[kernel]
pub unsafe fn assign(xs: &[f32], ys: &[f32], out: *mut u32, sums: *mut f32) {
    let i = thread::index_1d() as usize;
    let centres: [Point; K] = [[-20.0, -20.0], [0.0, 5.0], [30.0, 10.0]];
    let p = [xs[i], ys[31 - i]];
    let (k, d) = nearest(&Euclid::default(), &p, &centres);
    let (g, steps) = nearest(&Grid { cell: 4.0 }, &p, &centres);
    *out.add(i) = k as u32 * 100 + g as u32;
    *out.add(i + 32) = steps + Euclid::NAME as u32 + <Grid as Metric>::NAME as u32;
    let counts = out.add(64) as *const AtomicU32;
    (*counts.add(k)).fetch_add(1, Relaxed);
    let sum = &*(sums.add(k) as *const AtomicF32);
    sum.fetch_add(p[0], Relaxed);
    *sums.add(i + 32) = d;
}
