//! The buffers of a case, made of what is written there.

use crate::case::{
    BufferRef, BufferText, CaseBuffer, CaseKind, Expected, Files, MOST_BUFFER_BYTES,
};
use crate::number::{Number, Scalar};
use std::path::Path;

/// Where the contents of a buffer come from.
enum Origin {
    Zero,
    CountUp,
    Random(u64),
    Digits(u64),
}

/// Makes buffers of what is written, as long as memory lasts.
pub(crate) struct Reader<'a> {
    pub(crate) files: &'a dyn Files,
    pub(crate) folder: Option<&'a Path>,
    pub(crate) left: u64,
    pub(crate) most: u64,
    pub(crate) kind: CaseKind,
}

impl Reader<'_> {
    pub(crate) fn buffer(
        &mut self,
        text: BufferText,
        reference: BufferRef,
    ) -> Result<CaseBuffer, String> {
        let scalar = Scalar::named(&text.scalar).ok_or_else(|| {
            let known = Scalar::ALL.map(Scalar::name).join(", ");
            format!("there is no type `{}`; the types are {known}", text.scalar)
        })?;
        let bytes = self.contents(&text, scalar)?;
        let len = bytes.len() / scalar.bytes();
        let expected = self.expected(&text, scalar, len)?;
        Ok(CaseBuffer { reference, scalar, bytes, expected, tolerance: text.tolerance })
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
                    Origin::Digits(seed) => scalar.digits(len, seed),
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
        if let Some(tolerance) = text.tolerance.filter(|own| own.is_nan() || *own < 0.0) {
            return Err(format!("`tolerance` is {tolerance}; it must be 0 or more"));
        }
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
            // A program's results are compared whatever the case says.
            (None, None) if text.tolerance.is_some() && self.kind == CaseKind::Kernel => {
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
    let (kind, seed) = init.split_once(':').unwrap_or((init, ""));
    let made = match kind {
        "random" => Origin::Random,
        "digits" => Origin::Digits,
        _ => {
            return match init {
                "zero" => Ok(Origin::Zero),
                "iota" => Ok(Origin::CountUp),
                _ => Err(format!("`init` is zero, iota, random:SEED or digits:SEED, not `{init}`")),
            };
        }
    };
    let fail = |_| format!("`{seed}` is no seed; write {kind}:7, for example");
    seed.parse().map(made).map_err(fail)
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
