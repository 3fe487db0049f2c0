//! Types that are not known yet.
//!
//! A literal without a suffix, a `let` without a type and the pointee of
//! `p.cast()` start as variables; what the function does with them settles
//! them, as in rustc. A number that nothing settles is an `i32` or an `f64`.
//!
//! Sizes are bounded: thirty lines of `let b = (a, a);` would otherwise make a
//! type of a thousand million members.

use crate::checker::Arguments;
use naga::Span;
use warpbench_hir::type_parts::PartMap;
use warpbench_hir::types::{IterTy, Len, Ty};

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
    lens: Vec<Option<Len>>,
}

/// Replaces variables by what they stand for.
struct Resolve<'a> {
    infer: &'a Infer,
    nodes: &'a mut usize,
    is_too_large: bool,
}

impl PartMap for Resolve<'_> {
    fn ty(&mut self, ty: &Ty) -> Ty {
        match self.nodes.checked_sub(1) {
            Some(rest) => *self.nodes = rest,
            None => {
                self.is_too_large = true;
                return Ty::Error;
            }
        }
        self.infer.head(ty).map_parts(self)
    }

    fn len(&mut self, len: &Len) -> Len {
        self.infer.head_len(len)
    }
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
        let mut resolve = Resolve { infer: self, nodes, is_too_large: false };
        let resolved = resolve.ty(ty);
        if resolve.is_too_large { Err(TooLarge) } else { Ok(resolved) }
    }

    /// A length without the variables that are settled.
    pub(crate) fn head_len(&self, len: &Len) -> Len {
        let mut len = len;
        while let Len::Var(variable) = len
            && let Some(Some(link)) = self.lens.get(*variable as usize)
        {
            len = link;
        }
        len.clone()
    }

    /// A length that is to be found out.
    pub(crate) fn fresh_len(&mut self) -> Len {
        self.lens.push(None);
        Len::Var(self.lens.len() as u32 - 1)
    }

    /// The first variable in a type that nothing has settled.
    pub(crate) fn unsettled(&self, ty: &Ty) -> Option<Ty> {
        match self.head(ty) {
            variable @ Ty::Var(_) => Some(variable),
            other => other.parts().into_iter().find_map(|part| self.unsettled(part)),
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

    /// Makes the arguments of a definition equal, as far as they can be.
    pub(crate) fn unify_arguments(&mut self, left: &Arguments, right: &Arguments) {
        for (left, right) in left.types.iter().zip(&right.types) {
            self.unify(left, right);
        }
        for (left, right) in left.consts.iter().zip(&right.consts) {
            self.unify_len(left, right);
        }
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
                self.unify_len(&left_len, &right_len) && self.unify_within(&left, &right, steps)
            }
            (Ty::Const(left), Ty::Const(right)) => self.unify_len(&left, &right),
            (Ty::Struct(left, left_arguments), Ty::Struct(right, right_arguments)) => {
                left == right
                    && left_arguments.len() == right_arguments.len()
                    && left_arguments
                        .iter()
                        .zip(&right_arguments)
                        .all(|(left, right)| self.unify_within(left, right, steps))
            }
            (Ty::Iter(left), Ty::Iter(right)) => self.unify_iters(&left, &right, steps),
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
            other => other.parts().into_iter().any(|part| self.occurs(variable, part, nodes)),
        }
    }

    fn unify_len(&mut self, left: &Len, right: &Len) -> bool {
        match (self.head_len(left), self.head_len(right)) {
            (Len::Error, _) | (_, Len::Error) => true,
            (Len::Var(left), Len::Var(right)) if left == right => true,
            (Len::Var(variable), other) | (other, Len::Var(variable)) => {
                self.lens[variable as usize] = Some(other);
                true
            }
            (left, right) => left == right,
        }
    }

    /// Two iterators are of one type if they are made alike of the same parts.
    fn unify_iters(&mut self, left: &IterTy, right: &IterTy, steps: &mut usize) -> bool {
        // The lengths of arrays are compared as they are, so that those which are known by
        // now have to be known here.
        let [left, right] = [left, right].map(|iter| {
            let iter = Ty::Iter(Box::new(iter.clone()));
            self.resolve(&iter).unwrap_or(iter)
        });
        let (mut first, mut second) = (Blank, Blank);
        if left.map_parts(&mut first) != right.map_parts(&mut second) {
            return false;
        }
        let pairs = left.parts().into_iter().zip(right.parts());
        pairs.into_iter().all(|(left, right)| self.unify_within(left, right, steps))
    }

    /// Settles the numbers that nothing else has settled.
    pub(crate) fn settle_numbers(&mut self) {
        for variable in &mut self.variables {
            if variable.link.is_none() {
                variable.link = match variable.kind {
                    TyVarKind::Any => None,
                    TyVarKind::Int => Some(Ty::I32),
                    TyVarKind::Float => Some(Ty::Float(warpbench_hir::types::FloatTy::F64)),
                };
            }
        }
    }
}

/// Leaves the parts of a type blank.
struct Blank;

impl PartMap for Blank {
    fn ty(&mut self, _: &Ty) -> Ty {
        Ty::Error
    }
}
