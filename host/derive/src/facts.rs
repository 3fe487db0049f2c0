//! Facts about variables, and what follows from them.
//!
//! A loop's variable lies between its bounds, which are polynomials of variables
//! further out; a parameter of an unsigned type is not below zero. That is enough to
//! show that most indices lie inside their arrays.

use crate::poly::Poly;
use std::collections::BTreeSet;

/// A variable's values, both ends included.
#[derive(Clone, Debug)]
struct Bounds {
    name: String,
    low: Poly,
    high: Poly,
    /// Every value is the low end and a multiple of this.
    step: i64,
}

#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// From the outside in, so that bounds only name variables before them.
    bounds: Vec<Bounds>,
    naturals: BTreeSet<String>,
}

impl Facts {
    /// A variable that is not below zero.
    pub fn natural(&mut self, name: &str) {
        self.naturals.insert(name.to_owned());
    }

    /// A variable between two values, in steps from the lower one.
    pub fn between(&mut self, name: &str, low: Poly, high: Poly, step: i64) {
        self.forget(name);
        self.bounds.push(Bounds { name: name.to_owned(), low, high, step });
    }

    pub fn forget(&mut self, name: &str) {
        self.bounds.retain(|own| own.name != name);
    }

    /// Whether a polynomial is zero or more, as far as that can be shown.
    pub fn is_natural(&self, poly: &Poly) -> bool {
        let mut poly = poly.clone();
        for own in self.bounds.iter().rev() {
            if !poly.mentions(&own.name) {
                continue;
            }
            if !poly.is_affine_in(&own.name) {
                return false;
            }
            // Other variables of a term must not turn its sign around.
            let (added, taken) = poly.coefficient(&own.name).parts();
            let others = added.plus(&taken);
            if !others.terms().all(|(atoms, _)| atoms.iter().all(|atom| self.knows(&atom.text))) {
                return false;
            }
            let rest = poly.replace(&own.name, &Poly::default());
            poly = rest.plus(&added.product(&own.low)).minus(&taken.product(&own.high));
        }
        poly.terms().all(|(atoms, factor)| {
            factor >= 0 && atoms.iter().all(|atom| self.naturals.contains(&atom.text))
        })
    }

    /// The smallest or the largest value of a polynomial, by what is outside of all
    /// loops; nothing where it does not follow its variables evenly.
    pub fn extreme(&self, poly: &Poly, is_largest: bool) -> Option<Poly> {
        let mut poly = poly.clone();
        for own in self.bounds.iter().rev() {
            if !poly.mentions(&own.name) {
                continue;
            }
            let factor = poly.is_affine_in(&own.name).then(|| poly.coefficient(&own.name))?;
            let (added, taken) = factor.parts();
            let (more, less) = match is_largest {
                true => (&own.high, &own.low),
                false => (&own.low, &own.high),
            };
            let rest = poly.replace(&own.name, &Poly::default());
            poly = rest.plus(&added.product(more)).minus(&taken.product(less));
        }
        Some(poly)
    }

    /// Whether a variable is never below zero.
    fn knows(&self, name: &str) -> bool {
        self.naturals.contains(name)
            || self.bounds.iter().any(|own| own.name == name && self.is_natural(&own.low))
    }

    /// Whether the first is never larger than the second.
    pub fn is_at_most(&self, small: &Poly, large: &Poly) -> bool {
        self.is_natural(&large.minus(small))
    }

    /// Whether every value of a polynomial is a multiple of a number.
    pub fn is_multiple(&self, poly: &Poly, of: i64) -> bool {
        let mut poly = poly.clone();
        for own in self.bounds.iter().rev() {
            if !poly.mentions(&own.name) || !poly.is_affine_in(&own.name) {
                continue;
            }
            // Steps that are multiples themselves do not matter.
            let steps = poly.coefficient(&own.name).times(own.step);
            if steps.terms().all(|(_, factor)| factor % of == 0) {
                poly = poly.replace(&own.name, &own.low);
            }
        }
        poly.terms().all(|(_, factor)| factor % of == 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constant::Values;

    #[test]
    fn what_loops_say_of_their_variables_is_used() {
        let poly = |text: &str| Poly::of(&crate::syntax::expr_of(text), &Values::new());
        let mut facts = Facts::default();
        facts.natural("n");
        facts.between("i", poly("1"), poly("n - 2"), 1);
        facts.between("kk", poly("0"), poly("96"), 32);
        facts.between("k", poly("kk"), poly("kk + 31"), 1);
        let cases = [
            ("i", "n - 2", true),
            ("i + 1", "n - 1", true),
            ("i + 2", "n - 1", false),
            ("1", "i", true),
            ("2", "i", false),
            ("k", "127", true),
            ("k", "126", false),
            ("i * n", "n * n - 2 * n", true),
            ("k - kk", "31", true),
            ("0", "k - kk", true),
        ];
        for (small, large, expected) in cases {
            assert_eq!(
                facts.is_at_most(&poly(small), &poly(large)),
                expected,
                "{small} <= {large}"
            );
        }
        assert!(facts.is_multiple(&poly("kk + 64"), 32));
        assert!(!facts.is_multiple(&poly("kk + 16"), 32));
        facts.between("first", poly("1"), poly("65"), 32);
        let cases = [
            ("first - 1", 32, true),
            ("first", 32, false),
            ("first + kk - 1", 32, true),
            ("first + kk * 2 + 31", 64, false),
            ("(first - 1) * 2", 64, true),
            ("first * n - n", 32, true),
            ("first * n", 2, false),
            ("n * 4", 4, true),
        ];
        for (text, of, expected) in cases {
            assert_eq!(facts.is_multiple(&poly(text), of), expected, "{text}, {of}");
        }
    }
}
