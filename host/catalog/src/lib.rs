//! The catalogue of kernels, as data.
//!
//! A [`Family`] is a topic with its sources in Rust, WGSL and PTX; its
//! [`Variant`]s are the rungs of a ladder, in the order they are taught. A
//! variant at a size gives a [`Problem`]: buffers, launches, and what must be
//! moved and computed. Nothing here runs anything.

mod family;
mod matrices;
mod problem;
mod size;
mod values;

mod copy;
mod divergence;
mod first_warp;
mod histogram;
mod jacobi;
mod matmul;
mod matvec;
mod peak;
mod reduce;
mod saxpy;
mod scale_rows;
mod template_match;
mod transpose;
mod vecadd;

pub mod reference;

pub use family::{Family, IntegerSources, Precision, Rung, Sources, Variant};
pub use matrices::MatrixShape;
pub use problem::{Argument, Buffer, BufferIndex, Launch, Problem};
pub use size::{Dimension, Rest, SizeError};
pub use values::{Element, Init, POISON, Values};

use thiserror::Error;

/// Every family, in the order they are taught.
pub static FAMILIES: &[&Family] = &[
    &first_warp::FAMILY,
    &vecadd::FAMILY,
    &saxpy::FAMILY,
    &reduce::FAMILY,
    &matmul::FAMILY,
    &scale_rows::FAMILY,
    &copy::FAMILY,
    &transpose::FAMILY,
    &matvec::FAMILY,
    &template_match::FAMILY,
    &jacobi::FAMILY,
    &histogram::FAMILY,
    &divergence::FAMILY,
    &peak::FAMILY,
];

/// Every variant with its family, in order.
pub fn variants() -> impl Iterator<Item = (&'static Family, &'static Variant)> {
    FAMILIES.iter().flat_map(|family| family.variants.iter().map(move |variant| (*family, variant)))
}

/// A name that the catalogue does not know.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no kernel named `{name}`{}; `warpbench list` shows all of them", suggestion(.nearest))]
pub struct UnknownName {
    pub name: String,
    /// The known name that is most like it, if any is.
    pub nearest: Option<&'static str>,
}

fn suggestion(nearest: &Option<&'static str>) -> String {
    nearest.map(|name| format!("; did you mean `{name}`?")).unwrap_or_default()
}

/// The variant of that name, and its family.
pub fn find(name: &str) -> Result<(&'static Family, &'static Variant), UnknownName> {
    variants()
        .find(|(_, variant)| variant.name == name)
        .ok_or_else(|| unknown(name, variants().map(|(_, variant)| variant.name)))
}

/// The variants that a name stands for: one variant, or a family's all.
pub fn select(name: &str) -> Result<Vec<(&'static Family, &'static Variant)>, UnknownName> {
    if let Some(family) = FAMILIES.iter().find(|family| family.name == name) {
        // A family of one has the name of its variant.
        return Ok(family.variants.iter().map(|variant| (*family, variant)).collect());
    }
    let families = FAMILIES.iter().map(|family| family.name);
    find(name)
        .map(|found| vec![found])
        .map_err(|_| unknown(name, variants().map(|(_, variant)| variant.name).chain(families)))
}

fn unknown(name: &str, known: impl Iterator<Item = &'static str>) -> UnknownName {
    // A third of the letters may be wrong before a suggestion misleads.
    let nearest = known
        .map(|candidate| (strsim::damerau_levenshtein(name, candidate), candidate))
        .min()
        .filter(|&(distance, candidate)| distance * 3 <= candidate.len().max(name.len()))
        .map(|(_, candidate)| candidate);
    UnknownName { name: name.to_owned(), nearest }
}

/// The code of the README, which is run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeCode;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_names_suggest_the_nearest() {
        let check = |name: &str, nearest: Option<&str>| {
            assert_eq!(find(name).expect_err(name).nearest, nearest, "{name}");
        };
        check("reduce_sequental", Some("reduce_sequential"));
        check("matmul_tield", Some("matmul_tiled"));
        check("vecad", Some("vecadd"));
        check("bubblesort", None);
        check("", None);
    }

    #[test]
    fn a_name_selects_a_variant_or_a_family() {
        let check = |name: &str, expected: usize| {
            assert_eq!(select(name).map(|found| found.len()), Ok(expected), "{name}");
        };
        check("vecadd", 1);
        check("reduce", 14);
        check("reduce_shuffle_i32", 1);
        check("matmul", 7);
        assert_eq!(select("matmull").expect_err("misspelt").nearest, Some("matmul"));
    }
}
