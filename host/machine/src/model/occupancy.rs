//! Occupancy: how many blocks a multiprocessor can hold at once, and what limits it.
//!
//! A multiprocessor hides the latency of memory by having other warps to turn
//! to, so how many it can hold matters. Every resident block takes threads,
//! warps, a block slot, registers and shared memory; whatever runs out first is
//! the limit. Registers and shared memory are handed out in portions, and the
//! rounding is where blocks get lost: it follows NVIDIA's `cuda_occupancy.h`.

use super::device::{DeviceModel, RegisterAllocation};
use serde::{Deserialize, Serialize};
use std::fmt;
use thiserror::Error;

/// What one block asks of a multiprocessor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockNeeds {
    pub threads: u32,
    /// 32-bit registers of each thread, as the compiler reports them.
    pub registers_per_thread: u32,
    /// Shared memory of the block, static and dynamic together.
    pub shared_bytes: u32,
}

/// A thing that a multiprocessor has only so much of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OccupancyLimit {
    /// Resident threads.
    Threads,
    /// Resident warps. A warp counts whole, however few its threads.
    Warps,
    /// Resident blocks.
    Blocks,
    Registers,
    SharedMemory,
}

impl fmt::Display for OccupancyLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Threads => "threads",
            Self::Warps => "warps",
            Self::Blocks => "blocks",
            Self::Registers => "registers",
            Self::SharedMemory => "shared memory",
        })
    }
}

/// What a multiprocessor holds of a kernel.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Occupancy {
    /// Resident blocks.
    pub blocks_per_multiprocessor: u32,
    /// Resident warps.
    pub warps_per_multiprocessor: u32,
    /// Resident warps as a part of those that there is room for, up to 1.
    pub fraction: f64,
    /// What allows no further block: everything that allows no more than this.
    pub limits: Vec<OccupancyLimit>,
    /// Registers that a block is given, with the rounding.
    pub registers_per_block: u64,
    /// Shared memory that a block is given, with rounding and reserve.
    pub shared_bytes_per_block: u64,
}

/// A block that a multiprocessor cannot hold even once.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OccupancyError {
    /// There is nothing to place.
    #[error("a block of 0 threads occupies nothing; it needs at least 1")]
    NoThreads,

    /// The block is larger than any may be.
    #[error("a block of {threads} threads is too large: {device} allows {most}")]
    Threads {
        threads: u32,
        /// The most that the device allows.
        most: u32,
        device: String,
    },

    /// A thread uses more registers than it can name.
    #[error(
        "{registers} registers per thread are too many: {device} allows {most}, and a compiler \
         would move the rest to memory"
    )]
    RegistersPerThread {
        registers: u32,
        /// The most that the device allows.
        most: u32,
        device: String,
    },

    /// Each thread's registers are few enough, but the block's are not.
    #[error(
        "a block of {threads} threads with {registers} registers each does not fit: it takes \
         {need} registers, and a multiprocessor of {device} has {most}"
    )]
    Registers {
        threads: u32,
        registers: u32,
        /// Registers that the block would be given.
        need: u64,
        most: u32,
        device: String,
    },

    /// The block's shared memory is more than a block may have.
    #[error("{bytes} bytes of shared memory are too many for a block: {device} allows {most}")]
    SharedMemory {
        /// What the block asks for.
        bytes: u32,
        /// The most that the device allows.
        most: u32,
        device: String,
    },
}

/// How many such blocks a multiprocessor holds at once, and what limits it.
pub fn occupancy(model: &DeviceModel, needs: &BlockNeeds) -> Result<Occupancy, OccupancyError> {
    check_block(model, needs)?;
    let warps = needs.threads.div_ceil(model.warp_width);
    let registers_per_block = registers_per_block(model, needs);
    let shared_bytes_per_block = shared_bytes_per_block(model, needs);
    let limits = &model.limits;
    let allowed = [
        (OccupancyLimit::Threads, limits.threads_per_multiprocessor / needs.threads),
        (OccupancyLimit::Warps, limits.warps_per_multiprocessor / warp_slots(model, warps)),
        (OccupancyLimit::Blocks, limits.blocks_per_multiprocessor),
        (OccupancyLimit::Registers, blocks_by_registers(model, needs, warps)),
        (
            OccupancyLimit::SharedMemory,
            quotient(model.shared.bytes_per_multiprocessor, shared_bytes_per_block),
        ),
    ];
    let blocks = allowed.iter().map(|&(_, blocks)| blocks).min().unwrap_or(0);
    if blocks == 0 {
        return Err(does_not_fit(model, needs, registers_per_block, &allowed));
    }
    let resident = blocks * warps;
    Ok(Occupancy {
        blocks_per_multiprocessor: blocks,
        warps_per_multiprocessor: resident,
        fraction: f64::from(resident) / f64::from(limits.warps_per_multiprocessor),
        limits: allowed
            .iter()
            .filter(|(_, most)| *most == blocks)
            .map(|(limit, _)| *limit)
            .collect(),
        registers_per_block,
        shared_bytes_per_block,
    })
}

/// Refuses what no block may be, however empty the multiprocessor is.
fn check_block(model: &DeviceModel, needs: &BlockNeeds) -> Result<(), OccupancyError> {
    let device = || model.name.clone();
    if needs.threads == 0 {
        return Err(OccupancyError::NoThreads);
    }
    let most = model.limits.threads_per_block;
    if needs.threads > most {
        return Err(OccupancyError::Threads { threads: needs.threads, most, device: device() });
    }
    let (registers, most) = (needs.registers_per_thread, model.registers.max_per_thread);
    if registers > most {
        return Err(OccupancyError::RegistersPerThread { registers, most, device: device() });
    }
    let (bytes, most) = (needs.shared_bytes, model.shared.max_bytes_per_block);
    if bytes > most {
        return Err(OccupancyError::SharedMemory { bytes, most, device: device() });
    }
    Ok(())
}

/// Says what ran out before the first block was placed.
fn does_not_fit(
    model: &DeviceModel,
    needs: &BlockNeeds,
    registers_per_block: u64,
    allowed: &[(OccupancyLimit, u32)],
) -> OccupancyError {
    let device = model.name.clone();
    match allowed.iter().find(|(_, blocks)| *blocks == 0) {
        Some((OccupancyLimit::Registers, _)) => OccupancyError::Registers {
            threads: needs.threads,
            registers: needs.registers_per_thread,
            need: registers_per_block,
            most: model.registers.per_multiprocessor,
            device,
        },
        // A user's model can round shared memory up past what there is.
        Some((OccupancyLimit::SharedMemory, _)) => OccupancyError::SharedMemory {
            bytes: needs.shared_bytes,
            most: model.shared.max_bytes_per_block,
            device,
        },
        _ => OccupancyError::Threads {
            threads: needs.threads,
            most: model.limits.threads_per_block,
            device,
        },
    }
}

/// Warp slots of a block: the first generations filled them in pairs.
fn warp_slots(model: &DeviceModel, warps: u32) -> u32 {
    match model.registers.allocation {
        RegisterAllocation::Block { warps_unit, .. } => warps.next_multiple_of(warps_unit),
        RegisterAllocation::Warp { .. } => warps,
    }
}

fn registers_per_block(model: &DeviceModel, needs: &BlockNeeds) -> u64 {
    let warps = needs.threads.div_ceil(model.warp_width);
    let per_warp = u64::from(needs.registers_per_thread) * u64::from(model.warp_width);
    match model.registers.allocation {
        RegisterAllocation::Block { unit, .. } => {
            (per_warp * u64::from(warp_slots(model, warps))).next_multiple_of(u64::from(unit))
        }
        RegisterAllocation::Warp { unit, .. } => {
            per_warp.next_multiple_of(u64::from(unit)) * u64::from(warps)
        }
    }
}

fn blocks_by_registers(model: &DeviceModel, needs: &BlockNeeds, warps: u32) -> u32 {
    let registers = model.registers.per_multiprocessor;
    let per_block = registers_per_block(model, needs);
    match model.registers.allocation {
        RegisterAllocation::Block { .. } => quotient(registers, per_block),
        // A warp lies in one partition: what is left over in each is lost, even
        // if together it were enough for one warp more.
        RegisterAllocation::Warp { partitions, .. } => {
            let per_warp = per_block / u64::from(warps);
            quotient(registers / partitions, per_warp).saturating_mul(partitions) / warps
        }
    }
}

fn shared_bytes_per_block(model: &DeviceModel, needs: &BlockNeeds) -> u64 {
    let shared = &model.shared;
    let need = u64::from(needs.shared_bytes) + u64::from(shared.reserved_bytes_per_block);
    let rounded = need.next_multiple_of(u64::from(shared.allocation_unit_bytes));
    let sizes = shared.allocation_sizes_bytes.iter().map(|&size| u64::from(size));
    // A block that needs none is given none, even where sizes are fixed.
    sizes.filter(|_| rounded > 0).find(|&size| size >= rounded).unwrap_or(rounded)
}

/// How often a portion is contained; what needs nothing is never the limit.
fn quotient(whole: u32, portion: u64) -> u32 {
    u64::from(whole)
        .checked_div(portion)
        .map_or(u32::MAX, |times| u32::try_from(times).unwrap_or(u32::MAX))
}
