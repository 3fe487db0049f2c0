//! Bindings: how a launch in CUDA's terms is laid out in WebGPU's.
//!
//! CUDA passes arguments one by one; here buffers are bound to numbers and
//! scalars lie in one uniform buffer behind them. CUDA's grids may be long;
//! here a long row of blocks is folded.

use warpbench_catalog::{Argument, Problem};

/// Buffers are allocated in multiples of this, so that one can be read as
/// vectors of four.
const GRAIN: u64 = 16;

/// A grid with its row of blocks folded, where it is one row and too long.
pub(super) fn fold(grid: [u32; 3], limit: u32) -> [u32; 3] {
    match grid {
        [x, 1, 1] if x > limit && limit > 0 => {
            let rows = x.div_ceil(limit);
            [x.div_ceil(rows), rows, 1]
        }
        _ => grid,
    }
}

/// The buffer arguments, in the order of their bindings.
pub(super) fn buffer_arguments(arguments: &[Argument]) -> Vec<Argument> {
    let is_buffer =
        |argument: &&Argument| matches!(argument, Argument::Slice(_) | Argument::Pointer(_));
    arguments.iter().filter(is_buffer).cloned().collect()
}

/// The scalar arguments as they lie in the uniform buffer: one after the other,
/// in order, padded to 16 bytes in all. Nothing where there are none.
pub(super) fn pack_scalars(arguments: &[Argument]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for argument in arguments {
        match argument {
            Argument::U32(value) => bytes.extend(value.to_ne_bytes()),
            Argument::F32(value) => bytes.extend(value.to_ne_bytes()),
            Argument::U64(value) => bytes.extend(value.to_ne_bytes()),
            Argument::Bytes(value) => bytes.extend(value),
            Argument::Slice(_) | Argument::Pointer(_) => {}
        }
    }
    bytes.resize(bytes.len().next_multiple_of(16), 0);
    bytes
}

/// Bytes to allocate for a buffer.
pub(super) fn allocated(bytes: u64) -> u64 {
    bytes.next_multiple_of(GRAIN).max(GRAIN)
}

/// Bytes of a buffer that are bound as a uniform with so many in it.
pub(super) fn uniform_bytes(bytes: u32) -> u64 {
    allocated(bytes.into())
}

/// Bytes of a buffer argument that the kernel sees. A slice is bound exactly,
/// since the shader asks for its length; a pointer may be read as vectors.
pub(super) fn bound(argument: &Argument, problem: &Problem) -> u64 {
    match argument {
        Argument::Slice(index) => problem.buffers[*index].bytes().max(4),
        Argument::Pointer(index) => allocated(problem.buffers[*index].bytes()),
        Argument::U32(_) | Argument::F32(_) | Argument::U64(_) | Argument::Bytes(_) => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use warpbench_catalog::{Buffer, Element, Init};

    #[test]
    fn long_rows_of_blocks_are_folded() {
        let check = |grid, limit, expected| {
            let folded = fold(grid, limit);
            assert_eq!(folded, expected, "{grid:?} at {limit}");
        };
        check([1, 1, 1], 65535, [1, 1, 1]);
        check([65535, 1, 1], 65535, [65535, 1, 1]);
        check([65536, 1, 1], 65535, [32768, 2, 1]);
        check([131_071, 1, 1], 65535, [43691, 3, 1]);
        check([1000, 1, 1], 31, [31, 33, 1]);
        check([65536, 2, 1], 65535, [65536, 2, 1]);
        check([65536, 1, 2], 65535, [65536, 1, 2]);
        check([5, 1, 1], 0, [5, 1, 1]);
    }

    #[test]
    fn folding_loses_no_block_and_adds_less_than_a_row() {
        for x in [7u32, 1000, 65536, 1_000_003, u32::MAX] {
            for limit in [3u32, 64, 65535, 1 << 20] {
                let [width, rows, _] = fold([x, 1, 1], limit);
                let blocks = u64::from(width) * u64::from(rows);
                assert!(width <= limit.max(1), "{x} at {limit}");
                assert!(
                    blocks >= u64::from(x) && blocks - u64::from(x) < u64::from(rows.max(width))
                );
            }
        }
    }

    #[test]
    fn scalars_are_packed_in_order_and_padded() {
        let check = |arguments: &[Argument], words: &[u32]| {
            let bytes = pack_scalars(arguments);
            let packed: Vec<u32> = bytes
                .chunks_exact(4)
                .map(|word| u32::from_ne_bytes([word[0], word[1], word[2], word[3]]))
                .collect();
            assert_eq!(packed, words, "{arguments:?}");
        };
        check(&[], &[]);
        check(&[Argument::Slice(0), Argument::Pointer(1)], &[]);
        check(&[Argument::U32(7)], &[7, 0, 0, 0]);
        check(
            &[Argument::U32(7), Argument::Slice(0), Argument::F32(1.0), Argument::U32(9)],
            &[7, 0x3f80_0000, 9, 0],
        );
        check(&[const { Argument::U32(1) }; 5], &[1, 1, 1, 1, 1, 0, 0, 0]);
        check(&[Argument::U64(7 << 32 | 5), Argument::U32(1)], &[5, 7, 1, 0]);
    }

    #[test]
    fn buffers_are_allocated_and_bound_in_whole_vectors() {
        let check = |len: usize, allocation: u64, slice: u64, pointer: u64| {
            let problem = Problem {
                seed: 0,
                buffers: vec![Buffer {
                    name: "a".to_owned(),
                    element: Element::F32,
                    len,
                    init: Init::Unwritten,
                }],
                launches: Vec::new(),
                output: 0,
                tolerance: 0.0,
                bytes_moved: 0,
                operations: 0,
            };
            assert_eq!(allocated(problem.buffers[0].bytes()), allocation, "{len}");
            assert_eq!(bound(&Argument::Slice(0), &problem), slice, "{len}");
            assert_eq!(bound(&Argument::Pointer(0), &problem), pointer, "{len}");
        };
        check(0, 16, 4, 16);
        check(1, 16, 4, 16);
        check(4, 16, 16, 16);
        check(5, 32, 20, 32);
        check(1000, 4000, 4000, 4000);
    }
}
