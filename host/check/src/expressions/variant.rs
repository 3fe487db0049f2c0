//! Variants of enums, and values that types have by default.

use crate::body::{Body, Expect, broken, expr};
use crate::checker::{Def, Space, StructSyntax};
use crate::expressions::generic_call::Arg;
use crate::syntax::spans;
use crate::typing::written::Env;
use crate::wording::suggest;
use naga::Span;
use syn::{Expr, Member};
use warpbench_codes::{E0062, E0063, E0277, E0533, E0559, E0599, E0618, K0002};
use warpbench_hir::types::{Len, StructId, Ty};
use warpbench_hir::{self as hir, ConstValue, ExprKind};
use warpbench_source::diagnostic::Diagnostic;

impl Body<'_> {
    /// A structure whose arguments are to be found out.
    pub(crate) fn open_struct(&mut self, id: StructId, span: Span) -> Ty {
        let generics = self.checker.structs[id].generics.clone();
        let arguments = self.fresh_arguments(&generics, span);
        let each = generics.order.iter().map(|kind| match kind {
            crate::checker::GenericKind::Type(at) => arguments.types[*at as usize].clone(),
            crate::checker::GenericKind::Const(at) => {
                Ty::Const(arguments.consts[*at as usize].clone())
            }
        });
        Ty::Struct(id, each.collect())
    }

    /// An enum whose variant is named with arguments, `None::<u32>`, or without.
    pub(crate) fn enum_of_variant(&mut self, id: StructId, last: &syn::PathSegment) -> Ty {
        if last.arguments.is_none() {
            // What parameters stand for by default is for types that are written.
            return self.open_struct(id, spans::bytes(last.ident.span()));
        }
        let params = self.const_params.clone();
        let mut env =
            Env { scope: self.scope, const_params: &params, infer: Some(&mut self.infer) };
        self.checker.struct_ty(id, last, &mut env)
    }

    /// The types of a structure's fields or a tuple's members.
    pub(crate) fn member_types(&mut self, ty: &Ty) -> Vec<Ty> {
        match self.head(ty) {
            Ty::Tuple(members) => members,
            Ty::Struct(id, arguments) => {
                let types: Vec<Ty> = self.checker.structs[id]
                    .hir
                    .fields
                    .iter()
                    .map(|field| field.ty.clone())
                    .collect();
                let arguments = self.checker.struct_arguments(id, &arguments);
                let span = Span::UNDEFINED;
                types.iter().map(|ty| self.instantiate(ty, &arguments, span)).collect()
            }
            Ty::Four(four) => vec![four.scalar(); 4],
            _ => Vec::new(),
        }
    }

    /// The variants of an enum.
    pub(crate) fn variants(&self, ty: &Ty) -> Option<&[hir::Variant]> {
        match self.head(ty) {
            Ty::Struct(id, _) => self.checker.structs[id].hir.variants.as_deref(),
            _ => None,
        }
    }

    /// The enum and the variant that a path names, if it names one.
    pub(crate) fn variant_named(&mut self, path: &syn::Path) -> Option<(Ty, u32)> {
        let last = path.segments.last()?;
        let name = last.ident.to_string();
        if path.segments.len() == 1 {
            let found = self.checker.find(self.scope, Space::Values, &name)?;
            let Def::Variant(id, variant) = found else { return None };
            return Some((self.enum_of_variant(id, last), variant));
        }
        let owner = &path.segments[path.segments.len() - 2];
        let def = if path.segments.len() == 2 {
            self.checker.find(self.scope, Space::Types, &owner.ident.to_string())
        } else {
            let mut segments = path.segments.clone();
            segments.pop();
            let segments = segments.into_iter().collect();
            let before = syn::Path { leading_colon: None, segments };
            self.checker.check_path(self.scope, &before);
            self.checker.peek_path(self.scope, Space::Types, &before)
        };
        let ty = match def? {
            // The arguments stand behind the enum or behind its variant.
            Def::Struct(id) if last.arguments.is_none() => self.enum_of_variant(id, owner),
            Def::Struct(id) => self.enum_of_variant(id, last),
            Def::Type(ty) => ty,
            Def::Alias(_) => {
                let path = syn::Path::from(owner.clone());
                self.written_ty(&syn::Type::Path(syn::TypePath { qself: None, path }))
            }
            _ => return None,
        };
        let place = self.variants(&ty)?.iter().position(|variant| variant.name == name)?;
        Some((ty, place as u32))
    }

    /// `Enum::Variant(…)`.
    pub(crate) fn variant_call(
        &mut self,
        ty: &Ty,
        variant: u32,
        arguments: &[&Expr],
        expect: &Expect,
        span: Span,
    ) -> hir::Expr {
        // What is expected of the whole says what is expected of its parts.
        if let (Some(expected), Ty::Struct(own, _)) = (expect.ty(), self.head(ty))
            && let wanted @ Ty::Struct(id, _) = self.head(expected)
            && id == own
        {
            self.infer.unify(ty, &wanted);
        }
        let Some(found) = self.variants(ty).and_then(|v| v.get(variant as usize)).cloned() else {
            return broken(span);
        };
        let name = found.name.clone();
        if !found.is_tuple {
            self.check_all(arguments);
            let help = if found.count == 0 { name.clone() } else { format!("{name} {{ … }}") };
            return self.error(
                Diagnostic::new(E0618, format!("`{name}` takes nothing in parentheses"), span)
                    .help(format!("write `{help}`")),
            );
        }
        let first = found.first as usize;
        let types = self.member_types(ty);
        let types = types.get(first..first + found.count as usize).unwrap_or_default().to_vec();
        let values = self.arguments(&format!("`{name}`"), &types, arguments, span, None);
        for value in &values {
            self.copied(value);
        }
        if values.len() != types.len() {
            return expr(ExprKind::Error, ty.clone(), span);
        }
        let values = values.into_iter().enumerate();
        let values = values.map(|(at, value)| ((first + at) as u32, value)).collect();
        expr(ExprKind::Variant(variant, values), ty.clone(), span)
    }

    /// `Enum::Variant` by itself.
    pub(crate) fn variant_value(&mut self, ty: &Ty, variant: u32, span: Span) -> hir::Expr {
        let Some(found) = self.variants(ty).and_then(|v| v.get(variant as usize)).cloned() else {
            return broken(span);
        };
        if found.count > 0 {
            let name = &found.name;
            let form =
                if found.is_tuple { format!("{name}(…)") } else { format!("{name} {{ … }}") };
            // By itself, a variant in parentheses is a function.
            let code = if found.is_tuple { K0002 } else { E0533 };
            return self.error(
                Diagnostic::new(code, format!("`{name}` holds values"), span)
                    .label("they are missing")
                    .help(format!("write `{form}`")),
            );
        }
        expr(ExprKind::Variant(variant, Vec::new()), ty.clone(), span)
    }

    /// `Enum::Variant { … }`.
    pub(crate) fn variant_literal(
        &mut self,
        ty: &Ty,
        variant: u32,
        syntax: &syn::ExprStruct,
        span: Span,
    ) -> hir::Expr {
        let Some(found) = self.variants(ty).and_then(|v| v.get(variant as usize)).cloned() else {
            return broken(span);
        };
        let types = self.member_types(ty);
        let names = self.variant_fields(ty, &found);
        let mut values: Vec<(u32, hir::Expr)> = Vec::new();
        for field in &syntax.fields {
            let name = match &field.member {
                Member::Named(name) => name.to_string(),
                Member::Unnamed(index) => index.index.to_string(),
            };
            let place = spans::of(&field.member);
            let Some(at) = names.iter().position(|known| *known == name) else {
                self.expr(&field.expr, &crate::body::Expect::None);
                let message = format!("`{}` has no field `{name}`", found.name);
                let diagnostic = Diagnostic::new(E0559, message, place).label("unknown field");
                let near = suggest::nearest(&name, names.iter().map(String::as_str));
                self.report(match near {
                    Some(near) => diagnostic.help(format!("there is a similar name: `{near}`")),
                    None => diagnostic,
                });
                continue;
            };
            let at = found.first + at as u32;
            if values.iter().any(|(known, _)| *known == at) {
                let message = format!("field `{name}` is given more than once");
                self.report(Diagnostic::new(E0062, message, place).help("leave one of them out"));
            }
            let ty = types.get(at as usize).cloned().unwrap_or(Ty::Error);
            let value = self.expr_of_type(&field.expr, &ty, None);
            values.push((at, value));
        }
        let missing: Vec<String> = names
            .iter()
            .enumerate()
            .filter(|(at, _)| !values.iter().any(|(known, _)| *known == found.first + *at as u32))
            .map(|(_, name)| format!("`{name}`"))
            .collect();
        if !missing.is_empty() {
            let word = if missing.len() == 1 { "field" } else { "fields" };
            let list = missing.join(", ");
            let message = format!("missing {word} {list} of `{}`", found.name);
            let help = format!("add {}", super::aggregate::missing_fields(&list));
            let place = spans::of(&syntax.path);
            self.report(
                Diagnostic::new(E0063, message, place)
                    .label("every field needs a value")
                    .help(help),
            );
        }
        expr(ExprKind::Variant(variant, values), ty.clone(), span)
    }

    /// The names of a variant's fields.
    pub(crate) fn variant_fields(&self, ty: &Ty, variant: &hir::Variant) -> Vec<String> {
        let Ty::Struct(id, _) = self.head(ty) else { return Vec::new() };
        let first = variant.first as usize;
        let fields = &self.checker.structs[id].hir.fields;
        let own = fields.get(first..first + variant.count as usize).unwrap_or_default();
        own.iter().map(|field| field.name.clone()).collect()
    }

    /// `Default::default()` of a type.
    pub(crate) fn default_value(&mut self, ty: &Ty, span: Span) -> hir::Expr {
        let ty = self.head(ty);
        let each = |body: &mut Self, types: Vec<Ty>| -> Vec<hir::Expr> {
            types.iter().map(|ty| body.default_value(ty, span)).collect()
        };
        match &ty {
            Ty::Int(_) => expr(ExprKind::Literal(ConstValue::Int(0)), ty, span),
            Ty::Float(_) => self.float_constant(&ty.clone(), 0.0, span),
            Ty::Bool => expr(ExprKind::Literal(ConstValue::Bool(false)), ty, span),
            Ty::Tuple(members) => {
                let members = each(self, members.clone());
                expr(ExprKind::Tuple(members), ty, span)
            }
            Ty::Array(element, _) => {
                let value = self.default_value(element, span);
                expr(ExprKind::Repeat(Box::new(value)), ty.clone(), span)
            }
            // A slice without elements.
            Ty::Reference(mutability, to) if let Ty::Slice(element) = &**to => {
                let array = Ty::Array(element.clone(), Len::Known(0));
                let by = Ty::reference(*mutability, array.clone());
                let nothing = expr(ExprKind::Array(Vec::new()), array, span);
                let led_to = expr(ExprKind::AddressOf(Box::new(nothing)), by, span);
                self.coerce(led_to, &ty.clone(), None)
            }
            // What follows may tell the type.
            Ty::Var(_) => {
                let value = self.call_library_item("default", "of", Vec::new(), (span, span));
                value.map_or_else(|| broken(span), |value| self.coerce(value, &ty, None))
            }
            Ty::Error => broken(span),
            _ => self.default_of(&ty, span),
        }
    }

    fn default_of(&mut self, ty: &Ty, span: Span) -> hir::Expr {
        let shown = self.show(ty);
        let id = self.checker.library.traits.get("Default").copied();
        if let Some(id) = id {
            let members = self.checker.trait_function(&self.infer, ty, id, None, "default");
            if let Some(member) = members.first() {
                let name = syn::Ident::new("default", proc_macro2::Span::call_site());
                let last = syn::PathSegment::from(name);
                let none: Vec<Arg<'_>> = Vec::new();
                let mut value = self.call_member_of(*member, ty, &last, None, none, span);
                value.span = span;
                return value;
            }
        }
        if let Ty::Struct(id, _) = ty
            && self.checker.structs[*id].derives.iter().any(|name| name == "Default")
        {
            let id = *id;
            if let StructSyntax::Enum(syntax) = self.checker.structs[id].syntax.clone() {
                let marked = syntax.variants.iter().position(|variant| {
                    variant.attrs.iter().any(|attribute| attribute.path().is_ident("default"))
                });
                if let Some(variant) = marked {
                    return expr(ExprKind::Variant(variant as u32, Vec::new()), ty.clone(), span);
                }
            } else {
                let types = self.member_types(ty);
                let values = types
                    .iter()
                    .enumerate()
                    .map(|(at, ty)| (at as u32, self.default_value(ty, span)))
                    .collect();
                return expr(ExprKind::Struct(values), ty.clone(), span);
            }
        }
        let bound = self.checker.bound_to_write(&self.resolved(ty), "Default");
        let is_own = matches!(ty, Ty::Struct(id, _) if !self.checker.structs[*id].is_library);
        // `T::default()` is no function that there is.
        let code = if self.checker.is_opaque(ty) { E0599 } else { E0277 };
        let help = bound.unwrap_or_else(|| match is_own {
            true => format!("put `#[derive(Default)]` before `{shown}`"),
            false => "write the value that is meant".to_owned(),
        });
        self.error(
            Diagnostic::new(code, format!("`{shown}` has no default value"), span)
                .label("it does not implement `Default`")
                .help(help),
        )
    }
}
