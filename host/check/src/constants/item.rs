//! Constants: checked like any expression, then computed.

use crate::START;
use crate::body::{Body, Expect};
use crate::checker::{Checker, ConstState, InstanceState, ScopeId};
use crate::constants::evaluate;
use crate::library::words;
use crate::syntax::spans;
use crate::typing::written::Env;
use crate::wording::unsupported;
use proc_macro2::TokenStream;
use std::rc::Rc;
use warpbench_codes::{E0391, K0021, S0001};
use warpbench_hir::types::{IterTy, Len, Mutability, Ty};
use warpbench_hir::visit::any;
use warpbench_hir::{ConstParam, ConstValue, Expr, ExprKind};
use warpbench_source::diagnostic::Diagnostic;
use warpbench_source::stack;

/// How many constants may wait for each other. In the order of the text none
/// has to.
const MAX_DEPTH: usize = 64;

/// The scope of a file.
const FILE: ScopeId = 0;

/// How many values all constants may hold together.
const MAX_VALUES: usize = 1 << 20;

impl Checker {
    /// The type of a constant, and whether it has a value; if not, why not has
    /// been reported.
    pub(crate) fn constant(&mut self, id: usize) -> (Ty, bool) {
        match &self.constants[id].state {
            ConstState::Done(ty, value) => return (ty.clone(), value.is_some()),
            ConstState::Running => {
                let span = self.constants[id].span;
                let name = self.constants[id].name.clone();
                self.report(
                    Diagnostic::new(E0391, format!("constant `{name}` depends on itself"), span)
                        .label("its value is needed to compute its value"),
                );
                self.constants[id].state = ConstState::Done(Ty::Error, None);
                return (Ty::Error, false);
            }
            ConstState::Waiting => {}
        }
        if self.spent.constant_depth >= MAX_DEPTH {
            let span = self.constants[id].span;
            self.report(
                Diagnostic::new(K0021, "too many constants depend on constants further down", span)
                    .help("put each constant before those that use it"),
            );
            self.constants[id].state = ConstState::Done(Ty::Error, None);
            return (Ty::Error, false);
        }
        self.constants[id].state = ConstState::Running;
        self.spent.constant_depth += 1;
        let (ty, value) = self.compute_constant(id);
        self.spent.constant_depth -= 1;
        // A cycle has already been settled, and stays an error.
        if matches!(self.constants[id].state, ConstState::Running) {
            let is_known = value.is_some();
            self.constants[id].state = ConstState::Done(ty.clone(), value);
            return (ty, is_known);
        }
        (ty, false)
    }

    /// The value of a constant, once it has been asked for.
    pub(crate) fn constant_value(&self, id: usize) -> Option<&ConstValue> {
        match &self.constants.get(id)?.state {
            ConstState::Done(_, value) => value.as_ref(),
            _ => None,
        }
    }

    fn compute_constant(&mut self, id: usize) -> (Ty, Option<ConstValue>) {
        let item = &self.constants[id];
        let scope = item.scope;
        let (Some(ty), Some(expr)) = (item.ty.clone(), item.expr.clone()) else {
            return (Ty::Error, None);
        };
        let span = spans::of(ty.as_ref());
        let ty = self.ty(&ty, &mut Env::items(scope));
        if ty == Ty::Error {
            return (ty, None);
        }
        let (ty, expr) = match referenced(&ty, &expr) {
            Some((array, elements)) => {
                self.constants[id].reference = Some(ty);
                (array, Rc::new(elements))
            }
            None => (ty, expr),
        };
        // What a generic structure holds is known of its form.
        let form = self.concrete(&ty);
        if !self.can_be_constant(&form) {
            let shown = self.show(&ty);
            let diagnostic = unsupported::unread(&format!("constants of type `{shown}`"), span);
            self.report(if matches!(ty, Ty::Atomic(_)) {
                diagnostic
                    .note("memory that all blocks change is a buffer of the launch")
                    .help(format!("give the kernel a parameter: `counter: *const {shown}`"))
            } else {
                diagnostic
                    .help("use numbers, arrays and tuples, or a function that returns the value")
            });
            return (Ty::Error, None);
        }
        self.spent.constant_values =
            self.spent.constant_values.saturating_add(self.scalars(&form) as usize);
        if self.spent.constant_values > MAX_VALUES {
            let span = self.constants[id].span;
            self.report(
                Diagnostic::new(K0021, "the constants of this file hold too many values", span)
                    .help("pass tables to the kernel as buffers"),
            );
            return (ty, None);
        }
        let value = self.evaluate(&expr, &self.as_written(&ty), scope, &[]);
        (ty, value)
    }

    /// The value of an expression that must be known when the program is
    /// compiled. What goes wrong is reported.
    pub(crate) fn evaluate(
        &mut self,
        expr: &syn::Expr,
        ty: &Ty,
        scope: ScopeId,
        const_params: &[ConstParam],
    ) -> Option<ConstValue> {
        if self.spent.constant_depth >= 2 * MAX_DEPTH {
            return None;
        }
        self.spent.constant_depth += 1;
        let before = self.sink.diagnostics.len();
        let is_own = self.is_own(scope);
        let mut body = Body::new(self, scope, Rc::new(const_params.to_vec()));
        body.role.is_constant = true;
        body.role.is_const = is_own;
        let value = body.expr_of_type(expr, ty, None);
        let (value, _) = body.finish(value);
        self.spent.constant_depth -= 1;
        if self.sink.diagnostics.len() > before {
            return None;
        }
        self.computed(&value)
    }

    /// The value of a checked expression. What goes wrong is reported.
    fn computed(&mut self, value: &Expr) -> Option<ConstValue> {
        let before = self.sink.diagnostics.len();
        self.check_calls(value);
        if self.sink.diagnostics.len() > before {
            return None;
        }
        let (outcome, steps_left) = evaluate::evaluate(self, value, self.spent.steps_left);
        self.spent.steps_left = steps_left;
        match outcome {
            Ok(value) => Some(value),
            Err(Some(diagnostic)) => {
                self.report(*diagnostic);
                None
            }
            // It rests on something that has been reported.
            Err(None) => None,
        }
    }

    /// Checks the functions that a constant calls, so that they can be computed.
    fn check_calls(&mut self, value: &Expr) {
        let mut waiting = Vec::new();
        calls_in(value, &mut waiting);
        let mut seen = Vec::new();
        while let Some(id) = waiting.pop() {
            if seen.contains(&id) {
                continue;
            }
            seen.push(id);
            self.check_instance(id);
            if let InstanceState::Done(function) = &self.made.functions[id].state {
                calls_in(&function.body, &mut waiting);
            }
        }
    }

    /// Whether a type can be that of a constant: numbers, what is made of them, and
    /// references to it.
    fn can_be_constant(&self, ty: &Ty) -> bool {
        match ty {
            Ty::Bool | Ty::Int(_) | Ty::Float(_) | Ty::Error => true,
            Ty::Tuple(members) => members.iter().all(|ty| self.can_be_constant(ty)),
            Ty::Array(element, _) => self.can_be_constant(element),
            // What it leads to is a constant as well.
            Ty::Reference(Mutability::Const, to) => match &**to {
                Ty::Slice(element) => self.can_be_constant(element),
                other => self.can_be_constant(other),
            },
            Ty::Iter(iter) => match &**iter {
                IterTy::Range(ty) | IterTy::RangeInclusive(ty) => self.can_be_constant(ty),
                _ => false,
            },
            Ty::Struct(id, _) => {
                let fields = &self.structs[*id].hir.fields;
                fields.iter().all(|field| self.can_be_constant(&field.ty))
            }
            _ => false,
        }
    }
}

/// The value and the type of an expression that names nothing but the library.
pub(crate) fn value_of(text: &str) -> Result<(ConstValue, Ty), Vec<Diagnostic>> {
    let failed = || Diagnostic::new(S0001, "this expression cannot be read", START);
    // The caller may hold on to the spans of a text of its own, so none are forgotten here.
    let computed = stack::with_room(|| {
        let tokens: TokenStream = text.parse().map_err(|_| vec![failed()])?;
        let used = words::of(&tokens);
        let syntax: syn::Expr = syn::parse2(tokens).map_err(|_| vec![failed()])?;
        let mut checker = Checker::with_library(text);
        checker.declare_used(used);
        let mut body = Body::new(&mut checker, FILE, Rc::default());
        let value = body.expr(&syntax, &Expect::None);
        let (value, _) = body.finish(value);
        let outcome = checker.computed(&value);
        let sink = std::mem::take(&mut checker.sink);
        match outcome {
            Some(computed) if sink.is_empty() => Ok((computed, value.ty)),
            _ => Err(sink.into_sorted(text)),
        }
    });
    computed.unwrap_or_else(|| Err(vec![failed()]))
}

/// The functions that an expression calls.
fn calls_in(value: &Expr, calls: &mut Vec<usize>) {
    any(value, &mut |part| {
        if let ExprKind::Call(id, ..) = part.kind {
            calls.push(id);
        }
        false
    });
}

/// `const TABLE: &[T] = &[…];` and the like: the type of the array, and its elements.
fn referenced(ty: &Ty, expr: &syn::Expr) -> Option<(Ty, syn::Expr)> {
    let Ty::Reference(Mutability::Const, to) = ty else { return None };
    let elements = match expr {
        syn::Expr::Reference(reference) => (*reference.expr).clone(),
        syn::Expr::Lit(literal) => match &literal.lit {
            syn::Lit::ByteStr(text) => {
                let bytes = text.value();
                syn::parse_quote!([#(#bytes),*])
            }
            _ => return None,
        },
        _ => return None,
    };
    let array = match (&**to, &elements) {
        (Ty::Slice(element), syn::Expr::Array(array)) => {
            let len = u32::try_from(array.elems.len()).ok()?;
            Ty::Array(element.clone(), Len::Known(len))
        }
        (array @ Ty::Array(..), _) => array.clone(),
        _ => return None,
    };
    Some((array, elements))
}
