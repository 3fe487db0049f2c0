//! Bank conflicts: what accesses to shared memory cost, in turns at its banks.
//!
//! Successive words lie in successive banks, and a bank serves one word at a
//! time. An access is cut up first: what is wider than the banks can give at once
//! into parts, and the lanes of a warp into groups that are served one after the
//! other in any case. Each group of lanes with a part of its bytes is a [`Pass`],
//! and takes one turn if nobody is in anybody's way. Lanes that want different words
//! of one bank queue up, which is a bank conflict. Who may share a word depends
//! on the generation of the device ([`BankRule`]); who changes a word by an atomic
//! operation mostly shares it with nobody ([`AtomicShape`]).

mod atomics;
mod one_broadcast;

#[cfg(test)]
mod tests;

pub use atomics::AtomicShape;

use super::WarpAccess;
use super::distinct::{Distinct, LISTS};
use crate::model::{AtomicRule, BankRule, SharedMemory};
use crate::sim::AccessKind;

/// No device has more banks.
const MOST_BANKS: usize = LISTS;
/// A lane gets at most so many bytes from one instruction.
const WIDEST_BYTES: u64 = 16;
/// Bytes of the words that rules speak of, however wide the banks are.
const WORD_BYTES: u64 = 4;

/// How the shared memory of a device is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Banks {
    /// Number of banks, a power of two, 64 at most.
    pub count: u64,
    /// Bytes of the words that successive banks hold, a power of two.
    pub width_bytes: u64,
    /// Lanes that are served together when each wants one word: a half-warp on
    /// the first cards, a warp since Fermi.
    pub lanes: usize,
    /// Who shares a word.
    pub rule: BankRule,
    /// What lanes do that change the same word.
    pub atomics: AtomicRule,
}

impl From<&SharedMemory> for Banks {
    fn from(shared: &SharedMemory) -> Banks {
        Banks {
            count: u64::from(shared.banks),
            width_bytes: u64::from(shared.bank_bytes),
            lanes: shared.lanes_per_request as usize,
            rule: shared.rule,
            atomics: shared.atomics,
        }
    }
}

/// What an access does to the words it wants, as far as the banks care.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BankAccess {
    Load,
    Store,
    /// Reads, changes and writes a word in one go.
    Atomic(AtomicShape),
}

impl BankAccess {
    /// What an access does, should it be an atomic of that shape.
    #[must_use]
    pub fn of(kind: AccessKind, shape: AtomicShape) -> BankAccess {
        match kind {
            AccessKind::Load | AccessKind::AtomicLoad => BankAccess::Load,
            AccessKind::Store | AccessKind::AtomicStore => BankAccess::Store,
            AccessKind::Atomic => BankAccess::Atomic(shape),
        }
    }

    fn is_atomic(self) -> bool {
        matches!(self, BankAccess::Atomic(_))
    }
}

/// What a request of a warp costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BankCost {
    /// All turns that it takes.
    pub turns: u64,
    /// The turns that it would take if nobody were in anybody's way.
    pub least_turns: u64,
    /// The most words that the lanes of a pass want of one bank: 1 without conflicts.
    pub degree: u64,
    /// Turns that an atomic takes because lanes change the same word, beyond those
    /// for different words of a bank.
    pub same_word_turns: u64,
    /// The most lanes of an atomic that change the same word; 0 for everything else.
    pub lanes_on_word: u64,
}

impl BankCost {
    /// Turns lost because lanes want different words of one bank.
    #[must_use]
    pub fn conflicts(&self) -> u64 {
        self.turns.saturating_sub(self.least_turns + self.same_word_turns)
    }

    fn add(&mut self, pass: &Pass) {
        self.turns += pass.turns;
        self.least_turns += pass.least_turns;
        let unlike = pass.turns.saturating_sub(pass.same_word_turns);
        self.degree = self.degree.max(unlike.checked_div(pass.least_turns).unwrap_or(1));
        self.same_word_turns += pass.same_word_turns;
        self.lanes_on_word = self.lanes_on_word.max(pass.lanes_on_word);
    }
}

/// Lanes that are served together, with a part of the bytes that each wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pass {
    /// The lane that the group starts with, whether or not it is active.
    pub first_lane: usize,
    /// How many lanes belong to the group.
    pub lanes: usize,
    /// Where its bytes lie from where each lane's start.
    pub offset: u64,
    pub bytes: u64,
    /// Turns until the last bank has served all.
    pub turns: u64,
    /// Turns that it would take if nobody were in anybody's way.
    pub least_turns: u64,
    /// Those among them that are due to atomics on the same word.
    pub same_word_turns: u64,
    /// The most lanes of an atomic that change the same word; 0 for everything else.
    pub lanes_on_word: u64,
    /// Turns that each bank is at work; 0 of one that nobody wants anything of.
    pub turns_by_bank: [u8; MOST_BANKS],
}

/// What an access costs on a device with these banks.
#[must_use]
pub fn cost(banks: Banks, kind: BankAccess, access: &WarpAccess<'_>) -> BankCost {
    let mut cost = BankCost { degree: 1, ..BankCost::default() };
    if is_free(banks, kind, access) {
        let passes = access.groups(banks.lanes).count() as u64;
        let lanes_on_word = u64::from(kind.is_atomic());
        return BankCost { turns: passes, least_turns: passes, lanes_on_word, ..cost };
    }
    for_each_pass(banks, kind, access, |pass| cost.add(pass));
    cost
}

/// Walks through the passes of an access, those without an active lane left out.
pub fn for_each_pass(
    banks: Banks,
    kind: BankAccess,
    access: &WarpAccess<'_>,
    mut serve: impl FnMut(&Pass),
) {
    let banks = Banks { count: banks.count.clamp(1, MOST_BANKS as u64), ..banks };
    let pass = Pass {
        first_lane: 0,
        lanes: access.addresses.len(),
        offset: 0,
        bytes: access.bytes_per_lane.max(1),
        turns: 1,
        least_turns: 1,
        same_word_turns: 0,
        lanes_on_word: 0,
        turns_by_bank: [0; MOST_BANKS],
    };
    if kind == BankAccess::Atomic(AtomicShape::Loop) && banks.atomics != AtomicRule::LockLoop {
        let mut pass = pass;
        atomics::serve_loop(banks, access.addresses, &mut pass);
        if pass.turns > 0 {
            serve(&pass);
        }
        return;
    }
    for part in Parts::new(banks, access) {
        let lanes = match kind {
            BankAccess::Load => banks.lanes_per_load(part.bytes, access),
            BankAccess::Store | BankAccess::Atomic(_) => banks.lanes_per_pass(part.bytes),
        };
        for (group, addresses) in access.addresses.chunks(lanes).enumerate() {
            if addresses.iter().all(Option::is_none) {
                continue;
            }
            let (offset, bytes) = (part.offset, part.bytes);
            let (first_lane, lanes) = (group * lanes, addresses.len());
            let mut pass = Pass { first_lane, lanes, offset, bytes, ..pass };
            match (kind, banks.rule) {
                (BankAccess::Atomic(shape), _) => {
                    atomics::serve(banks, shape, addresses, &mut pass);
                }
                (BankAccess::Load, BankRule::OneBroadcast) => {
                    one_broadcast::serve(banks, addresses, &mut pass);
                }
                _ => serve_words(banks, addresses, &mut pass),
            }
            serve(&pass);
        }
    }
}

impl Banks {
    /// Lanes that are served together with so many bytes each: as many as the banks
    /// together can give that much.
    fn lanes_per_pass(&self, bytes: u64) -> usize {
        let at_once = match self.rule {
            BankRule::MulticastPairs => 2 * self.count * self.width_bytes,
            _ => self.count * self.width_bytes,
        };
        (at_once / bytes.max(self.width_bytes).max(1)).clamp(1, self.lanes.max(1) as u64) as usize
    }

    /// Likewise for a load. Devices that merge serve twice as many lanes of a wide
    /// one if all neighbours want the same, or all lanes the same as the next but one.
    fn lanes_per_load(&self, bytes: u64, access: &WarpAccess<'_>) -> usize {
        let lanes = self.lanes_per_pass(bytes);
        let pairs_want_the_same = |apart: usize| {
            access.addresses.iter().enumerate().all(|(lane, address)| {
                let other = access.addresses.get(lane ^ apart).copied().flatten();
                address.zip(other).is_none_or(|(one, other)| one == other)
            })
        };
        let is_wide = bytes > self.width_bytes && bytes <= WIDEST_BYTES;
        let is_merged = self.rule == BankRule::MulticastMerging
            && is_wide
            && (pairs_want_the_same(1) || pairs_want_the_same(2));
        if is_merged { (2 * lanes).min(self.lanes.max(1)) } else { lanes }
    }

    /// The bank that a word of so many bytes lies in, and what tells it from the
    /// others that the bank cannot give in the same turn.
    #[inline]
    fn bank_and_row(&self, word: u64) -> (usize, u64) {
        let count = self.count.max(1);
        let row = match self.rule {
            // A bank gives two words at once whose numbers differ by the number of
            // banks, if the first of them lies in an even row.
            BankRule::MulticastPairs => word / count / 2,
            _ => word / count,
        };
        ((word % count) as usize, row)
    }
}

/// A part of the bytes that each lane wants.
struct Part {
    offset: u64,
    bytes: u64,
}

/// Cuts an access into parts that one instruction can fetch: a lane gets 16 bytes
/// at most, and each part lies at a multiple of its size. The first cards fetch
/// a word at a time.
struct Parts {
    next: u64,
    end: u64,
    /// What all addresses are a multiple of, and no part is wider than.
    alignment: u64,
}

impl Parts {
    fn new(banks: Banks, access: &WarpAccess<'_>) -> Parts {
        let widest = match banks.rule {
            BankRule::OneBroadcast => WORD_BYTES,
            _ => WIDEST_BYTES,
        };
        let bits = access.active().fold(widest, |bits, address| bits | address);
        // An address within a word is no reason to fetch less than the word.
        let alignment = (1 << bits.trailing_zeros()).max(WORD_BYTES);
        Parts { next: 0, end: access.bytes_per_lane.max(1), alignment }
    }
}

impl Iterator for Parts {
    type Item = Part;

    fn next(&mut self) -> Option<Part> {
        let left = self.end.checked_sub(self.next).filter(|&left| left > 0)?;
        let whole = 1 << left.ilog2();
        let aligned = 1 << (self.next | self.alignment).trailing_zeros();
        let part = Part { offset: self.next, bytes: whole.min(aligned) };
        self.next += part.bytes;
        Some(part)
    }
}

/// Whether it is plain at a glance that nobody queues up: neighbouring lanes
/// want neighbouring words, or all of them the same one, which is no atomic.
fn is_free(banks: Banks, kind: BankAccess, access: &WarpAccess<'_>) -> bool {
    let mut active = access.active();
    let Some(first) = active.next() else { return true };
    let word = banks.width_bytes.max(1);
    let is_one_turn = !matches!(kind, BankAccess::Atomic(AtomicShape::Compare | AtomicShape::Loop));
    if access.bytes_per_lane != word || !first.is_multiple_of(word) || !is_one_turn {
        return false;
    }
    let distance = match active.next() {
        Some(second) if second == first && !kind.is_atomic() => 0,
        Some(second) if second == first.wrapping_add(word) => word,
        Some(_) => return false,
        None => return true,
    };
    let mut expected = first.wrapping_add(distance);
    banks.lanes as u64 <= banks.count
        && active.all(|address| {
            expected = expected.wrapping_add(distance);
            address == expected
        })
}

/// Every bank gives one word at a time to all who want it, or takes it.
fn serve_words(banks: Banks, addresses: &[Option<u64>], pass: &mut Pass) {
    let words_per_lane = pass.bytes.div_ceil(banks.width_bytes.max(1)).max(1);
    let shift = banks.width_bytes.max(1).ilog2();
    let mut known = Distinct::new();
    for address in addresses.iter().flatten() {
        let word = address.saturating_add(pass.offset) >> shift;
        for word in word..word.saturating_add(words_per_lane) {
            let (bank, row) = banks.bank_and_row(word);
            let turns = &mut pass.turns_by_bank[bank % MOST_BANKS];
            if known.insert_into(bank, row) {
                // A pass has no more words than lanes, of which there are 64.
                *turns = turns.saturating_add(1);
                pass.turns = pass.turns.max((*turns).into());
            }
        }
    }
    if banks.rule == BankRule::MulticastSlowQuads && pass.bytes == WIDEST_BYTES {
        pass.turns += 1;
        for turns in pass.turns_by_bank.iter_mut().filter(|turns| **turns > 0) {
            *turns = turns.saturating_add(1);
        }
    }
}
