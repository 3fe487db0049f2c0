//! Iterations that may change the same element, because what they load says which one.
//!
//! `bins[data[i]] += 1` loses counts where values repeat and iterations of `i` run at once.
//! Nobody can show from the text whether they do, so that this is for changes of what is
//! there alone: a plain store through an index is mostly a permutation. Where the index
//! also has the loop's variable itself, as in `part[i * 8 + data[i]] += 1`, each iteration
//! has elements of its own.

use crate::poly::Poly;
use crate::tree::{BinaryOp, Expr, Stmt, StmtKind};
use std::collections::{BTreeMap, BTreeSet};
use warpbench_codes::D0005;
use warpbench_front::Diagnostic;
use warpbench_front::diagnostic::Span;

/// What a value is made of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct MadeOf {
    /// Variables that it is computed of, without the indices of what is loaded.
    names: BTreeSet<String>,
    /// Arrays that it is loaded from.
    arrays: BTreeSet<String>,
    /// Whether it counts a loop, and whether that has loaded bounds.
    is_counter: bool,
    has_loaded_bounds: bool,
}

/// What the variables of a kernel are made of, taking all that is ever assigned together.
#[derive(Clone, Debug, Default)]
pub(crate) struct Origins {
    of: BTreeMap<String, MadeOf>,
}

impl Origins {
    pub(crate) fn of(body: &[Stmt]) -> Origins {
        let mut origins = Origins::default();
        // What depends on variables is known once those are.
        loop {
            let before = origins.of.clone();
            origins.block(body);
            if origins.of == before {
                return origins;
            }
        }
    }

    fn block(&mut self, stmts: &[Stmt]) {
        for stmt in stmts {
            match &stmt.kind {
                StmtKind::Let { name, value: Some(value), .. } => self.assigned(name, value),
                StmtKind::Assign { target, value, .. } => {
                    if let Expr::Name(name) = target.bare() {
                        self.assigned(name, value);
                    }
                }
                StmtKind::For(own) => {
                    // Loops between loaded bounds mostly have elements of their own, as the
                    // rows of a sparse matrix do.
                    let bounds = [self.made_of(&own.start), self.made_of(&own.end)];
                    let is_loaded = bounds.iter().any(|made| !made.arrays.is_empty());
                    let names = [&own.start, &own.end].into_iter().flat_map(all_names);
                    let counter = self.of.entry(own.var.clone()).or_default();
                    counter.names.extend(names);
                    counter.is_counter = true;
                    counter.has_loaded_bounds |= is_loaded;
                }
                _ => {}
            }
            stmt.blocks().into_iter().for_each(|body| self.block(body));
        }
    }

    fn assigned(&mut self, name: &str, value: &Expr) {
        let made = self.made_of(value);
        let own = self.of.entry(name.to_owned()).or_default();
        own.names.extend(made.names);
        own.arrays.extend(made.arrays);
    }

    fn made_of(&self, expr: &Expr) -> MadeOf {
        let mut made = MadeOf::default();
        self.collect(expr, &mut made);
        made
    }

    fn collect(&self, expr: &Expr, made: &mut MadeOf) {
        match expr {
            Expr::Index(array, _) => {
                made.arrays.insert(array.clone());
            }
            Expr::Name(name) => {
                made.names.insert(name.clone());
                if let Some(own) = self.of.get(name) {
                    made.names.extend(own.names.iter().cloned());
                    made.arrays.extend(own.arrays.iter().cloned());
                }
            }
            // What is not read may be made of anything.
            Expr::Raw(text) => made.names.extend(crate::syntax::words(text)),
            _ => expr.parts().into_iter().for_each(|part| self.collect(part, made)),
        }
    }

    /// Whether a variable that an index mentions may be another in every iteration of a loop,
    /// in a way that the index does not say.
    pub(crate) fn is_opaque(&self, index: &Poly, var: &str) -> bool {
        let mentioned = self.of.iter().filter(|(name, _)| *name != var && index.mentions(name));
        mentioned.into_iter().any(|(_, own)| match own.is_counter {
            true => own.has_loaded_bounds,
            false => own.names.contains(var) || !own.arrays.is_empty(),
        })
    }

    /// A warning for a change of an element, where iterations of one of these loops may
    /// meet in it. `pinned` are variables that a condition allows one value only.
    pub(crate) fn warning(
        &self,
        array: &str,
        indices: &[Expr],
        loops: &[&str],
        pinned: &BTreeSet<String>,
        place: Span,
    ) -> Option<Diagnostic> {
        let mut made = MadeOf::default();
        indices.iter().for_each(|index| self.collect(index, &mut made));
        let is_told_apart = |var: &&&str| made.names.contains(**var) || pinned.contains(**var);
        let var = loops.iter().find(|var| !is_told_apart(var))?;
        let loaded: Vec<String> = made.arrays.iter().map(|own| format!("`{own}`")).collect();
        if loaded.is_empty() {
            return None;
        }
        let message = format!(
            "iterations of `{var}` may change the same element of `{array}`: which one is what {} \
             says",
            loaded.join(" and ")
        );
        Some(Diagnostic::warning(D0005, message, place).help(
            "where values repeat, changes get lost: let each thread or block change a part of its \
             own, and add the parts up in a second kernel; where they never repeat, all is well",
        ))
    }
}

/// Variables that a condition allows one value only.
pub(crate) fn pinned(condition: &Expr) -> BTreeSet<String> {
    match condition.bare() {
        Expr::Binary(BinaryOp::Eq, left, right) => {
            direct_names(left).into_iter().chain(direct_names(right)).collect()
        }
        Expr::Binary(BinaryOp::And, left, right) => {
            pinned(left).into_iter().chain(pinned(right)).collect()
        }
        _ => BTreeSet::new(),
    }
}

/// Whether a value is made of the element that it is written to.
pub(crate) fn is_made_of(value: &Expr, array: &str, indices: &[Expr]) -> bool {
    let mut found = false;
    value.visit(&mut |part| {
        found |= matches!(part, Expr::Index(own, at) if own == array && at == indices);
    });
    found
}

/// The names outside of what is loaded.
fn direct_names(expr: &Expr) -> BTreeSet<String> {
    Origins::default().made_of(expr).names
}

fn all_names(expr: &Expr) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    expr.visit(&mut |part| {
        if let Expr::Name(name) = part {
            names.insert(name.clone());
        }
    });
    names
}
