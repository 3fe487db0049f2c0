//! What is run: which rung at which size, how it is launched, and on what
//! model.

use crate::window::lessons::{Lesson, Rung, lessons};
use std::collections::BTreeMap;
use warpbench_front::Language;
use warpbench_machine::model::{self, DeviceModel};
use warpbench_machine::sim::Schedule;

/// A rung of a lesson, by position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    pub lesson: usize,
    pub rung: usize,
}

impl Place {
    pub fn lesson(self) -> &'static Lesson {
        &lessons()[self.lesson.min(lessons().len() - 1)]
    }

    pub fn rung(self) -> &'static Rung {
        let rungs = &self.lesson().rungs;
        &rungs[self.rung.min(rungs.len() - 1)]
    }

    /// Every rung of every lesson, in order.
    pub fn all() -> impl Iterator<Item = Place> {
        lessons().iter().enumerate().flat_map(|(lesson, content)| {
            (0..content.rungs.len()).map(move |rung| Place { lesson, rung })
        })
    }

    /// The place so many rungs further on, within what there is.
    pub fn moved(self, by: isize) -> Place {
        let all: Vec<Place> = Place::all().collect();
        let now = all.iter().position(|place| *place == self).unwrap_or(0);
        all[now.saturating_add_signed(by).min(all.len() - 1)]
    }

    /// The rung with this variant.
    pub fn of_variant(name: &str) -> Option<Place> {
        Place::all().find(|place| place.rung().variant.name == name)
    }
}

/// The most blocks that are recorded unless others are asked for.
pub const RECORDED_BLOCKS: u32 = 4;

/// How the rung is run.
#[derive(Clone, Debug)]
pub struct Setup {
    pub place: Place,
    pub language: Language,
    /// Sizes that were chosen, by variant.
    pub sizes: BTreeMap<&'static str, Vec<u64>>,
    /// Blocks of the launch, where they are not the catalogue's.
    pub grid: Option<[u32; 3]>,
    /// Threads of a block, where they are not the catalogue's.
    pub block: Option<[u32; 3]>,
    /// Which warp runs next.
    pub schedule: Schedule,
    /// The device that is simulated.
    pub model: &'static DeviceModel,
    pub launch: usize,
    /// The block that is looked at; those behind it are recorded too.
    pub first_block: [u32; 3],
}

impl Setup {
    /// The first rung on an H200.
    pub fn new() -> Setup {
        let models = model::builtin();
        let model = models.iter().find(|model| model.slug == "h200").unwrap_or(&models[0]);
        let mut setup = Setup {
            place: Place::default(),
            language: Language::Rust,
            sizes: BTreeMap::new(),
            grid: None,
            block: None,
            schedule: Schedule::RoundRobin,
            model,
            launch: 0,
            first_block: [0; 3],
        };
        setup.open(Place::default());
        setup
    }

    /// Goes to a rung. The model and the schedule stay.
    pub fn open(&mut self, place: Place) {
        self.place = place;
        self.grid = None;
        self.block = None;
        self.launch = 0;
        self.first_block = place.rung().block;
    }

    /// The size of the rung's problem.
    pub fn size(&self) -> &[u64] {
        let rung = self.place.rung();
        self.sizes.get(rung.variant.name).map_or(&rung.size, |size| size)
    }

    /// The blocks to record: the one that is looked at and those behind it.
    pub fn blocks(&self, grid: [u32; 3]) -> Vec<[u32; 3]> {
        let [x, y, z] = grid.map(|side| u64::from(side.max(1)));
        let [bx, by, bz] = self.first_block.map(u64::from);
        let first = if bx < x && by < y && bz < z { bx + x * (by + y * bz) } else { 0 };
        let last = (first + u64::from(RECORDED_BLOCKS)).min(x * y * z);
        let place = |number: u64| [number % x, number / x % y, number / x / y];
        (first..last).map(|number| place(number).map(|axis| axis as u32)).collect()
    }
}

impl Default for Setup {
    fn default() -> Setup {
        Setup::new()
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

/// The key of a text in the store and in messages: `reduce.rs`.
pub fn document_key(family: &str, language: Language) -> String {
    match language {
        Language::Rust => format!("{family}.rs"),
        Language::Wgsl => format!("{family}.wgsl"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moving_stays_within_the_lessons() {
        let last = Place::all().last().expect("there are rungs");
        assert_eq!(Place::default().moved(-1), Place::default());
        assert_eq!(last.moved(1), last);
        assert_eq!(Place::default().moved(1), Place { lesson: 0, rung: 1 });
        let rungs = Place::default().lesson().rungs.len() as isize;
        assert_eq!(Place::default().moved(rungs), Place { lesson: 1, rung: 0 });
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
