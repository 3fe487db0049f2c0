//! Calls of methods.

use crate::diagnostic::Diagnostic;
use crate::rust::check::body::{Body, Expect, broken, expr};
use crate::rust::check::expressions::associated;
use crate::rust::check::expressions::atomics;
use crate::rust::check::expressions::number_methods;
use crate::rust::check::syntax::spans;
use crate::rust::check::typing::infer::TyVarKind;
use crate::rust::check::typing::written;
use crate::rust::check::wording::suggest;
use crate::rust::check::wording::unsupported;
use crate::rust::hir::{self, Builtin, ExprKind};
use crate::rust::types::{IntTy, Mutability, Ty};
use naga::Span;
use syn::Expr;

pub(crate) const OF_POINTERS: [&str; 15] = [
    "add",
    "sub",
    "offset",
    "wrapping_add",
    "wrapping_sub",
    "wrapping_offset",
    "read",
    "read_volatile",
    "read_unaligned",
    "write",
    "write_volatile",
    "write_unaligned",
    "cast",
    "cast_mut",
    "cast_const",
];

/// The methods of arrays and slices.
pub(crate) const OF_SLICES: [&str; 6] =
    ["len", "is_empty", "as_ptr", "as_mut_ptr", "get_unchecked", "get_unchecked_mut"];

impl Body<'_> {
    /// `x.f(a, b)`.
    pub(crate) fn method_call(&mut self, syntax: &syn::ExprMethodCall, span: Span) -> hir::Expr {
        let name = syntax.method.to_string();
        let place = spans::bytes(syntax.method.span());
        let arguments: Vec<&Expr> = syntax.args.iter().collect();
        let receiver = match self.range_method(&syntax.receiver, &name, place) {
            Some(error) => return error,
            None => self.expr(&syntax.receiver, &Expect::None),
        };
        let receiver = self.through_references(receiver);
        if let Some(turbofish) = &syntax.turbofish
            && name != "cast"
            && !matches!(self.head(&receiver.ty), Ty::Struct(_))
        {
            let message = format!("`{name}` takes no parameters in angle brackets");
            self.report(Diagnostic::new(message, spans::of(turbofish)));
        }
        match self.head(&receiver.ty) {
            Ty::Error | Ty::Never => {
                self.check_all(&arguments);
                broken(span)
            }
            Ty::Struct(id) => match self.checker.structs[id].functions.get(&name).copied() {
                Some(function) => self.struct_method(function, receiver, syntax, &arguments, span),
                None => self.unknown_method(&receiver, &name, &arguments, place),
            },
            Ty::Four(four) => match associated::four_member(four, &name) {
                Some((builtin, params, result, is_unsafe)) if params[0] == Ty::Four(four) => {
                    if is_unsafe {
                        self.need_unsafe(&format!("calling the unsafe function `{name}`"), span);
                    }
                    self.builtin(builtin, receiver, &params[1..], result, &arguments, (place, span))
                }
                _ => self.unknown_method(&receiver, &name, &arguments, place),
            },
            ty @ (Ty::Int(_) | Ty::Float(_)) => match number_methods::method(&ty, &name) {
                Some(method) => {
                    let params: Vec<Ty> =
                        method.params.iter().map(|like| number_methods::like(&ty, *like)).collect();
                    let result = number_methods::like(&ty, method.result);
                    let builtin = Builtin::Math(method.math);
                    self.builtin(builtin, receiver, &params, result, &arguments, (place, span))
                }
                None => self.unknown_method(&receiver, &name, &arguments, place),
            },
            Ty::Pointer(mutability, to) => {
                self.pointer_method(receiver, (mutability, *to), syntax, &arguments, span)
            }
            Ty::Array(element, _) | Ty::Slice(element) => {
                self.slice_method(receiver, *element, &name, &arguments, (place, span))
            }
            Ty::Atomic(atomic) => {
                self.atomic_method(atomic, receiver, &name, &arguments, (place, span))
            }
            ty @ Ty::Var(_) => {
                self.check_all(&arguments);
                self.ambiguous(&ty, &receiver, &name, place)
            }
            _ => self.unknown_method(&receiver, &name, &arguments, place),
        }
    }

    /// `(a..b).step_by(n)` anywhere but in `for`.
    fn range_method(&mut self, receiver: &Expr, name: &str, place: Span) -> Option<hir::Expr> {
        let mut inner = receiver;
        while let Expr::Paren(paren) = inner {
            inner = &paren.expr;
        }
        if !matches!(inner, Expr::Range(_)) {
            return None;
        }
        Some(
            self.error(
                unsupported::unread(&format!("`.{name}()` of a range here"), place)
                    .note("ranges are read in `for`, with `.rev()` and `.step_by(…)`")
                    .help("write a loop: `for i in a..b { … }`"),
            ),
        )
    }

    /// The receiver as a reference, for a method that borrows it.
    pub(crate) fn autoref(&mut self, place: hir::Expr, mutability: Mutability) -> hir::Expr {
        let span = place.span;
        if let ExprKind::Deref(inner) = &place.kind
            && !matches!(inner.kind, ExprKind::Subslice(..))
            && let Ty::Reference(have, _) = self.head(&inner.ty)
            && have == mutability
        {
            return (**inner).clone();
        }
        self.borrow(place, mutability, span)
    }

    fn struct_method(
        &mut self,
        function: usize,
        receiver: hir::Expr,
        syntax: &syn::ExprMethodCall,
        arguments: &[&Expr],
        span: Span,
    ) -> hir::Expr {
        let name = syntax.method.to_string();
        if self.checker.functions[function].signature.is_none() {
            self.checker.resolve_signature(function);
        }
        let Some(signature) = self.checker.functions[function].signature.clone() else {
            return broken(span);
        };
        if !signature.has_self {
            self.check_all(arguments);
            let owner = self.show(&receiver.ty);
            return self.error(
                Diagnostic::new(
                    format!("`{name}` is a function of `{owner}`, not a method"),
                    spans::bytes(syntax.method.span()),
                )
                .label("it has no `self`")
                .help(format!("write `{owner}::{name}(…)`")),
            );
        }
        let receiver = match signature.params.first().map(|param| param.ty.clone()) {
            Some(Ty::Reference(mutability, _)) => self.autoref(receiver, mutability),
            _ => {
                self.copied(&receiver);
                receiver
            }
        };
        if matches!(receiver.kind, ExprKind::Error) {
            self.check_all(arguments);
            return expr(ExprKind::Error, signature.result.clone(), span);
        }
        let mut segment = syn::PathSegment::from(syntax.method.clone());
        if let Some(turbofish) = &syntax.turbofish {
            segment.arguments = syn::PathArguments::AngleBracketed(turbofish.clone());
        }
        self.call_function(function, &segment, Some(receiver), arguments, span)
    }

    fn builtin(
        &mut self,
        builtin: Builtin,
        receiver: hir::Expr,
        params: &[Ty],
        result: Ty,
        arguments: &[&Expr],
        (place, span): (Span, Span),
    ) -> hir::Expr {
        let values = self.arguments("this method", params, arguments, place, None);
        if values.len() != params.len() {
            return expr(ExprKind::Error, result, span);
        }
        let mut all = vec![receiver];
        all.extend(values);
        expr(ExprKind::Builtin(builtin, all), result, span)
    }

    fn pointer_method(
        &mut self,
        receiver: hir::Expr,
        (mutability, to): (Mutability, Ty),
        syntax: &syn::ExprMethodCall,
        arguments: &[&Expr],
        span: Span,
    ) -> hir::Expr {
        let name = syntax.method.to_string();
        let place = spans::bytes(syntax.method.span());
        let same = receiver.ty.clone();
        let isize_ty = Ty::Int(IntTy::Isize);
        let (builtin, params, result, is_unsafe) = match name.as_str() {
            "add" => (Builtin::PointerAdd, vec![Ty::USIZE], same, true),
            "wrapping_add" => (Builtin::PointerAdd, vec![Ty::USIZE], same, false),
            "sub" => (Builtin::PointerSub, vec![Ty::USIZE], same, true),
            "wrapping_sub" => (Builtin::PointerSub, vec![Ty::USIZE], same, false),
            "offset" => (Builtin::PointerOffset, vec![isize_ty], same, true),
            "wrapping_offset" => (Builtin::PointerOffset, vec![isize_ty], same, false),
            "read" | "read_volatile" | "read_unaligned" => {
                (Builtin::PointerRead, Vec::new(), to, true)
            }
            "write" | "write_volatile" | "write_unaligned" => {
                if mutability == Mutability::Const {
                    self.check_all(arguments);
                    let shown = self.show(&same);
                    let to = self.show(&to);
                    return self.error(
                        Diagnostic::new(format!("cannot write through a `{shown}`"), place)
                            .label("a `*const` pointer only allows to read")
                            .help(format!("declare the pointer as `*mut {to}`")),
                    );
                }
                (Builtin::PointerWrite, vec![to], Ty::UNIT, true)
            }
            "cast" => {
                let to = self.cast_target(syntax, place);
                (Builtin::PointerCast, Vec::new(), Ty::pointer(mutability, to), false)
            }
            "cast_mut" if mutability == Mutability::Const => {
                (Builtin::PointerCast, Vec::new(), Ty::pointer(Mutability::Mut, to), false)
            }
            "cast_const" if mutability == Mutability::Mut => {
                (Builtin::PointerCast, Vec::new(), Ty::pointer(Mutability::Const, to), false)
            }
            _ => return self.unknown_method(&receiver, &name, arguments, place),
        };
        if is_unsafe {
            self.need_unsafe(&format!("calling the unsafe method `{name}`"), span);
        }
        self.builtin(builtin, receiver, &params, result, arguments, (place, span))
    }

    fn cast_target(&mut self, syntax: &syn::ExprMethodCall, place: Span) -> Ty {
        match syntax.turbofish.as_ref().map(|turbofish| &turbofish.args) {
            Some(args) => match (args.len(), args.first()) {
                (1, Some(syn::GenericArgument::Type(ty))) => self.written_ty(ty),
                _ => {
                    self.report(Diagnostic::new("`cast` takes one type", place));
                    Ty::Error
                }
            },
            None => self.fresh(TyVarKind::Any, place),
        }
    }

    fn slice_method(
        &mut self,
        receiver: hir::Expr,
        element: Ty,
        name: &str,
        arguments: &[&Expr],
        (place, span): (Span, Span),
    ) -> hir::Expr {
        let pointer = |mutability| Ty::pointer(mutability, element.clone());
        let (builtin, params, result, mutability) = match name {
            "len" => (Builtin::Len, Vec::new(), Ty::USIZE, Mutability::Const),
            "is_empty" => (Builtin::IsEmpty, Vec::new(), Ty::Bool, Mutability::Const),
            "as_ptr" => {
                (Builtin::AsPointer, Vec::new(), pointer(Mutability::Const), Mutability::Const)
            }
            "as_mut_ptr" => {
                (Builtin::AsPointer, Vec::new(), pointer(Mutability::Mut), Mutability::Mut)
            }
            "get_unchecked" | "get_unchecked_mut" => {
                self.need_unsafe(&format!("calling the unsafe method `{name}`"), span);
                let mutability = written::mutability(name == "get_unchecked_mut");
                let result = Ty::reference(mutability, element);
                (Builtin::GetUnchecked, vec![Ty::USIZE], result, mutability)
            }
            _ => return self.unknown_method(&receiver, name, arguments, place),
        };
        let only_counts = matches!(builtin, Builtin::Len | Builtin::IsEmpty);
        let root = crate::rust::check::expressions::place::root(&receiver)
            .map(|id| (id, self.locals[id].is_borrowed));
        let receiver = self.autoref(receiver, mutability);
        if let (true, Some((id, was_borrowed))) = (only_counts, root) {
            // Asking for the length needs no memory.
            self.locals[id].is_borrowed = was_borrowed;
        }
        if matches!(receiver.kind, ExprKind::Error) {
            self.check_all(arguments);
            return expr(ExprKind::Error, result, span);
        }
        self.builtin(builtin, receiver, &params, result, arguments, (place, span))
    }

    fn ambiguous(&mut self, ty: &Ty, receiver: &hir::Expr, name: &str, place: Span) -> hir::Expr {
        let kind = self.infer.kind(ty);
        if kind == Some(TyVarKind::Any) {
            self.annotations_needed(ty, receiver.span);
            return broken(place);
        }
        let shown = self.show(ty);
        let number = if kind == Some(TyVarKind::Int) { "u32" } else { "f32" };
        let diagnostic = Diagnostic::new(
            format!("cannot call method `{name}` on the ambiguous numeric type `{shown}`"),
            place,
        );
        let words = self.checker.quote(receiver.span).map(str::to_owned);
        let diagnostic = match (&receiver.kind, words) {
            (ExprKind::Literal(_), Some(words)) => {
                diagnostic.help(format!("say which type it has: `{words}_{number}`"))
            }
            (ExprKind::Local(id), _) => {
                let local = self.locals[*id].clone();
                let is_mut = if local.is_mutable { "mut " } else { "" };
                let name = &local.name;
                diagnostic
                    .other(local.span, "its type is not said here")
                    .help(format!("say which type it has: `let {is_mut}{name}: {number}`"))
            }
            _ => diagnostic.help(format!("say which type it has, such as `{number}`")),
        };
        self.error(
            diagnostic.note("a method must be looked up before the rest of the function is seen"),
        )
    }

    pub(crate) fn unknown_method(
        &mut self,
        receiver: &hir::Expr,
        name: &str,
        arguments: &[&Expr],
        place: Span,
    ) -> hir::Expr {
        self.check_all(arguments);
        let ty = self.head(&receiver.ty);
        let shown = self.show(&ty);
        let diagnostic = Diagnostic::new(format!("no method `{name}` on type `{shown}`"), place)
            .label("not known");
        let known: Vec<String> = match &ty {
            Ty::Pointer(..) => OF_POINTERS.map(str::to_owned).to_vec(),
            Ty::Array(..) | Ty::Slice(_) => OF_SLICES.map(str::to_owned).to_vec(),
            Ty::Four(_) => ["store", "plus", "sum"].map(str::to_owned).to_vec(),
            Ty::Atomic(_) => atomics::OF_ATOMICS.map(str::to_owned).to_vec(),
            Ty::Struct(id) => self.checker.structs[*id].functions.keys().cloned().collect(),
            ty => number_methods::names_for(ty).map(str::to_owned).collect(),
        };
        let is_field = self.field_of(&ty, name).is_some();
        let words = self.checker.quote(receiver.span).unwrap_or("x").to_owned();
        let mut candidates: Vec<&str> = known.iter().map(String::as_str).collect();
        candidates.sort_unstable();
        let near = suggest::nearest(name, candidates);
        let diagnostic = if is_field {
            diagnostic.help(format!("it is a field: `{words}.{name}`"))
        } else if let Some((note, help)) = unsupported::method(name) {
            diagnostic.note(note).help(help)
        } else if let Some(near) = near {
            diagnostic.help(format!("there is a similar name: `{near}`"))
        } else if name == "into" {
            diagnostic.help("convert it with `as`")
        } else if number_methods::is_method(name) && matches!(ty, Ty::Int(_) | Ty::Float(_)) {
            diagnostic.note("other numbers have such a method")
        } else {
            diagnostic
        };
        self.error(diagnostic)
    }
}
