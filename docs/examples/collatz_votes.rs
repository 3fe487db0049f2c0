//! How long numbers take to reach one by Collatz's rule; warps vote when they are through.

use cuda_std::prelude::*;
use cuda_std::warp::{self, WarpReductionOp};

const FULL_MASK: u32 = u32::MAX;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Parity {
    Even,
    Odd,
}

impl From<u32> for Parity {
    fn from(n: u32) -> Self {
        if n % 2 == 0 { Self::Even } else { Self::Odd }
    }
}

fn collatz(n: u32) -> u32 {
    match n.into() {
        Parity::Even => n / 2,
        Parity::Odd => 3 * n + 1,
    }
}

#[kernel]
pub unsafe fn collatz_votes(
    numbers: &[u32],
    steps: *mut u32,
    longest: *mut u32,
    winners: *mut u32,
) {
    let i = thread::index_1d() as usize;
    let start = numbers.get(i).copied().unwrap_or(1);
    let mut n = start;
    let mut count = 0u32;
    while warp::warp_vote_any(FULL_MASK, n != 1) {
        if n != 1 {
            n = collatz(n);
            count += 1;
        }
    }
    if i < numbers.len() {
        *steps.add(i) = count;
    }

    let most = warp::warp_reduce(FULL_MASK, count, WarpReductionOp::Max);
    let winner = warp::warp_vote_ballot(FULL_MASK, count == most).trailing_zeros();
    let (number, _) = warp::warp_shuffle_idx(FULL_MASK, start, winner, 32);
    if warp::lane_id() == 0 {
        *longest.add(i / 32) = most;
        *winners.add(i / 32) = number;
    }
}
