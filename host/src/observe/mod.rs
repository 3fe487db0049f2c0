//! What a kernel's accesses cost, judged from the addresses alone.
//!
//! A warp asks for memory with one instruction: an [`Access`] is what its lanes
//! ask for. [`coalescing`] says how many transactions that takes in global
//! memory under a device model's rule, [`banks`] how often it queues up in
//! shared memory. Neither knows where the addresses come from. [`counters`]
//! listens to the simulator and adds them up.

pub mod banks;
pub mod coalescing;
pub mod counters;
pub mod finding;
pub mod work;

use crate::sim::Observer;

/// An observer that can listen to several runs of a launch's blocks at once, each
/// on a core of its own.
pub trait Divisible: Observer + Send + Sized {
    /// One that has seen nothing yet, for some of the blocks of the same launch.
    fn part(&self) -> Self;
    /// Takes over what a part has seen. Parts come in the order of their blocks.
    fn join(&mut self, part: Self);
}

impl Divisible for () {
    fn part(&self) -> Self {}
    fn join(&mut self, (): Self) {}
}

impl<A: Divisible> Divisible for Option<A> {
    fn part(&self) -> Self {
        self.as_ref().map(A::part)
    }

    fn join(&mut self, part: Self) {
        if let (Some(whole), Some(part)) = (self, part) {
            whole.join(part);
        }
    }
}

impl<A: Divisible, B: Divisible> Divisible for (A, B) {
    fn part(&self) -> Self {
        (self.0.part(), self.1.part())
    }

    fn join(&mut self, (a, b): Self) {
        self.0.join(a);
        self.1.join(b);
    }
}

/// What the lanes of a warp ask for with one instruction.
#[derive(Clone, Copy, Debug)]
pub struct Access<'a> {
    /// The byte address that each lane asks for; nothing where it is masked off.
    pub addresses: &'a [Option<u64>],
    /// Bytes per lane: 1, 2, 4, 8 or 16.
    pub bytes_per_lane: u64,
}

impl<'a> Access<'a> {
    /// Bytes that are asked for, each lane's counted for itself.
    pub fn bytes_wanted(&self) -> u64 {
        self.active().count() as u64 * self.bytes_per_lane
    }

    /// The addresses of the lanes that take part, in the lanes' order.
    pub fn active(&self) -> impl Iterator<Item = u64> + use<'a> {
        self.addresses.iter().copied().flatten()
    }

    /// The same access in groups of `lanes` neighbouring lanes, each of which
    /// the hardware serves for itself. Groups in which nobody takes part are
    /// left out.
    fn groups(&self, lanes: usize) -> impl Iterator<Item = Access<'a>> + use<'a> {
        let bytes_per_lane = self.bytes_per_lane;
        self.addresses
            .chunks(lanes.max(1))
            .map(move |addresses| Access { addresses, bytes_per_lane })
            .filter(|group| group.active().next().is_some())
    }
}

#[cfg(test)]
mod tests {
    /// Addresses of all lanes of a warp, from the lane's number.
    pub(super) fn lanes(count: u64, address: impl Fn(u64) -> u64) -> Vec<Option<u64>> {
        (0..count).map(|lane| Some(address(lane))).collect()
    }
}
