//! The ladder: which rung a kernel is a step up from, and how much faster it is.

use warpbench_catalog::{self as catalog, Rung, Variant};

/// A time at a size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Timed<'a> {
    pub size: &'a [u64],
    pub seconds: f64,
}

impl Timed<'_> {
    /// How many times as fast it is as what came before; nothing at another size.
    #[must_use]
    pub fn speedup(&self, before: &Timed<'_>) -> Option<f64> {
        (before.size == self.size && self.seconds > 0.0).then(|| before.seconds / self.seconds)
    }
}

/// The rung of a ladder that a kernel is a step up from, if it is one.
pub fn rung_before<'a>(
    ladder: impl IntoIterator<Item = &'a Variant>,
    variant: &Variant,
) -> Option<&'a Variant> {
    match variant.rung {
        Rung::Faster | Rung::Contested(_) => {
            ladder.into_iter().take_while(|rung| rung.name != variant.name).last()
        }
        Rung::First | Rung::Comparison(_) => None,
    }
}

/// The same in the catalogue, by its name.
#[must_use]
pub fn kernel_before(kernel: &str) -> Option<&'static str> {
    let (family, variant) = catalog::find(kernel).ok()?;
    rung_before(family.variants, variant).map(|before| before.name)
}

/// A kernel's place in the catalogue.
#[must_use]
pub fn place(kernel: &str) -> usize {
    catalog::variants().position(|(_, variant)| variant.name == kernel).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_steps_have_a_rung_before_them() {
        let check = |kernel: &str, expected: Option<&str>| {
            assert_eq!(kernel_before(kernel), expected, "{kernel}");
        };
        check("reduce_interleaved_divergent", None);
        check("reduce_interleaved_strided", Some("reduce_interleaved_divergent"));
        check("reduce_sequential", Some("reduce_interleaved_strided"));
        check("scale_rows_tiled", Some("scale_rows_naive"));
        check("scale_rows_derived", None);
        check("peak_copy", None);
        check("unheard-of", None);
    }

    #[test]
    fn times_at_different_sizes_are_not_compared() {
        let timed = |size: &'static [u64], seconds: f64| Timed { size, seconds };
        let check = |before: Timed<'_>, after: Timed<'_>, expected: Option<f64>| {
            assert_eq!(after.speedup(&before), expected, "{before:?} {after:?}");
        };
        check(timed(&[1000], 4.0), timed(&[1000], 2.0), Some(2.0));
        check(timed(&[1000], 4.0), timed(&[1000], 8.0), Some(0.5));
        check(timed(&[1000], 4.0), timed(&[2000], 2.0), None);
        check(timed(&[1000], 4.0), timed(&[1000], 0.0), None);
    }
}
