// Iterators of a student's own, by value, by reference and from both ends.
use cuda_std::prelude::*;
struct Grid {
    w: usize,
    h: usize,
    cells: [u8; 16],
}
struct Rows<'a> {
    grid: &'a Grid,
    y: usize,
}
impl<'a> Iterator for Rows<'a> {
    type Item = &'a [u8];
    fn next(&mut self) -> Option<Self::Item> {
        if self.y == self.grid.h {
            return None;
        }
        let y = self.y;
        self.y += 1;
        Some(&self.grid.cells[y * self.grid.w..][..self.grid.w])
    }
}
impl<'a> IntoIterator for &'a Grid {
    type Item = &'a [u8];
    type IntoIter = Rows<'a>;
    fn into_iter(self) -> Rows<'a> {
        Rows { grid: self, y: 0 }
    }
}
impl Grid {
    fn rows(&self) -> Rows<'_> {
        Rows { grid: self, y: 0 }
    }
    fn lines(&self) -> core::slice::ChunksExact<'_, u8> {
        self.cells.chunks_exact(self.w)
    }
    fn all(&self) -> impl Iterator<Item = u8> + '_ {
        self.cells.iter().copied()
    }
    fn both(&self) -> core::iter::Zip<core::slice::Iter<'_, u8>, core::slice::Iter<'_, u8>> {
        self.cells.iter().zip(self.cells.iter())
    }
}
#[derive(Clone)]
struct Collatz(u32);
impl Iterator for Collatz {
    type Item = u32;
    fn next(&mut self) -> Option<u32> {
        if self.0 == 1 {
            return None;
        }
        self.0 = if self.0 % 2 == 0 { self.0 / 2 } else { 3 * self.0 + 1 };
        Some(self.0)
    }
}
impl core::iter::FusedIterator for Collatz {}
struct Pascal {
    row: [u32; 8],
    n: usize,
}
impl Iterator for Pascal {
    type Item = [u32; 8];
    fn next(&mut self) -> Option<[u32; 8]> {
        if self.n == 8 {
            None
        } else {
            let r = self.row;
            self.n += 1;
            for i in (1..self.n.min(8)).rev() {
                self.row[i] += self.row[i - 1];
            }
            Some(r)
        }
    }
}
struct Countdown(u32);
impl Iterator for Countdown {
    type Item = u32;
    fn next(&mut self) -> Option<u32> {
        self.0 = self.0.checked_sub(1)?;
        Some(self.0)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0 as usize, Some(self.0 as usize))
    }
}
impl DoubleEndedIterator for Countdown {
    fn next_back(&mut self) -> Option<u32> {
        None
    }
}
impl ExactSizeIterator for Countdown {
    fn len(&self) -> usize {
        self.0 as usize
    }
}
fn total<'a, I>(items: I) -> u32
where
    I: IntoIterator<Item = &'a [u8]>,
{
    items.into_iter().map(|r| r.len() as u32).sum()
}
fn maxed<I: IntoIterator>(items: I) -> Option<I::Item>
where
    I::Item: Ord,
{
    items.into_iter().max()
}
fn last_first<T: Copy, I: DoubleEndedIterator<Item = T> + ExactSizeIterator>(
    mut it: I,
) -> Option<(T, T, usize)> {
    let n = it.len();
    Some((it.next_back()?, it.next()?, n))
}
#[kernel]
pub unsafe fn k(x: &[u32], out: *mut u32) {
    let g = Grid { w: 4, h: 4, cells: [3; 16] };
    let mut s = 0;
    for r in &g {
        s += r.iter().map(|&v| v as u32).sum::<u32>();
    }
    for (y, r) in g.rows().enumerate() {
        s += r[y] as u32;
    }
    for l in g.lines() {
        s += l[0] as u32;
    }
    s += g.all().map(u32::from).sum::<u32>() + total(&g) + total(g.rows()) + total(g.lines());
    s += g.both().map(|(a, b)| *a as u32 * *b as u32).sum::<u32>();
    s += Collatz(x[0] + 3).count() as u32
        + Collatz(27).max().unwrap_or(0)
        + Collatz(x[1] + 2).take_while(|v| *v > 4).sum::<u32>();
    s += Collatz(6).zip(Collatz(7)).map(|(a, b)| a ^ b).fold(0, |a, b| a + b);
    let mut c = Collatz(9);
    let first: u32 = c.by_ref().take(2).sum();
    s += first + c.next().unwrap_or(0) + c.step_by(2).last().unwrap_or(0);
    for row in (Pascal { row: [1, 0, 0, 0, 0, 0, 0, 0], n: 0 }) {
        s += row[2];
    }
    for v in Countdown(5) {
        s += v;
    }
    s += Countdown(4).len() as u32;
    s += maxed(&[1, 5, 2]).copied().unwrap_or(0) + maxed(Countdown(9)).unwrap_or(0);
    if let Some((a, b, n)) = last_first(x.iter()) {
        s += a + b + n as u32;
    }
    if let Some((a, b, n)) = last_first(0..7u32) {
        s += a + b + n as u32;
    }
    let mut it = (&g).into_iter();
    if let Some(r) = it.next() {
        s += r[0] as u32;
    }
    let mut pk = Collatz(11).peekable();
    while let Some(v) = pk.next() {
        if pk.peek().is_some_and(|n| *n > v) {
            s += 1;
        }
    }
    *out.add(thread::index_1d() as usize) = s;
}
