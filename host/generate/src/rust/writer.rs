//! A kernel under way.

use super::RustGrammar;
use super::function::Helper;
use super::offer::{Changing, Offer};
use super::scope::{PlaceExpr, RustVariable};
use super::types::{RustExpr, Ty};
use crate::choices::Choices;
use crate::types::Scalar;
use std::collections::BTreeSet;

/// Expressions and statements of a kernel, at most.
const MOST_NODES: u32 = 130;

/// Scalars of a variable, at most.
const MOST_SCALARS: u32 = 12;

/// A loop or labelled block around a place.
#[derive(Clone, Debug)]
pub(super) struct Around {
    pub label: String,
    pub is_loop: bool,
    /// Whether `continue` may lead to it: what counts its turns is not skipped.
    pub can_continue: bool,
    /// What a `break` takes along, if anything.
    pub value: Option<Ty>,
}

pub(super) struct RustWriter<'a, C> {
    pub choices: &'a mut C,
    pub grammar: &'a RustGrammar,
    pub items: String,
    pub body: String,
    pub indent: usize,
    pub scope: Vec<RustVariable>,
    pub lent: Lent,
    pub declared: Declared,
    /// Chains of iterators around this place.
    pub nested: u32,
    /// Whether the function is unsafe.
    pub is_unsafe: bool,
    /// What is around, from the outside in.
    pub around: Vec<Around>,
    /// What the function returns; `()` is a tuple without members.
    pub result: Ty,
    /// Whether the function may be left early.
    pub can_return: bool,
    /// What must be declared at the top of the file.
    pub uses: BTreeSet<&'static str>,
    /// The floats for which there is a function that brings them back into reach.
    pub tamed: BTreeSet<&'static str>,
    names: u32,
    nodes: u32,
}

/// The items of the program so far.
#[derive(Default)]
pub(super) struct Declared {
    /// What items of the program offer.
    pub offers: Vec<Offer>,
    pub changes: Vec<Changing>,
    /// The enums of the program.
    pub enums: Vec<Ty>,
    /// Numbers that have a name, for the lengths of arrays.
    pub lengths: Vec<(String, u32)>,
    pub helpers: Vec<Helper>,
    pub structs: Vec<Ty>,
}

/// Names that closures and references hold for now.
#[derive(Default)]
pub(super) struct Lent {
    /// Names that must not be mentioned for now, because they are lent.
    pub hidden: Vec<String>,
    /// How many variables, from the outside in, must not be changed for now, because
    /// a closure sees them.
    pub frozen: usize,
    /// Names that must not be changed for now, because they are lent to be read.
    pub locked: Vec<String>,
}

impl<'a, C: Choices> RustWriter<'a, C> {
    pub(super) fn new(choices: &'a mut C, grammar: &'a RustGrammar) -> RustWriter<'a, C> {
        RustWriter {
            choices,
            grammar,
            items: String::new(),
            body: String::new(),
            indent: 1,
            scope: Vec::new(),
            lent: Lent::default(),
            declared: Declared::default(),
            nested: 0,
            is_unsafe: true,
            around: Vec::new(),
            result: Ty::Tuple(Vec::new()),
            can_return: true,
            uses: BTreeSet::new(),
            tamed: BTreeSet::new(),
            names: 0,
            nodes: 0,
        }
    }

    pub(super) fn below(&mut self, count: u32) -> u32 {
        self.choices.below(count as usize) as u32
    }

    pub(super) fn percent(&mut self, often: u32) -> bool {
        self.choices.percent(often)
    }

    /// One of a list that is not empty.
    pub(super) fn pick<T: Clone>(&mut self, list: &[T]) -> T {
        list[self.choices.below(list.len())].clone()
    }

    /// Counts a part of the kernel; false when there are enough.
    pub(super) fn spend(&mut self) -> bool {
        self.nodes += 1;
        self.nodes < MOST_NODES
    }

    /// A name that nothing else has.
    pub(super) fn name(&mut self, kind: &str) -> String {
        self.names += 1;
        format!("{kind}{}", self.names)
    }

    /// Loops around this place.
    pub(super) fn loops(&self) -> usize {
        self.around.iter().filter(|around| around.is_loop).count()
    }

    /// Writes a line of the function under way.
    pub(super) fn line(&mut self, text: &str) {
        for _ in 0..self.indent {
            self.body.push_str("    ");
        }
        self.body.push_str(text);
        self.body.push('\n');
    }

    /// Writes what stands between braces. Its variables end with it, and those
    /// whose type is still open get it from a last use.
    pub(super) fn block(&mut self, content: impl FnOnce(&mut RustWriter<'a, C>)) {
        let outside = self.scope.len();
        self.indent += 1;
        content(self);
        self.pin(outside);
        self.indent -= 1;
        self.scope.truncate(outside);
    }

    /// The text of a block with a value, braces included. The content returns
    /// the value.
    pub(super) fn valued(
        &mut self,
        content: impl FnOnce(&mut RustWriter<'a, C>) -> RustExpr,
    ) -> RustExpr {
        let outer = std::mem::take(&mut self.body);
        let outside = self.scope.len();
        self.indent += 1;
        let value = content(self);
        self.pin(outside);
        self.indent -= 1;
        self.scope.truncate(outside);
        let body = std::mem::replace(&mut self.body, outer);
        let inner = "    ".repeat(self.indent + 1);
        let text = match body.is_empty() {
            true => format!("{{ {} }}", value.text),
            false => {
                format!("{{\n{body}{inner}{}\n{}}}", value.text, "    ".repeat(self.indent))
            }
        };
        RustExpr { text, ..value }
    }

    /// Gives those variables their type that still lack it.
    pub(super) fn pin(&mut self, first: usize) {
        let pending: Vec<RustVariable> =
            self.scope[first..].iter().filter(|v| v.is_pending).cloned().collect();
        for variable in pending {
            let ty = variable.ty.clone();
            let name = self.name("pinned");
            let sinks = match &ty {
                Ty::Scalar(scalar) if super::types::is_integer(*scalar) => self.sinks(&ty),
                _ => Vec::new(),
            };
            match sinks.is_empty() || self.percent(30) {
                true => self.line(&format!("let {name}: {} = {};", ty.name(), variable.name)),
                false => {
                    let sink = self.pick(&sinks);
                    self.line(&format!("{sink} ^= {};", variable.name));
                }
            }
        }
    }

    /// Names of variables of a type that are fit to take any value.
    fn sinks(&self, ty: &Ty) -> Vec<String> {
        (self.visible().into_iter())
            .filter(|v| v.is_mutable && !v.is_pending && v.limit.is_none() && v.ty == *ty)
            .map(|v| v.text)
            .collect()
    }

    /// All that can be named here.
    pub(super) fn visible(&self) -> Vec<RustVariable> {
        let mut seen = BTreeSet::new();
        let mut found: Vec<RustVariable> = (self.scope.iter().enumerate().rev())
            .filter(|(_, variable)| seen.insert(variable.name.clone()))
            .map(|(number, variable)| {
                let is_kept =
                    number < self.lent.frozen || self.lent.locked.contains(&variable.name);
                let is_mutable = variable.is_mutable && !is_kept;
                RustVariable { is_mutable, ..variable.clone() }
            })
            .collect();
        found.reverse();
        found.retain(|variable| !self.lent.hidden.contains(&variable.name));
        found
    }

    /// Places of a type, to be read, or to be assigned to.
    pub(super) fn places(&self, wanted: &dyn Fn(&Ty) -> bool, assigned: bool) -> Vec<PlaceExpr> {
        let mut found = Vec::new();
        for variable in self.visible() {
            let is_callable = matches!(variable.ty, Ty::Closure(_));
            if !is_callable && (!assigned || variable.is_mutable) {
                variable.parts(wanted, &mut found);
            }
        }
        found
    }

    /// Writes a place, its indices chosen.
    pub(super) fn place(&mut self, place: &PlaceExpr, depth: u32) -> String {
        let mut text = String::new();
        let mut limits = place.limits.iter();
        for (number, piece) in place.text.split('#').enumerate() {
            if number > 0 {
                let limit = limits.next().copied().unwrap_or(1);
                // A pointer to a single variable goes nowhere else, and says so.
                let index = self.usize_below(limit, if limit == 1 { 0 } else { depth });
                // Behind an operator it is an operand.
                text += &if text.ends_with(' ') { index.operand() } else { index.text };
            }
            text += piece;
        }
        text
    }

    /// The scalars that this kernel computes with, `bool` among them.
    pub(super) fn scalars(&self) -> Vec<Scalar> {
        let mut scalars = vec![Scalar::U32, Scalar::I32, Scalar::F32, Scalar::U32, Scalar::I32];
        scalars.push(Scalar::Bool);
        if self.grammar.is_wide {
            scalars.extend([Scalar::I64, Scalar::U64, Scalar::F64]);
        }
        if self.grammar.is_narrow {
            scalars.extend([Scalar::I8, Scalar::U8, Scalar::I16, Scalar::U16]);
        }
        scalars
    }

    /// The integers that this kernel computes with.
    pub(super) fn integers(&self) -> Vec<Scalar> {
        self.scalars().into_iter().filter(|&scalar| super::types::is_integer(scalar)).collect()
    }

    pub(super) fn scalar_type(&mut self) -> Ty {
        let scalars = self.scalars();
        match self.percent(12) {
            true => Ty::Usize,
            false => Ty::Scalar(self.pick(&scalars)),
        }
    }

    /// Any type, nested so deep at most.
    pub(super) fn any_type(&mut self, depth: u32) -> Ty {
        if depth == 0 || self.percent(60) {
            return self.scalar_type();
        }
        let ty = match self.below(13) {
            8..=10 => self.sum_type(depth),
            11 | 12 => Ty::Option(Box::new(self.any_type(depth - 1))),
            0 | 1 => {
                let members = (0..2 + self.below(2)).map(|_| self.any_type(depth - 1)).collect();
                Ty::Tuple(members)
            }
            2..=4 => {
                let element = self.any_type(depth - 1);
                Ty::Array(Box::new(element), 1 + self.below(5))
            }
            5 => self.four(),
            _ if self.declared.structs.is_empty() => self.scalar_type(),
            _ => {
                let known = self.declared.structs.clone();
                self.pick(&known)
            }
        };
        if ty.size() > MOST_SCALARS { self.scalar_type() } else { ty }
    }

    /// `Float4` or `Int4`.
    pub(super) fn four(&mut self) -> Ty {
        match self.percent(60) {
            true => {
                self.uses.insert("use crate::vector::Float4;");
                Ty::Float4
            }
            false => {
                self.uses.insert("use crate::vector::Int4;");
                Ty::Int4
            }
        }
    }
}
