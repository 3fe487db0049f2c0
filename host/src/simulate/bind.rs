//! Brings the buffers of a case together with those of a kernel.

use super::SimulateError;
use super::case::{BufferPlace, Case, CaseBuffer};
use super::kernel::Declared;
use crate::front::Language;
use crate::sim::Buffers;
use crate::sim::code::Code;
use std::fmt::Write;

/// A buffer of a case and the variable that it is bound to.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Bound {
    pub(super) variable: Declared,
    pub(super) buffer: CaseBuffer,
}

impl Bound {
    /// Its contents. Memory is made of whole words. A kernel in Rust may take a
    /// buffer of numbers by fours; the last four are then whole, as on a GPU.
    fn words(&self, language: Language) -> Vec<u32> {
        let mut words = words(&self.buffer.bytes);
        if language == Language::Rust && self.variable.is_open {
            let element = (self.variable.bytes as usize).div_ceil(4).max(1);
            words.resize(words.len().next_multiple_of(element), 0);
        }
        words
    }

    /// Whether it is a buffer of the case. What a kernel in Rust is passed by
    /// value is in a uniform that was made for it.
    pub(super) fn is_of_case(&self, language: Language) -> bool {
        language != Language::Rust || !self.variable.is_uniform
    }
}

/// Buffers of a case with their variables, and what may not be meant.
pub(super) fn bind(
    case: Case,
    entry: &str,
    declared: &[Declared],
) -> Result<(Vec<Bound>, Vec<String>), SimulateError> {
    let path = case.path;
    let fail = |what: String| SimulateError::Binding {
        path: path.clone(),
        what,
        entry: entry.to_owned(),
        list: list(declared),
    };
    let mut bound: Vec<Bound> = Vec::new();
    let mut warnings = Vec::new();
    for buffer in case.buffers {
        let place = buffer.place.clone();
        // Kernels of one text may use one binding for different variables.
        let mut there: Vec<&Declared> = declared.iter().filter(|d| is_at(d, &place)).collect();
        there.sort_by_key(|variable| !variable.is_used);
        let Some(&variable) = there.first() else {
            return Err(fail(format!("{place}: the text has no such variable")));
        };
        if bound.iter().any(|other| other.variable == *variable) {
            return Err(fail(format!("{place}: `{}` is bound already", variable.name)));
        }
        if !variable.is_used {
            warnings.push(format!("{place}: the kernel `{entry}` does not use it"));
        }
        let given = buffer.bytes.len() as u64;
        if variable.is_used && !variable.is_open && given < u64::from(variable.bytes) {
            return Err(fail(format!(
                "{place}: it has {given} bytes, but {} takes {}",
                variable.type_name, variable.bytes
            )));
        }
        bound.push(Bound { variable: variable.clone(), buffer });
    }
    let is_bound = |variable: &Declared| bound.iter().any(|bound| bound.variable == *variable);
    let missing: Vec<String> = declared
        .iter()
        .filter(|variable| variable.is_used && !is_bound(variable))
        .map(|variable| format!("`{}`", variable.name))
        .collect();
    if !missing.is_empty() {
        return Err(fail(format!("no buffer is bound to {}", missing.join(", "))));
    }
    Ok((bound, warnings))
}

fn is_at(declared: &Declared, place: &BufferPlace) -> bool {
    match place {
        BufferPlace::Binding(group, binding) => {
            (declared.group, declared.binding) == (*group, *binding)
        }
        BufferPlace::Name(name) => declared.name == *name,
    }
}

/// What there is to bind, a line each.
fn list(declared: &[Declared]) -> String {
    let mut list = String::new();
    for variable in declared {
        let unused = if variable.is_used { "" } else { " (not used)" };
        let _ = write!(list, "\n  {variable}{unused}");
    }
    if list.is_empty() { "\n  nothing".to_owned() } else { list }
}

/// The buffers that the code wants, in its order.
pub(super) fn fill(code: &Code, bound: &[Bound], language: Language) -> Buffers {
    let words = code.buffers.iter().map(|slot| {
        let found = bound.iter().find(|bound| {
            (bound.variable.group, bound.variable.binding) == (slot.group, slot.binding)
        });
        found.map(|bound| bound.words(language)).unwrap_or_default()
    });
    Buffers(words.collect())
}

/// Takes over what the code has left in its buffers.
pub(super) fn read_back(code: &Code, buffers: &Buffers, bound: &mut [Bound]) {
    for (slot, words) in code.buffers.iter().zip(&buffers.0) {
        for bound in &mut *bound {
            if (bound.variable.group, bound.variable.binding) == (slot.group, slot.binding) {
                let bytes = words.iter().flat_map(|word| word.to_le_bytes());
                for (to, from) in bound.buffer.bytes.iter_mut().zip(bytes) {
                    *to = from;
                }
            }
        }
    }
}

fn words(bytes: &[u8]) -> Vec<u32> {
    let (whole, rest) = bytes.as_chunks::<4>();
    let mut words: Vec<u32> = whole.iter().map(|&word| u32::from_le_bytes(word)).collect();
    if !rest.is_empty() {
        let mut word = [0; 4];
        word[..rest.len()].copy_from_slice(rest);
        words.push(u32::from_le_bytes(word));
    }
    words
}
