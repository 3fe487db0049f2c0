//! One round of k-means: finds each point's nearest center and adds the point to its cluster.

use core::sync::atomic::{AtomicU32, Ordering};
use cuda_std::atomic::AtomicF32;
use cuda_std::prelude::*;

#[derive(Clone, Copy)]
#[repr(C)]
pub struct Point<const D: usize>([f32; D]);

impl<const D: usize> Point<D> {
    fn distance_squared(&self, other: &Self) -> f32 {
        self.0.iter().zip(&other.0).map(|(a, b)| (a - b) * (a - b)).sum()
    }
}

fn nearest<const D: usize>(point: &Point<D>, centers: &[Point<D>]) -> Option<usize> {
    centers
        .iter()
        .map(|center| center.distance_squared(point))
        .enumerate()
        .min_by(|(_, a), (_, b)| a.total_cmp(b))
        .map(|(index, _)| index)
}

#[kernel]
pub unsafe fn kmeans(
    points: &[Point<3>],
    centers: &[Point<3>],
    clusters: *mut u32,
    sums: &[[AtomicF32; 3]],
    counts: &[AtomicU32],
) {
    let i = thread::index_1d() as usize;
    let Some(point) = points.get(i) else { return };
    let Some(cluster) = nearest(point, centers) else { return };

    unsafe { *clusters.add(i) = cluster as u32 };
    counts[cluster].fetch_add(1, Ordering::Relaxed);
    for (sum, &x) in sums[cluster].iter().zip(&point.0) {
        sum.fetch_add(x, Ordering::Relaxed);
    }
}
