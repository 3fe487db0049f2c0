//! Work spread over cores.
//!
//! References, inputs and the simulator can use more than one core, but they
//! run in a browser too, where there is no thread to be had. So they never ask
//! for one: whoever calls them passes [`Cores`] in. There are [`OneCore`], which
//! is everywhere, and [`Threads`] where the target has threads.
//!
//! Results never depend on which of them is used: what is shared out is always
//! put together in order.

#[cfg(not(target_family = "wasm"))]
mod threads;

#[cfg(not(target_family = "wasm"))]
pub use threads::Threads;

use std::fmt::Debug;

/// A piece of work that can run on any core.
pub type Job<'a> = Box<dyn FnOnce() + Send + 'a>;

/// Something that runs pieces of work, perhaps several at once.
pub trait Cores: Debug + Send + Sync {
    /// How many pieces it can run at once.
    fn count(&self) -> usize;

    /// Runs all of them, in any order, and returns when all are done.
    fn run(&self, jobs: Vec<Job<'_>>);
}

/// The core of the caller.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OneCore;

impl Cores for OneCore {
    fn count(&self) -> usize {
        1
    }

    fn run(&self, jobs: Vec<Job<'_>>) {
        for job in jobs {
            job();
        }
    }
}

/// All the cores that there are.
#[cfg(not(target_family = "wasm"))]
pub fn all() -> Threads {
    Threads::all()
}

/// All the cores that there are: the caller's.
#[cfg(target_family = "wasm")]
pub fn all() -> OneCore {
    OneCore
}

/// Fewer elements than this are done before another core has woken up.
const FEWEST_ELEMENTS: usize = 1 << 12;

/// Pieces for each core, so that one with light work can take over from one
/// with heavy work.
const PIECES_PER_CORE: usize = 8;

/// The results of `item` for `0..count`, in order. Each stands for so many
/// `elements` of work.
pub fn collect<R: Send>(
    cores: &dyn Cores,
    count: usize,
    elements: usize,
    item: impl Fn(usize) -> R + Sync,
) -> Vec<R> {
    let piece = piece(cores, count, count.saturating_mul(elements));
    if piece >= count {
        return (0..count).map(item).collect();
    }
    let mut pieces: Vec<Vec<R>> = (0..count.div_ceil(piece)).map(|_| Vec::new()).collect();
    let jobs = pieces.iter_mut().enumerate().map(|(number, results)| -> Job<'_> {
        let item = &item;
        Box::new(move || {
            let first = number * piece;
            results.extend((first..count.min(first + piece)).map(item));
        })
    });
    cores.run(jobs.collect());
    pieces.into_iter().flatten().collect()
}

/// Calls `work` with every chunk of `values` and its number. All chunks but the
/// last have `chunk` elements.
pub fn for_each_chunk<T: Send>(
    cores: &dyn Cores,
    values: &mut [T],
    chunk: usize,
    work: impl Fn(usize, &mut [T]) + Sync,
) {
    let chunk = chunk.max(1);
    let piece = piece(cores, values.len().div_ceil(chunk), values.len());
    let run = |number: usize, values: &mut [T]| {
        for (at, values) in values.chunks_mut(chunk).enumerate() {
            work(number * piece + at, values);
        }
    };
    let pieces = values.chunks_mut(piece.saturating_mul(chunk)).enumerate();
    let jobs = pieces.map(|(number, values)| -> Job<'_> {
        let run = &run;
        Box::new(move || run(number, values))
    });
    let mut jobs: Vec<Job<'_>> = jobs.collect();
    match jobs.len() {
        0 => {}
        1 => jobs.remove(0)(),
        _ => cores.run(jobs),
    }
}

/// How many of `count` things make a piece of work; all of them where they are
/// so few elements that sharing would cost more than it saves.
fn piece(cores: &dyn Cores, count: usize, elements: usize) -> usize {
    match cores.count() {
        0 | 1 => count.max(1),
        _ if elements < FEWEST_ELEMENTS => count.max(1),
        cores => count.div_ceil(cores * PIECES_PER_CORE).max(1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs what it is given backwards, as cores may.
    #[derive(Debug)]
    struct Backwards(usize);

    impl Cores for Backwards {
        fn count(&self) -> usize {
            self.0
        }

        fn run(&self, jobs: Vec<Job<'_>>) {
            for job in jobs.into_iter().rev() {
                job();
            }
        }
    }

    const SIZES: [usize; 7] = [0, 1, 31, 33, 4095, 4097, 100_003];

    #[test]
    fn results_come_in_order_whoever_computes_them() {
        let all: [&dyn Cores; 4] = [&OneCore, &Backwards(2), &Backwards(5), &Threads::new(3)];
        for cores in all {
            for count in SIZES {
                let squares = collect(cores, count, 1, |i| i * i);
                let expected: Vec<usize> = (0..count).map(|i| i * i).collect();
                assert_eq!(squares, expected, "{count} on {cores:?}");
            }
        }
    }

    #[test]
    fn every_chunk_is_seen_once_with_its_number() {
        let all: [&dyn Cores; 3] = [&OneCore, &Backwards(3), &Threads::new(2)];
        for cores in all {
            for (len, chunk) in SIZES.into_iter().flat_map(|len| [1, 7, 4096].map(|c| (len, c))) {
                let mut values = vec![usize::MAX; len];
                for_each_chunk(cores, &mut values, chunk, |number, values| {
                    assert!(values.len() <= chunk);
                    for value in values {
                        assert_eq!(*value, usize::MAX);
                        *value = number;
                    }
                });
                let expected: Vec<usize> = (0..len).map(|i| i / chunk).collect();
                assert_eq!(values, expected, "{len} by {chunk} on {cores:?}");
            }
        }
    }
}
