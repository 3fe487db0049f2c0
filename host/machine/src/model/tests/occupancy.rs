//! Occupancy against the limits that the lectures and NVIDIA's tables state,
//! with the reckoning beside each case and the nearest case that differs.

use crate::model::{
    BlockNeeds, OccupancyError, OccupancyLimit, OccupancyLimit::*, find, occupancy,
};

const KB: u32 = 1024;

fn needs((threads, registers_per_thread, shared_bytes): (u32, u32, u32)) -> BlockNeeds {
    BlockNeeds { threads, registers_per_thread, shared_bytes }
}

/// Expects so many blocks and warps, and exactly these limits.
fn check(model: &str, block: (u32, u32, u32), blocks: u32, warps: u32, limits: &[OccupancyLimit]) {
    let model = find(model).unwrap();
    let found = occupancy(model, &needs(block)).unwrap();
    let counted = (found.blocks_per_multiprocessor, found.warps_per_multiprocessor);
    assert_eq!(
        (counted, &found.limits[..]),
        ((blocks, warps), limits),
        "{}: {block:?}",
        model.slug
    );
    let fraction = f64::from(warps) / f64::from(model.limits.warps_per_multiprocessor);
    assert_eq!(found.fraction, fraction, "{}: {block:?}", model.slug);
}

fn refused(model: &str, block: (u32, u32, u32)) -> OccupancyError {
    occupancy(find(model).unwrap(), &needs(block)).unwrap_err()
}

/// 2,048 threads, 64 warps, 32 blocks, 65,536 registers in two halves, 64 KB.
#[test]
fn p100() {
    let check = |block, blocks, warps, limits: &[OccupancyLimit]| {
        check("p100", block, blocks, warps, limits)
    };
    // 2,048 / 256 = 8 blocks; 8 x 256 x 32 is every register, too.
    check((256, 32, 0), 8, 64, &[Threads, Warps, Registers]);
    // 31 x 32 = 992 rounds up to the same 1,024 registers a warp.
    check((256, 31, 0), 8, 64, &[Threads, Warps, Registers]);
    // 24 x 32 = 768 a warp leaves registers over.
    check((256, 24, 0), 8, 64, &[Threads, Warps]);
    // One register more is 1,056, rounded to 1,280: 25 warps in each half.
    check((256, 33, 0), 6, 48, &[Registers]);
    check((256, 40, 0), 6, 48, &[Registers]);
    check((256, 41, 0), 5, 40, &[Registers]);
    // Small blocks run out of block slots with half the warps unused.
    check((32, 16, 0), 32, 32, &[Blocks]);
    check((1, 1, 0), 32, 32, &[Blocks]);
    // A 33rd thread takes a whole second warp: 62 times 33 threads would fit.
    check((33, 16, 0), 32, 64, &[Warps, Blocks]);
    check((1000, 32, 0), 2, 64, &[Threads, Warps, Registers]);
    check((1024, 64, 0), 1, 32, &[Registers]);
    // 64 KB is two blocks of 32 KB, and one of anything above.
    check((256, 32, 32 * KB), 2, 16, &[SharedMemory]);
    check((256, 32, 32 * KB + 1), 1, 8, &[SharedMemory]);
    check((256, 32, 33 * KB), 1, 8, &[SharedMemory]);
    check((256, 32, 48 * KB), 1, 8, &[SharedMemory]);
    // 16 x 4,096 is all of it; 4,097 rounds up to 4,352, and 15 of those fit.
    check((128, 16, 4 * KB), 16, 64, &[Threads, Warps, SharedMemory]);
    check((128, 16, 4 * KB + 1), 15, 60, &[SharedMemory]);
}

/// 2,048 threads, 64 warps, 32 blocks, 65,536 registers in quarters, 228 KB of
/// which every block loses 1 KB.
#[test]
fn h200() {
    let check = |block, blocks, warps, limits: &[OccupancyLimit]| {
        check("h200", block, blocks, warps, limits)
    };
    check((256, 32, 0), 8, 64, &[Threads, Warps, Registers]);
    check((256, 0, 0), 8, 64, &[Threads, Warps]);
    // 127 x 32 = 4,064 rounds up to 4,096, as 128 does: 4 warps in a quarter.
    check((256, 127, 0), 2, 16, &[Registers]);
    check((256, 128, 0), 2, 16, &[Registers]);
    // 4,128 rounds up to 4,352: 3 warps in a quarter, and 12 are one block.
    check((256, 129, 0), 1, 8, &[Registers]);
    check((1024, 64, 0), 1, 32, &[Registers]);
    check((32, 168, 0), 12, 12, &[Registers]);
    // 65,536 / 2,560 is 25.6, but a quarter holds 6 and the quarters 24.
    check((32, 80, 0), 24, 24, &[Registers]);
    check((64, 32, 0), 32, 64, &[Threads, Warps, Blocks, Registers]);
    // 33 KB and the reserved one are 34; 228 / 34 = 6.7.
    check((256, 32, 33 * KB), 6, 48, &[SharedMemory]);
    // 228 KB / 8 is 28.5 KB, of which 27.5 are the block's.
    check((256, 32, 28_160), 8, 64, &[Threads, Warps, Registers, SharedMemory]);
    check((256, 32, 28_161), 7, 56, &[SharedMemory]);
    // Two blocks of 113 KB and their reserve are exactly 228 KB.
    check((1024, 32, 113 * KB), 2, 64, &[Threads, Warps, Registers, SharedMemory]);
    check((1024, 32, 113 * KB + 1), 1, 32, &[SharedMemory]);
    check((1024, 32, 227 * KB), 1, 32, &[SharedMemory]);
}

/// 768 threads, 24 warps, 8 blocks, 8,192 registers by the block in multiples
/// of 256, 16 KB in multiples of 512.
#[test]
fn g80() {
    let check = |block, blocks, warps, limits: &[OccupancyLimit]| {
        check("8800", block, blocks, warps, limits)
    };
    // The cliff of the early textbooks: three blocks of 256 threads with 10
    // registers take 7,680, with 11 registers 8,448, which is too many.
    check((256, 10, 0), 3, 24, &[Threads, Warps, Registers]);
    check((256, 11, 0), 2, 16, &[Registers]);
    // 128 x 11 = 1,408 rounds up to 1,536; unrounded it would be the same five.
    check((128, 11, 0), 5, 20, &[Registers]);
    check((128, 10, 0), 6, 24, &[Threads, Warps, Registers]);
    check((64, 10, 0), 8, 16, &[Blocks]);
    // Three warps are placed as four: 24 / 4 slots, 8,192 / 1,280 registers.
    check((96, 10, 0), 6, 18, &[Warps, Registers]);
    check((32, 20, 0), 6, 6, &[Registers]);
    check((512, 16, 0), 1, 16, &[Threads, Warps, Registers]);
    // 16 KB is 8 times 2 KB, and 6 times the 2.5 KB that 2,049 bytes become.
    check((64, 10, 2 * KB), 8, 16, &[Blocks, SharedMemory]);
    check((64, 10, 2 * KB + 1), 6, 12, &[SharedMemory]);
    check((64, 10, 16 * KB), 1, 2, &[SharedMemory]);
}

/// 1,024 threads, 32 warps, 8 blocks, 16,384 registers by the block in
/// multiples of 512, 16 KB.
#[test]
fn gtx_280() {
    let check = |block, blocks, warps, limits: &[OccupancyLimit]| {
        check("gtx 280", block, blocks, warps, limits);
    };
    check((256, 16, 0), 4, 32, &[Threads, Warps, Registers]);
    // 256 x 17 = 4,352 rounds up to 4,608.
    check((256, 17, 0), 3, 24, &[Registers]);
    check((128, 16, 0), 8, 32, &[Threads, Warps, Blocks, Registers]);
    // 128 x 17 = 2,176 rounds up to 2,560: 6 blocks, where 7 would fit unrounded.
    check((128, 17, 0), 6, 24, &[Registers]);
    // A 16 x 16 tile of floats is 1 KB; two of them and four blocks are 8 KB.
    check((256, 10, 2 * KB), 4, 32, &[Threads, Warps]);
}

#[test]
fn the_other_models() {
    // Fermi: 192 threads are the block size that fills it in 8 blocks.
    check("c2050", (192, 20, 0), 8, 48, &[Threads, Warps, Blocks, Registers]);
    // 672 registers a warp round up to 704: 23 warps in each half.
    check("c2050", (256, 21, 0), 5, 40, &[Registers]);
    // Ada has room for 1,536 threads, and registers left over.
    check("4090", (256, 32, 0), 6, 48, &[Threads, Warps]);
    check("4090", (1024, 32, 0), 1, 32, &[Threads, Warps]);
    check("4090", (768, 40, 0), 2, 48, &[Threads, Warps, Registers]);
    check("4090", (256, 32, 99 * KB), 1, 8, &[SharedMemory]);
    // Four waves of 64: at 64 registers each SIMD holds its 8, at 65 it has to
    // give each 72 and holds 7.
    check("mi210", (256, 64, 0), 8, 32, &[Threads, Warps, Registers]);
    check("mi210", (256, 65, 0), 7, 28, &[Registers]);
    check("mi210", (64, 32, 0), 32, 32, &[Threads, Warps, Blocks]);
    check("mi210", (65, 32, 0), 16, 32, &[Warps]);
    // A hardware thread owns its registers, so their number changes nothing.
    check("a770", (256, 64, 0), 8, 128, &[Threads, Warps, Registers]);
    check("a770", (256, 1, 0), 8, 128, &[Threads, Warps, Registers]);
    // Local memory comes in powers of two: 17 KB costs as much as 32.
    check("a770", (64, 64, 16 * KB), 8, 32, &[SharedMemory]);
    check("a770", (64, 64, 17 * KB), 4, 16, &[SharedMemory]);
    check("a770", (64, 64, 32 * KB), 4, 16, &[SharedMemory]);
}

#[test]
fn what_does_not_fit_is_named() {
    let check = |model: &str, block, message: &str| {
        assert_eq!(refused(model, block).to_string(), message);
    };
    check("p100", (0, 32, 0), "a block of 0 threads occupies nothing; it needs at least 1");
    check("p100", (1025, 32, 0), "a block of 1025 threads is too large: Tesla P100 allows 1024");
    check("8800", (513, 8, 0), "a block of 513 threads is too large: GeForce 8800 GTX allows 512");
    check(
        "c2050",
        (32, 64, 0),
        "64 registers per thread are too many: Tesla C2050 allows 63, and a compiler would move \
         the rest to memory",
    );
    // 65 x 32 = 2,080 rounds up to 2,304 for each of 32 warps.
    check(
        "p100",
        (1024, 65, 0),
        "a block of 1024 threads with 65 registers each does not fit: it takes 73728 registers, \
         and a multiprocessor of Tesla P100 has 65536",
    );
    check(
        "8800",
        (512, 17, 0),
        "a block of 512 threads with 17 registers each does not fit: it takes 8704 registers, and \
         a multiprocessor of GeForce 8800 GTX has 8192",
    );
    check(
        "p100",
        (256, 32, 48 * KB + 1),
        "49153 bytes of shared memory are too many for a block: Tesla P100 allows 49152",
    );
    check(
        "h200",
        (256, 32, 227 * KB + 1),
        "232449 bytes of shared memory are too many for a block: H200 allows 232448",
    );
}

/// Whatever the block, what is resident fits, and one block more would not.
#[test]
fn no_limit_is_exceeded_and_none_is_wasted() {
    for model in crate::model::builtin() {
        let limits = &model.limits;
        for threads in [1, 31, 32, 33, 63, 65, 96, 100, 192, 256, 257, 512] {
            for registers in [0, 1, 7, 16, 21, 32, 33, 40, 63] {
                for shared in [0, 1, 511, 513, 1000, 4096, 4097, 12_345, 16_384] {
                    let block = (threads, registers, shared);
                    let Ok(found) = occupancy(model, &needs(block)) else { continue };
                    let blocks = found.blocks_per_multiprocessor;
                    let place = format!("{}: {block:?}: {found:?}", model.slug);
                    assert!(blocks * threads <= limits.threads_per_multiprocessor, "{place}");
                    assert!(found.fraction > 0.0 && found.fraction <= 1.0, "{place}");
                    let taken = u64::from(blocks) * found.registers_per_block;
                    assert!(taken <= u64::from(model.registers.per_multiprocessor), "{place}");
                    let taken = u64::from(blocks) * found.shared_bytes_per_block;
                    let whole = u64::from(model.shared.bytes_per_multiprocessor);
                    assert!(taken <= whole, "{place}");
                    let one_more = taken + found.shared_bytes_per_block > whole;
                    assert_eq!(found.limits.contains(&SharedMemory), one_more, "{place}");
                    assert!(!found.limits.is_empty(), "{place}");
                }
            }
        }
    }
}

/// The driver itself was asked, for real kernels.
#[test]
fn h200_as_its_driver_answers() {
    let model = find("h200").unwrap();
    let rows = include_str!("h200-occupancy.csv").lines().filter(|line| !line.starts_with('#'));
    let mut compared = 0;
    for row in rows.skip(1) {
        let numbers: Vec<u32> = row.split(',').map(|number| number.parse().unwrap()).collect();
        let [registers_per_thread, shared_bytes, threads, blocks] = numbers[..] else {
            panic!("{row} has not four numbers");
        };
        let block = BlockNeeds { threads, registers_per_thread, shared_bytes };
        let found = occupancy(model, &block).unwrap().blocks_per_multiprocessor;
        assert_eq!(found, blocks, "{block:?}");
        compared += 1;
    }
    assert!(compared > 200, "{compared} rows");
}
