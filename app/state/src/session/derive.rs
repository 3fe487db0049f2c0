//! The coalesced form of a kernel, derived from its text.

use serde::{Deserialize, Serialize};
use warpbench_derive::coalesce::{self, Wanted};
use warpbench_front::Source;

/// A kernel whose coalesced form is asked for.
#[derive(Debug, Serialize, Deserialize)]
pub struct DeriveRequest {
    /// The run that it is for; another run has no use for it.
    pub ticket: u64,
    /// The name of the text.
    pub key: String,
    pub text: String,
    pub kernel: String,
    /// The grid and the block of its launch, where they are known.
    pub launch: Option<([u32; 3], [u32; 3])>,
}

/// A text with the derived kernel in the place of the naive one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DerivedKernel {
    pub key: String,
    pub text: String,
    pub block: [u32; 3],
    /// The grid that has as many threads as the naive kernel's launch had, where its
    /// blocks were others.
    pub grid: Option<[u32; 3]>,
}

/// Derives a kernel; says why where that cannot be.
pub fn derive(request: &DeriveRequest) -> Result<DerivedKernel, String> {
    let source = Source { path: request.key.clone(), text: request.text.clone() };
    let wanted = Wanted { kernel: Some(request.kernel.clone()), block: None };
    let derived = coalesce::derive(&source, &wanted).map_err(|error| {
        let reason = error.diagnostics.first();
        let line = reason.map_or(1, |own| own.location_or_start().line);
        let message = reason.map_or("it cannot be read", |own| own.message.as_str());
        let help = reason.and_then(|own| own.help.as_deref()).unwrap_or_default();
        format!("Not derived, line {line}: {message}. {help}")
    })?;
    let other = request.launch.filter(|(_, block)| *block != derived.block);
    Ok(DerivedKernel {
        key: request.key.clone(),
        text: derived.text(),
        block: derived.block,
        grid: other.map(|(grid, block)| derived.grid(grid, block)),
    })
}
