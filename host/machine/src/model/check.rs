//! Checks of a model: which figures make sense together.
//!
//! The simulator divides by these figures and indexes with them, so a model of
//! nonsense is refused when it is read, with the figure and the reason, and
//! nobody after that has to ask again.

use super::device::{Coalescing, DeviceModel, RegisterAllocation};

/// A figure that cannot be, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Nonsense {
    pub(super) figure: String,
    pub(super) reason: String,
}

/// Looks for the first figure that makes no sense.
pub(super) fn check(model: &DeviceModel) -> Result<(), Nonsense> {
    check_machine(model)?;
    check_coalescing(model)?;
    check_shared(model)?;
    check_registers(model)?;
    check_limits(model)?;
    check_sources(model)
}

fn check_machine(model: &DeviceModel) -> Result<(), Nonsense> {
    require(!model.name.trim().is_empty(), "name", || "it is empty".to_owned())?;
    let width = model.warp_width;
    require((1..=64).contains(&width), "warp_width", || {
        format!("it is {width}, but a warp has 1 to 64 lanes")
    })?;
    for (figure, value) in [
        ("clock_ghz", Some(model.clock_ghz)),
        ("bandwidth_gb_per_s", Some(model.bandwidth_gb_per_s)),
        ("throughput.l2_gb_per_s", model.throughput.l2_gb_per_s),
        ("throughput.partial_store_lines_per_ns", model.throughput.partial_store_lines_per_ns),
        ("throughput.atomic_sectors_per_ns", model.throughput.atomic_sectors_per_ns),
        ("launch.overhead_us", model.launch.overhead_us),
        ("launch.block_ns", model.launch.block_ns),
    ] {
        let Some(value) = value else { continue };
        require(value.is_finite() && value > 0.0, figure, || {
            format!("it is {value}, but must be a number above zero")
        })?;
    }
    positive("multiprocessors", model.multiprocessors)?;
    positive("fp32_lanes_per_multiprocessor", model.fp32_lanes_per_multiprocessor)?;
    let optional_figures = [
        ("warp_schedulers_per_multiprocessor", model.warp_schedulers_per_multiprocessor),
        ("l2_bytes", model.l2_bytes),
        ("latency.global_cycles", model.latency.global_cycles),
        ("latency.l2_cycles", model.latency.l2_cycles),
        ("latency.shared_cycles", model.latency.shared_cycles),
        ("latency.arithmetic_cycles", model.latency.arithmetic_cycles),
        ("latency.atomic_cycles", model.latency.atomic_cycles),
    ];
    let known = optional_figures.into_iter().filter_map(|(figure, value)| Some((figure, value?)));
    for (figure, value) in known {
        positive(figure, value)?;
    }
    Ok(())
}

fn check_coalescing(model: &DeviceModel) -> Result<(), Nonsense> {
    let lanes = |lanes| divides_warp(model, "coalescing.lanes_per_request", lanes);
    match model.coalescing {
        Coalescing::HalfWarpInOrder { lanes_per_request, serial_bytes } => {
            lanes(lanes_per_request)?;
            power_of_two("coalescing.serial_bytes", serial_bytes)
        }
        Coalescing::Segments { lanes_per_request, smallest_bytes, largest_bytes } => {
            lanes(lanes_per_request)?;
            power_of_two("coalescing.smallest_bytes", smallest_bytes)?;
            power_of_two("coalescing.largest_bytes", largest_bytes)?;
            at_most("coalescing.smallest_bytes", smallest_bytes, "largest_bytes", largest_bytes)
        }
        Coalescing::Lines { line_bytes, uncached_bytes, .. } => {
            power_of_two("coalescing.line_bytes", line_bytes)?;
            power_of_two("coalescing.uncached_bytes", uncached_bytes)?;
            at_most("coalescing.uncached_bytes", uncached_bytes, "line_bytes", line_bytes)
        }
        Coalescing::Sectors { sector_bytes } => {
            power_of_two("coalescing.sector_bytes", sector_bytes)
        }
    }
}

fn check_shared(model: &DeviceModel) -> Result<(), Nonsense> {
    let shared = &model.shared;
    power_of_two("shared.banks", shared.banks)?;
    power_of_two("shared.bank_bytes", shared.bank_bytes)?;
    divides_warp(model, "shared.lanes_per_request", shared.lanes_per_request)?;
    positive("shared.bytes_per_multiprocessor", shared.bytes_per_multiprocessor)?;
    positive("shared.max_bytes_per_block", shared.max_bytes_per_block)?;
    positive("shared.allocation_unit_bytes", shared.allocation_unit_bytes)?;
    let block = u64::from(shared.max_bytes_per_block) + u64::from(shared.reserved_bytes_per_block);
    let whole = shared.bytes_per_multiprocessor;
    require(block <= u64::from(whole), "shared.max_bytes_per_block", || {
        format!("with what is reserved it is {block}, but a multiprocessor has {whole}")
    })?;
    let Some(&largest) = shared.allocation_sizes_bytes.last() else { return Ok(()) };
    let figure = "shared.allocation_sizes_bytes";
    require(shared.allocation_sizes_bytes.is_sorted_by(|a, b| a < b), figure, || {
        "the sizes must ascend".to_owned()
    })?;
    require(u64::from(largest) >= block, figure, || {
        format!("the largest is {largest}, but a block may need {block}")
    })
}

fn check_registers(model: &DeviceModel) -> Result<(), Nonsense> {
    let registers = &model.registers;
    positive("registers.per_multiprocessor", registers.per_multiprocessor)?;
    positive("registers.max_per_thread", registers.max_per_thread)?;
    let unit = match registers.allocation {
        RegisterAllocation::Block { unit, warps_unit } => {
            positive("registers.allocation.warps_unit", warps_unit)?;
            let slots = model.limits.warps_per_multiprocessor;
            let bound = "warps_per_multiprocessor";
            at_most("registers.allocation.warps_unit", warps_unit, bound, slots)?;
            unit
        }
        RegisterAllocation::Warp { unit, partitions } => {
            positive("registers.allocation.partitions", partitions)?;
            let whole = registers.per_multiprocessor;
            require(whole.is_multiple_of(partitions), "registers.allocation.partitions", || {
                format!("{partitions} does not divide the {whole} registers of a multiprocessor")
            })?;
            unit
        }
    };
    positive("registers.allocation.unit", unit)
}

/// More threads than any multiprocessor will have for a long time. With it the
/// arithmetic of occupancy stays within 64 bits.
const MOST_THREADS: u32 = 1 << 20;

fn check_limits(model: &DeviceModel) -> Result<(), Nonsense> {
    let limits = &model.limits;
    positive("limits.threads_per_block", limits.threads_per_block)?;
    positive("limits.warps_per_multiprocessor", limits.warps_per_multiprocessor)?;
    positive("limits.blocks_per_multiprocessor", limits.blocks_per_multiprocessor)?;
    positive("limits.threads_per_multiprocessor", limits.threads_per_multiprocessor)?;
    for side in limits.block_axes.into_iter().flatten() {
        positive("limits.block_axes", side)?;
    }
    for side in limits.grid_axes.into_iter().flatten() {
        positive("limits.grid_axes", side)?;
    }
    let (threads, width) = (limits.threads_per_multiprocessor, model.warp_width);
    require(threads.is_multiple_of(width), "limits.threads_per_multiprocessor", || {
        format!("{threads} threads are no whole number of warps of {width}")
    })?;
    at_most("limits.threads_per_multiprocessor", threads, "any that is built", MOST_THREADS)?;
    at_most(
        "limits.warps_per_multiprocessor",
        limits.warps_per_multiprocessor,
        "threads_per_multiprocessor",
        threads,
    )?;
    // The largest block must fit, or the limit would promise what cannot be.
    at_most(
        "limits.threads_per_block",
        limits.threads_per_block,
        "threads_per_multiprocessor",
        threads,
    )?;
    at_most(
        "limits.threads_per_block",
        limits.threads_per_block.div_ceil(width),
        "warps_per_multiprocessor",
        limits.warps_per_multiprocessor,
    )
}

/// A source whose path names no figure is a slip of the pen: it would leave
/// the figure that was meant without its source, unnoticed.
fn check_sources(model: &DeviceModel) -> Result<(), Nonsense> {
    let figures = model.figures();
    for path in model.sources.keys() {
        let figure = format!("sources.{path}");
        require(figures.iter().any(|(known, _)| known == path), &figure, || {
            format!("the file has no figure `{path}`")
        })?;
    }
    Ok(())
}

fn require(holds: bool, figure: &str, reason: impl FnOnce() -> String) -> Result<(), Nonsense> {
    if holds { Ok(()) } else { Err(Nonsense { figure: figure.to_owned(), reason: reason() }) }
}

fn positive(figure: &str, value: u32) -> Result<(), Nonsense> {
    require(value > 0, figure, || "it is 0, but must be above zero".to_owned())
}

fn power_of_two(figure: &str, value: u32) -> Result<(), Nonsense> {
    require(value.is_power_of_two(), figure, || {
        format!("it is {value}, but must be a power of two")
    })
}

fn at_most(figure: &str, value: u32, bound: &str, most: u32) -> Result<(), Nonsense> {
    require(value <= most, figure, || {
        format!("it comes to {value}, above {bound}, which is {most}")
    })
}

fn divides_warp(model: &DeviceModel, figure: &str, lanes: u32) -> Result<(), Nonsense> {
    let width = model.warp_width;
    require(lanes > 0 && width.is_multiple_of(lanes), figure, || {
        format!("{lanes} lanes do not divide a warp of {width}")
    })
}
