//! A make-believe machine that does things at random and remembers what they led
//! to, in the plainest way.

use super::super::{Playback, Status};
use crate::sim::code::{BarrierScope, Code};
use crate::sim::{AccessKind, Arrival, Launch, MemoryAccess, Observer, Schedule, Site, Space};
use naga::Span;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

pub(super) const WIDTH: u32 = 20;
pub(super) const THREADS: u32 = 50;
pub(super) const WARPS: usize = 3;
pub(super) const REGISTERS: usize = 6;
pub(super) const SHARED_WORDS: usize = 16;
pub(super) const BUFFER_WORDS: usize = 40;
/// Lanes that the machine's columns have.
const HEIGHT: usize = 32;

/// A kernel of ten instructions, one on each line.
pub(super) fn code() -> (Code, String) {
    let text = "x\n".repeat(10);
    let spans = (0..10).map(|line| Span::new(2 * line, 2 * line + 1)).collect();
    let code = Code {
        spans,
        shared_bytes: 4 * SHARED_WORDS as u32,
        block: [THREADS, 1, 1],
        ..Code::default()
    };
    (code, text)
}

pub(super) fn launch() -> Launch {
    Launch {
        grid: [4, 1, 1],
        warp_width: WIDTH,
        schedule: Schedule::InOrder,
        most_instructions: 1 << 20,
        ..Launch::default()
    }
}

/// What everything holds after a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Snapshot {
    pub(super) block: [u32; 3],
    /// For each warp: the last instruction, its lanes, the lanes that took a
    /// branch, and the status.
    pub(super) warps: Vec<(Option<u32>, u64, Option<u64>, Status)>,
    /// By warp, register and lane.
    pub(super) registers: Vec<Option<u32>>,
    pub(super) shared: Vec<Option<u32>>,
    pub(super) buffer: Vec<Option<u32>>,
}

impl Snapshot {
    pub(super) fn of(playback: &Playback) -> Snapshot {
        let state = playback.state();
        let buffer = playback.trace().buffer_at(playback.position(), 1, vec![0; BUFFER_WORDS]);
        let mut registers = Vec::new();
        for warp in &state.warps {
            for register in 0..REGISTERS as u32 {
                registers.extend((0..WIDTH).map(|lane| warp.registers.get(register, lane)));
            }
        }
        let warps = state.warps.iter();
        Snapshot {
            block: state.block,
            warps: warps.map(|warp| (warp.op, warp.mask, warp.taken, warp.status)).collect(),
            registers,
            shared: (0..state.shared.len()).map(|index| state.shared.word(index)).collect(),
            buffer: (0..buffer.len()).map(|index| buffer.word(index)).collect(),
        }
    }
}

pub(super) struct Machine {
    random: Pcg64Mcg,
    now: Snapshot,
    /// What was after each step; before the first one, the start.
    pub(super) after: Vec<Snapshot>,
    /// The warp of the last step, as long as nothing belongs to the next one.
    open: Option<u32>,
}

fn lanes_of(warp: u32) -> u64 {
    let count = (THREADS - warp * WIDTH).min(WIDTH);
    (1 << count) - 1
}

impl Machine {
    pub(super) fn new(seed: u64) -> Machine {
        let mut machine = Machine {
            random: Pcg64Mcg::seed_from_u64(seed),
            now: Snapshot {
                block: [0; 3],
                warps: Vec::new(),
                registers: Vec::new(),
                shared: Vec::new(),
                buffer: vec![Some(0); BUFFER_WORDS],
            },
            after: Vec::new(),
            open: None,
        };
        machine.start([0; 3]);
        machine.after.push(machine.now.clone());
        machine
    }

    fn below(&mut self, bound: u32) -> u32 {
        self.random.next_u32() % bound
    }

    fn start(&mut self, block: [u32; 3]) {
        self.now.block = block;
        self.now.warps =
            (0..WARPS as u32).map(|warp| (None, lanes_of(warp), None, Status::Ready)).collect();
        self.now.registers = vec![None; WARPS * REGISTERS * WIDTH as usize];
        self.now.shared = vec![Some(0); SHARED_WORDS];
        self.open = None;
    }

    /// Whatever a warp did now belongs to the last step or to the next one.
    fn settle(&mut self, warp: u32) {
        if self.open == Some(warp)
            && let Some(last) = self.after.last_mut()
        {
            *last = self.now.clone();
        } else {
            self.open = None;
        }
    }

    /// Runs a block of about so many steps.
    pub(super) fn block(&mut self, block: [u32; 3], steps: usize, observer: &mut impl Observer) {
        observer.block_start(block);
        self.start(block);
        let mut left = steps;
        loop {
            let with = |machine: &Machine, wanted: Status| -> Vec<u32> {
                (0..WARPS as u32)
                    .filter(|&warp| machine.now.warps[warp as usize].3 == wanted)
                    .collect()
            };
            let ready = with(self, Status::Ready);
            if ready.is_empty() {
                let waiting = with(self, Status::Waiting);
                if waiting.is_empty() {
                    break;
                }
                observer.barrier(block, BarrierScope::default());
                self.open = None;
                for warp in waiting {
                    self.now.warps[warp as usize].3 = Status::Ready;
                }
                continue;
            }
            let warp = ready[self.below(ready.len() as u32) as usize];
            if left == 0 {
                observer.warp_end(block, warp);
                self.now.warps[warp as usize].3 = Status::Done;
                self.settle(warp);
                continue;
            }
            left -= 1;
            self.step(warp, observer);
        }
        observer.block_end(block);
        // What no step came for belongs to the last one.
        if let Some(last) = self.after.last_mut() {
            *last = self.now.clone();
        }
    }

    fn step(&mut self, warp: u32, observer: &mut impl Observer) {
        let mask = match self.below(3) {
            0 => lanes_of(warp),
            _ => (self.random.next_u64() | 1) & lanes_of(warp),
        };
        let op = self.below(10);
        let site = Site { block: self.now.block, warp, mask, op, step: 0 };
        if self.below(5) == 0 {
            // Something that is no instruction of the source.
            self.change(&site, observer);
        }
        observer.instruction(&site);
        let state = &mut self.now.warps[warp as usize];
        (state.0, state.1, state.2) = (Some(op), mask, None);
        self.open = Some(warp);
        self.after.push(self.now.clone());
        match self.below(8) {
            0 | 1 => self.change(&site, observer),
            2 => self.store(&site, Space::Shared, observer),
            3 => self.store(&site, Space::Global(1), observer),
            4 => self.store(&site, Space::Global(0), observer),
            5 => self.atomic(&site, observer),
            6 => {
                let taken = self.random.next_u64() & mask;
                observer.branch(&site, taken);
                self.now.warps[warp as usize].2 = Some(taken);
            }
            _ => {
                observer.arrive(&site, &Arrival { live: mask, ..Arrival::default() });
                self.now.warps[warp as usize].3 = Status::Waiting;
            }
        }
        self.settle(warp);
    }

    /// A column of some kind.
    fn column(&mut self) -> Vec<u32> {
        let (start, stride, kind) = (self.random.next_u32(), self.below(100), self.below(3));
        (0..HEIGHT as u32)
            .map(|lane| match kind {
                0 => start,
                1 => start.wrapping_add(stride * lane),
                _ => self.random.next_u32(),
            })
            .collect()
    }

    fn change(&mut self, site: &Site, observer: &mut impl Observer) {
        let count = 1 + self.below(2);
        let first = self.below(REGISTERS as u32 - 1);
        let mut columns = Vec::new();
        for _ in 0..count {
            columns.extend(self.column());
        }
        observer.changed(site, first, &columns);
        for index in 0..count {
            for lane in (0..WIDTH).filter(|lane| site.mask >> lane & 1 == 1) {
                let register = (first + index) as usize;
                let first = (site.warp as usize * REGISTERS + register) * WIDTH as usize;
                self.now.registers[first + lane as usize] =
                    Some(columns[index as usize * HEIGHT + lane as usize]);
            }
        }
        self.settle(site.warp);
    }

    fn store(&mut self, site: &Site, space: Space, observer: &mut impl Observer) {
        // Past the end now and then, which must not matter.
        let offsets: Vec<u32> = (0..HEIGHT).map(|_| 4 * self.below(BUFFER_WORDS as u32)).collect();
        let words = 1 + self.below(2) as usize;
        let mut values = Vec::new();
        for _ in 0..words {
            values.extend(self.column());
        }
        let outside = self.random.next_u64() & self.random.next_u64() & site.mask;
        let access = MemoryAccess {
            space,
            kind: AccessKind::Store,
            offsets: &offsets,
            bytes: 4 * words as u32,
            outside,
            values: &values,
            how: warpbench_semantics::Synchronization::default(),
            unexchanged: Default::default(),
            before: crate::sim::MemoryWords::Shared(&[]),
        };
        observer.access(site, &access);
        let memory = match space {
            Space::Shared => &mut self.now.shared,
            Space::Global(1) => &mut self.now.buffer,
            Space::Global(_) => return,
        };
        for lane in (0..WIDTH as usize).filter(|lane| (site.mask & !outside) >> lane & 1 == 1) {
            for word in 0..words {
                if let Some(target) = memory.get_mut(offsets[lane] as usize / 4 + word) {
                    *target = Some(values[word * HEIGHT + lane]);
                }
            }
        }
    }

    fn atomic(&mut self, site: &Site, observer: &mut impl Observer) {
        let offsets = vec![4 * self.below(SHARED_WORDS as u32); HEIGHT];
        let access = MemoryAccess {
            space: Space::Shared,
            kind: AccessKind::Atomic,
            offsets: &offsets,
            bytes: 4,
            outside: 0,
            values: &[],
            how: warpbench_semantics::Synchronization::default(),
            unexchanged: Default::default(),
            before: crate::sim::MemoryWords::Shared(&[]),
        };
        observer.access(site, &access);
        // Nobody says what is there now.
        self.now.shared[offsets[0] as usize / 4] = None;
    }
}
