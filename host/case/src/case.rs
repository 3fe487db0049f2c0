//! The case file: how a kernel of one's own is launched, and what must come out.
//!
//! It is TOML. A key that is not known is an error, and so is everything that
//! contradicts itself: a case that is quietly misread teaches nothing. What is
//! needed of the files that it names is read at once, so that a [`Case`] is
//! complete.

use crate::by_value::Given;
use crate::number::{Number, Scalar};
use crate::reader::Reader;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// A case that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CaseError {
    /// The file cannot be read.
    #[error("cannot read the case {}: {reason}", .path.display())]
    Read { path: PathBuf, reason: String },
    /// The text is not TOML, lacks a key, or has one that is not known.
    #[error("{} is no case:\n{reason}", .path.display())]
    Parse {
        path: PathBuf,
        /// What the parser says, with the place.
        reason: String,
    },
    #[error("{}: {reason}", .path.display())]
    Value {
        path: PathBuf,
        /// What is wrong and what to write instead.
        reason: String,
    },
    #[error("{}, {buffer}: {reason}", .path.display())]
    Buffer {
        path: PathBuf,
        buffer: BufferRef,
        /// What is wrong and what to write instead.
        reason: String,
    },
}

/// How a kernel is launched, on what, and what must come out.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// The file that it comes from.
    pub path: PathBuf,
    /// The kernel; may be left out where the text has only one.
    pub entry: Option<String>,
    /// Blocks, x, y, z.
    pub grid: [u32; 3],
    /// Threads per block, for kernels that do not say it themselves.
    pub block: Option<[u32; 3]>,
    /// Values of override constants, or of a Rust kernel's const parameters; true
    /// is 1.
    pub overrides: BTreeMap<String, f64>,
    /// Values of what a Rust kernel is passed by value; true is 1.
    pub scalars: BTreeMap<String, Given>,
    /// Bytes of shared memory whose size the launch chooses, for Rust kernels.
    pub dynamic_shared_bytes: u32,
    /// The buffers, in the order of the file.
    pub buffers: Vec<CaseBuffer>,
}

/// A buffer of a case.
#[derive(Clone, Debug, PartialEq)]
pub struct CaseBuffer {
    /// Which variable of the kernel it is bound to.
    pub reference: BufferRef,
    pub scalar: Scalar,
    /// Its contents before the launch.
    pub bytes: Vec<u8>,
    /// Its contents afterwards, if the case knows.
    pub expected: Option<Expected>,
    /// How far results may be off, if the case says.
    pub tolerance: Option<f64>,
}

/// What a case is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CaseKind {
    Kernel,
    /// A sequential program with directives, which say themselves how kernels are launched.
    Program,
}

/// What a buffer must hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Expected {
    /// One value for each element, as they lie in memory.
    pub bytes: Vec<u8>,
    /// How far each may be off.
    pub tolerance: f64,
}

/// How a case names a variable of the kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BufferRef {
    /// By `@group` and `@binding`.
    Binding(u32, u32),
    Name(String),
}

impl fmt::Display for BufferRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BufferRef::Binding(group, binding) => {
                write!(f, "buffer of group {group}, binding {binding}")
            }
            BufferRef::Name(name) => write!(f, "buffer `{name}`"),
        }
    }
}

/// The most bytes that a buffer has: addresses in a kernel have 32 bits, and memory
/// is read by up to 16 bytes at once.
pub const MOST_BUFFER_BYTES: u64 = (u32::MAX - 15) as u64;

/// The files that a case may name.
pub trait Files {
    /// How many bytes a file has, so that one that is too large is never read.
    fn len(&self, path: &Path) -> io::Result<u64>;

    fn read(&self, path: &Path) -> io::Result<Vec<u8>>;
}

impl Case {
    /// Reads a case file. All its buffers together may take `most_bytes`.
    pub fn load(path: &Path, most_bytes: u64, files: &dyn Files) -> Result<Case, CaseError> {
        Case::load_for(CaseKind::Kernel, path, most_bytes, files)
    }

    /// Reads a case file for a kernel or a program.
    pub fn load_for(
        kind: CaseKind,
        path: &Path,
        most_bytes: u64,
        files: &dyn Files,
    ) -> Result<Case, CaseError> {
        let read = files.read(path).and_then(|bytes| {
            String::from_utf8(bytes).map_err(|_| {
                io::Error::new(io::ErrorKind::InvalidData, "stream did not contain valid UTF-8")
            })
        });
        let text = read.map_err(|error| CaseError::Read {
            path: path.to_owned(),
            reason: error.to_string(),
        })?;
        Case::parse_for(kind, &text, path, most_bytes, files)
    }

    /// Reads the text of a case. Files that it names are looked for beside
    /// `path`.
    pub fn parse(
        text: &str,
        path: &Path,
        most_bytes: u64,
        files: &dyn Files,
    ) -> Result<Case, CaseError> {
        Case::parse_for(CaseKind::Kernel, text, path, most_bytes, files)
    }

    /// Reads the text of a case for a kernel or a program.
    pub fn parse_for(
        kind: CaseKind,
        text: &str,
        path: &Path,
        most_bytes: u64,
        files: &dyn Files,
    ) -> Result<Case, CaseError> {
        let text: CaseText = toml::from_str(text).map_err(|error| CaseError::Parse {
            path: path.to_owned(),
            reason: error.to_string().trim_end().to_owned(),
        })?;
        let value_error = |reason| CaseError::Value { path: path.to_owned(), reason };
        let grid = text.grid(kind).map_err(value_error)?;
        let folder = path.parent();
        let mut reader = Reader { files, folder, left: most_bytes, most: most_bytes, kind };
        let mut buffers = Vec::new();
        for (index, buffer) in text.buffer.into_iter().enumerate() {
            let reference = reference(&buffer, index).map_err(value_error)?;
            let read = reader.buffer(buffer, reference.clone());
            buffers.push(read.map_err(|reason| CaseError::Buffer {
                path: path.to_owned(),
                buffer: reference,
                reason,
            })?);
        }
        Ok(Case {
            path: path.to_owned(),
            entry: text.entry,
            grid,
            block: text
                .block
                .map(|block| axes("block", &block))
                .transpose()
                .map_err(value_error)?,
            overrides: text.overrides.into_iter().map(|(name, v)| (name, v.float())).collect(),
            scalars: text.scalars,
            dynamic_shared_bytes: text.dynamic_shared_bytes.unwrap_or(0),
            buffers,
        })
    }
}

/// A case as it is written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct CaseText {
    entry: Option<String>,
    grid: Option<Vec<u32>>,
    block: Option<Vec<u32>>,
    #[serde(default)]
    overrides: BTreeMap<String, ValueText>,
    #[serde(default)]
    scalars: BTreeMap<String, Given>,
    dynamic_shared_bytes: Option<u32>,
    #[serde(default)]
    buffer: Vec<BufferText>,
}

impl CaseText {
    /// The grid, which a kernel needs and a program must not have.
    fn grid(&self, kind: CaseKind) -> Result<[u32; 3], String> {
        let said = [
            ("grid", self.grid.is_some()),
            ("block", self.block.is_some()),
            ("overrides", !self.overrides.is_empty()),
            ("dynamic_shared_bytes", self.dynamic_shared_bytes.is_some()),
        ];
        match (kind, &self.grid) {
            (CaseKind::Kernel, Some(grid)) => axes("grid", grid),
            (CaseKind::Kernel, None) => Err("missing field `grid`; write how many blocks are \
                                             launched, such as grid = [4, 1, 1]"
                .to_owned()),
            (CaseKind::Program, _) => match said.iter().find(|(_, is_said)| *is_said) {
                Some((key, _)) => Err(format!(
                    "`{key}` is for kernels; how those of a program with directives are launched \
                     stands in its `kernel` directives: leave it out"
                )),
                None => Ok([1; 3]),
            },
        }
    }
}

/// A single value as it is written.
#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "a value is a number, true or false")]
enum ValueText {
    Flag(bool),
    Number(Number),
}

impl ValueText {
    fn number(&self) -> Number {
        match self {
            ValueText::Flag(flag) => Number::Integer(i128::from(*flag)),
            ValueText::Number(number) => *number,
        }
    }

    fn float(&self) -> f64 {
        self.number().float()
    }
}

/// A buffer as it is written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BufferText {
    group: Option<u32>,
    binding: Option<u32>,
    name: Option<String>,
    #[serde(rename = "type")]
    pub(crate) scalar: String,
    pub(crate) len: Option<u64>,
    pub(crate) data: Option<Vec<Number>>,
    pub(crate) file: Option<PathBuf>,
    pub(crate) init: Option<String>,
    pub(crate) expect: Option<Vec<Number>>,
    pub(crate) expect_file: Option<PathBuf>,
    pub(crate) tolerance: Option<f64>,
}

fn axes(key: &str, numbers: &[u32]) -> Result<[u32; 3], String> {
    match *numbers {
        [x] => Ok([x, 1, 1]),
        [x, y] => Ok([x, y, 1]),
        [x, y, z] => Ok([x, y, z]),
        _ => Err(format!(
            "`{key}` has {} numbers; it takes one to three, such as [4, 1, 1]",
            numbers.len()
        )),
    }
}

fn reference(buffer: &BufferText, index: usize) -> Result<BufferRef, String> {
    match (buffer.group, buffer.binding, &buffer.name) {
        (group, Some(binding), None) => Ok(BufferRef::Binding(group.unwrap_or(0), binding)),
        (None, None, Some(name)) => Ok(BufferRef::Name(name.clone())),
        (_, _, Some(name)) => Err(format!(
            "buffer {} has both `name = \"{name}\"` and a group or binding; one of them is enough",
            index + 1
        )),
        (_, None, None) => Err(format!(
            "buffer {} does not say what it is bound to; write `group = 0` and `binding = 0`, or \
             `name = \"…\"`",
            index + 1
        )),
    }
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
