//! Warp operations with lanes that are not there.
//!
//! In CUDA a shuffle, vote or ballot is for every lane of its warp that has not
//! ended: if some of them are elsewhere, its result is undefined. What a shuffle
//! reads from a lane that has ended, or never was, is undefined as well, which is
//! a fault as soon as it is used.
//!
//! With a mask it is for the lanes that the mask names (`masks.rs`).
//!
//! In WGSL the lanes that come to an operation take part in it and no others, so
//! that one in a branch is fine. What is read from a lane that takes no part has no
//! defined value; scans throw it away again, and then it is no fault.

use super::Divisible;
use super::finding::{UnlocatedFinding, line_of};
use super::followed::{FirstUse, Suspects, Tally};
use super::kernel::{LaunchedKernel, block_name, do_so_here, lanes, list, times};
use super::masks::{Fault, MaskFault, MaskFaults};
use crate::finding::{FindingKind, Severity};
use crate::sim::code::{Code, Op, WarpCall};
use crate::sim::{
    Absence, Cause, Exchange, Launch, NamedLanes, Observer, Origin, Site, Use, reason,
};
use std::collections::BTreeMap;
use std::sync::Arc;
use warpbench_semantics::Dialect;

/// Lanes that an operation of CUDA reaches, however wide the machine's warps are.
const CUDA_WARP: u64 = 32;

/// Looks for warp operations with lanes that are not there.
#[derive(Clone, Debug, Default)]
pub struct ExchangeDetector {
    kernel: Arc<LaunchedKernel>,
    calls: Arc<BTreeMap<u32, Call>>,
    /// Operations that some lanes did not come to, by instruction.
    parted: BTreeMap<u32, Parted>,
    /// Lanes that read others which are not there, by instruction.
    strays: BTreeMap<u32, Stray>,
    suspects: Suspects,
    masks: MaskFaults,
}

/// A call in the kernel.
#[derive(Clone, Debug)]
struct Call {
    call: WarpCall,
    /// The constructs around it, from the kernel itself to the innermost.
    around: Vec<Construct>,
}

/// A construct of the source, by the instruction that starts it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Construct {
    Branch(u32),
    Loop(u32),
    Switch(u32),
    Function,
}

/// An operation that lanes did not come to.
#[derive(Clone, Debug)]
struct Parted {
    tally: Tally,
    missing: Vec<(u64, Absence)>,
}

/// Lanes that read others which are not there.
#[derive(Clone, Copy, Debug)]
struct Stray {
    tally: Tally,
    /// The lane that the first of them asked for, and why it is not there.
    source: u32,
    why: Absence,
    used: Option<FirstUse>,
}

impl ExchangeDetector {
    pub fn new() -> ExchangeDetector {
        ExchangeDetector::default()
    }

    /// At most one finding for each call and kind of fault.
    pub fn findings(&self) -> Vec<UnlocatedFinding> {
        let parted = self.parted.iter().map(|(&op, parted)| self.describe_parted(op, parted));
        // Where lanes are elsewhere, that is what is wrong.
        let is_known =
            |op: u32| self.parted.contains_key(&op) || self.masks.contains(self.call(op));
        let strays = self.strays.iter().filter(|&(&op, _)| !is_known(op));
        let strays = strays.map(|(&op, stray)| self.describe_stray(op, stray));
        let masks = self.masks.iter().map(|(op, fault)| self.describe_mask(op, fault));
        parted.chain(masks).chain(strays).collect()
    }

    /// The first instruction of the call that an instruction belongs to.
    fn first(&self, op: u32) -> u32 {
        self.calls.get(&op).map_or(op, |call| call.call.first)
    }

    /// The first instruction of the call in the text that an instruction belongs to.
    fn call(&self, op: u32) -> u32 {
        self.calls.get(&op).map_or(op, |call| call.call.call)
    }

    /// In CUDA, the lanes that should be here and are elsewhere.
    fn missing_in_cuda(site: &Site, absent: &[(u64, Absence)]) -> Vec<(u64, Absence)> {
        let low = u64::MAX >> (64 - CUDA_WARP);
        let reached = [low, !low].into_iter().filter(|warp| site.mask & warp != 0);
        let reached = reached.fold(0, |all, warp| all | warp);
        absent
            .iter()
            .map(|&(lanes, why)| (lanes & reached, why))
            .filter(|&(lanes, why)| lanes != 0 && matches!(why, Absence::Waiting { .. }))
            .collect()
    }

    /// Takes note of lanes that read others which are not there, before it is known
    /// whether what they got is used.
    fn read_in_vain(&mut self, site: &Site, exchange: &Exchange<'_>) {
        let active = site.mask;
        let site = Site { mask: exchange.missing, ..*site };
        match self.strays.get_mut(&site.op) {
            Some(known) if known.used.is_some() => {}
            Some(known) => known.tally.add(&site),
            None => {
                let first = lanes(exchange.missing).next();
                let source = first.and_then(|lane| exchange.sources.get(lane)).copied();
                let source = source.unwrap_or(0);
                let why = reason(exchange.absent, active, source);
                let stray = Stray { tally: Tally::new(site), source, why, used: None };
                self.strays.insert(site.op, stray);
            }
        }
    }

    fn describe_parted(&self, op: u32, parted: &Parted) -> UnlocatedFinding {
        let site = &parted.tally.site;
        let threads = |mask| self.kernel.threads_of(site.warp, mask);
        let places: Vec<String> = parted
            .missing
            .iter()
            .map(|&(lanes, why)| {
                let missing = threads(lanes);
                format!("{}, which {}", list(&missing), self.whereabouts(op, why, missing.len()))
            })
            .collect();
        let way_out = match parted.missing.first() {
            Some(&(_, why)) => self.way_out(op, why),
            None => "",
        };
        let message = format!(
            "{} of {} call `{}` without {}; it is for all 32 lanes of the warp, and unless those \
             that have not returned come to it together, its result is undefined: {way_out}{}",
            list(&threads(site.mask)),
            block_name(site.block),
            self.name(op),
            places.join(", and without "),
            times(parted.tally.count),
        );
        let other_op = parted.missing.first().and_then(|&(_, why)| self.construct_op(op, why));
        self.finding(site, op, other_op, Severity::Error, message)
    }

    fn describe_mask(&self, op: u32, fault: &MaskFault) -> UnlocatedFinding {
        let site = &fault.tally.site;
        let threads = |mask| self.kernel.threads_of(site.warp, mask);
        let guilty = threads(site.mask);
        let (call, its) = match guilty.len() {
            1 => ("calls", "its own lane is"),
            _ => ("call", "their own lanes are"),
        };
        let start = format!(
            "{} of {} {call} `{}` with the mask {:#010x}",
            list(&guilty),
            block_name(site.block),
            self.name(op),
            fault.mask,
        );
        let innermost = self.calls.get(&op).and_then(|call| {
            call.around.iter().rev().find_map(|construct| match *construct {
                Construct::Branch(op) | Construct::Loop(op) | Construct::Switch(op) => Some(op),
                Construct::Function => None,
            })
        });
        let (rest, other_op) = match &fault.what {
            Fault::Outside => (
                format!(
                    ", in which {its} not; a lane that takes part must be in its mask, or the \
                     result is undefined: let the mask name every lane that makes the call."
                ),
                innermost,
            ),
            Fault::Different { lanes, mask } => {
                let others = threads(*lanes);
                let give = if others.len() == 1 { "gives" } else { "give" };
                let rest = format!(
                    ", which names {} too, and {} {give} the mask {mask:#010x}; all lanes of a \
                     mask must give the same one, or the result is undefined: compute the mask \
                     where all of them come by, so that it is the same for all.",
                    list(&others),
                    if others.len() == 1 { "that one" } else { "those" },
                );
                (rest, innermost)
            }
            Fault::Missing { lanes, elsewhere } => {
                let places: Vec<String> = lanes
                    .iter()
                    .map(|&(lanes, why)| {
                        let missing = threads(lanes);
                        let place = self.missing_place(op, why, *elsewhere, missing.len());
                        format!("{}, which {place}", list(&missing))
                    })
                    .collect();
                let rest = format!(
                    ", which also names {}; every lane of a mask that has not returned must come \
                     to the same call, or the result is undefined: let the mask name those that \
                     come, as `warp_vote_ballot(u32::MAX, condition)` before the branch does, or \
                     call it where all lanes of the warp come by.",
                    places.join(", and "),
                );
                (rest, elsewhere.or(innermost))
            }
        };
        let message = format!("{start}{rest}{}", times(fault.tally.count));
        self.finding(site, op, other_op, Severity::Error, message)
    }

    /// Where lanes are that a mask names and that have not come, as a predicate.
    fn missing_place(&self, op: u32, why: Absence, elsewhere: Option<u32>, count: usize) -> String {
        match (why, elsewhere) {
            (Absence::Ended, _) if count == 1 => "returns without coming to it".to_owned(),
            (Absence::Ended, _) => "return without coming to it".to_owned(),
            (_, Some(op)) if count == 1 => format!("waits at {}", line_of(op)),
            (_, Some(op)) => format!("wait at {}", line_of(op)),
            _ => self.whereabouts(op, why, count),
        }
    }

    fn describe_stray(&self, op: u32, stray: &Stray) -> UnlocatedFinding {
        let site = &stray.tally.site;
        let dialect = self.kernel.dialect;
        let threads = self.kernel.threads_of(site.warp, site.mask);
        let others = do_so_here(&threads);
        let place = match stray.why {
            Absence::NoThread if stray.source >= self.kernel.width => {
                let warp = if dialect == Dialect::Wgsl { "subgroup" } else { "warp" };
                format!("which is not there: a {warp} has {} lanes here", self.kernel.width)
            }
            Absence::NoThread => {
                format!("which is not there: the block has only {} threads", self.kernel.threads)
            }
            why => format!("whose thread {}", self.whereabouts(op, why, 1)),
        };
        let rule = match dialect {
            Dialect::Wgsl => "WGSL leaves open what it gets",
            Dialect::Cuda => "what it gets is undefined",
        };
        let (severity, end) = match stray.used {
            Some(used) => (Severity::Error, format!(", and that {}", used.words())),
            None => (Severity::Warning, ", even though nothing is done with it".to_owned()),
        };
        let message = format!(
            "thread {} of {} reads lane {} with `{}`, {place}{others}; {rule}{end}: {}{}",
            threads.first().copied().unwrap_or(0),
            block_name(site.block),
            // What is below the first lane has wrapped around.
            stray.source as i32,
            self.name(op),
            self.way_out(op, stray.why),
            times(stray.tally.count),
        );
        self.finding(site, op, stray.used.map(|used| used.op), severity, message)
    }

    fn finding(
        &self,
        site: &Site,
        op: u32,
        other_op: Option<u32>,
        severity: Severity,
        message: String,
    ) -> UnlocatedFinding {
        UnlocatedFinding {
            kind: FindingKind::WarpOperation,
            severity,
            message,
            op,
            other_op,
            lanes: self.kernel.threads_of(site.warp, site.mask),
            block: Some(site.block),
            address: None,
            step: Some(site.step),
        }
    }

    fn name(&self, op: u32) -> &str {
        self.calls.get(&op).map_or("a warp operation", |call| &call.call.name)
    }

    /// The construct that a lane waits for.
    fn construct(&self, op: u32, why: Absence) -> Option<Construct> {
        let Absence::Waiting { construct, .. } = why else { return None };
        let around = &self.calls.get(&op)?.around;
        // Nobody waits for the kernel's own end: a lane that is in none of the
        // constructs is just elsewhere.
        let index = Some(construct as usize).filter(|&index| index > 0)?;
        // The cases of a switch are branches in it.
        let outer = index.checked_sub(1).and_then(|outer| around.get(outer));
        match (around.get(index), outer) {
            (Some(Construct::Branch(_)), Some(&Construct::Switch(op))) => {
                Some(Construct::Switch(op))
            }
            (construct, _) => construct.copied(),
        }
    }

    fn construct_op(&self, op: u32, why: Absence) -> Option<u32> {
        match self.construct(op, why)? {
            Construct::Branch(op) | Construct::Loop(op) | Construct::Switch(op) => Some(op),
            Construct::Function => None,
        }
    }

    /// Where lanes are that take no part, as a predicate.
    fn whereabouts(&self, op: u32, why: Absence, count: usize) -> String {
        let (is, has) = if count == 1 { ("is", "has") } else { ("are", "have") };
        let next_round = matches!(why, Absence::Waiting { next_round: true, .. });
        match (why, self.construct(op, why)) {
            (Absence::NoThread, _) => format!("{is} not there"),
            (Absence::Unnamed, _) => format!("{is} not in the same mask"),
            (Absence::Ended, _) => format!("{has} returned before"),
            (_, Some(Construct::Branch(branch))) => {
                format!("{is} on the other side of the branch at {}", line_of(branch))
            }
            (_, Some(Construct::Loop(start))) if next_round => {
                format!("{has} skipped the rest of this round of the loop at {}", line_of(start))
            }
            (_, Some(Construct::Loop(start))) => {
                format!("{has} left the loop at {} before", line_of(start))
            }
            (_, Some(Construct::Switch(switch))) => {
                let word = if self.kernel.dialect == Dialect::Wgsl { "switch" } else { "match" };
                let verb = if count == 1 { "takes" } else { "take" };
                format!("{verb} another case of the `{word}` at {}", line_of(switch))
            }
            (_, Some(Construct::Function)) => format!("{has} left the function before"),
            (_, None) => format!("{is} elsewhere in the kernel"),
        }
    }

    /// What to do about it.
    fn way_out(&self, op: u32, why: Absence) -> &'static str {
        match (why, self.construct(op, why)) {
            (Absence::NoThread, _) => {
                "ask only for lanes that there are, or use what comes from the others alone."
            }
            (Absence::Unnamed, _) => {
                "read only lanes of the mask, or let the mask name all lanes that are read."
            }
            (Absence::Ended, _) => {
                "let every thread stay until the last exchange, with a value that changes \
                 nothing where it has no data."
            }
            (_, Some(Construct::Branch(_) | Construct::Switch(_))) => {
                "call it outside, where all lanes of the warp come by, and let only what is done \
                 with the result depend on the condition."
            }
            (_, Some(Construct::Loop(_))) => {
                "let all lanes of the warp go the same number of rounds, and those that are done \
                 bring a value that changes nothing."
            }
            (_, Some(Construct::Function) | None) => "call it where all lanes of the warp come by.",
        }
    }
}

/// The calls of a kernel with the constructs around them.
fn calls(code: &Code) -> BTreeMap<u32, Call> {
    let mut open: Vec<Construct> = Vec::new();
    let mut calls = BTreeMap::new();
    for (at, op) in (0..).zip(&code.ops) {
        match op {
            Op::If { .. } => open.push(Construct::Branch(at)),
            Op::Loop => open.push(Construct::Loop(at)),
            Op::Switch => open.push(Construct::Switch(at)),
            Op::Call => open.push(Construct::Function),
            Op::EndIf { .. } | Op::EndLoop { .. } | Op::EndSwitch { .. } | Op::EndCall { .. } => {
                open.pop();
            }
            _ => {}
        }
        if let Some(call) = code.warp_calls.get(&at) {
            calls.insert(at, Call { call: call.clone(), around: open.clone() });
        }
    }
    calls
}

impl Observer for ExchangeDetector {
    fn launch(&mut self, code: &Code, launch: &Launch, buffer_bytes: &[u32]) {
        self.kernel = Arc::new(LaunchedKernel::new(code, launch, buffer_bytes));
        self.calls = Arc::new(calls(code));
    }

    fn named(&mut self, site: &Site, named: &NamedLanes<'_>) {
        // The words of one value are exchanged one by one; only the first says more.
        if self.first(site.op) == site.op {
            let call = self.call(site.op);
            self.masks.judge(site, call, named);
        }
    }

    fn exchange(&mut self, site: &Site, exchange: &Exchange<'_>) {
        if exchange.absent.is_empty() && exchange.missing == 0 {
            return;
        }
        let first = self.first(site.op);
        if self.kernel.dialect == Dialect::Cuda && !exchange.is_masked {
            let missing = Self::missing_in_cuda(site, exchange.absent);
            if !missing.is_empty() {
                // The words of one value are exchanged one by one.
                if first == site.op {
                    match self.parted.get_mut(&first) {
                        Some(parted) => parted.tally.add(site),
                        None => {
                            let parted = Parted { tally: Tally::new(*site), missing };
                            self.parted.insert(first, parted);
                        }
                    }
                }
                return;
            }
        }
        if exchange.missing == 0 {
            return;
        }
        self.suspects.set(site, vec![exchange.missing]);
        if self.kernel.dialect == Dialect::Cuda && first == site.op {
            self.read_in_vain(site, exchange);
        }
    }

    #[inline]
    fn follow(&mut self, site: &Site, word: u32) -> u64 {
        self.suspects.lanes(site, word)
    }

    fn used(&mut self, site: &Site, origin: &Origin, how: Use) {
        let Cause::Absent { source, why } = origin.cause else { return };
        let op = self.first(origin.op);
        // The words of one value are read at neighbouring steps.
        let step = origin.step.saturating_sub((origin.op - op).into());
        let read = Site { op, step, ..*site };
        match self.strays.get_mut(&op) {
            Some(known) if known.used.is_some() => known.tally.add(&read),
            _ => {
                let used = Some(FirstUse { op: site.op, how });
                self.strays.insert(op, Stray { tally: Tally::new(read), source, why, used });
            }
        }
    }
}

impl Divisible for ExchangeDetector {
    fn part(&self) -> ExchangeDetector {
        ExchangeDetector {
            kernel: Arc::clone(&self.kernel),
            calls: Arc::clone(&self.calls),
            ..ExchangeDetector::default()
        }
    }

    fn join(&mut self, part: ExchangeDetector) {
        self.masks.join(part.masks);
        for (op, parted) in part.parted {
            match self.parted.get_mut(&op) {
                Some(known) => known.tally.join(&parted.tally),
                None => drop(self.parted.insert(op, parted)),
            }
        }
        for (op, stray) in part.strays {
            match self.strays.get_mut(&op) {
                Some(known) if known.used.is_some() == stray.used.is_some() => {
                    known.tally.join(&stray.tally);
                }
                Some(known) if known.used.is_some() => {}
                _ => drop(self.strays.insert(op, stray)),
            }
        }
    }
}
