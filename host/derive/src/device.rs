//! Memory on the GPU that stands for what the host has.

use crate::constant::Values;
use crate::poly::Poly;
use crate::print;
use crate::tree::{Element, Expr, Space};
use std::collections::BTreeMap;
use std::fmt;
use warpbench_front::diagnostic::Span;

/// Memory on the GPU that stands for a part of an array, or for a scalar.
#[derive(Clone, Debug)]
pub struct DeviceVariable {
    /// What the function calls the host's variable.
    pub host: String,
    pub space: Space,
    pub element: Element,
    /// The sizes of the host's array.
    pub shape: Vec<Expr>,
    /// The part of it that there is on the GPU: first and last index.
    pub section: Vec<(Expr, Expr)>,
    /// The directive that made it.
    pub span: Span,
    /// Whether the host has it as nested arrays, and so indexes it with several.
    pub is_nested: bool,
}

/// The variable that an argument is, also by reference.
pub fn passed_name(argument: &Expr) -> Option<&str> {
    match argument {
        Expr::At(inner, _) | Expr::Unary(_, inner) => passed_name(inner),
        Expr::Name(name) => Some(name),
        _ => None,
    }
}

/// What stands behind a name that the called function does not have.
pub const OF_CALLER: &str = " of the caller";

/// A variable as a called function sees it. `passed` says what each variable of the
/// caller is called there; what is not passed must not be needed.
pub fn renamed(
    own: &DeviceVariable,
    formal: &str,
    passed: &BTreeMap<&str, &str>,
    constants: &Values,
) -> DeviceVariable {
    let rename = |expr: &Expr| {
        expr.map(&mut |part| match part {
            Expr::Name(name) if constants.contains_key(&name) => Expr::Name(name),
            Expr::Name(name) => match passed.get(name.as_str()) {
                Some(formal) => Expr::name(formal),
                None => Expr::Name(name + OF_CALLER),
            },
            other => other,
        })
    };
    let shape = own.shape.iter().map(rename).collect();
    let section = own.section.iter().map(|(from, to)| (rename(from), rename(to))).collect();
    DeviceVariable { host: formal.to_owned(), shape, section, ..own.clone() }
}

impl DeviceVariable {
    /// What two variables must have in common to be used alike.
    pub fn key(&self) -> String {
        format!("{} {self}", self.host)
    }

    /// Whether the GPU has all of the array.
    pub fn is_whole(&self, constants: &Values) -> bool {
        self.section.iter().zip(&self.shape).all(|((from, to), size)| {
            let poly = |expr: &Expr| Poly::of(expr, constants);
            poly(from).as_number() == Some(0) && poly(size).minus(&poly(to)).as_number() == Some(1)
        })
    }

    /// How many elements the GPU has along each dimension.
    pub fn extents(&self, constants: &Values) -> Vec<Poly> {
        let extent = |(from, to): &(Expr, Expr)| {
            Poly::of(to, constants).minus(&Poly::of(from, constants)).plus_number(1)
        };
        self.section.iter().map(extent).collect()
    }
}

impl fmt::Display for DeviceVariable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ranges: Vec<String> = (self.section.iter())
            .map(|(from, to)| format!("[{}:{}]", print::expr(from), print::expr(to)))
            .collect();
        let shape: Vec<String> =
            self.shape.iter().map(|size| format!("[{}]", print::expr(size))).collect();
        let (space, element) = (self.space.name(), self.element.name());
        write!(
            f,
            "{}{} of {element}{} in {space} memory",
            self.host,
            ranges.concat(),
            shape.concat()
        )
    }
}
