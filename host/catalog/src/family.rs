//! Families and variants.

use super::{Dimension, Element, Problem, SizeError, Values, size};
use warpbench_cores::Cores;

/// A topic: kernels that compute the same, or whose differences are the topic.
#[derive(Debug)]
pub struct Family {
    /// The stem of its files.
    pub name: &'static str,
    pub title: &'static str,
    pub summary: &'static str,
    pub sources: Sources,
    /// The variants, in the order they are taught; each second element type
    /// follows after all of the first.
    pub variants: &'static [Variant],
}

/// The texts of a family, as they lie in the repository.
#[derive(Debug)]
pub struct Sources {
    pub rust: &'static str,
    pub wgsl: &'static str,
    /// Its variants for integers, where they stand in files of their own: what a
    /// lesson opens holds nothing but its ladder.
    pub integers: Option<IntegerSources>,
    /// What the Rust kernels were compiled to.
    pub ptx: &'static str,
    /// The compiler's line table: rows of a line of the PTX and the line of the
    /// Rust kernels that it and those after it come from, 0 for none.
    pub ptx_lines: &'static str,
}

/// The texts of a family's variants for integers.
#[derive(Debug)]
pub struct IntegerSources {
    pub rust: &'static str,
    pub wgsl: &'static str,
}

impl Family {
    /// The file with the Rust kernel of a variant, from the kernels' folder, and
    /// its text.
    pub fn rust_of(&self, variant: &Variant) -> (String, &'static str) {
        match (&self.sources.integers, variant.element) {
            (Some(texts), Element::I32) => (format!("integers/{}.rs", self.name), texts.rust),
            _ => (format!("{}.rs", self.name), self.sources.rust),
        }
    }

    /// The file with the WGSL twin of a variant, from the twins' folder, and its
    /// text.
    pub fn wgsl_of(&self, variant: &Variant) -> (String, &'static str) {
        match (&self.sources.integers, variant.element) {
            (Some(texts), Element::I32) => (format!("integers/{}.wgsl", self.name), texts.wgsl),
            _ => (format!("{}.wgsl", self.name), self.sources.wgsl),
        }
    }
}

/// The texts of the family with this stem, which may have files for integers.
macro_rules! sources {
    ($stem:literal) => {
        sources!($stem, None)
    };
    ($stem:literal, with integers) => {
        sources!(
            $stem,
            Some($crate::IntegerSources {
                rust: include_str!(concat!("../../../gpu-kernels/src/integers/", $stem, ".rs")),
                wgsl: include_str!(concat!("../../../wgsl/integers/", $stem, ".wgsl")),
            })
        )
    };
    ($stem:literal, $integers:expr) => {
        $crate::Sources {
            rust: include_str!(concat!("../../../gpu-kernels/src/", $stem, ".rs")),
            wgsl: include_str!(concat!("../../../wgsl/", $stem, ".wgsl")),
            integers: $integers,
            ptx: include_str!(concat!("../../../assets/ptx/", $stem, ".ptx")),
            ptx_lines: include_str!(concat!("../../../assets/ptx/", $stem, ".lines")),
        }
    };
}
pub(super) use sources;

/// How a variant stands to the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rung {
    /// The first of its ladder.
    First,
    /// Meant to be faster than the one before it.
    Faster,
    /// Meant to be faster, but not so on every card. Says why.
    Contested(&'static str),
    /// Not a step up from the one before: something to compare. Says what.
    Comparison(&'static str),
}

/// Which arithmetic the reference uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precision {
    /// 32-bit floats throughout, as a plain program would.
    Single,
    /// 64-bit floats until the result is stored: what results are held to.
    Double,
}

/// One kernel of a family.
#[derive(Debug)]
pub struct Variant {
    pub name: &'static str,
    pub title: &'static str,
    /// What it shows, in a paragraph.
    pub shows: &'static str,
    /// How it stands to the variant before it.
    pub rung: Rung,
    /// Type of the elements it works on.
    pub element: Element,
    /// What the numbers of its size mean.
    pub dimensions: &'static [Dimension],
    /// The size that is used when none is asked for, on a processor.
    pub small: &'static [u64],
    /// The size that is used when none is asked for, on a GPU.
    pub large: &'static [u64],
    /// Builds the problem of a whole size.
    pub(super) problem: fn(&Variant, &[u64], u64) -> Problem,
    /// Computes the output from the buffers' contents.
    pub(super) reference: fn(&dyn Cores, &[u64], &[Values], Precision) -> Values,
}

impl Variant {
    /// The whole size that `given` numbers stand for.
    pub fn size(&self, given: &[u64]) -> Result<Vec<u64>, SizeError> {
        size::complete(self.name, self.dimensions, given)
    }

    /// The problem at a size, with inputs drawn from `seed`.
    pub fn problem(&self, given: &[u64], seed: u64) -> Result<Problem, SizeError> {
        let size = self.size(given)?;
        size::check_volume(self.name, self.dimensions, &size)?;
        let problem = (self.problem)(self, &size, seed);
        size::check_buffers(self.name, &problem)?;
        Ok(problem)
    }

    /// What the problem's output must be, given its buffers' contents.
    pub fn reference(
        &self,
        cores: &dyn Cores,
        given: &[u64],
        contents: &[Values],
        precision: Precision,
    ) -> Values {
        match self.size(given) {
            Ok(size) => (self.reference)(cores, &size, contents, precision),
            Err(_) => Values::zeros(self.element, 0),
        }
    }
}

/// The floats of a buffer.
pub(super) fn floats(contents: &[Values], index: usize) -> &[f32] {
    contents.get(index).and_then(Values::as_f32).unwrap_or_default()
}

/// The unsigned integers of a buffer.
pub(super) fn unsigned(contents: &[Values], index: usize) -> &[u32] {
    contents.get(index).and_then(Values::as_u32).unwrap_or_default()
}

/// Calls a reference that is generic over its arithmetic.
macro_rules! in_precision {
    ($precision:expr, $($path:ident)::+ ($($argument:expr),* $(,)?)) => {
        match $precision {
            $crate::Precision::Single => $($path)::+::<f32>($($argument),*),
            $crate::Precision::Double => $($path)::+::<f64>($($argument),*),
        }
    };
}
pub(super) use in_precision;
