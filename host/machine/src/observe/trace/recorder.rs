//! Writing a trace down.

use super::column::put_number;
use super::event::{EventSite, Writer};
use super::packed::NarrowStores;
use super::{Mark, MarkKind, Shape, StepIndex, Trace, TracedBlock};
use crate::observe::banks::{self, AtomicShape, BankAccess, BankCost, Banks};
use crate::observe::lines::LineIndex;
use crate::observe::{Divisible, MOST_LANES, WarpAccess};
use crate::sim::code::{BarrierScope, Code, Reg};
use crate::sim::{Exchange, Launch, MemoryAccess, Observer, Site, Space};
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
    /// Whether the block that runs was chosen.
    is_chosen: bool,
    /// The step that is being written, the trace's last.
    open: Option<EventSite>,
    /// What belongs to the step that comes next.
    ahead: Vec<u8>,
    /// The chosen blocks of a launch whose blocks take turns, in the order of their
    /// starts. The one that is under way is exchanged for what is above.
    turns: Vec<([u32; 3], BlockRecord)>,
    under_way: Option<usize>,
    takes_turns: bool,
}

/// What is written down of a block that takes turns with others.
#[derive(Clone, Debug, Default)]
struct BlockRecord {
    trace: Trace,
    is_chosen: bool,
    open: Option<EventSite>,
    ahead: Vec<u8>,
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
            is_chosen: false,
            open: None,
            ahead: Vec::new(),
            turns: Vec::new(),
            under_way: None,
            takes_turns: false,
        }
    }

    /// Exchanges what is written down of a block that takes turns with others.
    fn exchange(&mut self, turn: usize) {
        if let Some((_, record)) = self.turns.get_mut(turn) {
            std::mem::swap(&mut self.trace, &mut record.trace);
            std::mem::swap(&mut self.is_chosen, &mut record.is_chosen);
            std::mem::swap(&mut self.open, &mut record.open);
            std::mem::swap(&mut self.ahead, &mut record.ahead);
        }
    }

    /// Goes on with a block that takes turns with others; nothing stands for one that
    /// was not chosen.
    fn go_on_with(&mut self, turn: Option<usize>) {
        for turn in [std::mem::replace(&mut self.under_way, turn), turn].into_iter().flatten() {
            self.exchange(turn);
        }
    }

    /// Puts what the blocks that took turns did one behind the other.
    fn join_turns(&mut self) {
        self.go_on_with(None);
        self.takes_turns = false;
        for (_, record) in std::mem::take(&mut self.turns) {
            let mut part = self.part();
            let BlockRecord { trace, is_chosen, open, ahead } = record;
            (part.trace, part.is_chosen, part.open, part.ahead) = (trace, is_chosen, open, ahead);
            self.join(part);
        }
    }

    /// The trace. `text` is what the kernel was compiled from.
    pub fn finish(mut self, text: &str) -> Trace {
        self.join_turns();
        self.close_block();
        let lines = LineIndex::new(text);
        let line = |span: &Span| span.to_range().map_or(0, |range| lines.line(range.start));
        let mut trace = self.trace;
        trace.lines = self.spans.iter().map(line).collect();
        trace.bytes.shrink_to_fit();
        trace.steps.shrink_to_fit();
        trace.marks.shrink_to_fit();
        trace.stores.shrink_to_fit();
        trace.keep_checkpoints();
        trace
    }

    /// What the steps may take, so that there is room for the checkpoints. An
    /// index must fit 32 bits.
    fn limit(&self) -> usize {
        let most = self.selection.most_bytes.min(u32::MAX as usize);
        most - most / (super::CHECKPOINT_PART + 1)
    }

    fn is_recording(&self) -> bool {
        self.is_chosen && !self.trace.is_cut
    }

    /// Writes an event of a warp, unless nothing is being recorded.
    fn write(&mut self, warp: u32, event: impl FnOnce(&mut Writer<'_>)) {
        if !self.is_recording() {
            return;
        }
        match self.open {
            Some(site) if site.warp == warp && self.ahead.is_empty() => {
                event(&mut Writer::new(&mut self.trace.bytes, self.open));
            }
            // What another warp does before its next instruction belongs to that.
            _ => event(&mut Writer::new(&mut self.ahead, None)),
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
        if used + self.ahead.len() <= limit {
            return;
        }
        if used > limit && self.open.is_some() {
            self.trace.keep_steps(self.trace.steps.len().saturating_sub(1));
        }
        self.trace.is_cut = true;
        self.close_block();
    }

    fn mark(&mut self, kind: MarkKind) {
        if self.is_recording() {
            self.trace.marks.push(Mark { position: self.trace.steps.len(), kind });
            self.stop_when_full();
        }
    }

    fn close_block(&mut self) {
        if self.is_recording() && self.open.is_some() {
            // A barrier right before the end has no step to come.
            self.trace.bytes.append(&mut self.ahead);
            self.stop_when_full();
        }
        if self.is_chosen
            && let Some(block) = self.trace.blocks.last_mut()
        {
            block.steps.end = self.trace.steps.len();
        }
        self.is_chosen = false;
        self.open = None;
        self.ahead.clear();
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
    fn keep_steps(&mut self, count: usize) {
        if let Some(next) = self.steps.get(count) {
            self.bytes.truncate(next.offset as usize);
        }
        self.steps.truncate(count);
        self.marks.retain(|mark| mark.position <= count);
        self.stores.retain(|&step| (step as usize) < count);
        self.blocks.retain(|block| block.steps.start < count.max(1));
        if let Some(block) = self.blocks.last_mut() {
            block.steps.end = count;
        }
    }

    /// Puts the steps of another trace behind these.
    fn append(&mut self, mut other: Trace) {
        let (steps, bytes) = (self.steps.len(), self.bytes.len() as u32);
        let moved = |range: std::ops::Range<usize>| range.start + steps..range.end + steps;
        self.blocks.extend(
            (other.blocks.into_iter())
                .map(|block| TracedBlock { steps: moved(block.steps), ..block }),
        );
        self.steps.extend(
            (other.steps.iter())
                .map(|step| StepIndex { offset: step.offset.saturating_add(bytes), ..*step }),
        );
        self.bytes.append(&mut other.bytes);
        self.marks.extend(
            (other.marks.iter())
                .map(|mark| Mark { position: mark.position + steps, kind: mark.kind }),
        );
        self.stores.extend(other.stores.iter().map(|step| step + steps as u32));
        self.is_cut |= other.is_cut;
    }
}

fn event_site(site: &Site) -> EventSite {
    EventSite { warp: site.warp, op: site.op, mask: site.mask }
}

impl Observer for Recorder {
    fn launch(&mut self, code: &Code, launch: &Launch, _buffer_bytes: &[u32]) {
        self.join_turns();
        self.close_block();
        self.takes_turns = launch.interleaved;
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
        self.narrow_stores = NarrowStores::of_code(code);
    }

    fn block_start(&mut self, block: [u32; 3]) {
        let is_launch = self.launches.is_none_or(|count| count == self.selection.launch + 1);
        if self.takes_turns {
            self.go_on_with(None);
            if is_launch && !self.trace.is_cut && self.selection.blocks.contains(&block) {
                let trace = Trace { shape: self.trace.shape, ..Trace::default() };
                self.turns.push((block, BlockRecord { trace, ..BlockRecord::default() }));
                self.go_on_with(Some(self.turns.len() - 1));
            }
        }
        self.close_block();
        if is_launch && !self.trace.is_cut && self.selection.blocks.contains(&block) {
            self.is_chosen = true;
            let start = self.trace.steps.len();
            self.trace.blocks.push(TracedBlock { block, steps: start..start });
        }
    }

    fn block_resume(&mut self, block: [u32; 3]) {
        let turn = self.turns.iter().position(|(waiting, _)| *waiting == block);
        self.go_on_with(turn);
    }

    fn instruction(&mut self, site: &Site) {
        if !self.is_recording() {
            return;
        }
        let trace = &mut self.trace;
        let site = event_site(site);
        let offset = trace.bytes.len() as u32;
        trace.steps.push(StepIndex { offset, warp: site.warp, op: site.op });
        // Mostly all lanes take part, and then this is zero.
        let others = site.mask ^ trace.shape.lanes(site.warp);
        put_number(&mut trace.bytes, others);
        trace.bytes.append(&mut self.ahead);
        Writer::new(&mut trace.bytes, Some(site)).instruction();
        self.open = Some(site);
        self.stop_when_full();
    }

    fn access(&mut self, site: &Site, access: &MemoryAccess<'_>) {
        if !self.is_recording() {
            return;
        }
        if matches!(access.space, Space::Global(_)) && access.kind.writes() {
            // Should the access be ahead of its step, that is the next one.
            let step = match self.open {
                Some(open) if open.warp == site.warp && self.ahead.is_empty() => {
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

    fn warp_barrier(&mut self, site: &Site) {
        self.write(site.warp, |writer| writer.warp_barrier(event_site(site)));
    }

    fn arrive(&mut self, site: &Site, _live: u64) {
        self.write(site.warp, |writer| writer.arrive(event_site(site)));
    }

    fn barrier(&mut self, _block: [u32; 3], _scope: BarrierScope) {
        if self.is_recording() {
            Writer::new(&mut self.ahead, None).barrier();
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
        self.close_block();
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
        if !is_launch {
            // Nothing of this launch was chosen.
            part.selection.blocks.clear();
        }
        part
    }

    fn join(&mut self, mut part: Self) {
        part.join_turns();
        part.close_block();
        if self.trace.is_cut || part.trace.blocks.is_empty() {
            return;
        }
        if self.spans.is_empty() {
            (self.spans, self.trace.shape) = (part.spans, part.trace.shape);
            self.trace.atomic_shapes.clone_from(&part.trace.atomic_shapes);
        }
        self.trace.append(part.trace);
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
