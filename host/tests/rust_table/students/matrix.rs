// Linear algebra: const generic matrices, transposition, LU, Index traits.
use core::ops::{Index, IndexMut, Mul};
use cuda_std::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq)]
struct Matrix<const R: usize, const C: usize> {
    rows: [[f32; C]; R],
}

impl<const R: usize, const C: usize> Default for Matrix<R, C> {
    fn default() -> Self {
        Self { rows: [[0.0; C]; R] }
    }
}

impl<const R: usize, const C: usize> Index<(usize, usize)> for Matrix<R, C> {
    type Output = f32;
    fn index(&self, (r, c): (usize, usize)) -> &Self::Output {
        &self.rows[r][c]
    }
}

impl<const R: usize, const C: usize> IndexMut<(usize, usize)> for Matrix<R, C> {
    fn index_mut(&mut self, (r, c): (usize, usize)) -> &mut f32 {
        &mut self.rows[r][c]
    }
}

impl<const R: usize, const K: usize, const C: usize> Mul<&Matrix<K, C>> for &Matrix<R, K> {
    type Output = Matrix<R, C>;
    fn mul(self, other: &Matrix<K, C>) -> Matrix<R, C> {
        let mut out = Matrix::default();
        for r in 0..R {
            for c in 0..C {
                out[(r, c)] = (0..K).map(|k| self[(r, k)] * other[(k, c)]).sum();
            }
        }
        out
    }
}

impl<const R: usize, const C: usize> Matrix<R, C> {
    fn from_fn(mut f: impl FnMut(usize, usize) -> f32) -> Self {
        let mut m = Self::default();
        for (r, row) in m.rows.iter_mut().enumerate() {
            for (c, value) in row.iter_mut().enumerate() {
                *value = f(r, c);
            }
        }
        m
    }

    fn transpose(&self) -> Matrix<C, R> {
        Matrix::from_fn(|r, c| self[(c, r)])
    }

    fn column(&self, c: usize) -> impl DoubleEndedIterator<Item = f32> + '_ {
        self.rows.iter().map(move |row| row[c])
    }
}

impl<const N: usize> Matrix<N, N> {
    fn identity() -> Self {
        Self::from_fn(|r, c| if r == c { 1.0 } else { 0.0 })
    }

    fn determinant(mut self) -> f32 {
        let mut det = 1.0;
        for k in 0..N {
            let pivot = (k..N).max_by(|&a, &b| self.rows[a][k].abs().total_cmp(&self.rows[b][k].abs()));
            let Some(pivot) = pivot.filter(|&p| self.rows[p][k] != 0.0) else { return 0.0 };
            if pivot != k {
                self.rows.swap(pivot, k);
                det = -det;
            }
            det *= self.rows[k][k];
            let (upper, lower) = self.rows.split_at_mut(k + 1);
            let top = &upper[k];
            for row in lower {
                let factor = row[k] / top[k];
                row.iter_mut().zip(top).skip(k).for_each(|(x, t)| *x -= factor * t);
            }
        }
        det
    }
}

#[kernel]
pub unsafe fn matrices(x: &[f32], out: *mut f32) {
    let i = thread::index_1d() as usize;
    let a = Matrix::<3, 2>::from_fn(|r, c| x[(i + 5 * r + c) % 32] / 8.0);
    let square = &a.transpose() * &a;
    let wide = &a * &a.transpose();
    let mut shifted = wide;
    for d in 0..3 {
        shifted[(d, d)] += 1.0;
    }
    *out.add(i) = square.determinant();
    *out.add(i + 32) = shifted.determinant();
    *out.add(i + 64) = wide.column(1).rev().fold(0.0, |acc, v| acc * 0.5 + v);
    *out.add(i + 96) = (&Matrix::<3, 3>::identity() * &wide == wide) as u32 as f32;
}
