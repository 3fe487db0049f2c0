//! Functions with arguments for their parameters: each combination that the
//! kernels need is checked by itself.
//!
//! A body only ever sees types that are known: a parameter is a name in a scope. Which `impl`
//! is meant is found by matching (`typing/selection.rs`), and so are the types that belong to
//! traits (`typing/projection.rs`). What a function returns as `impl Trait` is a parameter
//! behind its own, which its body decides and its bounds say something of beforehand
//! (`opaque_result.rs`); a constant of a generic type is looked up when the type is known. An
//! enum is a structure whose first field says which variant it is. A pointer to a function is
//! a structure with a number: the functions of which pointers are made become functions of
//! their own, and a call asks for the number.

use crate::body::{Body, Expect};
use crate::checker::{Arguments, Checker, Instance, InstanceState, Param, Signature};
use naga::Span;
use std::rc::Rc;
use warpbench_codes::K0021;
use warpbench_hir::types::{Len, Ty};
use warpbench_hir::{self as hir, ConstArg, ConstValue, ExprKind};
use warpbench_source::diagnostic::Diagnostic;

/// How many functions there may be, with all their arguments.
const MAX_INSTANCES: usize = 4000;

/// How many instances may need each other, one after the other.
const MAX_DEPTH: u32 = 100;

impl Checker {
    /// Whether a function asks something of one of its parameters.
    pub(crate) fn is_bound(&self, function: usize, param: u32) -> bool {
        let signature = self.functions[function].signature.as_ref();
        signature.is_some_and(|signature| {
            signature.generics.bounds.iter().any(|bound| bound.ty == Ty::Param(param))
        })
    }

    /// Adds a function of the file that has no type parameters: it is checked
    /// whether it is called or not.
    pub(crate) fn add_root(&mut self, id: usize) {
        let Some(signature) = self.functions[id].signature.clone() else { return };
        if !signature.generics.types.is_empty() || self.functions[id].block.is_none() {
            return;
        }
        let is_owned_generic = !self.functions[id].outer.consts.is_empty();
        if is_owned_generic || (!self.functions[id].is_kernel && self.needs_values(id)) {
            return;
        }
        let arguments = self.own_arguments(&signature.generics);
        self.instance(id, arguments, 0, Span::UNDEFINED);
    }

    /// Whether a function's const parameters must be known to check it: they are
    /// arguments of types, or lengths of what other arrays are made of, for which
    /// functions of the library are called.
    fn needs_values(&self, id: usize) -> bool {
        let Some(signature) = &self.functions[id].signature else { return false };
        let types = signature.params.iter().map(|param| &param.ty).chain([&signature.result]);
        types.into_iter().any(|ty| has_const_argument(ty) || has_inner_length(ty))
    }

    /// Checks all functions that are asked for; those that they ask for join the
    /// list while it is worked off.
    pub(crate) fn check_instances(&mut self) {
        let mut next = 0;
        while next < self.made.functions.len() {
            self.check_instance(next);
            next += 1;
        }
        self.check_pointer_calls();
    }

    /// The function with these arguments.
    pub(crate) fn instance(
        &mut self,
        item: usize,
        arguments: Arguments,
        depth: u32,
        span: Span,
    ) -> Option<usize> {
        let key = (item, arguments);
        if let Some(known) = self.made.function_ids.get(&key) {
            return Some(*known);
        }
        if self.made.functions.len() >= MAX_INSTANCES || depth > MAX_DEPTH {
            let name = self.functions[item].name.clone();
            self.report(
                Diagnostic::new(
                    K0021,
                    format!("`{name}` is used with too many different types"),
                    span,
                )
                .label("each combination of types is a function of its own")
                .help("call it with fewer types, or write a loop instead of recursion"),
            );
            return None;
        }
        let id = self.made.functions.len();
        self.made.function_ids.insert(key.clone(), id);
        let (item, arguments) = key;
        let state = InstanceState::Waiting;
        let asked_at = span;
        self.made.functions.push(Instance {
            item,
            arguments,
            depth,
            asked_at,
            result: None,
            state,
        });
        Some(id)
    }

    /// The instance that a call means, and the values of the const parameters
    /// that it leaves open.
    pub(crate) fn called_instance(
        &mut self,
        item: usize,
        arguments: Arguments,
        depth: u32,
        span: Span,
    ) -> Option<(usize, Vec<ConstArg>)> {
        let signature = self.functions[item].signature.clone()?;
        let is_symbolic = signature.generics.types.is_empty()
            && self.functions[item].outer.consts.is_empty()
            && !self.needs_values(item);
        let mut consts = Vec::new();
        let mut given = Vec::new();
        for (at, len) in arguments.consts.iter().enumerate() {
            let param = &signature.generics.consts[at];
            match (is_symbolic, len) {
                (true, len) => {
                    given.push(match len {
                        Len::Param(own, _) => ConstArg::Param(*own),
                        len => ConstArg::Value(value_of(&param.ty, len.value()?)),
                    });
                    consts.push(Len::Param(at as u32, param.name.clone()));
                }
                (false, Len::Param(own, _)) => {
                    consts.push(Len::Param(given.len() as u32, param.name.clone()));
                    given.push(ConstArg::Param(*own));
                }
                (false, len) => consts.push(len.clone()),
            }
        }
        let arguments = Arguments { types: arguments.types, consts };
        let id = self.instance(item, arguments, depth, span)?;
        Some((id, given))
    }

    /// Checks the body of a function with its arguments.
    pub(crate) fn check_instance(&mut self, id: usize) {
        if !matches!(self.made.functions[id].state, InstanceState::Waiting) {
            return;
        }
        self.made.functions[id].state = InstanceState::Running;
        let (item, arguments) =
            (self.made.functions[id].item, self.made.functions[id].arguments.clone());
        let depth = self.made.functions[id].depth;
        self.resolve_signature(item);
        self.learn_bound_calls(item, &arguments.types);
        let Some(signature) = self.functions[item].signature.clone() else { return };
        let Some(block) = self.functions[item].block.clone() else { return };
        let syntax = self.functions[item].signature_syntax.clone();
        let scope =
            self.instance_scope(self.functions[item].scope, &signature.generics, &arguments);
        self.scopes[scope].site = self.functions[item].site;
        let open: Vec<hir::ConstParam> = signature
            .generics
            .consts
            .iter()
            .zip(&arguments.consts)
            .filter(|(_, len)| len.value().is_none())
            .map(|(param, _)| param.clone())
            .collect();
        let open = Rc::new(open);
        let params: Vec<Ty> = signature
            .params
            .iter()
            .map(|param: &Param| self.substituted(&param.ty, &arguments))
            .collect();
        let result = self.substituted(&signature.result, &arguments);
        let is_library = self.functions[item].is_library;
        let mut body = Body::new(self, scope, open.clone());
        body.function = Some(id);
        body.depth = depth;
        body.role.is_unsafe = signature.is_unsafe || is_library;
        body.role.is_const = syntax.constness.is_some() && !is_library;
        let opened = body.open_result(&signature, &arguments);
        let result = match &opened {
            Some(opened) => body.instantiate(&signature.result, opened, Span::UNDEFINED),
            None => result,
        };
        body.result = Some((result.clone(), signature.result_span));
        let taken_apart = body.declare_params(&syntax, &params);
        let mut value = body.function_body(&block, &result, &signature);
        if !taken_apart.is_empty() {
            let (ty, span) = (value.ty.clone(), value.span);
            let block = hir::Block { statements: taken_apart, value: Some(Box::new(value)) };
            value = hir::Expr { kind: ExprKind::Block(None, block), ty, span };
        }
        if let Some(opened) = &opened {
            body.keep_promises(&signature, opened);
        }
        body.settle();
        let result = body.resolved(&result);
        let (value, locals) = body.finish(value);
        let concrete = self.concrete(&result);
        let checked = hir::Function {
            name: self.functions[item].name.clone(),
            is_kernel: self.functions[item].is_kernel,
            is_library,
            const_params: open.to_vec(),
            params: params.len(),
            result: concrete,
            locals,
            body: value,
            span: self.functions[item].span,
        };
        self.made.functions[id].result = Some(result);
        self.made.functions[id].state = InstanceState::Done(Box::new(checked));
    }
}

impl Body<'_> {
    fn function_body(
        &mut self,
        block: &syn::Block,
        expected: &Ty,
        signature: &Signature,
    ) -> hir::Expr {
        let value = self.block_as_value(block, &Expect::Has(expected.clone()));
        self.coerce_result(value, expected, block, signature.result_span)
    }
}

/// A const argument as a value of its type.
fn value_of(ty: &Ty, value: i128) -> ConstValue {
    match ty {
        Ty::Bool => ConstValue::Bool(value != 0),
        _ => ConstValue::Int(value),
    }
}

/// Whether a type has a const parameter among its arguments.
fn has_const_argument(ty: &Ty) -> bool {
    match ty {
        Ty::Const(Len::Param(..)) => true,
        other => other.parts().into_iter().any(has_const_argument),
    }
}

/// Whether a const parameter is the length of an array inside another one.
fn has_inner_length(ty: &Ty) -> bool {
    match ty {
        Ty::Array(of, _) | Ty::Slice(of) => has_length(of),
        other => other.parts().into_iter().any(has_inner_length),
    }
}

fn has_length(ty: &Ty) -> bool {
    matches!(ty, Ty::Array(_, Len::Param(..))) || ty.parts().into_iter().any(has_length)
}
