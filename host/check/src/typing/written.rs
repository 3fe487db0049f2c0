//! Types as they are written.

use crate::checker::{Arguments, Checker, Def, GenericKind, Generics, ScopeId, Space};
use crate::items::implementation::OWN_TYPE;
use crate::items::structure;
use crate::names::library::{Entry, LIBRARY};
use crate::syntax::spans;
use crate::typing::infer::{Infer, TyVarKind};
use crate::wording::foreign;
use crate::wording::unsupported;
use naga::Span;
use syn::{Expr, GenericArgument, PathArguments, Type};
use warpbench_codes::{Code, E0107, E0109, E0308, E0391, E0401, E0411, E0412, E0573, E0747, E0782};
use warpbench_hir::types::{FloatTy, IntTy, Len, Mutability, Projection, StructId, Ty};
use warpbench_hir::{ConstParam, ConstValue};
use warpbench_source::diagnostic::Diagnostic;

/// How many aliases may lead to each other.
const MAX_TYPE_DEPTH: usize = 32;

/// Where a type is written.
pub(crate) struct Env<'a> {
    /// The scope of its names.
    pub(crate) scope: ScopeId,
    /// The const parameters around it.
    pub(crate) const_params: &'a [ConstParam],
    /// Where `_` gets its variable from, in bodies.
    pub(crate) infer: Option<&'a mut Infer>,
}

impl Env<'_> {
    /// Outside of bodies, where nothing is inferred.
    pub(crate) fn items(scope: ScopeId) -> Env<'static> {
        Env { scope, const_params: &[], infer: None }
    }
}

impl Checker {
    /// The type that is written.
    pub(crate) fn ty(&mut self, ty: &Type, env: &mut Env<'_>) -> Ty {
        match ty {
            Type::Path(path) => match &path.qself {
                None => self.ty_of_path(&path.path, env),
                Some(qself) => self.qualified_ty(qself, &path.path, env),
            },
            Type::Never(_) => Ty::Never,
            Type::BareFn(written) if written.unsafety.is_none() && written.variadic.is_none() => {
                self.pointer_ty(written, env)
            }
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
        if let Some(ty) = self.member_ty(path, env) {
            return ty;
        }
        let def = match path.segments.len() {
            1 => self.find(env.scope, Space::Types, &name),
            _ => self.find_path(env.scope, Space::Types, path),
        };
        let ty = match def {
            Some(Def::Struct(id)) => return self.struct_ty(id, last, env),
            Some(Def::Alias(id)) => return self.alias_ty(id, last, env),
            Some(Def::Type(ty)) => ty,
            Some(Def::Library(Entry::Type(ty))) => ty,
            Some(Def::Library(Entry::RangeType(kind))) => {
                return self.iterator_ty(kind, last, env);
            }
            Some(Def::Error) => Ty::Error,
            None if name == "Self" => {
                self.report(
                    Diagnostic::new(E0411, "`Self` is only known inside of an `impl`", span)
                        .help("write the structure's name"),
                );
                return Ty::Error;
            }
            Some(Def::Trait(_)) => {
                self.report(
                    Diagnostic::new(E0782, format!("`{name}` is a trait, not a type"), span)
                        .label("expected a type")
                        .help(format!("write `impl {name}`, or a type parameter `T: {name}`")),
                );
                return Ty::Error;
            }
            _ if path.segments.len() == 1 => match primitive(&name) {
                Some(ty) => ty,
                None => {
                    self.unknown_type(E0412, env.scope, &name, last, span);
                    Ty::Error
                }
            },
            Some(_) => {
                let message = format!("`{name}` is not a type");
                self.report(Diagnostic::new(E0573, message, span).label("expected a type"));
                Ty::Error
            }
            None => Ty::Error,
        };
        if ty != Ty::Error && !matches!(last.arguments, PathArguments::None) {
            let message = format!("`{name}` takes no parameters");
            let code = if matches!(ty, Ty::Atomic(_)) { E0107 } else { E0109 };
            self.report(Diagnostic::new(code, message, span).help(format!("write `{name}`")));
        }
        ty
    }

    /// `T::Item`: a type that belongs to the type before it.
    fn member_ty(&mut self, path: &syn::Path, env: &mut Env<'_>) -> Option<Ty> {
        let [owner, member] = path.segments.iter().collect::<Vec<_>>()[..] else { return None };
        let of = match self.find(env.scope, Space::Types, &owner.ident.to_string())? {
            Def::Type(ty) => ty,
            Def::Struct(id) => self.struct_ty(id, owner, env),
            Def::Alias(id) => self.alias_ty(id, owner, env),
            _ => return None,
        };
        let name = member.ident.to_string();
        if owner.ident == "Self"
            && let Some(Def::Type(own)) =
                self.find(env.scope, Space::Types, &format!("{OWN_TYPE}{name}"))
        {
            return Some(own);
        }
        Some(self.projected(Projection { of, by: None, name }, spans::of(path)))
    }

    /// `<T as Trait>::Item`.
    fn qualified_ty(&mut self, qself: &syn::QSelf, path: &syn::Path, env: &mut Env<'_>) -> Ty {
        let of = self.ty(&qself.ty, env);
        let span = spans::of(path);
        let Some(member) = path.segments.last() else { return Ty::Error };
        let name = member.ident.to_string();
        let mut by = None;
        if qself.position > 0 {
            let segments = path.segments.iter().take(qself.position).cloned().collect();
            let of_trait = syn::Path { leading_colon: None, segments };
            match self.trait_named(&of_trait, &of, env) {
                Some((id, arguments, _)) => by = Some((id, arguments)),
                None => return Ty::Error,
            }
        }
        self.projected(Projection { of, by, name }, span)
    }

    /// A structure with the arguments that are written, or that are to be found
    /// out.
    pub(crate) fn struct_ty(
        &mut self,
        id: StructId,
        last: &syn::PathSegment,
        env: &mut Env<'_>,
    ) -> Ty {
        let generics = self.structs[id].generics.clone();
        let name = self.structs[id].hir.name.clone();
        let arguments = self.written_arguments(&name, &generics, last, env);
        let each = generics.order.iter().map(|kind| match kind {
            GenericKind::Type(at) => arguments.types[*at as usize].clone(),
            GenericKind::Const(at) => Ty::Const(arguments.consts[*at as usize].clone()),
        });
        Ty::Struct(id, each.collect())
    }

    fn alias_ty(&mut self, id: usize, last: &syn::PathSegment, env: &mut Env<'_>) -> Ty {
        if self.spent.type_depth > MAX_TYPE_DEPTH {
            let span = spans::bytes(last.ident.span());
            self.report(
                Diagnostic::new(E0391, "this type stands for itself", span)
                    .label("its alias leads back to it"),
            );
            return Ty::Error;
        }
        let (generics, ty, scope) = {
            let item = &self.aliases[id];
            (item.generics.clone(), item.ty.clone(), item.scope)
        };
        let arguments = self.written_arguments(&last.ident.to_string(), &generics, last, env);
        self.spent.type_depth += 1;
        let ty = self.ty(&ty, &mut Env { scope, const_params: &generics.consts, infer: None });
        self.spent.type_depth -= 1;
        self.substituted(&ty, &arguments)
    }

    /// The arguments between angle brackets, for the parameters of a definition.
    fn written_arguments(
        &mut self,
        name: &str,
        generics: &Generics,
        last: &syn::PathSegment,
        env: &mut Env<'_>,
    ) -> Arguments {
        let span = spans::bytes(last.ident.span());
        let written: Vec<&GenericArgument> = type_arguments(last)
            .into_iter()
            .filter(|argument| !matches!(argument, GenericArgument::Lifetime(_)))
            .collect();
        let mut arguments = Arguments {
            types: vec![Ty::Error; generics.types.len()],
            consts: vec![Len::Error; generics.consts.len()],
        };
        if written.len() > generics.order.len() {
            let message = format!(
                "`{name}` takes {} parameters but {} were given",
                generics.order.len(),
                written.len()
            );
            self.report(Diagnostic::new(E0107, message, span));
            return arguments;
        }
        // Between brackets, either all stand or none.
        let is_left_out = |kind: &GenericKind| match kind {
            GenericKind::Type(place) => generics.types[*place as usize].default.is_none(),
            GenericKind::Const(place) => !generics.const_defaults.contains_key(place),
        };
        if !written.is_empty() && generics.order.iter().skip(written.len()).any(is_left_out) {
            self.missing_arguments(name, generics, span);
            return arguments;
        }
        for (at, kind) in generics.order.iter().enumerate() {
            match (kind, written.get(at)) {
                (GenericKind::Type(place), Some(GenericArgument::Type(ty))) => {
                    arguments.types[*place as usize] = self.ty(ty, env);
                }
                (GenericKind::Const(place), Some(GenericArgument::Const(value))) => {
                    let ty = generics.consts[*place as usize].ty.clone();
                    arguments.consts[*place as usize] = self.const_of(value, &ty, env);
                }
                (GenericKind::Const(place), Some(GenericArgument::Type(Type::Infer(_)))) => {
                    if let Some(infer) = env.infer.as_deref_mut() {
                        arguments.consts[*place as usize] = infer.fresh_len();
                    }
                }
                (GenericKind::Const(place), Some(GenericArgument::Type(Type::Path(path)))) => {
                    let ty = generics.consts[*place as usize].ty.clone();
                    let value = Expr::Path(syn::ExprPath {
                        attrs: Vec::new(),
                        qself: None,
                        path: path.path.clone(),
                    });
                    arguments.consts[*place as usize] = self.const_of(&value, &ty, env);
                }
                (_, Some(other)) => {
                    let message = format!("this is no argument for `{name}`");
                    self.report(Diagnostic::new(E0747, message, spans::of(*other)));
                }
                (GenericKind::Type(place), None) => {
                    let param = &generics.types[*place as usize];
                    let found = match (&param.default, env.infer.as_deref_mut()) {
                        (Some(default), _) => {
                            let default = default.clone();
                            Some(self.ty(&default, env))
                        }
                        (None, Some(infer)) => Some(infer.fresh(TyVarKind::Any, span)),
                        (None, None) => None,
                    };
                    match found {
                        Some(ty) => arguments.types[*place as usize] = ty,
                        None => {
                            self.missing_arguments(name, generics, span);
                            return arguments;
                        }
                    }
                }
                (GenericKind::Const(place), None)
                    if generics.const_defaults.contains_key(place) =>
                {
                    let ty = generics.consts[*place as usize].ty.clone();
                    let default = generics.const_defaults[place].clone();
                    arguments.consts[*place as usize] = self.const_of(&default, &ty, env);
                }
                (GenericKind::Const(place), None) => match env.infer.as_deref_mut() {
                    Some(infer) => arguments.consts[*place as usize] = infer.fresh_len(),
                    None => {
                        self.missing_arguments(name, generics, span);
                        return arguments;
                    }
                },
            }
        }
        arguments
    }

    fn missing_arguments(&mut self, name: &str, generics: &Generics, span: Span) {
        let names: Vec<String> = generics
            .order
            .iter()
            .map(|kind| match kind {
                GenericKind::Type(at) => generics.types[*at as usize].name.clone(),
                GenericKind::Const(at) => generics.consts[*at as usize].name.clone(),
            })
            .collect();
        let names = names.join(", ");
        self.report(
            Diagnostic::new(E0107, format!("missing parameters of `{name}`"), span)
                .help(format!("write `{name}<{names}>`, with types in their places")),
        );
    }

    /// A constant among generic arguments.
    pub(crate) fn const_of(&mut self, value: &Expr, ty: &Ty, env: &mut Env<'_>) -> Len {
        if let Some(place) = const_param(value, env.const_params) {
            return Len::Param(place as u32, env.const_params[place].name.clone());
        }
        match self.evaluate(value, ty, env.scope, env.const_params) {
            Some(ConstValue::Int(value)) => Len::of_value(value),
            Some(ConstValue::Bool(value)) => Len::of_value(i128::from(value)),
            _ => Len::Error,
        }
    }

    /// The value of an argument for a const parameter: a name is read as a type.
    pub(crate) fn const_written(
        &mut self,
        argument: &GenericArgument,
        ty: &Ty,
        env: &mut Env<'_>,
    ) -> Len {
        match argument {
            GenericArgument::Const(value) => self.const_of(value, ty, env),
            GenericArgument::Type(Type::Infer(_)) => match env.infer.as_deref_mut() {
                Some(infer) => infer.fresh_len(),
                None => Len::Error,
            },
            GenericArgument::Type(Type::Path(path)) => {
                let (attrs, qself, path) = (Vec::new(), None, path.path.clone());
                self.const_of(&Expr::Path(syn::ExprPath { attrs, qself, path }), ty, env)
            }
            other => {
                let message = "expected a value for a const parameter";
                self.report(Diagnostic::new(E0747, message, spans::of(other)));
                Len::Error
            }
        }
    }

    /// Whether a word alone is a type.
    pub(crate) fn is_type(&self, scope: ScopeId, name: &str) -> bool {
        self.find(scope, Space::Types, name).is_some() || primitive(name).is_some()
    }

    /// Whether a name at a place is a parameter in angle brackets of a function around it,
    /// of which items inside know nothing.
    pub(crate) fn is_outer_parameter(&self, name: &str, span: Span) -> bool {
        let Some(inner) = span.to_range() else { return false };
        self.functions.iter().filter(|item| !item.is_library).any(|item| {
            let block = item.block.as_deref().and_then(|block| spans::of(block).to_range());
            let mut params = item.signature_syntax.generics.params.iter();
            block.is_some_and(|block| block.start <= inner.start && inner.end <= block.end)
                && params.any(|param| match param {
                    syn::GenericParam::Type(param) => param.ident == name,
                    syn::GenericParam::Const(param) => param.ident == name,
                    syn::GenericParam::Lifetime(_) => false,
                })
        })
    }

    /// `code` says what a type is wanted for.
    pub(crate) fn unknown_type(
        &mut self,
        code: Code,
        scope: ScopeId,
        name: &str,
        last: &syn::PathSegment,
        span: Span,
    ) {
        let is_value = self.find(scope, Space::Values, name).is_some();
        let code = match code {
            E0412 if is_value => E0573,
            E0412 if self.is_outer_parameter(name, span) => E0401,
            code => code,
        };
        let foreign = foreign::ty(name);
        let diagnostic = if let Some(ty) = foreign {
            Diagnostic::new(code, format!("cannot find type `{name}` in this scope"), span)
                .label("not known")
                .help(format!("write `{ty}`"))
        } else if let Some((note, help)) = unsupported::number(name) {
            unsupported::unread(&format!("the type `{name}`"), span).note(note).help(help)
        } else if let Some((note, help)) = unsupported::name(name) {
            let diagnostic = unsupported::impossible(&format!("`{name}`"), span);
            diagnostic.note(note).help(help)
        } else {
            let diagnostic =
                Diagnostic::new(code, format!("cannot find type `{name}` in this scope"), span)
                    .label("not known");
            let numbers = PRIMITIVES.iter().map(|(name, _)| *name);
            let near = self.nearest_name(scope, Space::Types, name, numbers);
            let is_parameter = name.len() == 1 && matches!(last.arguments, PathArguments::None);
            match (LIBRARY.path_to(name), near) {
                (Some(path), _) => diagnostic.import(path.as_ref()),
                _ if name == "bf16" => diagnostic.import("half::bf16"),
                (None, Some(near)) => diagnostic.help(format!("there is a similar name: `{near}`")),
                (None, None) if is_parameter => diagnostic
                    .help(format!("declare it as a parameter, `fn name<{name}>(…)`, or write the type that is meant; a kernel itself is not generic over types")),
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
                    Diagnostic::new(E0308, "mismatched types", span)
                        .label(format!("expected `usize`, found `{found}`"))
                        .note("the length of an array is a `usize`"),
                );
                return Len::Error;
            }
            return Len::Param(place as u32, param.name.clone());
        }
        let value = self.evaluate(expr, &Ty::USIZE, env.scope, env.const_params);
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
pub(crate) static PRIMITIVES: [(&str, Ty); 16] = [
    ("bool", Ty::Bool),
    ("i8", Ty::Int(IntTy::I8)),
    ("u8", Ty::Int(IntTy::U8)),
    ("i16", Ty::Int(IntTy::I16)),
    ("u16", Ty::Int(IntTy::U16)),
    ("i32", Ty::Int(IntTy::I32)),
    ("u32", Ty::Int(IntTy::U32)),
    ("i64", Ty::Int(IntTy::I64)),
    ("u64", Ty::Int(IntTy::U64)),
    ("i128", Ty::Int(IntTy::I128)),
    ("u128", Ty::Int(IntTy::U128)),
    ("isize", Ty::Int(IntTy::Isize)),
    ("usize", Ty::Int(IntTy::Usize)),
    ("f16", Ty::Float(FloatTy::F16)),
    ("f32", Ty::Float(FloatTy::F32)),
    ("f64", Ty::Float(FloatTy::F64)),
];

/// The names of the types that need no import.
pub fn primitives() -> impl Iterator<Item = &'static str> {
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
