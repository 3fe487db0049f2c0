//! Finds the nearest neighbours of points in a balanced k-d tree, with a stack of open branches.

use cuda_std::prelude::*;
use glam::Vec2;

const MAX_DEPTH: usize = 16;

struct Stack<T, const N: usize> {
    items: [T; N],
    len: usize,
}

impl<T: Copy + Default, const N: usize> Stack<T, N> {
    fn new() -> Self {
        Self { items: [T::default(); N], len: 0 }
    }

    fn push(&mut self, item: T) {
        assert!(self.len < N, "the tree is too deep");
        self.items[self.len] = item;
        self.len += 1;
    }

    fn pop(&mut self) -> Option<T> {
        self.len = self.len.checked_sub(1)?;
        Some(self.items[self.len])
    }
}

/// A part of the sorted points, and how far away it is at least.
#[derive(Clone, Copy, Default)]
struct Branch {
    start: usize,
    end: usize,
    axis: usize,
    distance_squared: f32,
}

fn nearest(tree: &[Vec2], query: Vec2) -> Option<(usize, f32)> {
    let mut best = None;
    let mut open = Stack::<Branch, MAX_DEPTH>::new();
    open.push(Branch { end: tree.len(), ..Default::default() });

    while let Some(Branch { start, end, axis, distance_squared }) = open.pop() {
        let worth = best.is_none_or(|(_, distance)| distance_squared < distance);
        if start == end || !worth {
            continue;
        }
        let middle = (start + end) / 2;
        let distance = query.distance_squared(tree[middle]);
        if best.is_none_or(|(_, least)| distance < least) {
            best = Some((middle, distance));
        }

        let across = query[axis] - tree[middle][axis];
        let axis = 1 - axis;
        let left = Branch { start, end: middle, axis, distance_squared };
        let right = Branch { start: middle + 1, end, axis, distance_squared };
        let (near, far) = if across < 0.0 { (left, right) } else { (right, left) };
        open.push(Branch { distance_squared: across * across, ..far });
        open.push(near);
    }
    best
}

#[kernel]
pub unsafe fn kd_nearest(tree: &[Vec2], queries: &[Vec2], found: *mut i32, distances: *mut f32) {
    let i = thread::index_1d() as usize;
    if i < queries.len() {
        let (index, distance) =
            nearest(tree, queries[i]).map_or((-1, f32::NAN), |(at, square)| (at as i32, square));
        unsafe {
            *found.add(i) = index;
            *distances.add(i) = distance;
        }
    }
}
