//! Setup of a run: which rung at which size, how it is launched, and on what model.

use super::message::by_name;
use super::programs::StagedProgram;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;
use warpbench_catalog::Dimension;
use warpbench_common::format;
use warpbench_front::Language;
use warpbench_lab::Trial;
use warpbench_lab::lab::Lab;
use warpbench_machine::model::{self, DeviceModel};
use warpbench_machine::sim::Schedule;
use warpbench_texts::lessons::RungId;

/// The most blocks that are recorded unless others are asked for.
pub const RECORDED_BLOCKS: u32 = 4;

/// A lab's kernel in place of a rung's.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StagedLab {
    #[serde(with = "by_name::lab")]
    pub lab: Arc<Lab>,
    /// The size and the inputs that are stepped.
    pub trial: Trial,
}

/// How the rung is run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Setup {
    /// The rung; where a lab is open, the one to come back to.
    pub rung_id: RungId,
    /// The lab that is run instead.
    pub lab: Option<StagedLab>,
    /// The program with directives whose kernels are run instead.
    pub program: Option<Arc<StagedProgram>>,
    pub language: Language,
    /// Sizes that were chosen, by the rung's name.
    #[serde(with = "by_name::sizes")]
    pub sizes: BTreeMap<&'static str, Vec<u64>>,
    /// Blocks of the launch, where they are not the catalogue's.
    pub grid: Option<[u32; 3]>,
    /// Threads of a block, where they are not the catalogue's.
    pub block: Option<[u32; 3]>,
    /// Which warp runs next.
    pub schedule: Schedule,
    /// Which of the recorded blocks runs next, as they are resident together.
    pub block_schedule: Schedule,
    /// The device that is simulated.
    #[serde(with = "by_name::model")]
    pub model: &'static DeviceModel,
    pub launch: usize,
    /// The block that is looked at; those behind it are recorded too.
    pub first_block: [u32; 3],
}

impl Setup {
    /// The first rung on an H200.
    pub fn new() -> Setup {
        let model = model::usual();
        let mut setup = Setup {
            rung_id: RungId::default(),
            lab: None,
            program: None,
            language: Language::Rust,
            sizes: BTreeMap::new(),
            grid: None,
            block: None,
            schedule: Schedule::RoundRobin,
            block_schedule: Schedule::RoundRobin,
            model,
            launch: 0,
            first_block: [0; 3],
        };
        setup.open(RungId::default());
        setup
    }

    /// Goes to a lab, at the size that it tries first. The model and the schedules
    /// stay.
    pub fn open_lab(&mut self, lab: Arc<Lab>) {
        let trial = Trial { size: lab.size.clone(), seed: 1 };
        self.lab = Some(StagedLab { lab, trial });
        self.program = None;
        self.grid = None;
        self.block = None;
        self.launch = 0;
        self.first_block = [0; 3];
    }

    /// Goes to a rung. The model and the schedules stay.
    pub fn open(&mut self, rung_id: RungId) {
        self.lab = None;
        self.program = rung_id.rung().program.map(StagedProgram::of_lesson).map(Arc::new);
        if self.program.is_some() {
            self.language = Language::Rust;
        }
        self.rung_id = rung_id;
        self.grid = None;
        self.block = None;
        self.launch = 0;
        self.first_block = rung_id.rung().block;
    }

    /// Goes to a program of somebody's own. The model and the schedules stay.
    pub fn open_program(&mut self, program: Arc<StagedProgram>) {
        self.lab = None;
        self.program = Some(program);
        self.language = Language::Rust;
        self.grid = None;
        self.block = None;
        self.launch = 0;
        self.first_block = [0; 3];
    }

    /// The size of the rung's problem.
    pub fn size(&self) -> &[u64] {
        let rung = self.rung_id.rung();
        self.sizes.get(rung.name.as_str()).map_or(&rung.size, |size| size)
    }

    /// The blocks to record: the one that is looked at and those behind it.
    pub fn blocks(&self, grid: [u32; 3]) -> Vec<[u32; 3]> {
        let [x, y, z] = grid.map(|side| u64::from(side.max(1)));
        let [bx, by, bz] = self.first_block.map(u64::from);
        let first = if bx < x && by < y && bz < z { bx + x * (by + y * bz) } else { 0 };
        let last = (first + u64::from(RECORDED_BLOCKS)).min(x * y * z);
        let position = |number: u64| [number % x, number / x % y, number / x / y];
        (first..last).map(|number| position(number).map(|axis| axis as u32)).collect()
    }
}

impl Default for Setup {
    fn default() -> Setup {
        Setup::new()
    }
}

/// How the names of files in a language end.
pub fn ending(language: Language) -> &'static str {
    match language {
        Language::Rust => "rs",
        Language::Wgsl => "wgsl",
    }
}

/// What a schedule is called.
pub fn schedule_name(schedule: Schedule) -> String {
    match schedule {
        Schedule::InOrder => "in order".to_owned(),
        Schedule::RoundRobin => "round robin".to_owned(),
        Schedule::Shuffled(seed) => format!("shuffled, seed {seed}"),
    }
}

/// The model that a grader names, if it is known here.
pub fn model_named(name: &str) -> Option<&'static DeviceModel> {
    model::builtin().iter().find(|model| model.name == name || model.slug == name)
}

/// A size with the names of its numbers, in the words of the kernel. What is equal
/// on all sides is said once.
pub fn size_label(dimensions: &[Dimension], size: &[u64]) -> String {
    let numbers = || size.iter().copied().zip(dimensions);
    let Some((first, _)) = numbers().next() else { return String::new() };
    let is_square = numbers().all(|(number, of)| number == first && of.scales);
    if is_square {
        let names = numbers().map(|(_, of)| of.name).collect::<Vec<_>>().join(" = ");
        return format!("{names} = {}", format::count(first));
    }
    let named = numbers().map(|(number, of)| format!("{} {}", of.name, format::count(number)));
    named.collect::<Vec<_>>().join(" × ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_a_size_are_named() {
        let check = |variant: &str, size: &[u64], expected: &str| {
            let (_, variant) = warpbench_catalog::find(variant).expect(variant);
            let size = variant.size(size).expect("fits");
            assert_eq!(size_label(variant.dimensions, &size), expected);
        };
        check("reduce_sequential", &[1024], "n = 1,024");
        check("copy_strided", &[1000, 8], "n 1,000 × stride 8");
        check("transpose_tiled", &[64, 48], "rows 64 × cols 48");
        check("matmul_tiled", &[31], "m = n = k = 31");
        check("matmul_tiled", &[31, 31, 33], "m 31 × n 31 × k 33");
        check("copy_offset", &[1, 1], "n 1 × offset 1");
        check("jacobi_shared", &[1500], "rows = cols = 1,500");
    }

    #[test]
    fn blocks_follow_the_one_that_is_looked_at() {
        let check = |first: [u32; 3], grid: [u32; 3], expected: &[[u32; 3]]| {
            let setup = Setup { first_block: first, ..Setup::new() };
            assert_eq!(setup.blocks(grid), expected, "{first:?} of {grid:?}");
        };
        check([0; 3], [2, 1, 1], &[[0, 0, 0], [1, 0, 0]]);
        check([1, 0, 0], [2, 2, 1], &[[1, 0, 0], [0, 1, 0], [1, 1, 0]]);
        check([9, 0, 0], [2, 1, 1], &[[0, 0, 0], [1, 0, 0]]);
        check([0; 3], [100, 1, 1], &[[0, 0, 0], [1, 0, 0], [2, 0, 0], [3, 0, 0]]);
    }
}
