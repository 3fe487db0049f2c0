// Signal processing: slices: windows, chunks_exact, split_at, rev, step_by, zip of three.
use cuda_std::prelude::*;

const TAPS: [f32; 4] = [0.5, 0.25, 0.125, 0.125];

fn dot(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b.iter()).map(|(x, y)| x * y).sum()
}

#[kernel]
pub unsafe fn fir(x: &[f32], out: *mut f32) {
    let i = thread::index_1d() as usize;
    *out.add(i) = x.windows(TAPS.len()).nth(i).map_or(0.0, |w| dot(w, &TAPS));
    let (left, right) = x.split_at(i);
    let down: f32 = right.iter().rev().step_by(3).sum();
    let energy = left
        .chunks_exact(2)
        .map(|pair| pair[0].mul_add(pair[0], pair[1] * pair[1]))
        .sum::<f32>();
    let rest = left.chunks_exact(2).remainder().first().copied().unwrap_or(0.5);
    *out.add(i + 32) = down + rest;
    *out.add(i + 64) = energy;
    let three: f32 = x
        .iter()
        .zip(x.iter().skip(1))
        .zip(x.iter().skip(2))
        .map(|((a, b), c)| a - 2.0 * b + c)
        .take(i)
        .fold(0.0, |acc, d| if d > acc { d } else { acc });
    let crossings = x[..=i].windows(2).filter(|w| w[0].signum() != w[1].signum()).count();
    let rises = match x.get(i..i + 3) {
        Some([a, b, c]) if a < b && b < c => 1,
        Some(_) => 0,
        None => -1,
    };
    let peak = x.iter().rposition(|&v| v >= three);
    *out.add(i + 96) = three + crossings as f32 + rises as f32 + peak.unwrap_or(99) as f32;
}
