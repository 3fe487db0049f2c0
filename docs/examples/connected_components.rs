//! Labels the nodes of a graph by the smallest node of their component, with a union-find forest.

use core::sync::atomic::{AtomicU32, Ordering};
use cuda_std::prelude::*;

#[derive(Clone, Copy)]
struct Forest {
    parents: *mut u32,
}

impl Forest {
    unsafe fn parent(&self, node: u32) -> &AtomicU32 {
        unsafe { AtomicU32::from_ptr(self.parents.add(node as usize)) }
    }

    /// The root of a node's tree. On the way, nodes are hung below their grandparents.
    unsafe fn find(&self, mut node: u32) -> u32 {
        loop {
            let link = unsafe { self.parent(node) };
            let parent = link.load(Ordering::Relaxed);
            let grandparent = unsafe { self.parent(parent) }.load(Ordering::Relaxed);
            if parent == grandparent {
                return parent;
            }
            let _ = link.compare_exchange_weak(
                parent,
                grandparent,
                Ordering::Relaxed,
                Ordering::Relaxed,
            );
            node = grandparent;
        }
    }

    /// Hangs the larger root below the smaller, unless another thread was faster: then again.
    unsafe fn unite(&self, a: u32, b: u32) {
        let (mut a, mut b) = unsafe { (self.find(a), self.find(b)) };
        while a != b {
            let (low, high) = (a.min(b), a.max(b));
            let root = unsafe { self.parent(high) };
            match root.compare_exchange(high, low, Ordering::AcqRel, Ordering::Relaxed) {
                Ok(_) => break,
                Err(_) => (a, b) = unsafe { (self.find(low), self.find(high)) },
            }
        }
    }
}

#[kernel]
pub unsafe fn connected_components(edges: &[[u32; 2]], labels: *mut u32, nodes: u32) {
    let forest = Forest { parents: labels };
    let t = thread::thread_idx_x();
    let threads = thread::block_dim_x() as usize;

    for node in (t..nodes).step_by(threads) {
        unsafe { *labels.add(node as usize) = node };
    }
    thread::sync_threads();
    for &[a, b] in edges.iter().skip(t as usize).step_by(threads) {
        unsafe { forest.unite(a, b) };
    }
    thread::sync_threads();
    for node in (t..nodes).step_by(threads) {
        let root = unsafe { forest.find(node) };
        unsafe { forest.parent(node) }.store(root, Ordering::Relaxed);
    }
}
