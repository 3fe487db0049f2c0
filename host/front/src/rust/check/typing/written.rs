//! Types as they are written.

use crate::diagnostic::Diagnostic;
use crate::rust::check::checker::{Checker, Def, ScopeId, Space};
use crate::rust::check::items::structure;
use crate::rust::check::names::library::{Entry, LIBRARY};
use crate::rust::check::syntax::spans;
use crate::rust::check::typing::infer::{Infer, TyVarKind};
use crate::rust::check::wording::unsupported;
use crate::rust::hir::{ConstParam, ConstValue};
use crate::rust::types::{FloatTy, IntTy, Len, Mutability, StructId, Ty};
use naga::Span;
use syn::{Expr, GenericArgument, PathArguments, Type};

/// Where a type is written.
pub(crate) struct Env<'a> {
    /// The scope of its names.
    pub(crate) scope: ScopeId,
    /// What `Self` is.
    pub(crate) owner: Option<StructId>,
    /// The const parameters around it.
    pub(crate) const_params: &'a [ConstParam],
    /// Where `_` gets its variable from, in bodies.
    pub(crate) infer: Option<&'a mut Infer>,
}

impl Env<'_> {
    /// Outside of bodies, where nothing is inferred.
    pub(crate) fn items(scope: ScopeId, owner: Option<StructId>) -> Env<'static> {
        Env { scope, owner, const_params: &[], infer: None }
    }
}

impl Checker {
    /// The type that is written.
    pub(crate) fn ty(&mut self, ty: &Type, env: &mut Env<'_>) -> Ty {
        match ty {
            Type::Path(path) if path.qself.is_none() => self.ty_of_path(&path.path, env),
            Type::Paren(paren) => self.ty(&paren.elem, env),
            Type::Group(group) => self.ty(&group.elem, env),
            Type::Tuple(tuple) => {
                Ty::Tuple(tuple.elems.iter().map(|ty| self.ty(ty, env)).collect())
            }
            Type::Array(array) => {
                let element = self.ty(&array.elem, env);
                let len = self.len(&array.len, env);
                let ty = Ty::Array(Box::new(element), len);
                self.bounded(ty, spans::of(array))
            }
            Type::Ptr(pointer) => {
                let mutability = mutability(pointer.mutability.is_some());
                if matches!(pointer.elem.as_ref(), Type::Slice(_)) {
                    let span = spans::of(pointer);
                    self.report(
                        unsupported::unread("pointers to slices", span)
                            .help("use a pointer to the first element and a length, or a slice"),
                    );
                    return Ty::Error;
                }
                match self.ty(&pointer.elem, env) {
                    Ty::Error => Ty::Error,
                    to => Ty::pointer(mutability, to),
                }
            }
            Type::Reference(reference) => {
                let mutability = mutability(reference.mutability.is_some());
                let to = match reference.elem.as_ref() {
                    Type::Slice(slice) => Ty::Slice(Box::new(self.ty(&slice.elem, env))),
                    other => self.ty(other, env),
                };
                if to == Ty::Error { Ty::Error } else { Ty::reference(mutability, to) }
            }
            Type::Infer(infer) => match env.infer.as_deref_mut() {
                Some(table) => table.fresh(TyVarKind::Any, spans::of(infer)),
                None => {
                    self.report(unsupported::ty(ty));
                    Ty::Error
                }
            },
            other => {
                self.report(unsupported::ty(other));
                Ty::Error
            }
        }
    }

    /// Reports arrays that are too large for a thread.
    pub(crate) fn bounded(&mut self, ty: Ty, span: Span) -> Ty {
        let scalars = self.scalars(&ty);
        if scalars > structure::MAX_SCALARS {
            let shown = self.show(&ty);
            self.report(structure::too_many_scalars(&format!("`{shown}`"), span, scalars));
            return Ty::Error;
        }
        ty
    }

    fn ty_of_path(&mut self, path: &syn::Path, env: &mut Env<'_>) -> Ty {
        let span = spans::of(path);
        let Some(last) = path.segments.last() else { return Ty::Error };
        let name = last.ident.to_string();
        let def = match path.segments.len() {
            1 if name == "Self" => match env.owner {
                Some(owner) => Some(Def::Struct(owner)),
                None => {
                    self.report(
                        Diagnostic::new("`Self` is only known inside of an `impl`", span)
                            .help("write the structure's name"),
                    );
                    return Ty::Error;
                }
            },
            1 => self.find(env.scope, Space::Types, &name),
            _ => self.find_path(env.scope, Space::Types, path),
        };
        let ty = match def {
            Some(Def::Struct(id)) => Ty::Struct(id),
            Some(Def::Library(Entry::Type(ty))) => ty,
            Some(Def::Error) => Ty::Error,
            _ if path.segments.len() == 1 => match primitive(&name) {
                Some(ty) => ty,
                None => {
                    self.unknown_type(env.scope, &name, last, span);
                    Ty::Error
                }
            },
            Some(_) => {
                let message = format!("`{name}` is not a type");
                self.report(Diagnostic::new(message, span).label("expected a type"));
                Ty::Error
            }
            None => Ty::Error,
        };
        if ty != Ty::Error && !matches!(last.arguments, PathArguments::None) {
            let message = format!("`{name}` takes no parameters");
            self.report(Diagnostic::new(message, span).help(format!("write `{name}`")));
        }
        ty
    }

    fn unknown_type(&mut self, scope: ScopeId, name: &str, last: &syn::PathSegment, span: Span) {
        let diagnostic = if let Some((note, help)) = unsupported::number(name) {
            unsupported::unread(&format!("the type `{name}`"), span).note(note).help(help)
        } else if let Some((note, help)) = unsupported::name(name) {
            let is_enum = matches!(name, "Option" | "Result");
            let what = format!("`{name}`");
            let diagnostic = if is_enum {
                unsupported::unread(&what, span)
            } else {
                unsupported::impossible(&what, span)
            };
            diagnostic.note(note).help(help)
        } else {
            let diagnostic =
                Diagnostic::new(format!("cannot find type `{name}` in this scope"), span)
                    .label("not known");
            let numbers = PRIMITIVES.iter().map(|(name, _)| *name);
            let near = self.nearest_name(scope, Space::Types, name, numbers);
            let is_parameter = name.len() == 1 && matches!(last.arguments, PathArguments::None);
            match (LIBRARY.path_to(name), near) {
                (Some(path), _) => diagnostic.help(format!("add `use {path};`")),
                (None, Some(near)) => diagnostic.help(format!("there is a similar name: `{near}`")),
                (None, None) if is_parameter => diagnostic
                    .help("kernels are not generic over types; write the type that is meant"),
                _ => diagnostic,
            }
        };
        self.report(diagnostic);
    }

    /// The length of an array.
    pub(crate) fn len(&mut self, expr: &Expr, env: &mut Env<'_>) -> Len {
        if let Some(place) = const_param(expr, env.const_params) {
            let param = &env.const_params[place];
            if param.ty != Ty::USIZE {
                let span = spans::of_expr(expr);
                let found = self.show(&param.ty);
                self.report(
                    Diagnostic::new("mismatched types", span)
                        .label(format!("expected `usize`, found `{found}`"))
                        .note("the length of an array is a `usize`"),
                );
                return Len::Error;
            }
            return Len::Param(place as u32, param.name.clone());
        }
        let value = self.evaluate(expr, &Ty::USIZE, env.scope, env.owner, env.const_params);
        match value {
            Some(ConstValue::Int(len)) => u32::try_from(len).map_or(Len::Error, Len::Known),
            _ => Len::Error,
        }
    }
}

/// The const parameter that an expression consists of.
pub(crate) fn const_param(expr: &Expr, params: &[ConstParam]) -> Option<usize> {
    match expr {
        Expr::Path(path) => {
            let name = path.path.get_ident()?;
            params.iter().position(|param| name == &param.name)
        }
        Expr::Block(block) if block.label.is_none() => match block.block.stmts.as_slice() {
            [syn::Stmt::Expr(expr, None)] => const_param(expr, params),
            _ => None,
        },
        Expr::Paren(paren) => const_param(&paren.expr, params),
        _ => None,
    }
}

/// Types that need no import.
pub(crate) static PRIMITIVES: [(&str, Ty); 14] = [
    ("bool", Ty::Bool),
    ("i8", Ty::Int(IntTy::I8)),
    ("u8", Ty::Int(IntTy::U8)),
    ("i16", Ty::Int(IntTy::I16)),
    ("u16", Ty::Int(IntTy::U16)),
    ("i32", Ty::Int(IntTy::I32)),
    ("u32", Ty::Int(IntTy::U32)),
    ("i64", Ty::Int(IntTy::I64)),
    ("u64", Ty::Int(IntTy::U64)),
    ("isize", Ty::Int(IntTy::Isize)),
    ("usize", Ty::Int(IntTy::Usize)),
    ("f16", Ty::Float(FloatTy::F16)),
    ("f32", Ty::Float(FloatTy::F32)),
    ("f64", Ty::Float(FloatTy::F64)),
];

/// The names of the types that need no import.
pub(crate) fn primitives() -> impl Iterator<Item = &'static str> {
    PRIMITIVES.iter().map(|(name, _)| *name)
}

/// A type that needs no import, by name.
pub(crate) fn primitive(name: &str) -> Option<Ty> {
    PRIMITIVES.iter().find(|(known, _)| *known == name).map(|(_, ty)| ty.clone())
}

/// `mut` or not.
pub(crate) fn mutability(is_mut: bool) -> Mutability {
    if is_mut { Mutability::Mut } else { Mutability::Const }
}

/// The types among a path's arguments, `f::<T>`.
pub(crate) fn type_arguments(segment: &syn::PathSegment) -> Vec<&GenericArgument> {
    match &segment.arguments {
        PathArguments::AngleBracketed(arguments) => arguments.args.iter().collect(),
        _ => Vec::new(),
    }
}
