//! Sizes that are given for all kernels or for some.

use super::parse_size;
use anyhow::Result;
use std::fmt;
use warpbench_catalog as catalog;
use warpbench_catalog::{Family, Variant};

/// A size, and what it is for; nothing is for everything.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct NamedSize {
    pub(super) name: Option<String>,
    pub(super) size: Vec<u64>,
}

impl fmt::Display for NamedSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers: Vec<String> = self.size.iter().map(u64::to_string).collect();
        match &self.name {
            Some(name) => write!(f, "{name}={}", numbers.join(",")),
            None => f.write_str(&numbers.join(",")),
        }
    }
}

pub(super) fn parse_named_size(text: &str) -> Result<NamedSize, String> {
    let (name, size) = match text.split_once('=') {
        Some((name, size)) => (Some(name.to_owned()), size),
        None => (None, text),
    };
    Ok(NamedSize { name, size: parse_size(size)? })
}

/// Whether all names are names of kernels or families.
pub(super) fn check_names(sizes: &[NamedSize]) -> Result<()> {
    for name in sizes.iter().filter_map(|size| size.name.as_deref()) {
        catalog::select(name)?;
    }
    Ok(())
}

/// The size that was asked for: the most particular one counts, and the last of
/// those.
pub(super) fn requested_size<'a>(
    sizes: &'a [NamedSize],
    family: &Family,
    variant: &Variant,
) -> Option<&'a [u64]> {
    let named = |name: Option<&str>| sizes.iter().rev().find(|size| size.name.as_deref() == name);
    named(Some(variant.name))
        .or_else(|| named(Some(family.name)))
        .or_else(|| named(None))
        .map(|size| size.size.as_slice())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_particular_size_counts() {
        let sizes: Vec<NamedSize> = ["100", "reduce=200", "reduce_shuffle=300", "reduce=250"]
            .iter()
            .map(|text| parse_named_size(text).expect(text))
            .collect();
        let check = |name: &str, expected: &[u64]| {
            let (family, variant) = catalog::find(name).expect(name);
            assert_eq!(requested_size(&sizes, family, variant), Some(expected), "{name}");
        };
        check("vecadd", &[100]);
        check("reduce_sequential", &[250]);
        check("reduce_shuffle", &[300]);
        let (family, variant) = catalog::find("vecadd").expect("vecadd");
        assert_eq!(requested_size(&[], family, variant), None);
        let written: Vec<String> = sizes.iter().map(ToString::to_string).collect();
        assert_eq!(written, ["100", "reduce=200", "reduce_shuffle=300", "reduce=250"]);
    }

    #[test]
    fn unknown_names_are_refused() {
        let size = parse_named_size("redcue=5").expect("well formed");
        assert!(check_names(&[size]).is_err());
    }
}
