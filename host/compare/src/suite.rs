//! Suites: which kernels are measured.

use crate::ceilings::PEAKS;
use warpbench_catalog as catalog;
use warpbench_catalog::{Element, Family, UnknownName, Variant};

/// A kernel with its family.
pub type Kernel = (&'static Family, &'static Variant);

/// The suite that is run if nobody says otherwise.
pub const DEFAULT: &str = "default";

/// Every kernel of the catalogue.
pub const ALL: &str = "all";

/// What the default suite is made of: the ladders of the three main lessons
/// (reduction, matrix multiplication, and coalescing with its row scaling), then
/// what memory is asked for in other ways.
const DEFAULT_FAMILIES: [&str; 8] =
    ["peak", "reduce", "matmul", "copy", "scale_rows", "transpose", "matvec", "histogram"];

/// The kernels that names stand for: suites, families or kernels. The ceilings come
/// first, each kernel comes once.
pub fn kernels<'a>(names: impl IntoIterator<Item = &'a str>) -> Result<Vec<Kernel>, UnknownName> {
    let mut found: Vec<Kernel> = Vec::new();
    for name in names {
        for kernel in of_name(name)? {
            if !found.iter().any(|(_, known)| known.name == kernel.1.name) {
                found.push(kernel);
            }
        }
    }
    found.sort_by_key(|(_, variant)| !PEAKS.contains(&variant.name));
    Ok(found)
}

fn of_name(name: &str) -> Result<Vec<Kernel>, UnknownName> {
    match name {
        ALL => Ok(catalog::variants().collect()),
        DEFAULT => {
            let mut kernels = Vec::new();
            for family in DEFAULT_FAMILIES {
                kernels.extend(catalog::select(family)?);
            }
            // The integer forms of a ladder are the same lesson once more.
            kernels.retain(|(family, variant)| {
                family.name == "histogram" || variant.element != Element::I32
            });
            Ok(kernels)
        }
        name => catalog::select(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_suites_families_and_kernels() {
        let check = |names: &[&str], first: &str, count: usize| {
            let found = kernels(names.iter().copied()).expect("known");
            assert_eq!((found[0].1.name, found.len()), (first, count), "{names:?}");
        };
        check(&["vecadd"], "vecadd", 1);
        check(&["transpose", "peak"], "peak_read", 6);
        check(&["transpose", "transpose_padded"], "transpose_naive", 3);
        check(&["default"], "peak_read", 3 + 7 + 7 + 5 + 3 + 3 + 3 + 2);
        check(&["all", "default"], "peak_read", catalog::variants().count());
        assert!(kernels(["defualt"]).is_err());
    }
}
