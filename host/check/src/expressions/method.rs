//! Calls of methods.

use crate::body::{Body, Expect, broken, expr};
use crate::expressions::associated;
use crate::expressions::atomics;
use crate::expressions::generic_call::Arg;
use crate::expressions::number_methods;
use crate::expressions::slices;
use crate::syntax::spans;
use crate::typing::infer::TyVarKind;
use crate::typing::written;
use crate::wording::foreign;
use crate::wording::suggest;
use crate::wording::unsupported;
use naga::Span;
use syn::Expr;
use warpbench_codes::{E0107, E0599, E0689};
use warpbench_hir::types::{IntTy, Mutability, Ty};
use warpbench_hir::{self as hir, Builtin, ExprKind};
use warpbench_source::diagnostic::{Diagnostic, Subject};

pub(crate) const OF_POINTERS: [&str; 16] = [
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
    "offset_from",
];

/// The methods of arrays and slices.
pub(crate) const OF_SLICES: [&str; 6] =
    ["len", "is_empty", "as_ptr", "as_mut_ptr", "get_unchecked", "get_unchecked_mut"];

impl Body<'_> {
    /// `x.f(a, b)`.
    pub(crate) fn method_call(
        &mut self,
        syntax: &syn::ExprMethodCall,
        expect: &Expect,
        span: Span,
    ) -> hir::Expr {
        let name = syntax.method.to_string();
        let place = spans::bytes(syntax.method.span());
        let arguments: Vec<&Expr> = syntax.args.iter().collect();
        if name == "contains"
            && let Some(is_inside) = self.open_range_contains(&syntax.receiver, &arguments, span)
        {
            return is_inside;
        }
        // The bytes of a text that is written there are known.
        if let Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) = &*syntax.receiver
            && ["as_bytes", "len", "is_empty", "bytes"].contains(&name.as_str())
            && arguments.is_empty()
        {
            let bytes = self.byte_string(text.value().as_bytes(), spans::of_expr(&syntax.receiver));
            if name == "as_bytes" {
                let slice = Ty::Slice(Box::new(Ty::Int(IntTy::U8)));
                return self.coerce(bytes, &Ty::reference(Mutability::Const, slice), None);
            }
            let name = if name == "bytes" { "iter" } else { name.as_str() };
            let value = self.method_of(bytes, name, None, &[], expect, (place, span));
            return match syntax.method == "bytes" {
                true => self.method_of(value, "copied", None, &[], expect, (place, span)),
                false => value,
            };
        }
        let hint = self.hint_for_receiver(&syntax.receiver, &name, expect, span);
        let receiver = self.expr(&syntax.receiver, &hint);
        let turbofish = syntax.turbofish.as_ref();
        self.method_of(receiver, &name, turbofish, &arguments, expect, (place, span))
    }

    /// A method of a value.
    pub(crate) fn method_of(
        &mut self,
        receiver: hir::Expr,
        name: &str,
        turbofish: Option<&syn::AngleBracketedGenericArguments>,
        arguments: &[&Expr],
        expect: &Expect,
        (place, span): (Span, Span),
    ) -> hir::Expr {
        if let Ty::Var(_) = self.head(&receiver.ty) {
            self.retry_projections();
        }
        let places = (place, span);
        self.note_bound_call(&receiver, place);
        if let Some(value) = self.method_of_reference(&receiver, name, turbofish, arguments, places)
        {
            return value;
        }
        let original = receiver.clone();
        if let ("into_iter", [], Ty::Reference(_, to)) = (name, arguments, self.head(&receiver.ty))
            && matches!(self.head(&to), Ty::Array(..) | Ty::Slice(_) | Ty::Reference(..))
            && let Ok(iterator) = self.iterator_of(receiver.clone())
        {
            return iterator;
        }
        let receiver = self.through_references(receiver);
        let ty = self.head(&receiver.ty);
        if let Some(value) =
            self.order_of_references(&original, &receiver, name, arguments, (place, span))
        {
            return value;
        }
        match &ty {
            Ty::Error | Ty::Never => {
                self.check_all(arguments);
                return broken(span);
            }
            Ty::Four(four) => {
                if let Some((builtin, params, result, is_unsafe)) =
                    associated::four_member(*four, name)
                    && params[0] == ty
                {
                    if is_unsafe {
                        self.need_unsafe(&format!("calling the unsafe function `{name}`"), span);
                    }
                    let places = (place, span);
                    return self.builtin(
                        builtin,
                        receiver,
                        &params[1..],
                        result,
                        arguments,
                        places,
                    );
                }
            }
            Ty::Int(_) | Ty::Float(_) => {
                if let Some(method) = number_methods::method(&ty, name) {
                    self.number_at_run_time(&ty, name, place);
                    self.no_turbofish(name, turbofish);
                    let params: Vec<Ty> =
                        method.params.iter().map(|like| number_methods::like(&ty, *like)).collect();
                    let result = number_methods::like(&ty, method.result);
                    let builtin = Builtin::Math(method.math);
                    let places = (place, span);
                    return self.builtin(builtin, receiver, &params, result, arguments, places);
                }
            }
            Ty::Pointer(mutability, to) if OF_POINTERS.contains(&name) => {
                let pointee = (*mutability, (**to).clone());
                let places = (place, span);
                return self.pointer_method(receiver, pointee, name, turbofish, arguments, places);
            }
            Ty::Array(element, _) | Ty::Slice(element)
                if OF_SLICES.contains(&name) && !slices::is_of_a_range(name, arguments) =>
            {
                self.no_turbofish(name, turbofish);
                let element = (**element).clone();
                return self.slice_method(receiver, element, name, arguments, (place, span));
            }
            Ty::Atomic(atomic) => {
                return self.atomic_method(*atomic, receiver, name, arguments, (place, span));
            }
            // Methods of traits that all integers have need not wait for the type.
            Ty::Var(_)
                if self.infer.kind(&ty) == Some(TyVarKind::Int)
                    && let Some((math, count)) = number_methods::of_any_integer(name) =>
            {
                self.no_turbofish(name, turbofish);
                self.number_at_run_time(&ty, name, place);
                let (params, places) = (vec![ty.clone(); count], (place, span));
                return self.builtin(Builtin::Math(math), receiver, &params, ty, arguments, places);
            }
            Ty::Var(_)
                if self.infer.kind(&ty) != Some(TyVarKind::Any)
                    && matches!(name, "clone" | "cmp" | "partial_cmp" | "into") =>
            {
                self.no_turbofish(name, turbofish);
                let places = (place, span);
                let value =
                    self.common_method(original, &receiver, name, arguments, expect, places);
                return value.unwrap_or_else(|| broken(span));
            }
            Ty::Var(_) => {
                self.check_all(arguments);
                return self.ambiguous(&ty, &receiver, name, place);
            }
            _ => {}
        }
        let places = (place, span);
        if let Some(value) =
            self.iterator_method(&receiver, name, turbofish, arguments, expect, places)
        {
            self.at_run_time(&format!("`{name}`"), place);
            self.no_turbofish(
                name,
                turbofish.filter(|_| !["sum", "product", "collect"].contains(&name)),
            );
            return value;
        }
        if let Some(value) = self.expected(&receiver, name, arguments, span) {
            self.no_turbofish(name, turbofish);
            return value;
        }
        let member = self.member_method(&receiver, name, turbofish, arguments, (place, span));
        if let Some(value) = member {
            return value;
        }
        let places = (place, span);
        let is_ordered_behind = matches!(name, "max" | "min" | "cmp" | "partial_cmp" | "total_cmp")
            && self.lacks_order(&receiver);
        if !is_ordered_behind
            && let Some(value) =
                self.common_method(original, &receiver, name, arguments, expect, places)
        {
            self.at_run_time(&format!("`{name}`"), place);
            return value;
        }
        if let Some(behind) = self.overloaded_deref(&receiver, receiver.span) {
            return self.method_of(behind, name, turbofish, arguments, expect, places);
        }
        self.unknown_method(&receiver, name, arguments, place)
    }

    fn no_turbofish(
        &mut self,
        name: &str,
        turbofish: Option<&syn::AngleBracketedGenericArguments>,
    ) {
        if let Some(turbofish) = turbofish {
            let message = format!("`{name}` takes no parameters in angle brackets");
            self.report(Diagnostic::new(E0107, message, spans::of(turbofish)));
        }
    }

    /// A method that an `impl` gives to the type, to a reference to it, or to
    /// slices, if it is an array.
    fn member_method(
        &mut self,
        receiver: &hir::Expr,
        name: &str,
        turbofish: Option<&syn::AngleBracketedGenericArguments>,
        arguments: &[&Expr],
        (place, span): (Span, Span),
    ) -> Option<hir::Expr> {
        let stepped = self.stepped_iterator(receiver, name);
        let receiver = stepped.as_ref().unwrap_or(receiver);
        let ty = self.resolved(&receiver.ty);
        let mut own = ty.clone();
        let mut members = self.checker.members_named(&self.infer, &own, name);
        if members.is_empty()
            && let Ty::Array(element, _) = &ty
        {
            own = Ty::Slice(element.clone());
            members = self.checker.members_named(&self.infer, &own, name);
        }
        for mutability in [Mutability::Const, Mutability::Mut] {
            if members.is_empty() {
                own = Ty::reference(mutability, ty.clone());
                members = self.checker.members_named(&self.infer, &own, name);
            }
        }
        if members.is_empty() {
            return None;
        }
        let mut with_self = Vec::new();
        for member in &members {
            self.checker.resolve_signature(member.function);
            let signature = self.checker.functions[member.function].signature.as_ref();
            if signature.is_some_and(|signature| signature.has_self) {
                with_self.push(*member);
            }
        }
        if with_self.is_empty() {
            self.check_all(arguments);
            let owner = self.show(&receiver.ty);
            return Some(
                self.error(
                    Diagnostic::new(
                        E0599,
                        format!("`{name}` is a function of `{owner}`, not a method"),
                        place,
                    )
                    .label("it has no `self`")
                    .about(Subject::Name(name.to_owned()))
                    .help(format!("write `{owner}::{name}(…)`")),
                ),
            );
        }
        let given = arguments.iter().map(|argument| Arg::Syntax(argument)).collect();
        let (chosen, given) = self.choose(with_self, given, 1);
        let member = chosen?;
        self.check_use(member, &own, place);
        let signature = self.checker.functions[member.function].signature.clone()?;
        let receiver = match &signature.params[0].ty {
            Ty::Reference(mutability, _) if !matches!(own, Ty::Reference(..)) => {
                self.autoref(receiver.clone(), *mutability)
            }
            _ => match &own {
                Ty::Reference(mutability, _) => self.autoref(receiver.clone(), *mutability),
                // What is taken of it is gone, but the rest stays where it is.
                _ if stepped.is_some() => receiver.clone(),
                _ => {
                    self.copied(receiver);
                    receiver.clone()
                }
            },
        };
        if matches!(receiver.kind, ExprKind::Error) {
            self.check_args(given);
            return Some(broken(span));
        }
        let ident = syn::Ident::new("method", proc_macro2::Span::call_site());
        let mut segment = syn::PathSegment::from(ident);
        if let Some(turbofish) = turbofish {
            segment.arguments = syn::PathArguments::AngleBracketed(turbofish.clone());
        }
        let mut value = self.call_member_of(member, &own, &segment, Some(receiver), given, span);
        if let ExprKind::Call(at, ..) = value.kind
            && let Some(call) = self.calls.get_mut(at)
        {
            call.span = place;
        }
        value.span = span;
        Some(value)
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

    pub(crate) fn builtin(
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
        name: &str,
        turbofish: Option<&syn::AngleBracketedGenericArguments>,
        arguments: &[&Expr],
        (place, span): (Span, Span),
    ) -> hir::Expr {
        let same = receiver.ty.clone();
        let isize_ty = Ty::Int(IntTy::Isize);
        let (builtin, params, result, is_unsafe) = match name {
            "add" => (Builtin::PointerAdd, vec![Ty::USIZE], same, true),
            "wrapping_add" => (Builtin::PointerAdd, vec![Ty::USIZE], same, false),
            "sub" => (Builtin::PointerSub, vec![Ty::USIZE], same, true),
            "wrapping_sub" => (Builtin::PointerSub, vec![Ty::USIZE], same, false),
            "offset" => (Builtin::PointerOffset, vec![isize_ty], same, true),
            "wrapping_offset" => (Builtin::PointerOffset, vec![isize_ty], same, false),
            "offset_from" => {
                let from = Ty::pointer(Mutability::Const, to);
                (Builtin::PointerDistance, vec![from], isize_ty, true)
            }
            "read" | "read_volatile" => (Builtin::PointerRead, Vec::new(), to, true),
            "read_unaligned" => (Builtin::PointerReadUnaligned, Vec::new(), to, true),
            "write" | "write_volatile" | "write_unaligned" => {
                if mutability == Mutability::Const {
                    self.check_all(arguments);
                    let shown = self.show(&same);
                    let to = self.show(&to);
                    return self.error(
                        Diagnostic::new(E0599, format!("cannot write through a `{shown}`"), place)
                            .label("a `*const` pointer only allows to read")
                            .help(format!("declare the pointer as `*mut {to}`")),
                    );
                }
                let builtin = match name {
                    "write_unaligned" => Builtin::PointerWriteUnaligned,
                    _ => Builtin::PointerWrite,
                };
                (builtin, vec![to], Ty::UNIT, true)
            }
            "cast" => {
                let to = self.cast_target(turbofish, place);
                (Builtin::PointerCast, Vec::new(), Ty::pointer(mutability, to), false)
            }
            "cast_mut" if mutability == Mutability::Const => {
                (Builtin::PointerCast, Vec::new(), Ty::pointer(Mutability::Mut, to), false)
            }
            "cast_const" if mutability == Mutability::Mut => {
                (Builtin::PointerCast, Vec::new(), Ty::pointer(Mutability::Const, to), false)
            }
            _ => return self.unknown_method(&receiver, name, arguments, place),
        };
        if is_unsafe {
            self.need_unsafe(&format!("calling the unsafe method `{name}`"), span);
        }
        self.builtin(builtin, receiver, &params, result, arguments, (place, span))
    }

    fn cast_target(
        &mut self,
        turbofish: Option<&syn::AngleBracketedGenericArguments>,
        place: Span,
    ) -> Ty {
        match turbofish.map(|turbofish| &turbofish.args) {
            Some(args) => match (args.len(), args.first()) {
                (1, Some(syn::GenericArgument::Type(ty))) => self.written_ty(ty),
                _ => {
                    self.report(Diagnostic::new(E0107, "`cast` takes one type", place));
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
        let root =
            crate::expressions::place::root(&receiver).map(|id| (id, self.locals[id].is_borrowed));
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
            E0689,
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
        let diagnostic =
            Diagnostic::new(E0599, format!("no method `{name}` on type `{shown}`"), place)
                .label("not known");
        let known: Vec<String> = match &ty {
            Ty::Pointer(..) => OF_POINTERS.map(str::to_owned).to_vec(),
            Ty::Array(..) | Ty::Slice(_) => OF_SLICES.map(str::to_owned).to_vec(),
            Ty::Four(_) => ["store", "plus", "sum"].map(str::to_owned).to_vec(),
            Ty::Atomic(_) => atomics::OF_ATOMICS.map(str::to_owned).to_vec(),
            Ty::Struct(..) => self.checker.member_names(&ty),
            ty => number_methods::names_for(ty).map(str::to_owned).collect(),
        };
        let is_field = self.field_of(&ty, name).is_some();
        let missing = self.missing_trait(&ty, name);
        let words = self.checker.quote(receiver.span).unwrap_or("x").to_owned();
        let mut candidates: Vec<&str> = known.iter().map(String::as_str).collect();
        candidates.sort_unstable();
        candidates.extend(crate::library::glam::methods_of(&shown));
        let near =
            suggest::synonym(name, &candidates).or_else(|| suggest::nearest(name, candidates));
        let written: Vec<String> = arguments
            .iter()
            .filter_map(|argument| self.checker.quote(spans::of_expr(argument)))
            .map(str::to_owned)
            .collect();
        let bound = self.bound_with_method(&ty, name);
        let diagnostic = if let Some(help) = bound {
            diagnostic.help(help)
        } else if is_field {
            diagnostic.help(format!("it is a field: `{words}.{name}`"))
        } else if let Some(help) = foreign::method(name, &words, &written)
            && matches!(ty, Ty::Int(_) | Ty::Float(_) | Ty::Var(_))
        {
            diagnostic.help(help)
        } else if let Some(missing) = missing {
            diagnostic.help(format!("`{shown}` would have it by `impl {missing} for {shown}`"))
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
