//! Index expressions as polynomials of the variables in them.
//!
//! `i * n + k - 1` is three terms. Whatever is no sum, difference or product of
//! whole numbers is a variable of its own, so that every expression has a
//! polynomial; it is affine in a loop's variable if no term has that variable
//! twice or inside something else.

use crate::constant::{self, Values};
use crate::print;
use crate::tree::{BinaryOp, Expr, UnaryOp};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt;

/// A variable, or an expression that is taken for one.
#[derive(Clone, Debug)]
pub struct Atom {
    pub text: String,
    pub expr: Expr,
}

impl PartialEq for Atom {
    fn eq(&self, other: &Atom) -> bool {
        self.text == other.text
    }
}

impl Eq for Atom {}

impl PartialOrd for Atom {
    fn partial_cmp(&self, other: &Atom) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Atom {
    fn cmp(&self, other: &Atom) -> Ordering {
        self.text.cmp(&other.text)
    }
}

/// A sum of products. A product without variables is a number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Poly {
    terms: BTreeMap<Vec<Atom>, i64>,
}

impl Poly {
    pub fn number(value: i64) -> Poly {
        let mut poly = Poly::default();
        poly.add_term(Vec::new(), value);
        poly
    }

    pub fn name(name: &str) -> Poly {
        Poly::atom(&Expr::name(name))
    }

    fn atom(expr: &Expr) -> Poly {
        let atom = Atom { text: print::expr(expr), expr: expr.clone() };
        Poly { terms: BTreeMap::from([(vec![atom], 1)]) }
    }

    /// The polynomial of an expression. Names of constants become their values.
    pub fn of(expr: &Expr, constants: &Values) -> Poly {
        if let Some(value) = constant::value(expr, constants) {
            return Poly::number(value);
        }
        match expr {
            Expr::At(inner, _) => Poly::of(inner, constants),
            Expr::Unary(UnaryOp::Minus, inner) => Poly::of(inner, constants).times(-1),
            Expr::Binary(op @ (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul), left, right) => {
                let (left, right) = (Poly::of(left, constants), Poly::of(right, constants));
                match op {
                    BinaryOp::Add => left.plus(&right),
                    BinaryOp::Sub => left.minus(&right),
                    _ => left.product(&right),
                }
            }
            other => Poly::atom(other),
        }
    }

    fn add_term(&mut self, atoms: Vec<Atom>, factor: i64) {
        let sum = self.terms.get(&atoms).copied().unwrap_or(0).saturating_add(factor);
        if sum == 0 {
            self.terms.remove(&atoms);
        } else {
            self.terms.insert(atoms, sum);
        }
    }

    pub fn plus(&self, other: &Poly) -> Poly {
        let mut sum = self.clone();
        for (atoms, factor) in &other.terms {
            sum.add_term(atoms.clone(), *factor);
        }
        sum
    }

    pub fn minus(&self, other: &Poly) -> Poly {
        self.plus(&other.times(-1))
    }

    pub fn plus_number(&self, value: i64) -> Poly {
        self.plus(&Poly::number(value))
    }

    pub fn times(&self, factor: i64) -> Poly {
        let mut product = Poly::default();
        for (atoms, own) in &self.terms {
            product.add_term(atoms.clone(), own.saturating_mul(factor));
        }
        product
    }

    pub fn product(&self, other: &Poly) -> Poly {
        let mut product = Poly::default();
        for (left, factor) in &self.terms {
            for (right, by) in &other.terms {
                let mut atoms: Vec<Atom> = left.iter().chain(right).cloned().collect();
                atoms.sort();
                product.add_term(atoms, factor.saturating_mul(*by));
            }
        }
        product
    }

    /// Its value, if it is a number.
    pub fn as_number(&self) -> Option<i64> {
        match self.terms.len() {
            0 => Some(0),
            1 => self.terms.get(&Vec::new()).copied(),
            _ => None,
        }
    }

    pub fn terms(&self) -> impl Iterator<Item = (&[Atom], i64)> {
        self.terms.iter().map(|(atoms, factor)| (atoms.as_slice(), *factor))
    }

    /// Whether a variable occurs in it, also inside of what is taken for one.
    pub fn mentions(&self, name: &str) -> bool {
        self.terms.keys().flatten().any(|atom| mentions(&atom.expr, name))
    }

    /// Whether a variable occurs where only sums and products do.
    pub fn is_affine_in(&self, name: &str) -> bool {
        self.terms.keys().all(|atoms| {
            let own = atoms.iter().filter(|atom| atom.text == name).count();
            let hidden = atoms.iter().any(|atom| atom.text != name && mentions(&atom.expr, name));
            own <= 1 && !hidden
        })
    }

    /// What stands before a variable in which it is affine.
    pub fn coefficient(&self, name: &str) -> Poly {
        let mut found = Poly::default();
        for (atoms, factor) in &self.terms {
            if atoms.iter().any(|atom| atom.text == name) {
                let rest = atoms.iter().filter(|atom| atom.text != name).cloned().collect();
                found.add_term(rest, *factor);
            }
        }
        found
    }

    /// The polynomial with a variable replaced.
    pub fn replace(&self, name: &str, by: &Poly) -> Poly {
        let mut replaced = Poly::default();
        for (atoms, factor) in &self.terms {
            let mut product = Poly::number(*factor);
            for atom in atoms {
                let own = if atom.text == name { by.clone() } else { Poly::atom(&atom.expr) };
                product = product.product(&own);
            }
            replaced = replaced.plus(&product);
        }
        replaced
    }

    /// Quotient and rest of a division, term by term: of what is divided nothing is
    /// lost, but the rest may still be larger than the divisor.
    pub fn divide(&self, by: &Poly) -> Option<(Poly, Poly)> {
        if let Some(by) = by.as_number().filter(|by| *by > 0) {
            let (mut quotient, mut rest) = (Poly::default(), Poly::default());
            for (atoms, factor) in &self.terms {
                // A number goes to the nearest multiple: `(i - 1) * 8 + j - 1` has -9.
                let own = match atoms.is_empty() {
                    true => (factor + by / 2).div_euclid(by),
                    false => factor / by,
                };
                quotient.add_term(atoms.clone(), own);
                rest.add_term(atoms.clone(), factor - own * by);
            }
            return Some((quotient, rest));
        }
        // The divisor's term with the most variables leads.
        let (lead, factor) = by.terms.iter().max_by_key(|(atoms, _)| atoms.len())?;
        if *factor < 1 {
            return None;
        }
        let (mut quotient, mut rest) = (Poly::default(), self.clone());
        for _ in 0..64 {
            let next = rest.terms.iter().find_map(|(atoms, own)| {
                let left = without(atoms, lead)?;
                // Here too a number goes to the nearest multiple.
                let own = match left.is_empty() {
                    true => (own + factor / 2).div_euclid(*factor),
                    false => own / factor,
                };
                (own != 0).then_some((left, own))
            });
            let Some((atoms, own)) = next else { return Some((quotient, rest)) };
            let mut term = Poly::default();
            term.add_term(atoms.clone(), own);
            quotient.add_term(atoms, own);
            rest = rest.minus(&by.product(&term));
        }
        None
    }

    /// What is added and what is taken away; neither has a minus.
    pub fn parts(&self) -> (Poly, Poly) {
        let (mut added, mut taken) = (Poly::default(), Poly::default());
        for (atoms, factor) in &self.terms {
            match *factor > 0 {
                true => added.add_term(atoms.clone(), *factor),
                false => taken.add_term(atoms.clone(), -factor),
            }
        }
        (added, taken)
    }

    /// The polynomial as an expression. What is added stands before what is taken
    /// away, so that no partial result falls below zero unless the whole does.
    pub fn to_expr(&self) -> Expr {
        let (added, taken) = self.parts();
        let mut sum: Option<Expr> = None;
        for term in added.ordered() {
            sum = Some(match sum {
                None => term,
                Some(sum) => Expr::binary(BinaryOp::Add, sum, term),
            });
        }
        for term in taken.ordered() {
            sum = Some(match sum {
                None => Expr::Unary(UnaryOp::Minus, Box::new(term)),
                Some(sum) => Expr::binary(BinaryOp::Sub, sum, term),
            });
        }
        sum.unwrap_or_else(|| Expr::number(0))
    }

    /// The terms as they are best read: the longest first, numbers last.
    fn ordered(&self) -> Vec<Expr> {
        let mut terms: Vec<(bool, usize, String, Expr)> = Vec::new();
        for (atoms, factor) in &self.terms {
            let term = product(atoms, *factor);
            let text = print::expr(&term);
            terms.push((atoms.is_empty(), usize::MAX - text.len(), text, term));
        }
        terms.sort_by(|a, b| (a.0, a.1, &a.2).cmp(&(b.0, b.1, &b.2)));
        terms.into_iter().map(|(.., term)| term).collect()
    }
}

/// An offset of so many rows of a length.
pub fn rows(offset: Expr, length: &Poly) -> Expr {
    match length.as_number() {
        Some(1) => offset,
        _ if offset == Expr::number(0) => offset,
        _ => Expr::binary(BinaryOp::Mul, offset, length.to_expr()),
    }
}

/// A sum, without brackets around what is added.
pub fn sum(left: Expr, right: Expr) -> Expr {
    if left == Expr::number(0) {
        return right;
    }
    match right {
        Expr::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), first, last) => {
            Expr::Binary(op, Box::new(sum(left, *first)), last)
        }
        Expr::At(inner, _) => sum(left, *inner),
        Expr::Literal(literal) if literal.is_zero() => left,
        right => Expr::binary(BinaryOp::Add, left, right),
    }
}

impl fmt::Display for Poly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&print::expr(&self.to_expr()))
    }
}

fn product(atoms: &[Atom], factor: i64) -> Expr {
    let mut parts = atoms.iter().map(|atom| atom.expr.clone());
    let Some(first) = parts.next() else { return Expr::number(factor) };
    let whole = parts.fold(first, |whole, part| Expr::binary(BinaryOp::Mul, whole, part));
    match factor {
        1 => whole,
        _ => Expr::binary(BinaryOp::Mul, whole, Expr::number(factor)),
    }
}

/// A product without some of its variables, if it has all of them.
fn without(atoms: &[Atom], gone: &[Atom]) -> Option<Vec<Atom>> {
    let mut left = atoms.to_vec();
    for atom in gone {
        let at = left.iter().position(|own| own == atom)?;
        left.remove(at);
    }
    Some(left)
}

/// Whether a variable occurs in an expression.
pub fn mentions(expr: &Expr, name: &str) -> bool {
    let mut found = false;
    expr.visit(&mut |part| {
        found |= match part {
            Expr::Name(own) | Expr::Index(own, _) => own == name,
            _ => false,
        };
    });
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn poly(text: &str) -> Poly {
        let parsed = crate::syntax::expr_of(text);
        Poly::of(&parsed, &Values::new())
    }

    #[test]
    fn sums_and_products_are_ordered() {
        let cases = [
            ("i * 128 + k", "i * 128 + k"),
            ("(i - 1) * 1026 + j - 1", "i * 1026 + j - 1027"),
            ("2 * (n + 1) - n", "n + 2"),
            ("a[i] + a[i]", "a[i] * 2"),
            ("3 - 5", "-2"),
        ];
        for (text, expected) in cases {
            assert_eq!(poly(text).to_string(), expected, "{text}");
        }
    }

    #[test]
    fn offsets_are_divided_into_indices() {
        let cases = [
            ("i * 128 + k", "128", "i", "k"),
            ("(i - 1) * 8 + j - 1", "8", "i - 1", "j - 1"),
            ("i * n + k", "n", "i", "k"),
            ("(i + 1) * (m + 2) + j + 1", "m + 2", "i + 1", "j + 1"),
            ("i * n * m + j * m + k", "m", "i * n + j", "k"),
            ("((i + 1) * 8 + j - 1) * n + k", "8 * n", "i + 1", "j * n + k - n"),
        ];
        for (text, by, quotient, rest) in cases {
            let (q, r) = poly(text).divide(&poly(by)).expect("it can be divided");
            assert_eq!((q.to_string(), r.to_string()), (quotient.into(), rest.into()), "{text}");
        }
    }
}
