//! Races: two accesses of different threads to the same word, one of them a
//! write, that nothing orders.
//!
//! Lanes of one warp race as much as lanes of two, because running in step is a
//! schedule and no guarantee. A barrier of the block orders the accesses to the
//! memories it is for, a barrier of the warp those of its lanes, and nothing
//! orders the blocks of a launch. Atomics do not race with atomics. Who writes
//! what another thread has written as well is told apart from who changes it.

mod clock;
mod order;
mod pairs;
#[cfg(test)]
mod random_tests;
mod shadow;
#[cfg(test)]
mod tests;

use self::clock::Clock;
use self::pairs::{Pairs, Scene};
use self::shadow::{Request, Shadow};
use super::Divisible;
use super::finding::Found;
use super::program::Program;
use crate::sim::code::{BarrierScope, Code};
use crate::sim::{Launch, MemoryAccess, Observer, Site, Space};
use std::sync::Arc;

#[derive(Clone, Debug)]
pub struct Race {
    program: Arc<Program>,
    clock: Clock,
    shared: Shadow,
    buffers: Vec<Shadow>,
    pairs: Pairs,
}

impl Default for Race {
    fn default() -> Race {
        Race::new()
    }
}

impl Race {
    pub fn new() -> Race {
        Race {
            program: Arc::default(),
            clock: Clock::new(),
            shared: Shadow::default(),
            buffers: Vec::new(),
            pairs: Pairs::default(),
        }
    }

    /// One finding for each pair of instructions, in the order they were found.
    pub fn findings(&self) -> Vec<Found> {
        self.pairs.findings()
    }

    fn make_room(&mut self) {
        self.shared.resize(self.program.shared_bytes);
        let sizes = &self.program.buffer_bytes;
        self.buffers.resize_with(sizes.len(), Shadow::default);
        for (buffer, &bytes) in self.buffers.iter_mut().zip(sizes) {
            buffer.resize(bytes);
        }
    }

    /// Starts counting anew before the counter ends.
    fn look_after_clock(&mut self) {
        if self.clock.is_worn() {
            self.clock.restart();
            self.shared.clear();
            self.buffers.iter_mut().for_each(Shadow::clear);
        }
    }
}

impl Observer for Race {
    fn launch(&mut self, code: &Code, launch: &Launch, buffer_bytes: &[u32]) {
        self.look_after_clock();
        self.program = Arc::new(Program::new(code, launch, buffer_bytes));
        self.clock.launch(self.program.width, self.program.warps());
        self.make_room();
    }

    fn block_start(&mut self, block: [u32; 3]) {
        self.look_after_clock();
        self.clock.block(block);
    }

    fn access(&mut self, site: &Site, access: &MemoryAccess<'_>) {
        let shadow = match access.space {
            Space::Shared => Some(&mut self.shared),
            Space::Global(buffer) => self.buffers.get_mut(buffer as usize),
        };
        let Some(shadow) = shadow else { return };
        let (program, clock, pairs) = (&self.program, &self.clock, &mut self.pairs);
        let scattered = if access.bytes > 4 { program.scattered(site.op) } else { None };
        let request = Request { clock, site, access, scattered };
        shadow.access(&request, &mut |conflict| {
            let scene = Scene { program, clock, site, space: access.space, kind: access.kind };
            pairs.add(&scene, &conflict);
        });
    }

    fn warp_barrier(&mut self, site: &Site) {
        self.look_after_clock();
        self.clock.warp_barrier(site);
    }

    fn barrier(&mut self, _block: [u32; 3], scope: BarrierScope) {
        self.look_after_clock();
        self.clock.barrier(scope);
    }
}

impl Divisible for Race {
    fn part(&self) -> Race {
        let mut part = Race { program: Arc::clone(&self.program), ..Race::new() };
        part.clock.launch(part.program.width, part.program.warps());
        part.make_room();
        part
    }

    fn join(&mut self, part: Race) {
        self.pairs.join(part.pairs);
    }
}
