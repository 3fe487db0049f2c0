//! Expressions: which function checks which.

use crate::body::{Body, Expect, Found, broken, expr};
use crate::checker::{Def, Space};
use crate::expressions::aggregate::Form;
use crate::names::library::{Entry, LIBRARY};
use crate::syntax::spans;
use crate::typing::coerce::Because;
use crate::typing::written;
use crate::wording::foreign;
use crate::wording::unsupported;
use naga::Span;
use syn::Expr;
use warpbench_codes::{E0401, E0423, E0424, E0425, E0433, E0599, E0747, K0002};
use warpbench_hir::types::{Mutability, Ty};
use warpbench_hir::{self as hir, ConstValue, ExprKind};
use warpbench_source::diagnostic::Diagnostic;

impl Body<'_> {
    pub(crate) fn expr(&mut self, syntax: &Expr, expect: &Expect) -> hir::Expr {
        let before = std::mem::replace(&mut self.flow.diverges, false);
        let value = self.expr_kind(syntax, expect);
        if self.head(&value.ty) == Ty::Never {
            self.flow.diverges = true;
        }
        self.flow.diverges |= before;
        value
    }

    /// Checks an expression and makes its value one of a type.
    pub(crate) fn expr_of_type(
        &mut self,
        syntax: &Expr,
        ty: &Ty,
        because: Option<Because>,
    ) -> hir::Expr {
        let value = self.expr(syntax, &Expect::Has(ty.clone()));
        self.coerce(value, ty, because)
    }

    fn expr_kind(&mut self, syntax: &Expr, expect: &Expect) -> hir::Expr {
        match syntax {
            Expr::Lit(literal) => self.literal(&literal.lit, expect),
            Expr::Path(path) => self.path(path),
            Expr::Paren(paren) => {
                let mut value = self.expr(&paren.expr, expect);
                value.span = spans::of_expr(syntax);
                value
            }
            Expr::Group(group) => self.expr(&group.expr, expect),
            Expr::Unary(unary) => self.unary(unary, expect, spans::of_expr(syntax)),
            Expr::Binary(binary) => self.binary(binary, expect, spans::of_expr(syntax)),
            Expr::Assign(assign) => self.assign(assign, spans::of_expr(syntax)),
            Expr::Cast(cast) => self.cast(cast, spans::of_expr(syntax)),
            Expr::Reference(reference) => {
                self.address_of(reference, expect, spans::of_expr(syntax))
            }
            Expr::RawAddr(raw) => self.raw_address_of(raw, spans::of_expr(syntax)),
            Expr::Field(field) => self.field(field, spans::of_expr(syntax)),
            Expr::Index(index) => self.index(index, spans::of_expr(syntax)),
            Expr::Tuple(tuple) => self.tuple(tuple, expect, spans::of_expr(syntax)),
            Expr::Array(array) => self.array(array, expect, spans::of_expr(syntax)),
            Expr::Repeat(repeat) => self.repeat(repeat, expect, spans::of_expr(syntax)),
            Expr::Struct(literal) => self.struct_literal(literal, spans::of_expr(syntax)),
            Expr::Call(call) => {
                let span = spans::of_expr(syntax);
                self.expecting(expect, span, |body| body.call(call, expect, span))
            }
            Expr::MethodCall(call) => {
                let span = spans::of_expr(syntax);
                self.expecting(expect, span, |body| body.method_call(call, expect, span))
            }
            Expr::Closure(closure) => {
                let wanted = self.pointer_wanted(expect).or_else(|| self.promised_call(expect));
                let (inputs, output) = wanted.unzip();
                let span = spans::of_expr(syntax);
                self.closure(closure, inputs.as_deref(), output.as_ref(), span)
            }
            Expr::Let(found) => self.let_condition(found, spans::of_expr(syntax)),
            Expr::Try(question) => {
                self.at_run_time("`?`", spans::of(&question.question_token));
                self.question(question, expect, spans::of_expr(syntax))
            }
            Expr::Range(range) => self.range_value(range, spans::of_expr(syntax)),
            Expr::Const(block) => {
                let mut value = self.block_as_value(&block.block, expect);
                value.span = spans::of_expr(syntax);
                value
            }
            Expr::Macro(call) => self.macro_call(&call.mac, spans::of_expr(syntax)),
            Expr::Block(block) => self.block_expr(block, expect, spans::of_expr(syntax)),
            Expr::Unsafe(block) => self.unsafe_block(block, expect, spans::of_expr(syntax)),
            Expr::If(branch) => self.if_expr(branch, expect, spans::of_expr(syntax)),
            Expr::Match(branch) => self.match_expr(branch, expect, spans::of_expr(syntax)),
            Expr::Loop(repeated) => self.loop_expr(repeated, expect, spans::of_expr(syntax)),
            Expr::While(repeated) => self.while_expr(repeated, spans::of_expr(syntax)),
            Expr::ForLoop(repeated) => self.for_expr(repeated, spans::of_expr(syntax)),
            Expr::Break(jump) => self.break_expr(jump, spans::of_expr(syntax)),
            Expr::Continue(jump) => self.continue_expr(jump, spans::of_expr(syntax)),
            Expr::Return(jump) => self.return_expr(jump, spans::of_expr(syntax)),
            other => self.error(unsupported::expr(other)),
        }
    }

    /// A name, or a path to something that has a value.
    fn path(&mut self, syntax: &syn::ExprPath) -> hir::Expr {
        let span = spans::of(syntax);
        if let Some(qself) = &syntax.qself {
            let owner = self.written_ty(&qself.ty);
            let last = syntax.path.segments.last();
            let name = last.map(|last| last.ident.to_string()).unwrap_or_default();
            return self.member_value(&owner, &name, syntax, span);
        }
        if syntax.path.segments.len() == 1
            && let Some(segment) = syntax.path.segments.first()
        {
            let name = segment.ident.to_string();
            return match self.find_value(&name) {
                Some(Found::Local(id)) => {
                    expr(ExprKind::Local(id), self.locals[id].ty.clone(), span)
                }
                Some(Found::ConstParam(place)) => self.const_param(place, span),
                Some(Found::Item(Def::Function(id))) => {
                    let count = self.checker.functions[id].signature_syntax.inputs.len();
                    self.function_value(syntax, count)
                }
                Some(Found::Item(Def::Variant(id, variant))) => {
                    let ty = self.enum_of_variant(id, segment);
                    self.variant_or_constructor(&ty, variant, syntax)
                }
                Some(Found::Item(def)) => self.item_value(&name, def, span),
                None => match self.struct_value(syntax) {
                    Some(value) => value,
                    None => self.unknown_value(&name, span),
                },
            };
        }
        self.long_path(syntax, span)
    }

    fn const_param(&mut self, place: usize, span: Span) -> hir::Expr {
        if self.role.is_constant {
            let name = self.const_params[place].name.clone();
            return self.error(
                Diagnostic::new(
                    E0747,
                    format!("the parameter `{name}` cannot be part of a constant expression"),
                    span,
                )
                .note("Rust allows a const parameter as a length or argument only by itself")
                .help("compute it with `let`, or pass the computed number as a second parameter"),
            );
        }
        let ty = self.const_params[place].ty.clone();
        expr(ExprKind::ConstParam(place as u32), ty, span)
    }

    /// The value of an item.
    pub(crate) fn item_value(&mut self, name: &str, def: Def, span: Span) -> hir::Expr {
        match def {
            Def::Constant(id) => {
                let (ty, is_known) = self.checker.constant(id);
                let ty = self.checker.as_written(&ty);
                let kind = if is_known { ExprKind::Constant(id) } else { ExprKind::Error };
                let value = expr(kind, ty, span);
                match self.checker.constants[id].reference.clone() {
                    Some(reference) if is_known => {
                        let by = Ty::reference(Mutability::Const, value.ty.clone());
                        let led_to = expr(ExprKind::AddressOf(Box::new(value)), by, span);
                        self.coerce(led_to, &reference, None)
                    }
                    _ => value,
                }
            }
            Def::Static(id) => self.static_place(id, span),
            Def::Library(Entry::Constant(ty, value)) => {
                let id = self.checker.library_constant(name, &ty, &value);
                expr(ExprKind::Constant(id), ty, span)
            }
            Def::Library(Entry::Order(place)) => {
                let value = ConstValue::Int(i128::from(place));
                expr(ExprKind::Literal(value), Ty::Ordering, span)
            }
            Def::Library(Entry::Reduction(place)) => {
                let value = ConstValue::Int(i128::from(place));
                expr(ExprKind::Literal(value), Ty::ReductionOp, span)
            }
            Def::Function(_)
            | Def::Library(Entry::Function(_) | Entry::SizeOf | Entry::AlignOf) => {
                let message = format!("function `{name}` is used as a value");
                self.error(
                    Diagnostic::new(K0002, message, span)
                        .label("not called")
                        .note("a GPU calls functions that are known when the kernel is compiled")
                        .help(format!("call it: `{name}(…)`")),
                )
            }
            Def::Error => broken(span),
            Def::Library(Entry::Unread(what, note, help)) => {
                self.error(unsupported::unread(what, span).note(note).help(help))
            }
            Def::Variant(id, variant) => {
                let ty = self.open_struct(id, span);
                self.variant_value(&ty, variant, span)
            }
            Def::Struct(_)
            | Def::Type(_)
            | Def::Alias(_)
            | Def::Trait(_)
            | Def::Module(_)
            | Def::Library(_) => {
                let message = format!("`{name}` is not a value");
                self.error(Diagnostic::new(E0423, message, span).label("expected a value"))
            }
        }
    }

    /// A structure without fields, by its name, or the function that makes one with fields
    /// in parentheses.
    fn struct_value(&mut self, syntax: &syn::ExprPath) -> Option<hir::Expr> {
        let id = match self.checker.peek_path(self.scope, Space::Types, &syntax.path)? {
            Def::Struct(id) | Def::Type(Ty::Struct(id, _)) => id,
            _ => return None,
        };
        let item = &self.checker.structs[id];
        match item.hir.fields.len() {
            0 if item.hir.variants.is_none() => {
                let ty = self.struct_named(&syntax.path, Form::Braces);
                Some(expr(ExprKind::Struct(Vec::new()), ty, spans::of(syntax)))
            }
            count if item.is_tuple => Some(self.function_value(syntax, count)),
            _ => None,
        }
    }

    /// A variant without fields, or the function that makes one with fields in parentheses.
    fn variant_or_constructor(
        &mut self,
        ty: &Ty,
        variant: u32,
        syntax: &syn::ExprPath,
    ) -> hir::Expr {
        let found = self.variants(ty).and_then(|variants| variants.get(variant as usize));
        match found.map(|found| (found.is_tuple, found.count as usize)) {
            Some((true, count)) if count > 0 => self.function_value(syntax, count),
            _ => self.variant_value(ty, variant, spans::of(syntax)),
        }
    }

    fn long_path(&mut self, syntax: &syn::ExprPath, span: Span) -> hir::Expr {
        let path = &syntax.path;
        self.checker.check_path(self.scope, path);
        if let Some((ty, variant)) = self.variant_named(path) {
            return self.variant_or_constructor(&ty, variant, syntax);
        }
        if let Some(value) = self.struct_value(syntax) {
            return value;
        }
        let Some((owner, name)) = self.owner_of(path) else {
            let name = path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
            return match self.checker.find_path(self.scope, Space::Values, path) {
                Some(Def::Function(id)) => {
                    let count = self.checker.functions[id].signature_syntax.inputs.len();
                    self.function_value(syntax, count)
                }
                Some(def) => self.item_value(&name, def, span),
                None => broken(span),
            };
        };
        self.member_value(&owner, &name, syntax, span)
    }

    /// `Type::MEMBER`.
    fn member_value(
        &mut self,
        owner: &Ty,
        name: &str,
        syntax: &syn::ExprPath,
        span: Span,
    ) -> hir::Expr {
        let owner = &self.resolved(owner);
        if *owner == Ty::Error {
            return broken(span);
        }
        if let Ty::Int(_) | Ty::Float(_) = owner
            && let Some(found) = crate::expressions::literal::constant_of(owner, name)
        {
            return match found {
                (ty, ConstValue::Float(value)) => self.float_constant(&ty, value, span),
                (ty, value) => expr(ExprKind::Literal(value), ty, span),
            };
        }
        if let Some(ty) = self.checker.assumed_constant(owner, name) {
            // Which value it is nobody asks here: only its type counts.
            return expr(ExprKind::Literal(ConstValue::Bool(false)), ty, span);
        }
        if let Some(id) = self.checker.constant_member(&self.infer, owner, name) {
            if self.is_unsettled(owner)
                && let Some(value) = self.open_constant(id, owner, name, span)
            {
                return value;
            }
            self.checker.check_impl_constant(self.scope, id, name, span);
            let is_by_trait = syntax.qself.as_ref().is_some_and(|own| own.position > 0);
            if let Some((of, _)) = self.checker.impls[id].of
                && !is_by_trait
            {
                self.check_trait(of, owner, name, span);
            }
            return match self.checker.impl_constant(id, name, owner) {
                Some(constant) => self.item_value(name, Def::Constant(constant), span),
                None => {
                    self.annotations_needed(owner, span);
                    broken(span)
                }
            };
        }
        let members = self.checker.members_named(&self.infer, owner, name);
        if let Some(member) = members.first() {
            let function = &self.checker.functions[member.function];
            let count = function.signature_syntax.inputs.len();
            return self.function_value(syntax, count);
        }
        if let Some(method) = crate::expressions::number_methods::method(owner, name) {
            return self.function_value(syntax, method.params.len() + 1);
        }
        self.unknown_member(owner, name, span)
    }

    /// The type and the member that `Type::member` names.
    pub(crate) fn owner_of(&mut self, path: &syn::Path) -> Option<(Ty, String)> {
        let segments: Vec<_> = path.segments.iter().collect();
        let (last, before) = segments.split_last()?;
        let name = last.ident.to_string();
        let owner = match before {
            [] => return None,
            [one] => {
                let word = one.ident.to_string();
                match self.checker.find(self.scope, Space::Types, &word) {
                    // What parameters stand for by default is for types that are written.
                    Some(Def::Struct(id)) if one.arguments.is_none() => {
                        self.open_struct(id, spans::bytes(one.ident.span()))
                    }
                    Some(Def::Struct(_) | Def::Alias(_) | Def::Type(_)) => {
                        let path = syn::Path::from((*one).clone());
                        self.written_ty(&syn::Type::Path(syn::TypePath { qself: None, path }))
                    }
                    Some(Def::Library(Entry::Type(Ty::Ordering | Ty::ReductionOp))) => return None,
                    Some(Def::Library(Entry::Type(ty))) => ty,
                    Some(Def::Error) => Ty::Error,
                    Some(Def::Library(Entry::Module(module)))
                        if LIBRARY.get(&module, &name).is_some() =>
                    {
                        return None;
                    }
                    None if word == "Self" => {
                        let span = spans::bytes(one.ident.span());
                        self.report(
                            Diagnostic::new(
                                E0433,
                                "`Self` is only known inside of an `impl`",
                                span,
                            )
                            .help("write the structure's name"),
                        );
                        Ty::Error
                    }
                    _ => written::primitive(&word)?,
                }
            }
            // `Self::Output::zero`, `T::Item::default`.
            [first, second] if self.is_type_name(&first.ident) => {
                let segments = [(*first).clone(), (*second).clone()].into_iter().collect();
                let path = syn::Path { leading_colon: None, segments };
                self.written_ty(&syn::Type::Path(syn::TypePath { qself: None, path }))
            }
            // `core::f32::MAX`, `crate::vector::Float4::splat`, `module::Type::new`.
            [.., one] => {
                let word = one.ident.to_string();
                let mut module: Vec<String> =
                    before.iter().map(|segment| segment.ident.to_string()).collect();
                if let Some(first) = module.first_mut()
                    && first == "std"
                {
                    "core".clone_into(first);
                }
                // `atomic::AtomicU32::new`, behind `use core::sync::atomic;`.
                if let Some(first) = module.first_mut()
                    && let Some(Def::Library(Entry::Module(path))) =
                        self.checker.find(self.scope, Space::Types, first)
                {
                    *first = path;
                }
                let joined = module.join("::");
                if LIBRARY.get(&joined, &name).is_some() {
                    return None;
                }
                match LIBRARY.get(&module[..module.len() - 1].join("::"), &word) {
                    Some(Entry::Type(Ty::Ordering | Ty::ReductionOp)) => return None,
                    Some(Entry::Type(ty)) => ty.clone(),
                    _ if module.len() == 2 && module[0] == "core" => {
                        match written::primitive(&word) {
                            Some(ty) => ty,
                            None => return self.owner_by_path(before, name),
                        }
                    }
                    _ => return self.owner_by_path(before, name),
                }
            }
        };
        Some((owner, name))
    }

    /// Whether a name is `Self` or a type parameter.
    fn is_type_name(&self, name: &syn::Ident) -> bool {
        let def = self.checker.find(self.scope, Space::Types, &name.to_string());
        matches!(def, Some(Def::Type(_)))
    }

    fn owner_by_path(
        &mut self,
        before: &[&syn::PathSegment],
        name: String,
    ) -> Option<(Ty, String)> {
        let segments = before.iter().map(|segment| (*segment).clone()).collect();
        let path = syn::Path { leading_colon: None, segments };
        match self.checker.peek_path(self.scope, Space::Types, &path) {
            Some(Def::Struct(_) | Def::Alias(_) | Def::Type(_)) => {
                let ty = syn::Type::Path(syn::TypePath { qself: None, path });
                Some((self.written_ty(&ty), name))
            }
            _ => None,
        }
    }

    /// Says that a type has no such member.
    pub(crate) fn unknown_member(&mut self, owner: &Ty, name: &str, span: Span) -> hir::Expr {
        let shown = self.show(owner);
        let diagnostic = Diagnostic::new(E0599, format!("`{shown}` has no member `{name}`"), span)
            .label("not known");
        let mut known: Vec<String> =
            crate::expressions::number_methods::names_for(owner).map(str::to_owned).collect();
        known.extend(self.checker.member_names(owner));
        known.sort_unstable();
        let near = crate::wording::suggest::nearest(name, known.iter().map(String::as_str));
        const CONSTANTS: [&str; 8] =
            ["PI", "TAU", "E", "SQRT_2", "LN_2", "LN_10", "FRAC_PI_2", "FRAC_1_SQRT_2"];
        let diagnostic = match near {
            _ if matches!(owner, Ty::Float(_)) && CONSTANTS.contains(&name) => {
                diagnostic.help(format!("write `core::{shown}::consts::{name}`"))
            }
            Some(near) => diagnostic.help(format!("there is a similar name: `{near}`")),
            None => diagnostic,
        };
        self.error(diagnostic)
    }

    /// What to write for `Type.function(…)`.
    fn member_of_type(&self, name: &str, span: Span) -> Option<String> {
        let rest = self.checker.text.get(span.to_range()?.end..)?.strip_prefix('.')?;
        let len = rest.find(|c: char| !(c.is_alphanumeric() || c == '_'))?;
        let found = self.checker.find(self.scope, Space::Types, name);
        let is_type = matches!(found, Some(Def::Struct(_) | Def::Alias(_) | Def::Type(_)));
        let is_type = is_type || matches!(found, Some(Def::Library(_) | Def::Module(_)));
        is_type.then(|| format!("write `{name}::{}`", &rest[..len]))
    }

    /// Says that a name is not known.
    pub(crate) fn unknown_value(&mut self, name: &str, span: Span) -> hir::Expr {
        let code = match name {
            "self" => E0424,
            _ if self.checker.is_outer_parameter(name, span) => E0401,
            _ => E0425,
        };
        let diagnostic = Diagnostic::new(code, format!("cannot find `{name}` in this scope"), span)
            .label("not known");
        let locals = self.visible_locals();
        let locals = locals.iter().map(String::as_str);
        let near = self.checker.nearest_name(self.scope, Space::Values, name, locals);
        let diagnostic = if let Some((note, help)) = unsupported::name(name) {
            diagnostic.note(note).help(help)
        } else if let Some(help) = foreign::value(&self.checker.text, name, span) {
            diagnostic.help(help)
        } else if self.role.is_constant
            && near.as_ref().is_none_or(|near| near.eq_ignore_ascii_case(name))
        {
            diagnostic
                .note("a constant is computed before the kernel runs, and knows none of its variables")
                .help("write `let` instead of `const`, or a value that is known: a number or another constant")
        } else if let Some(help) = self.member_of_type(name, span) {
            diagnostic.help(help)
        } else if let Some(path) = LIBRARY.path_to(name) {
            match path.strip_prefix("cuda_std::thread::") {
                Some(_) => diagnostic.help(format!("write `thread::{name}`")),
                None => diagnostic.import(path.as_ref()),
            }
        } else if let Some(near) = near {
            diagnostic.help(format!("there is a similar name: `{near}`"))
        } else if let Some(help) = foreign::nearest(&self.checker.text, name, span) {
            diagnostic.help(help)
        } else if name == "self" {
            diagnostic.help("add it as the first parameter of the method: `&self`")
        } else if self
            .checker
            .text
            .get(span.to_range().map_or(0, |range| range.end)..)
            .is_some_and(|rest| rest.starts_with('('))
        {
            diagnostic.help(format!("declare it: `fn {name}(…) {{ … }}`"))
        } else {
            diagnostic.help(format!("declare it: `let {name} = …;`"))
        };
        self.error(diagnostic)
    }
}
