//! Writing a trace down.

use super::column::put_number;
use super::event::{EventSite, Writer};
use super::operation;
use super::packed::NarrowStores;
use super::{Mark, MarkKind, Shape, StepIndex, Trace, TracedBlock};
use crate::observe::banks::{self, AtomicShape, BankAccess, BankCost, Banks};
use crate::observe::lines::LineIndex;
use crate::observe::{Divisible, MOST_LANES, WarpAccess};
use crate::sim::code::{BarrierScope, Code, Reg};
use crate::sim::{Arrival, Exchange, Launch, MemoryAccess, Observer, Site, Space, WarpMeeting};
use naga::Span;

/// No kernel has more registers; what pretends to is not written down.
const MOST_REGISTERS: u32 = 1 << 16;

/// What is to be written down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    /// Which of the launches that the recorder listens to, from 0.
    pub launch: u32,
    /// The blocks, x, y, z.
    pub blocks: Vec<[u32; 3]>,
    /// How much memory the trace may take. What does not fit is left out, and
    /// [`Trace::is_complete`] says so.
    pub most_bytes: usize,
    /// The banks of shared memory, if conflicts are to be marked.
    pub banks: Option<Banks>,
}

impl Selection {
    /// Some blocks of the first launch, in at most 300 MB.
    pub fn of(blocks: &[[u32; 3]]) -> Selection {
        Selection { launch: 0, blocks: blocks.to_vec(), most_bytes: 300_000_000, banks: None }
    }
}

/// Writes down what the chosen blocks do.
#[derive(Clone, Debug)]
pub struct Recorder {
    selection: Selection,
    /// How many launches there were, or nothing for a part, which sees one.
    launches: Option<u32>,
    trace: Trace,
    spans: Vec<Span>,
    narrow_stores: NarrowStores,
    /// The block that runs, by its index in the trace, if it was chosen.
    running: Option<usize>,
    /// The step that is being written, the trace's last.
    open: Option<EventSite>,
    /// For each block of the trace what belongs to the step that comes next there.
    ahead: Vec<Vec<u8>>,
}

impl Recorder {
    /// Nothing is written down yet.
    pub fn new(selection: Selection) -> Recorder {
        Recorder {
            selection,
            launches: Some(0),
            trace: Trace::default(),
            spans: Vec::new(),
            narrow_stores: NarrowStores::default(),
            running: None,
            open: None,
            ahead: Vec::new(),
        }
    }

    /// The trace. `text` is what the kernel was compiled from.
    pub fn finish(mut self, text: &str) -> Trace {
        self.close_blocks();
        let lines = LineIndex::new(text);
        let line = |span: &Span| span.to_range().map_or(0, |range| lines.line(range.start));
        let mut trace = self.trace;
        trace.lines = self.spans.iter().map(line).collect();
        trace.bytes.shrink_to_fit();
        trace.steps.shrink_to_fit();
        trace.marks.shrink_to_fit();
        trace.stores.shrink_to_fit();
        trace.index_steps();
        trace.keep_checkpoints();
        trace
    }

    /// What the steps may take, so that there is room for the checkpoints. An
    /// index must fit 32 bits.
    fn limit(&self) -> usize {
        let most = self.selection.most_bytes.min(u32::MAX as usize);
        most - most / (super::checkpoint_part(self.selection.blocks.len()) + 1)
    }

    fn is_recording(&self) -> bool {
        self.running.is_some() && !self.trace.is_cut
    }

    /// Another block runs now. What is written next is not of the last step's.
    fn run_block(&mut self, running: Option<usize>) {
        self.running = running;
        self.open = None;
    }

    /// Writes an event of a warp, unless nothing is being recorded.
    fn write(&mut self, warp: u32, event: impl FnOnce(&mut Writer<'_>)) {
        let Some(running) = self.running.filter(|_| self.is_recording()) else { return };
        let ahead = &mut self.ahead[running];
        match self.open {
            Some(site) if site.warp == warp && ahead.is_empty() => {
                event(&mut Writer::new(&mut self.trace.bytes, self.open));
            }
            // What another warp does before its next instruction belongs to that.
            _ => event(&mut Writer::new(ahead, None)),
        }
        self.stop_when_full();
    }

    /// Stops recording when the memory is used up. The step that did not fit is
    /// taken back.
    fn stop_when_full(&mut self) {
        let limit = self.limit();
        let trace = &self.trace;
        let used = trace.bytes.len()
            + size_of_val(trace.steps.as_slice())
            + size_of_val(trace.marks.as_slice())
            + size_of_val(trace.stores.as_slice());
        let ahead = self.running.map_or(0, |running| self.ahead[running].len());
        if used + ahead <= limit {
            return;
        }
        if used > limit && !trace.steps.is_empty() {
            self.trace.keep_steps(self.trace.steps.len() - 1);
        }
        self.trace.is_cut = true;
        self.run_block(None);
        self.ahead.clear();
    }

    fn mark(&mut self, kind: MarkKind) {
        if let Some(running) = self.running.filter(|_| self.is_recording()) {
            let (position, block) = (self.trace.steps.len(), running as u32);
            self.trace.marks.push(Mark { position, block, kind });
            self.stop_when_full();
        }
    }

    /// A block has ended.
    fn close_block(&mut self, block: usize) {
        let Some(mut ahead) = self.ahead.get_mut(block).map(std::mem::take) else { return };
        let last = self.trace.steps.last().filter(|_| !ahead.is_empty() && !self.trace.is_cut);
        if let Some(last) = last {
            // What has no step to come, like a barrier right before the end, belongs to
            // the last step of all.
            let further = (block as u32).wrapping_sub(last.block.into());
            if further != 0 {
                Writer::new(&mut self.trace.bytes, None).in_block(further);
            }
            self.trace.bytes.append(&mut ahead);
            self.stop_when_full();
        }
        self.run_block(None);
    }

    /// Nothing comes of the blocks that have started.
    fn close_blocks(&mut self) {
        for block in 0..self.ahead.len() {
            self.close_block(block);
        }
        self.run_block(None);
    }

    /// What an access costs at the banks, if somebody wants to know.
    fn bank_cost(&self, site: &Site, access: &MemoryAccess<'_>) -> Option<BankCost> {
        let banks = self.selection.banks.filter(|_| access.space == Space::Shared)?;
        let mut addresses = [None; MOST_LANES];
        for (lane, (address, &offset)) in addresses.iter_mut().zip(access.offsets).enumerate() {
            *address = (site.mask >> lane & 1 == 1).then_some(u64::from(offset));
        }
        let bytes_per_lane = u64::from(access.bytes);
        let access_of_warp = WarpAccess { addresses: &addresses, bytes_per_lane };
        let shape = self.trace.atomic_shape(site.op);
        Some(banks::cost(banks, BankAccess::of(access.kind, shape), &access_of_warp))
    }
}

impl Trace {
    /// Forgets all steps but the first ones.
    pub(super) fn keep_steps(&mut self, count: usize) {
        if let Some(next) = self.steps.get(count) {
            self.bytes.truncate(next.offset as usize);
        }
        self.steps.truncate(count);
        self.marks.retain(|mark| mark.position <= count);
        self.stores.retain(|&step| (step as usize) < count);
        // In the order of their starts, so that the numbers of those that stay do.
        self.blocks.retain(|block| block.steps.start < count.max(1));
        for (index, block) in self.blocks.iter_mut().enumerate() {
            let is_of = |step: &StepIndex| usize::from(step.block) == index;
            let own = block.steps.start..block.steps.end.min(count);
            let before = self.steps.get(own).and_then(|own| own.iter().rposition(is_of));
            block.steps.end = block.steps.start + before.map_or(0, |last| last + 1);
        }
        self.marks.retain(|mark| (mark.block as usize) < self.blocks.len());
    }

    /// Puts the steps of another trace behind these.
    fn append(&mut self, mut other: Trace) {
        let (steps, bytes) = (self.steps.len(), self.bytes.len() as u32);
        let blocks = self.blocks.len() as u32;
        let moved = |range: std::ops::Range<usize>| range.start + steps..range.end + steps;
        self.blocks.extend(
            (other.blocks.into_iter())
                .map(|block| TracedBlock { steps: moved(block.steps), ..block }),
        );
        self.steps.extend((other.steps.iter()).map(|step| StepIndex {
            offset: step.offset.saturating_add(bytes),
            block: step.block.saturating_add(blocks as u16),
            ..*step
        }));
        self.bytes.append(&mut other.bytes);
        self.marks.extend((other.marks.iter()).map(|mark| Mark {
            position: mark.position + steps,
            block: mark.block + blocks,
            kind: mark.kind,
        }));
        self.stores.extend(other.stores.iter().map(|step| step + steps as u32));
        self.is_cut |= other.is_cut;
    }
}

fn event_site(site: &Site) -> EventSite {
    EventSite { warp: site.warp, op: site.op, mask: site.mask }
}

impl Observer for Recorder {
    fn launch(&mut self, code: &Code, launch: &Launch, _buffer_bytes: &[u32]) {
        self.close_blocks();
        if let Some(launches) = &mut self.launches {
            *launches += 1;
            if *launches != self.selection.launch + 1 {
                return;
            }
        }
        let threads = code.block.iter().fold(1u32, |threads, &side| threads.saturating_mul(side));
        self.trace.shape =
            Shape { threads, warp_width: launch.warp_width, shared_bytes: code.shared_bytes };
        self.spans.clone_from(&code.spans);
        self.trace.atomic_shapes = AtomicShape::of_code(code);
        self.trace.summaries = operation::summaries(code);
        self.narrow_stores = NarrowStores::of_code(code);
    }

    fn block_start(&mut self, block: [u32; 3]) {
        let is_launch = self.launches.is_none_or(|count| count == self.selection.launch + 1);
        let is_chosen = is_launch && !self.trace.is_cut && self.selection.blocks.contains(&block);
        // Blocks and warps have 16 bits in a step.
        let most = usize::from(u16::MAX);
        let fits = self.trace.blocks.len() < most && self.trace.shape.warps() as usize <= most;
        self.trace.is_cut |= is_chosen && !fits;
        self.run_block((is_chosen && fits).then_some(self.trace.blocks.len()));
        if is_chosen && fits {
            let start = self.trace.steps.len();
            self.trace.blocks.push(TracedBlock { block, steps: start..start });
            self.ahead.push(Vec::new());
        }
    }

    fn block_resume(&mut self, block: [u32; 3]) {
        let blocks = &self.trace.blocks[..self.ahead.len().min(self.trace.blocks.len())];
        let running = blocks.iter().rposition(|traced| traced.block == block);
        self.run_block(running.filter(|_| !self.trace.is_cut));
    }

    fn instruction(&mut self, site: &Site) {
        let Some(running) = self.running.filter(|_| self.is_recording()) else { return };
        let trace = &mut self.trace;
        let site = event_site(site);
        let (offset, block) = (trace.bytes.len() as u32, running as u16);
        trace.steps.push(StepIndex { offset, block, warp: site.warp as u16, op: site.op });
        trace.blocks[running].steps.end = trace.steps.len();
        // Mostly all lanes take part, and then this is zero.
        let others = site.mask ^ trace.shape.lanes(site.warp);
        put_number(&mut trace.bytes, others);
        trace.bytes.append(&mut self.ahead[running]);
        Writer::new(&mut trace.bytes, Some(site)).instruction();
        self.open = Some(site);
        self.stop_when_full();
    }

    fn access(&mut self, site: &Site, access: &MemoryAccess<'_>) {
        let Some(running) = self.running.filter(|_| self.is_recording()) else { return };
        if matches!(access.space, Space::Global(_)) && access.kind.writes() {
            // Should the access be ahead of its step, that is the next one.
            let step = match self.open {
                Some(open) if open.warp == site.warp && self.ahead[running].is_empty() => {
                    self.trace.steps.len().saturating_sub(1)
                }
                _ => self.trace.steps.len(),
            } as u32;
            if self.trace.stores.last() != Some(&step) {
                self.trace.stores.push(step);
            }
        }
        let cost = self.bank_cost(site, access);
        let packed = self.narrow_stores.packed(site.op, access);
        let access = match &packed {
            Some(values) => MemoryAccess { values, ..*access },
            None => *access,
        };
        self.write(site.warp, |writer| writer.access(event_site(site), &access));
        if let Some(cost) = cost.filter(|cost| cost.turns > cost.least_turns) {
            self.mark(MarkKind::Conflict { turns: cost.turns as u32 });
        }
    }

    fn branch(&mut self, site: &Site, taken: u64) {
        self.write(site.warp, |writer| writer.branch(event_site(site), taken));
        if taken & site.mask != 0 && taken & site.mask != site.mask {
            self.mark(MarkKind::Divergence);
        }
    }

    fn wants_updates(&self) -> bool {
        self.is_recording()
    }

    fn updated(&mut self, site: &Site, access: &MemoryAccess<'_>) {
        self.write(site.warp, |writer| writer.updated(event_site(site), access));
    }

    fn exchange(&mut self, site: &Site, exchange: &Exchange<'_>) {
        // Where every lane reads all others, there is nothing to tell.
        if !exchange.sources.is_empty() {
            let (sources, missing) = (exchange.sources, exchange.missing);
            self.write(site.warp, |writer| writer.exchange(event_site(site), sources, missing));
        }
    }

    fn warp_barrier(&mut self, site: &Site, _meeting: &WarpMeeting<'_>) {
        self.write(site.warp, |writer| writer.warp_barrier(event_site(site)));
    }

    fn arrive(&mut self, site: &Site, _arrival: &Arrival<'_>) {
        self.write(site.warp, |writer| writer.arrive(event_site(site)));
    }

    fn barrier(&mut self, _block: [u32; 3], _scope: BarrierScope) {
        if let Some(running) = self.running.filter(|_| self.is_recording()) {
            Writer::new(&mut self.ahead[running], None).barrier();
            self.mark(MarkKind::Barrier);
        }
    }

    fn changed(&mut self, site: &Site, first: Reg, columns: &[u32]) {
        // The machine's columns are as high as the smaller of its two sizes of
        // warps that fits.
        let height = if self.trace.shape.warp_width <= 32 { 32 } else { MOST_LANES };
        let count = columns.len().div_ceil(height) as u64;
        if u64::from(first) + count <= u64::from(MOST_REGISTERS) {
            self.write(site.warp, |writer| writer.change(event_site(site), first, columns, height));
        }
    }

    fn warp_end(&mut self, _block: [u32; 3], warp: u32) {
        self.write(warp, |writer| writer.end(warp));
    }

    fn block_end(&mut self, _block: [u32; 3]) {
        if let Some(running) = self.running {
            self.close_block(running);
        }
    }
}

impl Divisible for Recorder {
    fn part(&self) -> Self {
        let is_launch = self.launches.is_none_or(|count| count == self.selection.launch + 1);
        let mut part = Recorder::new(self.selection.clone());
        part.launches = None;
        part.trace.shape = self.trace.shape;
        part.spans.clone_from(&self.spans);
        part.trace.atomic_shapes.clone_from(&self.trace.atomic_shapes);
        part.trace.summaries.clone_from(&self.trace.summaries);
        if !is_launch {
            // Nothing of this launch was chosen.
            part.selection.blocks.clear();
        }
        part
    }

    fn join(&mut self, mut part: Self) {
        part.close_blocks();
        if self.trace.is_cut || part.trace.blocks.is_empty() {
            return;
        }
        if self.spans.is_empty() {
            (self.spans, self.trace.shape) = (part.spans, part.trace.shape);
            self.trace.atomic_shapes.clone_from(&part.trace.atomic_shapes);
            self.trace.summaries.clone_from(&part.trace.summaries);
        }
        self.trace.append(part.trace);
        self.ahead.resize(self.trace.blocks.len(), Vec::new());
        // The steps that fit are those that would have been written by one alone.
        let limit = self.limit();
        let (mut fit, mut end) = (0, self.trace.steps.len());
        while fit < end {
            let middle = fit.midpoint(end);
            if self.trace.used(middle + 1) <= limit { fit = middle + 1 } else { end = middle }
        }
        if fit < self.trace.steps.len() {
            self.trace.keep_steps(fit);
            self.trace.is_cut = true;
        }
    }
}
