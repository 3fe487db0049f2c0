//! Pointers to functions: `fn(f32) -> f32`.
//!
//! A GPU calls functions that are known when the kernel is compiled. So a pointer is a
//! number: the place of its function among all of which the text makes pointers of
//! this type. To call one is to call a function that is written when all of them are
//! known, and that asks for the number. What is pointed to is a function by name or a
//! closure without captures; either becomes a function of its own.

use crate::body::{Body, Expect, expr};
use crate::checker::{
    Arguments, Checker, ClosureItem, Def, FunctionItem, InstanceState, PRELUDE, Param, ScopeId,
    Signature,
};
use crate::expressions::generic_call::Arg;
use crate::library::parsed;
use crate::typing::written::Env;
use naga::Span;
use std::collections::HashMap;
use std::rc::Rc;
use warpbench_codes::E0057;
use warpbench_hir::types::{ClosureId, Ty};
use warpbench_hir::{self as hir, ConstValue, ExprKind};

/// What pointers to functions lead to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pointed {
    /// Closures of which pointers can be made: they capture nothing.
    closures: HashMap<ClosureId, Made>,
    kinds: Vec<Kind>,
}

/// A closure as it is written, and where.
#[derive(Clone, Debug)]
struct Made {
    syntax: Rc<syn::ExprClosure>,
    scope: ScopeId,
    is_unsafe: bool,
}

/// Pointers of one type.
#[derive(Clone, Debug)]
struct Kind {
    params: Vec<Ty>,
    result: Ty,
    /// The functions that they lead to, by number.
    targets: Vec<usize>,
    /// The function that calls them, if one is called.
    caller: Option<usize>,
}

impl Checker {
    /// The type of pointers to functions, `None` before the library is read.
    fn pointer_struct(&self) -> Option<usize> {
        let scope = self.source_module("core::function")?;
        match self.scopes[scope].types.get("Pointer") {
            Some(Def::Struct(id)) => Some(*id),
            _ => None,
        }
    }

    /// `fn(A, B) -> C`, as it is written.
    pub(crate) fn pointer_ty(&mut self, written: &syn::TypeBareFn, env: &mut Env<'_>) -> Ty {
        let Some(id) = self.pointer_struct() else { return Ty::Error };
        let params: Vec<Ty> = written.inputs.iter().map(|input| self.ty(&input.ty, env)).collect();
        let result = match &written.output {
            syn::ReturnType::Default => Ty::UNIT,
            syn::ReturnType::Type(_, ty) => self.ty(ty, env),
        };
        if result == Ty::Error || params.contains(&Ty::Error) {
            return Ty::Error;
        }
        Ty::Struct(id, vec![Ty::Tuple(params), result])
    }

    /// What a function pointer takes and returns.
    pub(crate) fn pointer_parts(&self, ty: &Ty) -> Option<(Vec<Ty>, Ty)> {
        let Ty::Struct(id, arguments) = ty else { return None };
        let made_of = self.structs.get(*id).and_then(|item| item.made_of.as_ref());
        let (id, arguments) = made_of.map_or((id, arguments), |(id, arguments)| (id, arguments));
        let [Ty::Tuple(params), result] = arguments.as_slice() else { return None };
        (self.pointer_struct() == Some(*id)).then(|| (params.clone(), result.clone()))
    }

    /// `fn(A, B) -> C` in words.
    pub(crate) fn show_pointer(&self, ty: &Ty) -> Option<String> {
        let (params, result) = self.pointer_parts(ty)?;
        let params: Vec<String> = params.iter().map(|ty| self.show(ty)).collect();
        let result =
            if result == Ty::UNIT { String::new() } else { format!(" -> {}", self.show(&result)) };
        Some(format!("fn({}){result}", params.join(", ")))
    }

    /// What something that can be called takes and returns.
    pub(crate) fn callee(&self, ty: &Ty, span: Span) -> Option<ClosureItem> {
        if let Ty::Closure(id) = ty {
            return self.closures.get(*id).cloned();
        }
        let (params, result) = self.pointer_parts(ty)?;
        Some(ClosureItem { params, result, span })
    }

    fn pointer_kind(&mut self, params: &[Ty], result: &Ty) -> usize {
        let kinds = &mut self.pointed.kinds;
        let known = kinds.iter().position(|kind| kind.params == params && kind.result == *result);
        known.unwrap_or_else(|| {
            let (params, result) = (params.to_vec(), result.clone());
            kinds.push(Kind { params, result, targets: Vec::new(), caller: None });
            kinds.len() - 1
        })
    }

    /// A function without type parameters that no text declares.
    fn push_unnamed(&mut self, item: FunctionItem, kind: usize, takes_number: bool) -> usize {
        let Kind { params, result, .. } = self.pointed.kinds[kind].clone();
        let number = takes_number.then_some(Ty::U32);
        let each = number.into_iter().chain(params);
        let signature = Signature {
            generics: Rc::default(),
            params: each.map(|ty| Param { ty, span: Span::UNDEFINED }).collect(),
            result,
            result_span: None,
            has_self: false,
            is_unsafe: item.signature_syntax.unsafety.is_some(),
            opaque: None,
        };
        self.push_function(FunctionItem { signature: Some(Rc::new(signature)), ..item })
    }

    /// The function that calls whatever a pointer leads to. Its body is written when
    /// all of that is known.
    fn pointer_caller(&mut self, kind: usize) -> Option<usize> {
        if let Some(known) = self.pointed.kinds[kind].caller {
            return Some(known);
        }
        let inputs = arguments(self.pointed.kinds[kind].params.len());
        let inputs: String = inputs.iter().map(|name| format!(", {name}: u32")).collect();
        let declared = function(&format!("fn call(which: u32{inputs}) {{}}"))?;
        let scope = self.open_scope(PRELUDE);
        let item = self.new_function(scope, &declared.sig, None);
        let item = FunctionItem { is_library: true, span: Span::UNDEFINED, ..item };
        let id = self.push_unnamed(item, kind, true);
        self.pointed.kinds[kind].caller = Some(id);
        Some(id)
    }

    /// Writes the functions that call what pointers lead to, now that all of it is
    /// known.
    pub(crate) fn check_pointer_calls(&mut self) {
        for kind in 0..self.pointed.kinds.len() {
            let Kind { params, targets, caller: Some(id), .. } = self.pointed.kinds[kind].clone()
            else {
                continue;
            };
            let scope = self.functions[id].scope;
            let inputs = arguments(params.len()).join(", ");
            let mut text = "panic!(\"a pointer that leads to no function\")".to_owned();
            for (number, target) in targets.into_iter().enumerate() {
                let name = format!("target_{number}");
                let call = format!("{name}({inputs})");
                text = match number {
                    0 => call,
                    _ => format!("if which == {number} {{ {call} }} else {{ {text} }}"),
                };
                self.scopes[scope].values.insert(name, Def::Function(target));
            }
            let Some(written) = function(&format!("fn call() {{ {text} }}")) else { continue };
            self.functions[id].block = Some(Rc::new(*written.block));
            for at in 0..self.made.functions.len() {
                if self.made.functions[at].item == id {
                    self.made.functions[at].state = InstanceState::Waiting;
                    self.check_instance(at);
                }
            }
        }
    }
}

impl Body<'_> {
    /// Notes a closure of which a pointer can be made.
    pub(crate) fn note_pointable(&mut self, id: ClosureId, syntax: &syn::ExprClosure) {
        let (scope, is_unsafe) = (self.scope, self.role.is_unsafe);
        let made = Made { syntax: Rc::new(syntax.clone()), scope, is_unsafe };
        self.checker.pointed.closures.insert(id, made);
    }

    /// A pointer to a closure without captures, or to a function by name; nothing if
    /// it is none, or of another type.
    pub(crate) fn pointer_to(&mut self, id: ClosureId, to: &Ty, span: Span) -> Option<hir::Expr> {
        let made = self.checker.pointed.closures.get(&id)?.clone();
        let (params, result) = self.checker.pointer_parts(to)?;
        let item = self.checker.closures[id].clone();
        let is_same = item.params.len() == params.len()
            && item.params.iter().zip(&params).all(|(own, wanted)| self.infer.unify(own, wanted))
            && self.infer.unify(&item.result, &result);
        if !is_same {
            return None;
        }
        let params: Vec<Ty> = params.iter().map(|ty| self.resolved(ty)).collect();
        let result = self.resolved(&result);
        if params.iter().chain([&result]).any(|ty| self.infer.unsettled(ty).is_some()) {
            return None;
        }
        let kind = self.checker.pointer_kind(&params, &result);
        let unsafety = if made.is_unsafe { "unsafe " } else { "" };
        let mut declared = function(&format!("{unsafety}fn closure() {{}}"))?;
        for pattern in &made.syntax.inputs {
            let pattern = match pattern {
                syn::Pat::Type(typed) => typed.pat.clone(),
                other => Box::new(other.clone()),
            };
            declared.sig.inputs.push(syn::FnArg::Typed(syn::PatType {
                attrs: Vec::new(),
                pat: pattern,
                colon_token: syn::token::Colon::default(),
                ty: Box::new(syn::Type::Verbatim(proc_macro2::TokenStream::new())),
            }));
        }
        declared.block.stmts.push(syn::Stmt::Expr((*made.syntax.body).clone(), None));
        let item = self.checker.new_function(made.scope, &declared.sig, Some(&declared.block));
        let item = FunctionItem { is_library: false, is_const: true, span, ..item };
        let target = self.checker.push_unnamed(item, kind, false);
        self.checker.instance(target, Arguments::default(), self.depth + 1, span)?;
        let targets = &mut self.checker.pointed.kinds[kind].targets;
        targets.push(target);
        let number = ConstValue::Int(targets.len() as i128 - 1);
        let number = expr(ExprKind::Literal(number), Ty::U32, span);
        Some(expr(ExprKind::Struct(vec![(0, number)]), to.clone(), span))
    }

    /// What a closure takes and returns where a pointer to a function is expected.
    pub(crate) fn pointer_wanted(&mut self, expect: &Expect) -> Option<(Vec<Ty>, Ty)> {
        let (Expect::Has(ty) | Expect::Hint(ty)) = expect else { return None };
        let ty = self.head(ty);
        self.checker.pointer_parts(&ty)
    }

    /// A function that stands beside others, as in the branches of an `if`: each has a
    /// type of its own, so that what they have in common is a pointer.
    pub(crate) fn among_functions(&mut self, value: hir::Expr) -> hir::Expr {
        let Ty::Closure(id) = self.head(&value.ty) else { return value };
        let Some(pointer) = self.checker.pointer_struct() else { return value };
        let item = self.checker.closures[id].clone();
        let params = item.params.iter().map(|ty| self.resolved(ty)).collect();
        let to = Ty::Struct(pointer, vec![Ty::Tuple(params), self.resolved(&item.result)]);
        if self.infer.unsettled(&to).is_some() || !is_function(&value) {
            return value;
        }
        self.pointer_to(id, &to, value.span).unwrap_or(value)
    }

    /// A call of what a pointer leads to.
    pub(crate) fn call_pointer(
        &mut self,
        callee: hir::Expr,
        arguments: Vec<Arg<'_>>,
        span: Span,
    ) -> Option<hir::Expr> {
        let ty = self.resolved(&callee.ty);
        let (params, result) = self.checker.pointer_parts(&ty)?;
        if params.len() != arguments.len() {
            let found = arguments.len();
            self.check_args(arguments);
            self.report_count(E0057, "this function", &params, found, span, None);
            return Some(expr(ExprKind::Error, result, span));
        }
        let kind = self.checker.pointer_kind(&params, &result);
        let caller = self.checker.pointer_caller(kind)?;
        let number = expr(ExprKind::Field(Box::new(callee), 0), Ty::U32, span);
        let each = [Arg::Checked(number)].into_iter().chain(arguments).collect();
        let ident = syn::Ident::new("call", proc_macro2::Span::call_site());
        let segment = syn::PathSegment::from(ident);
        let before = std::mem::replace(&mut self.role.is_unsafe, true);
        let value = self.call_item(caller, Arguments::default(), &segment, None, each, span);
        self.role.is_unsafe = before;
        Some(value)
    }
}

/// Whether a value is a function or closure that stands there itself.
fn is_function(value: &hir::Expr) -> bool {
    match &value.kind {
        ExprKind::Closure(_) => true,
        ExprKind::Block(_, hir::Block { statements, value: Some(value) }) => {
            statements.is_empty() && is_function(value)
        }
        _ => false,
    }
}

/// The names of so many parameters.
fn arguments(count: usize) -> Vec<String> {
    (0..count).map(|at| format!("argument_{at}")).collect()
}

/// A function, of a text that stands nowhere.
fn function(text: &str) -> Option<syn::ItemFn> {
    match parsed(text)?.items.first() {
        Some(syn::Item::Fn(item)) => Some(item.clone()),
        _ => None,
    }
}
