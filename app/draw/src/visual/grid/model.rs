//! The blocks of a launch and what a multiprocessor holds of them, as plain data.

use warpbench_machine::model::{DeviceModel, OccupancyLimit, RegisterAllocation};
use warpbench_machine::observe::trace::TracedBlock;
use warpbench_simulate::report::KernelOccupancy;

/// How far a block, or all blocks of a cell, have got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockState {
    Done,
    Running,
    Waiting,
    /// Some blocks of the cell have ended, others have not started.
    Mixed,
}

impl BlockState {
    pub fn name(self) -> &'static str {
        match self {
            BlockState::Done => "done",
            BlockState::Running => "resident",
            BlockState::Waiting => "waiting",
            BlockState::Mixed => "partly done",
        }
    }
}

/// The grid and a multiprocessor.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// Blocks of the grid, x, y, z.
    pub grid: [u32; 3],
    /// Threads of a block, x, y, z.
    pub block: [u32; 3],
    /// Blocks that can be stepped through.
    pub traced: Vec<([u32; 3], BlockState)>,
    /// For each of them the part of its steps that it has done.
    pub progress: Vec<f32>,
    /// Blocks before this one have ended, counted along x, then y, then z.
    frontier: u64,
    /// The blocks that are resident together.
    pub running: Vec<[u32; 3]>,
    /// What a multiprocessor holds; nothing where that is not known.
    pub multiprocessor: Option<Multiprocessor>,
    pub device: String,
    /// How many multiprocessors it has.
    pub multiprocessors: u32,
}

/// What a multiprocessor holds of a kernel.
#[derive(Clone, Debug, PartialEq)]
pub struct Multiprocessor {
    /// Resident blocks.
    pub blocks: u32,
    pub warps_per_block: u32,
    /// Resident warps.
    pub warps: u32,
    /// Warps that there is room for.
    pub warp_slots: u32,
    /// Resident warps as a part of those that there is room for.
    pub fraction: f64,
    /// Registers, shared memory, threads and blocks.
    pub bars: [Bar; 4],
    pub registers_per_thread: u32,
    /// Whether the registers are a guess.
    pub registers_assumed: bool,
}

/// Something that a multiprocessor has only so much of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bar {
    pub name: &'static str,
    /// What a block takes of it.
    pub per_block: u64,
    pub whole: u64,
    /// Whether it is counted in bytes.
    pub is_bytes: bool,
    /// How many blocks it alone would allow; nothing if blocks need none of it.
    pub allows: Option<u32>,
    /// Whether it is what allows no further block.
    pub is_limit: bool,
}

impl Model {
    /// The grid at a position of a trace. Blocks that were not traced are taken to
    /// run in order, as they do on the simulator.
    pub fn new(
        grid: [u32; 3],
        block: [u32; 3],
        traced: &[TracedBlock],
        position: usize,
        occupancy: Option<&KernelOccupancy>,
        model: &DeviceModel,
    ) -> Model {
        let state = |traced: &TracedBlock| match position {
            position if position >= traced.steps.end => BlockState::Done,
            position if position >= traced.steps.start => BlockState::Running,
            _ => BlockState::Waiting,
        };
        let states: Vec<_> = traced.iter().map(|traced| (traced.block, state(traced))).collect();
        let find = |wanted| {
            let blocks = states.iter().filter(move |(_, state)| *state == wanted);
            blocks.map(|(block, _)| *block)
        };
        let running: Vec<[u32; 3]> = find(BlockState::Running).collect();
        let after = |block| number(grid, block) + 1;
        // Those that ran beside the ones that still do have started with them.
        let frontier = match running.iter().map(|&block| number(grid, block)).min() {
            Some(first) => first,
            None => find(BlockState::Done).map(after).max().unwrap_or(0),
        };
        Model {
            grid,
            block,
            progress: vec![0.0; states.len()],
            traced: states,
            frontier,
            running,
            multiprocessor: occupancy.map(|occupancy| Multiprocessor::new(occupancy, model)),
            device: model.name.clone(),
            multiprocessors: model.multiprocessors,
        }
    }

    /// The same with the part of its steps that each block has done.
    pub fn with_progress(self, progress: Vec<f32>) -> Model {
        Model { progress, ..self }
    }

    /// The multiprocessors that hold blocks that can be stepped through, each with
    /// those blocks, by their places in `traced`. A device deals blocks out one to each
    /// multiprocessor in turn, until all are full.
    pub fn holders(&self) -> Vec<(u32, Vec<usize>)> {
        let devices = u64::from(self.multiprocessors.max(1));
        let held = self.multiprocessor.as_ref().map_or(1, |held| held.blocks.max(1));
        let room = devices.saturating_mul(held.into());
        let mut holders: Vec<(u32, Vec<usize>)> = Vec::new();
        for (index, (block, _)) in self.traced.iter().enumerate() {
            let holder = (number(self.grid, *block) % room % devices) as u32;
            match holders.iter_mut().find(|(known, _)| *known == holder) {
                Some((_, blocks)) => blocks.push(index),
                None => holders.push((holder, vec![index])),
            }
        }
        holders.sort_by_key(|(holder, _)| *holder);
        holders
    }

    /// How many blocks the grid has.
    pub fn blocks(&self) -> u64 {
        self.grid.iter().map(|&side| u64::from(side)).fold(1, u64::saturating_mul)
    }

    /// How far the blocks between two corners have got.
    pub fn state(&self, first: [u32; 3], last: [u32; 3]) -> BlockState {
        let contains =
            |block: [u32; 3]| (0..3).all(|axis| (first[axis]..=last[axis]).contains(&block[axis]));
        if self.running.iter().copied().any(contains) {
            return BlockState::Running;
        }
        if first == last
            && let Some((_, state)) = self.traced.iter().find(|(block, _)| *block == first)
        {
            return *state;
        }
        if number(self.grid, last) < self.frontier {
            BlockState::Done
        } else if number(self.grid, first) >= self.frontier {
            BlockState::Waiting
        } else {
            BlockState::Mixed
        }
    }
}

/// A block's number along x, then y, then z.
fn number(grid: [u32; 3], block: [u32; 3]) -> u64 {
    let [x, y, z] = block.map(u64::from);
    let [width, height, _] = grid.map(u64::from);
    z.saturating_mul(height).saturating_add(y).saturating_mul(width).saturating_add(x)
}

impl Multiprocessor {
    fn new(kernel: &KernelOccupancy, model: &DeviceModel) -> Multiprocessor {
        let occupancy = &kernel.occupancy;
        let warps_per_block = kernel.threads_per_block.div_ceil(model.warp_width.max(1));
        let limits = |limit| occupancy.limits.contains(&limit);
        let bars = [
            Bar {
                name: "registers",
                per_block: occupancy.registers_per_block,
                whole: model.registers.per_multiprocessor.into(),
                is_bytes: false,
                allows: by_registers(model, occupancy.registers_per_block, warps_per_block),
                is_limit: limits(OccupancyLimit::Registers),
            },
            Bar {
                name: "shared memory",
                per_block: occupancy.shared_bytes_per_block,
                whole: model.shared.bytes_per_multiprocessor.into(),
                is_bytes: true,
                allows: quotient(
                    model.shared.bytes_per_multiprocessor.into(),
                    occupancy.shared_bytes_per_block,
                ),
                is_limit: limits(OccupancyLimit::SharedMemory),
            },
            threads(model, kernel.threads_per_block, warps_per_block)
                .limiting(limits(OccupancyLimit::Threads) || limits(OccupancyLimit::Warps)),
            Bar {
                name: "blocks",
                per_block: 1,
                whole: model.limits.blocks_per_multiprocessor.into(),
                is_bytes: false,
                allows: Some(model.limits.blocks_per_multiprocessor),
                is_limit: limits(OccupancyLimit::Blocks),
            },
        ];
        Multiprocessor {
            blocks: occupancy.blocks_per_multiprocessor,
            warps_per_block,
            warps: occupancy.warps_per_multiprocessor,
            warp_slots: model.limits.warps_per_multiprocessor,
            fraction: occupancy.fraction,
            bars,
            registers_per_thread: kernel.registers_per_thread,
            registers_assumed: kernel.registers_assumed,
        }
    }
}

impl Bar {
    fn limiting(self, is_limit: bool) -> Bar {
        Bar { is_limit, ..self }
    }
}

/// Threads, or places for them in warps where a block's last warp is not full.
fn threads(model: &DeviceModel, threads: u32, warps: u32) -> Bar {
    let slots = match model.registers.allocation {
        RegisterAllocation::Block { warps_unit, .. } => warps.next_multiple_of(warps_unit.max(1)),
        RegisterAllocation::Warp { .. } => warps,
    };
    let lanes = |warps: u32| u64::from(warps) * u64::from(model.warp_width);
    let by_threads = (u64::from(threads), u64::from(model.limits.threads_per_multiprocessor));
    let by_warps = (lanes(slots), lanes(model.limits.warps_per_multiprocessor));
    let allows = |(per_block, whole): (u64, u64)| quotient(whole, per_block);
    let (per_block, whole) =
        if allows(by_warps) < allows(by_threads) { by_warps } else { by_threads };
    let allows = quotient(whole, per_block);
    Bar { name: "threads", per_block, whole, is_bytes: false, allows, is_limit: false }
}

/// How many blocks the registers alone allow. A warp's registers lie in one
/// partition; what is left over in each is lost.
fn by_registers(model: &DeviceModel, per_block: u64, warps: u32) -> Option<u32> {
    let whole = u64::from(model.registers.per_multiprocessor);
    match model.registers.allocation {
        RegisterAllocation::Block { .. } => quotient(whole, per_block),
        RegisterAllocation::Warp { partitions, .. } => {
            let (partitions, warps) = (u64::from(partitions.max(1)), u64::from(warps.max(1)));
            let in_partition = quotient(whole / partitions, per_block / warps)?;
            u32::try_from(u64::from(in_partition) * partitions / warps).ok()
        }
    }
}

/// How often a portion is contained; nothing for a portion of nothing.
fn quotient(whole: u64, portion: u64) -> Option<u32> {
    u32::try_from(whole.checked_div(portion)?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use warpbench_machine::model::{self, BlockNeeds};

    fn device(name: &str) -> &'static DeviceModel {
        model::find(name).expect("a model of the program")
    }

    #[test]
    fn how_far_blocks_have_got() {
        use BlockState::{Done, Mixed, Running, Waiting};
        let traced = [([1, 0, 0], 0..10), ([1, 1, 0], 10..20)];
        let traced = traced.map(|(block, steps)| TracedBlock { block, steps });
        let check = |position, first, last, expected| {
            let grid = Model::new([3, 2, 1], [8, 8, 1], &traced, position, None, device("h200"));
            assert_eq!(grid.state(first, last), expected, "{first:?} to {last:?} at {position}");
        };
        for (position, expected) in [
            (0, [Done, Running, Waiting, Waiting, Waiting, Waiting]),
            (9, [Done, Running, Waiting, Waiting, Waiting, Waiting]),
            (10, [Done, Done, Done, Done, Running, Waiting]),
            (20, [Done, Done, Done, Done, Done, Waiting]),
        ] {
            for (number, expected) in (0..).zip(expected) {
                let block = [number % 3, number / 3, 0];
                check(position, block, block, expected);
            }
        }
        // Several blocks of one cell.
        check(20, [0, 0, 0], [2, 0, 0], Done);
        check(20, [1, 1, 0], [2, 1, 0], Mixed);
        check(5, [0, 0, 0], [2, 1, 0], Running);
        check(5, [0, 1, 0], [2, 1, 0], Waiting);
    }

    #[test]
    fn blocks_side_by_side_are_resident_together() {
        use BlockState::{Done, Running, Waiting};
        let traced = [([0, 0, 0], 0..70), ([1, 0, 0], 0..90), ([2, 0, 0], 0..80)];
        let traced = traced.map(|(block, steps)| TracedBlock { block, steps });
        for (position, expected) in [
            (0, [Running, Running, Running, Waiting]),
            (69, [Running, Running, Running, Waiting]),
            (75, [Done, Running, Running, Waiting]),
            (85, [Done, Running, Done, Waiting]),
            (90, [Done, Done, Done, Waiting]),
        ] {
            let grid = Model::new([4, 1, 1], [8, 1, 1], &traced, position, None, device("h200"));
            for (x, expected) in (0..).zip(expected) {
                assert_eq!(grid.state([x, 0, 0], [x, 0, 0]), expected, "{x} at {position}");
            }
        }
    }

    #[test]
    fn blocks_lie_on_the_multiprocessors_that_they_are_dealt_to() {
        let check = |multiprocessors: u32, grid: [u32; 3], expected: &[(u32, &[usize])]| {
            let blocks =
                (0..5).map(|x| TracedBlock { block: [x % grid[0], x / grid[0], 0], steps: 0..9 });
            let traced: Vec<TracedBlock> = blocks.collect();
            let model = Model::new(grid, [8, 1, 1], &traced, 0, None, device("h200"));
            let model = Model { multiprocessors, ..model };
            let expected: Vec<_> =
                expected.iter().map(|(holder, blocks)| (*holder, blocks.to_vec())).collect();
            assert_eq!(model.holders(), expected, "{multiprocessors} multiprocessors");
        };
        check(132, [5, 1, 1], &[(0, &[0]), (1, &[1]), (2, &[2]), (3, &[3]), (4, &[4])]);
        check(2, [3, 2, 1], &[(0, &[0, 2, 4]), (1, &[1, 3])]);
        check(1, [5, 1, 1], &[(0, &[0, 1, 2, 3, 4])]);
    }

    #[test]
    fn nothing_traced_is_nothing_done() {
        let grid = [65_535, 65_535, 65_535];
        let model = Model::new(grid, [1024, 1, 1], &[], 0, None, device("h200"));
        assert_eq!(model.state([0; 3], grid.map(|side| side - 1)), BlockState::Waiting);
        assert_eq!(model.blocks(), 65_535u64.pow(3));
    }

    /// What the bars allow must be what the host reckons: the least of them is how
    /// many blocks fit, and the bars that allow no more are the limits.
    #[test]
    fn bars_agree_with_occupancy() {
        let mut count = 0;
        for device in model::builtin() {
            for threads in [1, 31, 33, 64, 100, 128, 192, 256, 512, 768, 1024] {
                for registers_per_thread in [0, 1, 16, 21, 32, 40, 64, 128, 255] {
                    for shared_bytes in [0, 1, 1024, 5000, 16_000, 49_152] {
                        let needs = BlockNeeds { threads, registers_per_thread, shared_bytes };
                        let Ok(occupancy) = model::occupancy(device, &needs) else { continue };
                        let kernel = KernelOccupancy {
                            occupancy,
                            threads_per_block: threads,
                            shared_bytes,
                            registers_per_thread,
                            registers_assumed: false,
                        };
                        let held = Multiprocessor::new(&kernel, device);
                        let least = held.bars.iter().filter_map(|bar| bar.allows).min();
                        assert_eq!(least, Some(held.blocks), "{} {needs:?}", device.name);
                        for bar in &held.bars {
                            let is_least = bar.allows == least;
                            assert_eq!(bar.is_limit, is_least, "{bar:?} {needs:?} {}", device.name);
                        }
                        count += 1;
                    }
                }
            }
        }
        assert!(count > 1000, "{count}");
    }
}
