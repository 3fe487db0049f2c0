//! Brings the buffers of a case together with those of a kernel.

use crate::kernel::Declared;
use crate::{BindError, BufferRef, Case, CaseBuffer};
use std::fmt::Write;
use warpbench_front::Language;

/// A buffer of a case and the variable that it is bound to.
#[derive(Clone, Debug, PartialEq)]
pub struct BoundBuffer {
    pub variable: Declared,
    pub buffer: CaseBuffer,
}

impl BoundBuffer {
    /// Whether it is a buffer of the case. What a kernel in Rust is passed by
    /// value is in a uniform that was made for it.
    pub fn is_of_case(&self, language: Language) -> bool {
        language != Language::Rust || !self.variable.is_uniform
    }
}

/// Buffers of a case with their variables, and what may not be meant.
pub fn bind(
    case: Case,
    entry: &str,
    declared: &[Declared],
) -> Result<(Vec<BoundBuffer>, Vec<String>), BindError> {
    let path = case.path;
    let fail = |what: String| BindError::Binding {
        path: path.clone(),
        what,
        entry: entry.to_owned(),
        list: list(declared),
    };
    let mut bound: Vec<BoundBuffer> = Vec::new();
    let mut warnings = Vec::new();
    for buffer in case.buffers {
        let reference = buffer.reference.clone();
        // Kernels of one text may use one binding for different variables.
        let mut there: Vec<&Declared> = declared.iter().filter(|d| is_at(d, &reference)).collect();
        there.sort_by_key(|variable| !variable.is_used);
        let Some(&variable) = there.first() else {
            return Err(fail(format!("{reference}: the text has no such variable")));
        };
        if bound.iter().any(|other| other.variable == *variable) {
            return Err(fail(format!("{reference}: `{}` is bound already", variable.name)));
        }
        if !variable.is_used {
            warnings.push(format!("{reference}: the kernel `{entry}` does not use it"));
        }
        let given = buffer.bytes.len() as u64;
        if variable.is_used && !variable.is_open && given < u64::from(variable.bytes) {
            return Err(fail(format!(
                "{reference}: it has {given} bytes, but {} takes {}",
                variable.type_name, variable.bytes
            )));
        }
        bound.push(BoundBuffer { variable: variable.clone(), buffer });
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

fn is_at(declared: &Declared, reference: &BufferRef) -> bool {
    match reference {
        BufferRef::Binding(group, binding) => {
            (declared.group, declared.binding) == (*group, *binding)
        }
        BufferRef::Name(name) => declared.name == *name,
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
