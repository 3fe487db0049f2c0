//! Launch limits: whether a device takes a launch at all, before anything runs.

use super::device::DeviceModel;
use thiserror::Error;
use warpbench_semantics::Dialect;

/// A launch that the device would refuse.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LaunchError {
    #[error(
        "a block of {threads} threads ({}) is too large for the {model}, where a block has {most} \
         at most; choose a smaller block or another model (--model)", spell(.block)
    )]
    Threads { model: String, block: [u32; 3], threads: u64, most: u32 },
    #[error(
        "a block takes {bytes} bytes of shared memory, and the {model} gives a block {most} at \
         most; share less or choose another model (--model)"
    )]
    Shared { model: String, bytes: u32, most: u32 },
    #[error(
        "a block of {} threads has {given} along {axis}, and on the {model} {most} is the most; \
         choose another shape or another model (--model)", spell(.block)
    )]
    BlockAxis { model: String, block: [u32; 3], axis: char, given: u32, most: u32 },
    #[error(
        "a grid of {} blocks has {given} along {axis}, and on the {model} {most} is the most; \
         spread them over other axes or choose another model (--model)", spell(.grid)
    )]
    GridAxis { model: String, grid: [u32; 3], axis: char, given: u32, most: u32 },
    #[error(
        "a grid of {} has no blocks, which CUDA refuses to launch; launch at least one along each \
         axis", spell(.grid)
    )]
    NoBlocks { grid: [u32; 3] },
}

/// Whether the device launches a grid of this shape at all. WebGPU takes one without
/// blocks and does nothing; CUDA refuses it.
pub fn check_blocks(dialect: Dialect, grid: [u32; 3]) -> Result<(), LaunchError> {
    match dialect {
        Dialect::Cuda if grid.contains(&0) => Err(LaunchError::NoBlocks { grid }),
        Dialect::Cuda | Dialect::Wgsl => Ok(()),
    }
}

/// Whether the device takes blocks of this shape, with so much shared memory.
pub fn check_block(
    model: &DeviceModel,
    block: [u32; 3],
    shared_bytes: u32,
) -> Result<(), LaunchError> {
    let name = || model.name.clone();
    let threads = block.iter().fold(1u64, |product, &side| product.saturating_mul(side.into()));
    let most = model.limits.threads_per_block;
    if threads > most.into() {
        return Err(LaunchError::Threads { model: name(), block, threads, most });
    }
    if let Some((axis, given, most)) = too_long(block, model.limits.block_axes) {
        return Err(LaunchError::BlockAxis { model: name(), block, axis, given, most });
    }
    let most = model.shared.max_bytes_per_block;
    if shared_bytes > most {
        return Err(LaunchError::Shared { model: name(), bytes: shared_bytes, most });
    }
    Ok(())
}

/// Whether the device takes grids of this shape.
pub fn check_grid(model: &DeviceModel, grid: [u32; 3]) -> Result<(), LaunchError> {
    match too_long(grid, model.limits.grid_axes) {
        Some((axis, given, most)) => {
            Err(LaunchError::GridAxis { model: model.name.clone(), grid, axis, given, most })
        }
        None => Ok(()),
    }
}

/// The first axis that is longer than it may be, where that is known.
fn too_long(sides: [u32; 3], most: Option<[u32; 3]>) -> Option<(char, u32, u32)> {
    let axes = ['x', 'y', 'z'].into_iter().zip(sides.into_iter().zip(most?));
    axes.map(|(axis, (side, most))| (axis, side, most)).find(|&(_, side, most)| side > most)
}

fn spell([x, y, z]: &[u32; 3]) -> String {
    format!("{x} × {y} × {z}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::find;

    #[test]
    fn launches_that_a_device_would_refuse() {
        type Shape = [u32; 3];
        let check = |model: &str, block: Shape, shared: u32, grid: Shape, expected: &str| {
            let model = find(model).unwrap();
            let result = check_block(model, block, shared).and_then(|()| check_grid(model, grid));
            match result {
                Ok(()) => assert_eq!(expected, "", "{block:?} {shared} {grid:?}"),
                Err(error) => {
                    let text = error.to_string();
                    assert!(!expected.is_empty() && text.contains(expected), "{text}");
                    assert!(text.contains(&model.name) && text.contains("--model"), "{text}");
                }
            }
        };
        let one = [1; 3];
        check("h200", [1024, 1, 1], 232_448, [i32::MAX as u32, 65_535, 65_535], "");
        check("h200", [1025, 1, 1], 0, one, "a block of 1025 threads (1025 × 1 × 1) is too large");
        check("h200", [32, 33, 1], 0, one, "a block of 1056 threads (32 × 33 × 1) is too large");
        check("h200", [u32::MAX; 3], 0, one, "is too large for the H200");
        check("h200", [4, 4, 64], 0, one, "");
        check("h200", [2, 2, 65], 0, one, "has 65 along z, and on the H200 64 is the most");
        check("h200", one, 232_449, one, "takes 232449 bytes of shared memory");
        check("h200", one, 0, [1, 65_536, 1], "65536 along y, and on the H200 65535 is the most");
        check("h200", one, 0, [1 << 31, 1, 1], "2147483648 along x");
        check("8800 gtx", [512, 1, 1], 16_384, [65_535, 65_535, 1], "");
        check("8800 gtx", [513, 1, 1], 0, one, "where a block has 512 at most");
        check("8800 gtx", one, 16_385, one, "gives a block 16384 at most");
        check("8800 gtx", one, 0, [65_536, 1, 1], "65536 along x");
        check("8800 gtx", one, 0, [1, 1, 2], "2 along z");
        check("c2050", [1024, 1, 1], 49_152, [65_535, 65_535, 65_535], "");
        check("c2050", one, 0, [65_536, 1, 1], "65536 along x");
        // What nobody has published is not refused.
        check("mi210", [16, 16, 4], 65_536, [u32::MAX, 1, 1], "");
    }

    #[test]
    fn a_grid_without_blocks_is_no_launch_of_cuda() {
        assert!(check_blocks(Dialect::Cuda, [4, 1, 1]).is_ok());
        let refused = check_blocks(Dialect::Cuda, [4, 0, 1]).unwrap_err().to_string();
        assert!(refused.contains("a grid of 4 × 0 × 1 has no blocks"), "{refused}");
        assert!(check_blocks(Dialect::Wgsl, [0, 1, 1]).is_ok());
    }
}
