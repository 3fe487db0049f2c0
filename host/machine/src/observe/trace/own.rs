//! A block's own steps among those of others.
//!
//! A block's steps are numbered by themselves too, because what is found in a run
//! is said so: which steps come between depends on how blocks take turns, while a
//! block by itself does the same in any company, unless it waits for others or asks
//! who came first.

use super::Trace;
use serde::{Deserialize, Serialize};

/// So many own steps lie between two that are noted.
const EVERY: usize = 256;

/// Where a block's own steps are.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct OwnSteps {
    /// Every so-manieth step, from the first on.
    #[serde(with = "crate::bytes")]
    noted: Vec<u32>,
    count: usize,
}

impl Trace {
    /// Notes where blocks have their own steps.
    pub(super) fn index_steps(&mut self) {
        let mut own_steps = vec![OwnSteps::default(); self.blocks.len()];
        for (number, step) in self.steps.iter().enumerate() {
            let Some(own) = own_steps.get_mut(usize::from(step.block)) else { continue };
            if own.count.is_multiple_of(EVERY) {
                own.noted.push(number as u32);
            }
            own.count += 1;
        }
        self.own_steps = own_steps;
    }

    /// How many steps a block has, by its index.
    pub fn own_len(&self, block: usize) -> usize {
        self.own_steps.get(block).map_or(0, |own| own.count)
    }

    /// The step of a block that is its own with this number, from 0.
    pub fn own_step(&self, block: usize, number: usize) -> Option<usize> {
        let own = self.own_steps.get(block).filter(|own| number < own.count)?;
        let noted = *own.noted.get(number / EVERY)? as usize;
        let is_own = |step: &usize| self.block_index(*step) == Some(block);
        (noted..self.len()).filter(is_own).nth(number % EVERY)
    }

    /// How many of its own steps a block has done at a position.
    pub fn own_position(&self, block: usize, position: usize) -> usize {
        let Some(own) = self.own_steps.get(block) else { return 0 };
        let before = own.noted.partition_point(|&step| (step as usize) < position);
        let Some(last) = before.checked_sub(1) else { return 0 };
        let steps = own.noted[last] as usize..position.min(self.len());
        let done = steps.filter(|&step| self.block_index(step) == Some(block)).count();
        last * EVERY + done
    }
}
