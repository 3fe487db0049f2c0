//! Types that are not known yet.
//!
//! A literal without a suffix, a `let` without a type and the pointee of
//! `p.cast()` start as variables; what the function does with them settles
//! them, as in rustc. A number that nothing settles is an `i32` or an `f64`.
//!
//! Sizes are bounded: thirty lines of `let b = (a, a);` would otherwise make a
//! type of a thousand million members.

use crate::rust::types::{Len, Ty};
use naga::Span;

/// How many nodes a type may have.
const MAX_NODES: usize = 128;

/// How many nodes are compared before two types count as equal for want of a
/// better answer; only types that are too large get there.
const MAX_STEPS: usize = 4096;

/// What is known about a type that is not known yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TyVarKind {
    Any,
    Int,
    Float,
}

#[derive(Debug)]
struct Variable {
    kind: TyVarKind,
    link: Option<Ty>,
    span: Span,
}

/// The variables of a function.
#[derive(Debug, Default)]
pub(crate) struct Infer {
    variables: Vec<Variable>,
}

/// A type with more than [`MAX_NODES`] nodes.
#[derive(Debug)]
pub(crate) struct TooLarge;

impl Infer {
    /// A new variable, with the place in the text that would have to name it.
    pub(crate) fn fresh(&mut self, kind: TyVarKind, span: Span) -> Ty {
        self.variables.push(Variable { kind, link: None, span });
        Ty::Var(self.variables.len() as u32 - 1)
    }

    /// The type without the variables at its head.
    pub(crate) fn head(&self, ty: &Ty) -> Ty {
        let mut ty = ty;
        while let Ty::Var(variable) = ty
            && let Some(Variable { link: Some(link), .. }) = self.variables.get(*variable as usize)
        {
            ty = link;
        }
        ty.clone()
    }

    /// What is known of a type whose head is a variable.
    pub(crate) fn kind(&self, ty: &Ty) -> Option<TyVarKind> {
        match self.head(ty) {
            Ty::Var(variable) => {
                self.variables.get(variable as usize).map(|variable| variable.kind)
            }
            _ => None,
        }
    }

    /// Where a variable came from.
    pub(crate) fn origin(&self, ty: &Ty) -> Option<Span> {
        match self.head(ty) {
            Ty::Var(variable) => self.variables.get(variable as usize).map(|v| v.span),
            _ => None,
        }
    }

    /// The type with every variable that is settled replaced.
    pub(crate) fn resolve(&self, ty: &Ty) -> Result<Ty, TooLarge> {
        let mut nodes = MAX_NODES;
        self.resolve_within(ty, &mut nodes)
    }

    fn resolve_within(&self, ty: &Ty, nodes: &mut usize) -> Result<Ty, TooLarge> {
        *nodes = nodes.checked_sub(1).ok_or(TooLarge)?;
        Ok(match self.head(ty) {
            Ty::Tuple(members) => Ty::Tuple(
                members
                    .iter()
                    .map(|member| self.resolve_within(member, nodes))
                    .collect::<Result<_, _>>()?,
            ),
            Ty::Array(element, len) => {
                Ty::Array(Box::new(self.resolve_within(&element, nodes)?), len)
            }
            Ty::Slice(element) => Ty::Slice(Box::new(self.resolve_within(&element, nodes)?)),
            Ty::Pointer(mutability, to) => {
                Ty::pointer(mutability, self.resolve_within(&to, nodes)?)
            }
            Ty::Reference(mutability, to) => {
                Ty::reference(mutability, self.resolve_within(&to, nodes)?)
            }
            other => other,
        })
    }

    /// The first variable in a type that nothing has settled.
    pub(crate) fn unsettled(&self, ty: &Ty) -> Option<Ty> {
        match self.head(ty) {
            Ty::Tuple(members) => members.iter().find_map(|member| self.unsettled(member)),
            Ty::Array(to, _) | Ty::Slice(to) | Ty::Pointer(_, to) | Ty::Reference(_, to) => {
                self.unsettled(&to)
            }
            variable @ Ty::Var(_) => Some(variable),
            _ => None,
        }
    }

    /// Settles a variable with what agrees with everything, after an error.
    pub(crate) fn give_up(&mut self, ty: &Ty) {
        if let Ty::Var(variable) = self.head(ty)
            && let Some(variable) = self.variables.get_mut(variable as usize)
        {
            variable.link = Some(Ty::Error);
        }
    }

    /// Makes two types equal, if they can be.
    pub(crate) fn unify(&mut self, left: &Ty, right: &Ty) -> bool {
        let mut steps = MAX_STEPS;
        self.unify_within(left, right, &mut steps)
    }

    fn unify_within(&mut self, left: &Ty, right: &Ty, steps: &mut usize) -> bool {
        let Some(rest) = steps.checked_sub(1) else { return true };
        *steps = rest;
        match (self.head(left), self.head(right)) {
            (Ty::Error, other) | (other, Ty::Error) => {
                self.give_up(&other);
                true
            }
            (Ty::Var(left), Ty::Var(right)) => self.join(left, right),
            (Ty::Var(variable), ty) | (ty, Ty::Var(variable)) => self.bind(variable, ty),
            (Ty::Tuple(left), Ty::Tuple(right)) => {
                left.len() == right.len()
                    && left.iter().zip(&right).all(|(l, r)| self.unify_within(l, r, steps))
            }
            (Ty::Array(left, left_len), Ty::Array(right, right_len)) => {
                same_len(&left_len, &right_len) && self.unify_within(&left, &right, steps)
            }
            (Ty::Slice(left), Ty::Slice(right)) => self.unify_within(&left, &right, steps),
            (Ty::Pointer(left_mut, left), Ty::Pointer(right_mut, right))
            | (Ty::Reference(left_mut, left), Ty::Reference(right_mut, right)) => {
                left_mut == right_mut && self.unify_within(&left, &right, steps)
            }
            (left, right) => left == right,
        }
    }

    fn join(&mut self, left: u32, right: u32) -> bool {
        if left == right {
            return true;
        }
        let (old, new) = (left.min(right), left.max(right));
        let kinds = (self.variables[old as usize].kind, self.variables[new as usize].kind);
        let kind = match kinds {
            (TyVarKind::Any, kind) | (kind, TyVarKind::Any) => kind,
            (old, new) if old == new => old,
            _ => return false,
        };
        self.variables[old as usize].kind = kind;
        self.variables[new as usize].link = Some(Ty::Var(old));
        true
    }

    fn bind(&mut self, variable: u32, ty: Ty) -> bool {
        let fits = match self.variables[variable as usize].kind {
            TyVarKind::Any => !self.occurs(variable, &ty, &mut MAX_NODES.clone()),
            TyVarKind::Int => matches!(ty, Ty::Int(_)),
            TyVarKind::Float => matches!(ty, Ty::Float(_)),
        };
        if fits {
            self.variables[variable as usize].link = Some(ty);
        }
        fits
    }

    /// Whether a variable is part of a type, or the type is too large to say.
    fn occurs(&self, variable: u32, ty: &Ty, nodes: &mut usize) -> bool {
        let Some(rest) = nodes.checked_sub(1) else { return true };
        *nodes = rest;
        match self.head(ty) {
            Ty::Var(other) => other == variable,
            Ty::Tuple(members) => members.iter().any(|member| self.occurs(variable, member, nodes)),
            Ty::Array(to, _) | Ty::Slice(to) | Ty::Pointer(_, to) | Ty::Reference(_, to) => {
                self.occurs(variable, &to, nodes)
            }
            _ => false,
        }
    }

    /// Settles the numbers that nothing else has settled.
    pub(crate) fn settle_numbers(&mut self) {
        for variable in &mut self.variables {
            if variable.link.is_none() {
                variable.link = match variable.kind {
                    TyVarKind::Any => None,
                    TyVarKind::Int => Some(Ty::I32),
                    TyVarKind::Float => Some(Ty::Float(crate::rust::types::FloatTy::F64)),
                };
            }
        }
    }
}

fn same_len(left: &Len, right: &Len) -> bool {
    match (left, right) {
        (Len::Error, _) | (_, Len::Error) => true,
        (left, right) => left == right,
    }
}
