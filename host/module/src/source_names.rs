//! Names of variables in a text.
//!
//! A module has names of its own besides those of the text: lowering Rust makes
//! variables for values of branches and flags for breaks, and naga calls the
//! value of `_ = x` something. Whoever lists variables for the reader of a text
//! wants only those that stand in it.

use naga::{Function, Module};
use std::collections::{BTreeMap, BTreeSet};

/// What naga calls the value of an assignment to `_`.
const PHONY: &str = "phony";

/// The parameters and variables that the text declares, by function of the
/// module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceNames(BTreeMap<String, BTreeSet<String>>);

impl SourceNames {
    /// The names of a module that was read from WGSL, where they are those of
    /// the text.
    pub(crate) fn of_wgsl(module: &Module) -> SourceNames {
        let mut names = SourceNames::default();
        let kernels = module.entry_points.iter().map(|point| &point.function);
        for function in module.functions.iter().map(|(_, function)| function).chain(kernels) {
            names.add(function.name.as_deref().unwrap_or_default(), declared(function));
        }
        names
    }

    /// Takes over what the text declares in a function.
    pub fn add<'a>(&mut self, function: &str, declared: impl Iterator<Item = &'a str>) {
        let names = self.0.entry(function.to_owned()).or_default();
        names.extend(declared.filter(|name| !name.is_empty()).map(str::to_owned));
    }

    /// Whether a function declares a variable. `path` may go on to a part of it:
    /// `sum`, `point.x`, `row[3]`.
    pub fn has(&self, function: &str, path: &str) -> bool {
        let name = path.split(['.', '[']).next().unwrap_or_default();
        self.0.get(function).is_some_and(|names| names.contains(name))
    }
}

fn declared(function: &Function) -> impl Iterator<Item = &str> {
    let arguments = function.arguments.iter().filter_map(|argument| argument.name.as_deref());
    let variables = function.local_variables.iter().filter_map(|(_, local)| local.name.as_deref());
    let values = function.named_expressions.values().map(String::as_str);
    arguments.chain(variables).chain(values.filter(|name| *name != PHONY))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wgsl;

    fn check(names: &SourceNames, function: &str, has: &[&str], has_not: &[&str]) {
        for path in has {
            assert!(names.has(function, path), "{path} of {function} in {names:?}");
        }
        for path in has_not {
            assert!(!names.has(function, path), "{path} of {function} in {names:?}");
        }
    }

    #[test]
    fn names_of_wgsl_count_in_their_own_function() {
        let text = "
            // value
            struct Pair { a: u32, b: u32 }
            fn one(x: u32) -> u32 { let sum = x + 1u; return sum; }
            @compute @workgroup_size(1) fn two(@builtin(local_invocation_index) t: u32) {
                var pair: Pair;
                pair.a = one(t);
                var row = array<u32, 4>();
                row[t] = pair.a;
                _ = row[1];
            }";
        let names = wgsl::check(text, "a.wgsl").expect("a program").names;
        check(&names, "one", &["x", "sum"], &["t", "pair", "value", ""]);
        check(&names, "two", &["t", "pair.a", "row[3]"], &["x", "sum", "phony", "a", "value"]);
        check(&names, "three", &[], &["x", "t"]);
    }
}
