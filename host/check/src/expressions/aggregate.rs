//! Values with parts: tuples, arrays, structures.

use crate::body::{Body, Expect, Later, broken, expr};
use crate::syntax::spans;
use crate::typing::infer::TyVarKind;
use crate::typing::written::Env;
use crate::wording::suggest;
use naga::Span;
use syn::Member;
use warpbench_codes::{Code, E0062, E0063, E0422, E0435, E0451, E0531, E0532, E0560, E0574, E0603};
use warpbench_hir::types::{Len, Ty};
use warpbench_hir::{self as hir, ExprKind, Pattern, PatternKind, Statement};
use warpbench_source::diagnostic::Diagnostic;

/// How a structure or variant is written.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Form {
    /// `Point { x, y }`
    Braces,
    /// `Point(x, y)`, in a pattern
    Parentheses,
}

impl Form {
    /// The code where nothing has the name.
    fn unresolved(self) -> Code {
        match self {
            Form::Braces => E0422,
            Form::Parentheses => E0531,
        }
    }

    /// The code where the name belongs to something else.
    fn wrong(self) -> Code {
        match self {
            Form::Braces => E0574,
            Form::Parentheses => E0532,
        }
    }
}

impl Body<'_> {
    /// `(a, b)`.
    pub(crate) fn tuple(
        &mut self,
        syntax: &syn::ExprTuple,
        expect: &Expect,
        span: Span,
    ) -> hir::Expr {
        let wanted = match expect.ty().map(|ty| self.head(ty)) {
            Some(Ty::Tuple(members)) if members.len() == syntax.elems.len() => members,
            _ => Vec::new(),
        };
        let mut members = Vec::new();
        for (place, member) in syntax.elems.iter().enumerate() {
            let value = match wanted.get(place) {
                Some(ty) => {
                    let value = self.expr(member, &Expect::Has(ty.clone()));
                    self.try_coerce(value, ty).unwrap_or_else(|value| value)
                }
                None => self.expr(member, &Expect::None),
            };
            self.copied(&value);
            members.push(value);
        }
        let ty = Ty::Tuple(members.iter().map(|member| member.ty.clone()).collect());
        let ty = self.bounded(ty, span);
        expr(ExprKind::Tuple(members), ty, span)
    }

    fn element_expected(&self, expect: &Expect) -> Option<Ty> {
        match expect.ty().map(|ty| self.head(ty)) {
            Some(Ty::Array(element, _) | Ty::Slice(element)) => Some(*element),
            _ => None,
        }
    }

    /// `[a, b]`.
    pub(crate) fn array(
        &mut self,
        syntax: &syn::ExprArray,
        expect: &Expect,
        span: Span,
    ) -> hir::Expr {
        let mut element = self.element_expected(expect);
        let mut values = Vec::new();
        for syntax in &syntax.elems {
            let value = match &element {
                Some(ty) => {
                    let ty = ty.clone();
                    self.expr_of_type(syntax, &ty, None)
                }
                None => {
                    let value = self.expr(syntax, &Expect::None);
                    self.among_functions(value)
                }
            };
            if element.is_none() && self.head(&value.ty) != Ty::Never {
                element = Some(value.ty.clone());
            }
            self.copied(&value);
            values.push(value);
        }
        let element = element.unwrap_or_else(|| self.fresh(TyVarKind::Any, span));
        let len = u32::try_from(values.len()).map_or(Len::Error, Len::Known);
        let ty = self.bounded(Ty::Array(Box::new(element), len), span);
        expr(ExprKind::Array(values), ty, span)
    }

    /// `[x; n]`.
    pub(crate) fn repeat(
        &mut self,
        syntax: &syn::ExprRepeat,
        expect: &Expect,
        span: Span,
    ) -> hir::Expr {
        let value = match self.element_expected(expect) {
            Some(ty) => self.expr_of_type(&syntax.expr, &ty, None),
            None => self.expr(&syntax.expr, &Expect::None),
        };
        self.copied(&value);
        let is_constant = matches!(value.kind, ExprKind::Constant(_) | ExprKind::Literal(_))
            || matches!(*syntax.expr, syn::Expr::Const(_));
        if let Some(name) = self.runtime_length(&syntax.len) {
            let place = spans::of_expr(&syntax.len);
            return self.error(
                Diagnostic::new(
                    E0435,
                    format!("the length of an array cannot be the variable `{name}`"),
                    place,
                )
                .label("not known when the program is compiled")
                .note("registers are assigned when the program is compiled")
                .help("use a `const`, or a const parameter: `fn f<const N: usize>()`"),
            );
        }
        let params = self.const_params.clone();
        let mut env = Env { scope: self.scope, const_params: &params, infer: None };
        let env_len = self.checker.len(&syntax.len, &mut env);
        if env_len == Len::Error {
            return expr(ExprKind::Error, Ty::Array(Box::new(value.ty), Len::Error), span);
        }
        if !is_constant && !matches!(env_len, Len::Known(0 | 1)) {
            let (ty, span) = (value.ty.clone(), value.span);
            self.waiting.checks.push(Later::Repeated { ty, span });
        }
        let ty = self.bounded(Ty::Array(Box::new(value.ty.clone()), env_len), span);
        expr(ExprKind::Repeat(Box::new(value)), ty, span)
    }

    /// The variable that a length consists of, by mistake.
    pub(crate) fn runtime_length(&mut self, len: &syn::Expr) -> Option<String> {
        let path = match len {
            syn::Expr::Path(path) => path,
            syn::Expr::Cast(cast) => return self.runtime_length(&cast.expr),
            syn::Expr::Paren(paren) => return self.runtime_length(&paren.expr),
            syn::Expr::Binary(binary) => {
                let left = self.runtime_length(&binary.left);
                return left.or_else(|| self.runtime_length(&binary.right));
            }
            _ => return None,
        };
        let name = path.path.get_ident()?.to_string();
        matches!(self.find_value(&name), Some(crate::body::Found::Local(_))).then_some(name)
    }

    /// `Struct { … }`.
    pub(crate) fn struct_literal(&mut self, syntax: &syn::ExprStruct, span: Span) -> hir::Expr {
        if let Some((ty, variant)) = self.variant_named(&syntax.path) {
            return self.variant_literal(&ty, variant, syntax, span);
        }
        let ty = self.struct_named(&syntax.path, Form::Braces);
        let Some(names) = self.field_names(&ty) else {
            // What is inside may be wrong too.
            for field in &syntax.fields {
                self.expr(&field.expr, &Expect::None);
            }
            if ty != Ty::Error {
                let shown = self.show(&ty);
                let place = spans::of(&syntax.path);
                self.report(Diagnostic::new(E0574, format!("`{shown}` is not a structure"), place));
            }
            return broken(span);
        };
        let mut values: Vec<(u32, hir::Expr)> = Vec::new();
        for field in &syntax.fields {
            let name = match &field.member {
                Member::Named(name) => name.to_string(),
                Member::Unnamed(index) => index.index.to_string(),
            };
            let place = spans::of(&field.member);
            let Some((index, field_ty)) = self.field_of(&ty, &name) else {
                self.expr(&field.expr, &Expect::None);
                self.unknown_literal_field(&ty, &name, &names, place);
                continue;
            };
            if let Ty::Struct(id, _) = ty {
                self.checker.check_field(self.scope, (id, index as usize), true, place);
            }
            if values.iter().any(|(known, _)| *known == index) {
                let message = format!("field `{name}` is given more than once");
                self.report(Diagnostic::new(E0062, message, place).help("leave one of them out"));
            }
            let value = self.expr_of_type(&field.expr, &field_ty, None);
            values.push((index, value));
        }
        let missing: Vec<u32> = (0..names.len() as u32)
            .filter(|index| !values.iter().any(|(known, _)| known == index))
            .collect();
        let mut computed = None;
        match &syntax.rest {
            Some(rest) => {
                if let Ty::Struct(id, _) = ty {
                    for index in &missing {
                        let place = spans::of_expr(rest);
                        self.checker.check_field(self.scope, (id, *index as usize), true, place);
                    }
                }
                let base = self.expr_of_type(rest, &ty, None);
                // A value that is computed is computed once.
                let (base, made) = if is_simple(&base) {
                    (base, None)
                } else {
                    let local = self.declare("", ty.clone(), false, base.span);
                    let place = expr(ExprKind::Local(local), ty.clone(), base.span);
                    (place, Some((local, base)))
                };
                computed = made;
                for index in missing {
                    let name = names[index as usize].clone();
                    let Some((index, field_ty)) = self.field_of(&ty, &name) else { continue };
                    let field = ExprKind::Field(Box::new(base.clone()), index);
                    values.push((index, expr(field, field_ty, base.span)));
                }
            }
            None if self.report_private_rest(&ty, &missing, spans::of(&syntax.path)) => {}
            None if !missing.is_empty() => self.report_missing(&ty, &names, &missing, syntax),
            None => {}
        }
        let value = expr(ExprKind::Struct(values), ty.clone(), span);
        let Some((local, base)) = computed else { return value };
        let kind = PatternKind::Bind(local);
        let pattern = Pattern { kind, ty: ty.clone(), span: base.span };
        let statements = vec![Statement::Let(pattern, Some(base), span)];
        let block = hir::Block { statements, value: Some(Box::new(value)) };
        expr(ExprKind::Block(None, block), ty, span)
    }

    /// Reports that fields are left out which cannot be named here.
    pub(crate) fn report_private_rest(&mut self, ty: &Ty, missing: &[u32], span: Span) -> bool {
        let Ty::Struct(id, _) = *ty else { return false };
        let is_private = |field: &u32| !self.checker.may_use_field(self.scope, id, *field as usize);
        if !missing.iter().any(is_private) {
            return false;
        }
        let shown = self.show(ty);
        self.report(
            Diagnostic::new(E0451, format!("`{shown}` has private fields"), span)
                .label("not all of it can be named here")
                .help("make a value with a function of its own; in a pattern, write `..`"),
        );
        true
    }

    /// Reports a structure that cannot be made or taken apart with parentheses here.
    pub(crate) fn check_constructor(&mut self, ty: &Ty, path: &syn::Path, form: Code) {
        let Ty::Struct(id, _) = *ty else { return };
        if self.checker.may_use_fields(self.scope, id) {
            return;
        }
        let item = &self.checker.structs[id].hir;
        let (name, declared) = (item.name.clone(), item.span);
        let code = if path.segments.len() > 1 { E0603 } else { form };
        self.report(
            Diagnostic::new(
                code,
                format!("`{name}(…)` is private, as it has private fields"),
                spans::of(path),
            )
            .label("only the module of the structure, and those in it, may use it")
            .other(declared, "declared here")
            .help(format!("write `pub` in front of the fields, or give `{name}` a function")),
        );
    }

    fn report_missing(
        &mut self,
        ty: &Ty,
        names: &[String],
        missing: &[u32],
        syntax: &syn::ExprStruct,
    ) {
        let shown = self.show(ty);
        let list: Vec<String> = missing
            .iter()
            .filter_map(|index| names.get(*index as usize))
            .map(|name| format!("`{name}`"))
            .collect();
        let (word, list) = (if list.len() == 1 { "field" } else { "fields" }, list.join(", "));
        let span = spans::of(&syntax.path);
        self.report(
            Diagnostic::new(E0063, format!("missing {word} {list} of `{shown}`"), span)
                .label("every field needs a value")
                .help(format!("add {}", missing_fields(&list))),
        );
    }

    fn unknown_literal_field(&mut self, ty: &Ty, name: &str, names: &[String], span: Span) {
        let shown = self.show(ty);
        let diagnostic = Diagnostic::new(E0560, format!("`{shown}` has no field `{name}`"), span)
            .label("unknown field");
        let near = suggest::nearest(name, names.iter().map(String::as_str));
        let diagnostic = match near {
            Some(near) => diagnostic.help(format!("there is a similar name: `{near}`")),
            None => diagnostic,
        };
        self.report(diagnostic);
    }

    /// The structure that a literal or pattern names.
    pub(crate) fn struct_named(&mut self, path: &syn::Path, form: Form) -> Ty {
        let span = spans::of(path);
        if let Some(name) = path.get_ident().map(ToString::to_string)
            && name != "Self"
            && !self.checker.is_type(self.scope, &name)
            && let Some(last) = path.segments.last()
        {
            let code = form.unresolved();
            self.checker.unknown_type(code, self.scope, &name, last, span);
            return Ty::Error;
        }
        let ty = syn::Type::Path(syn::TypePath { qself: None, path: path.clone() });
        match self.written_ty(&ty) {
            ty @ Ty::Struct(..) => {
                self.apply_struct_bounds(&ty, span);
                ty
            }
            ty @ (Ty::Four(_) | Ty::Error) => ty,
            other => {
                let shown = self.show(&other);
                let message = format!("`{shown}` is not a structure");
                self.report(Diagnostic::new(form.wrong(), message, span));
                Ty::Error
            }
        }
    }

    /// Keeps in mind what a structure asks of its parameters.
    fn apply_struct_bounds(&mut self, ty: &Ty, span: Span) {
        let Ty::Struct(id, given) = ty else { return };
        let generics = self.checker.structs[*id].generics.clone();
        if !generics.bounds.is_empty() {
            let arguments = self.checker.struct_arguments(*id, given);
            self.apply_bounds(&generics.bounds, &arguments, span);
        }
    }

    /// The names of a structure's fields.
    pub(crate) fn field_names(&self, ty: &Ty) -> Option<Vec<String>> {
        match ty {
            Ty::Struct(id, _) if self.checker.structs[*id].hir.variants.is_none() => {
                let fields = &self.checker.structs[*id].hir.fields;
                Some(fields.iter().map(|field| field.name.clone()).collect())
            }
            Ty::Four(_) => Some(["x", "y", "z", "w"].map(str::to_owned).to_vec()),
            _ => None,
        }
    }
}

fn is_simple(value: &hir::Expr) -> bool {
    match &value.kind {
        ExprKind::Local(_) => true,
        ExprKind::Field(inner, _) | ExprKind::Deref(inner) => is_simple(inner),
        _ => false,
    }
}

/// Fields in backticks with their values to be filled in: `` `x: …`, `y: …` ``.
pub(crate) fn missing_fields(list: &str) -> String {
    list.replace("`,", ": …`,")
        .strip_suffix('`')
        .map_or(String::new(), |list| format!("{list}: …`"))
}
