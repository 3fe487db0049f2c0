// Sparse algebra: CSR as a struct with methods and an iterator over a row.
use cuda_std::prelude::*;

#[derive(Clone, Copy)]
struct Csr<'a> {
    row_ptr: &'a [u32],
    cols: &'a [u32],
    vals: &'a [f32],
}

impl<'a> Csr<'a> {
    fn row(&self, r: usize) -> impl Iterator<Item = (usize, f32)> + 'a {
        let (lo, hi) = (self.row_ptr[r] as usize % 16, self.row_ptr[r] as usize % 16 + r % 5);
        let cols = &self.cols[lo..hi];
        let vals = &self.vals[lo..hi];
        cols.iter().map(|&c| c as usize % 32).zip(vals.iter().copied())
    }

    fn rows(&self) -> usize {
        self.row_ptr.len()
    }
}

#[kernel]
pub unsafe fn spmv(row_ptr: &[u32], cols: &[u32], vals: &[f32], x: &[f32], y: *mut f32) {
    let m = Csr { row_ptr, cols, vals };
    let r = thread::index_1d() as usize;
    if r >= m.rows() {
        return;
    }
    let dot: f32 = m.row(r).map(|(c, v)| v * x[c]).sum();
    let widest = m.row(r).map(|(c, _)| c).max();
    let diagonal = m.row(r).find(|&(c, _)| c >= r).map_or(0.0, |(_, v)| v);
    *y.add(r) = dot;
    *y.add(r + 32) = widest.map(|w| w as f32).unwrap_or(f32::NEG_INFINITY);
    *y.add(r + 64) = diagonal;
}
