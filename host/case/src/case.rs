//! The case file: how a kernel of one's own is launched, and what must come out.
//!
//! It is TOML. A key that is not known is an error, and so is everything that
//! contradicts itself: a case that is quietly misread teaches nothing. What is
//! needed of the files that it names is read at once, so that a [`Case`] is
//! complete.

use crate::number::{Number, Scalar};
use crate::passed::Given;
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
        let read = files.read(path).and_then(|bytes| {
            String::from_utf8(bytes).map_err(|_| {
                io::Error::new(io::ErrorKind::InvalidData, "stream did not contain valid UTF-8")
            })
        });
        let text = read.map_err(|error| CaseError::Read {
            path: path.to_owned(),
            reason: error.to_string(),
        })?;
        Case::parse(&text, path, most_bytes, files)
    }

    /// Reads the text of a case. Files that it names are looked for beside
    /// `path`.
    pub fn parse(
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
        let folder = path.parent();
        let mut reader = Reader { files, folder, left: most_bytes, most: most_bytes };
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
            grid: axes("grid", &text.grid).map_err(value_error)?,
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
    grid: Vec<u32>,
    block: Option<Vec<u32>>,
    #[serde(default)]
    overrides: BTreeMap<String, ValueText>,
    #[serde(default)]
    scalars: BTreeMap<String, Given>,
    dynamic_shared_bytes: Option<u32>,
    #[serde(default)]
    buffer: Vec<BufferText>,
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
struct BufferText {
    group: Option<u32>,
    binding: Option<u32>,
    name: Option<String>,
    #[serde(rename = "type")]
    scalar: String,
    len: Option<u64>,
    data: Option<Vec<Number>>,
    file: Option<PathBuf>,
    init: Option<String>,
    expect: Option<Vec<Number>>,
    expect_file: Option<PathBuf>,
    tolerance: Option<f64>,
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

/// Where the contents of a buffer come from.
enum Origin {
    Zero,
    CountUp,
    Random(u64),
}

/// Makes buffers of what is written, as long as memory lasts.
struct Reader<'a> {
    files: &'a dyn Files,
    folder: Option<&'a Path>,
    left: u64,
    most: u64,
}

impl Reader<'_> {
    fn buffer(&mut self, text: BufferText, reference: BufferRef) -> Result<CaseBuffer, String> {
        let scalar = Scalar::named(&text.scalar).ok_or_else(|| {
            let known = Scalar::ALL.map(Scalar::name).join(", ");
            format!("there is no type `{}`; the types are {known}", text.scalar)
        })?;
        let bytes = self.contents(&text, scalar)?;
        let len = bytes.len() / scalar.bytes();
        let expected = self.expected(&text, scalar, len)?;
        Ok(CaseBuffer { reference, scalar, bytes, expected })
    }

    fn contents(&mut self, text: &BufferText, scalar: Scalar) -> Result<Vec<u8>, String> {
        let bytes = match (&text.data, &text.file, &text.init, text.len) {
            (Some(_), Some(_), _, _) => {
                return Err("`data` and `file` both say what it holds; leave one out".to_owned());
            }
            (Some(_), _, Some(_), _) | (_, Some(_), Some(_), _) => {
                let other = if text.data.is_some() { "data" } else { "file" };
                return Err(format!("`{other}` and `init` both say what it holds; leave one out"));
            }
            (Some(data), None, None, _) => {
                self.take(data.len() as u64, scalar)?;
                encode("data", data, scalar)?
            }
            (None, Some(file), None, _) => self.file(file, scalar)?,
            (None, None, init, Some(len)) => {
                let origin = init.as_deref().map_or(Ok(Origin::Zero), origin)?;
                let len = self.take(len, scalar)?;
                match origin {
                    Origin::Zero => vec![0; len * scalar.bytes()],
                    Origin::CountUp => scalar.count_up(len),
                    Origin::Random(seed) => scalar.random(len, seed),
                }
            }
            (None, None, _, None) => {
                return Err("its length is not known; write `len`, `data` or `file`".to_owned());
            }
        };
        let len = (bytes.len() / scalar.bytes()) as u64;
        match text.len.filter(|&written| written != len) {
            Some(written) => Err(format!(
                "`len` says {written}, but there are {len} elements; leave `len` out or make it \
                 {len}"
            )),
            None => Ok(bytes),
        }
    }

    fn expected(
        &mut self,
        text: &BufferText,
        scalar: Scalar,
        len: usize,
    ) -> Result<Option<Expected>, String> {
        let bytes = match (&text.expect, &text.expect_file) {
            (Some(_), Some(_)) => {
                return Err(
                    "`expect` and `expect_file` both say what must come out; leave one out"
                        .to_owned(),
                );
            }
            // The numbers are rounded as the buffer's are.
            (Some(expect), None) => encode("expect", expect, scalar)?,
            (None, Some(file)) => self.file(file, scalar)?,
            (None, None) if text.tolerance.is_some() => {
                return Err(
                    "`tolerance` has nothing to compare; write `expect` or leave it out".to_owned()
                );
            }
            (None, None) => return Ok(None),
        };
        let given = bytes.len() / scalar.bytes();
        if given != len {
            return Err(format!(
                "it has {len} elements, but {given} are expected; write one for each"
            ));
        }
        let tolerance = text.tolerance.unwrap_or_else(|| scalar.usual_tolerance());
        if tolerance.is_nan() || tolerance < 0.0 {
            return Err(format!("`tolerance` is {tolerance}; it must be 0 or more"));
        }
        Ok(Some(Expected { bytes, tolerance }))
    }

    /// Takes memory for so many elements.
    fn take(&mut self, len: u64, scalar: Scalar) -> Result<usize, String> {
        let bytes = len.checked_mul(scalar.bytes() as u64);
        if bytes.is_none_or(|bytes| bytes > MOST_BUFFER_BYTES) {
            return Err(format!(
                "{len} elements of {scalar} are too many for a buffer: kernels count bytes with \
                 32 bits, so {MOST_BUFFER_BYTES} bytes are the most; make it shorter"
            ));
        }
        // The system may give less than the limit allows. To ask is better than to be
        // ended when it is used.
        let is_to_be_had = |&bytes: &u64| {
            let room =
                usize::try_from(bytes).map(|bytes| Vec::<u8>::new().try_reserve_exact(bytes));
            bytes <= self.left && matches!(room, Ok(Ok(())))
        };
        let Some(bytes) = bytes.filter(is_to_be_had) else {
            return Err(format!(
                "{len} elements of {scalar} do not fit: all buffers together may take {} MiB; \
                 make it shorter or raise the limit (--memory)",
                self.most >> 20
            ));
        };
        self.left -= bytes;
        usize::try_from(len).map_err(|_| "it is longer than this machine can address".to_owned())
    }

    /// The contents of a file with elements of a type.
    fn file(&mut self, file: &Path, scalar: Scalar) -> Result<Vec<u8>, String> {
        let path = self.folder.map_or_else(|| file.to_owned(), |folder| folder.join(file));
        let fail = |error: std::io::Error| {
            format!("cannot read {}: {error}; it is looked for beside the case", path.display())
        };
        let bytes = self.files.len(&path).map_err(fail)?;
        let size = scalar.bytes() as u64;
        if !bytes.is_multiple_of(size) {
            return Err(format!(
                "{} has {bytes} bytes, which is no multiple of the {size} of {scalar}",
                path.display()
            ));
        }
        self.take(bytes / size, scalar)?;
        self.files.read(&path).map_err(fail)
    }
}

fn origin(init: &str) -> Result<Origin, String> {
    match (init, init.strip_prefix("random:")) {
        ("zero", _) => Ok(Origin::Zero),
        ("iota", _) => Ok(Origin::CountUp),
        (_, Some(seed)) => seed
            .parse()
            .map(Origin::Random)
            .map_err(|_| format!("`{seed}` is no seed; write random:7, for example")),
        _ => Err(format!("`init` is zero, iota or random:SEED, not `{init}`")),
    }
}

fn encode(key: &str, numbers: &[Number], scalar: Scalar) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::with_capacity(numbers.len() * scalar.bytes());
    for (index, &number) in numbers.iter().enumerate() {
        scalar.encode(number, &mut bytes).ok_or_else(|| match number {
            Number::Float(value) if value.fract() == 0.0 && !scalar.is_float() => format!(
                "`{key}` number {index} is {value:?}, and {scalar} takes whole numbers; write \
                 {value:.0}"
            ),
            _ => format!("`{key}` number {index} is {number}, which is no {scalar}"),
        })?;
    }
    Ok(bytes)
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
