//! Structures: their fields, and what they may hold.

use crate::checker::{Arguments, Checker, ConstState, GenericKind, StructItem, StructSyntax};
use crate::items::attributes::repr_names;
use crate::syntax::spans;
use crate::typing::written::{Env, primitive};
use crate::wording::unsupported;
use naga::Span;
use std::rc::Rc;
use warpbench_codes::{E0072, E0081, E0106, E0124, E0428, K0020, S0005};
use warpbench_hir::type_parts::PartMap;
use warpbench_hir::types::{IntTy, Len, StructId, Ty};
use warpbench_hir::{self as hir, ConstValue};
use warpbench_source::diagnostic::Diagnostic;

/// How many scalars a structure or an array in registers may hold.
pub(crate) const MAX_SCALARS: u64 = 64 * 1024;

impl Checker {
    /// Finds the types of a structure's fields.
    pub(crate) fn resolve_fields(&mut self, id: StructId) {
        match self.structs[id].syntax.clone() {
            StructSyntax::Struct(syntax) => {
                self.read_struct_bounds(id, &syntax.generics);
                let mut fields = Vec::new();
                self.read_fields(id, &syntax.fields, &mut fields, 0);
                self.structs[id].hir.fields = fields;
            }
            StructSyntax::Enum(syntax) => {
                self.read_struct_bounds(id, &syntax.generics);
                self.read_variants(id, &syntax);
            }
            StructSyntax::None => {}
        }
    }

    fn read_struct_bounds(&mut self, id: StructId, syntax: &syn::Generics) {
        let scope = self.structs[id].scope;
        let mut generics = (*self.structs[id].generics).clone();
        self.read_bounds(syntax, &mut generics, scope);
        self.name_in_bounds(&mut generics, None);
        self.structs[id].generics = Rc::new(generics);
    }

    /// Reads the fields of a structure or a variant; those from `first` on belong
    /// together.
    fn read_fields(
        &mut self,
        id: StructId,
        syntax: &syn::Fields,
        fields: &mut Vec<hir::Field>,
        first: usize,
    ) {
        let scope = self.structs[id].scope;
        let generics = self.structs[id].generics.clone();
        for (place, field) in syntax.iter().enumerate() {
            let name = field.ident.as_ref().map_or(place.to_string(), ToString::to_string);
            let span = spans::of(&field.ty);
            let mut env = Env { scope, const_params: &generics.consts, infer: None };
            let mut ty = self.ty(&field.ty, &mut env);
            let owner = self.structs[id].hir.name.clone();
            self.check_field_lifetimes(&field.ty, &owner, scope);
            if let syn::Type::Reference(syn::TypeReference { lifetime: None, .. }) = field.ty {
                let owner = self.structs[id].hir.name.clone();
                self.report(
                    Diagnostic::new(E0106, "a reference in a structure needs a lifetime", span)
                        .label("how long it is valid is not said")
                        .help(format!("write `{owner}<'a>`, and `&'a` here")),
                );
            }
            if !can_be_field(&ty) {
                let shown = self.show(&ty);
                self.report(unsupported::unread(&format!("fields of type `{shown}`"), span));
                ty = Ty::Error;
            }
            if fields[first..].iter().any(|field| field.name == name) {
                let message = format!("field `{name}` is already declared");
                let place = field.ident.as_ref().map_or(span, |name| spans::bytes(name.span()));
                self.report(Diagnostic::new(E0124, message, place).help("give it another name"));
            }
            fields.push(hir::Field { name, ty });
        }
    }

    fn read_variants(&mut self, id: StructId, syntax: &syn::ItemEnum) {
        let scope = self.structs[id].scope;
        let has_data = syntax.variants.iter().any(|variant| !variant.fields.is_empty());
        let names = repr_names(&syntax.attrs);
        let written = names.iter().find_map(|name| match primitive(name) {
            Some(Ty::Int(int)) => Some(int),
            _ => None,
        });
        let tag = written.unwrap_or(if has_data { IntTy::U32 } else { IntTy::I32 });
        let mut fields = vec![hir::Field { name: String::new(), ty: Ty::Int(tag) }];
        let mut variants: Vec<hir::Variant> = Vec::new();
        let mut next = 0;
        for variant in &syntax.variants {
            let name = variant.ident.to_string();
            let span = spans::bytes(variant.ident.span());
            if let Some((_, value)) = &variant.discriminant {
                match self.evaluate(value, &Ty::Int(tag), scope, &[]) {
                    Some(ConstValue::Int(value)) => next = value,
                    _ => continue,
                }
            }
            if variants.iter().any(|known| known.name == name) {
                let message = format!("the name `{name}` is defined more than once");
                self.report(
                    Diagnostic::new(E0428, message, span).help("give one of them another name"),
                );
            }
            if let Some(same) = variants.iter().find(|known| known.value == next) {
                let message = format!("`{name}` and `{}` are both {next}", same.name);
                self.report(Diagnostic::new(E0081, message, span).help("give one another number"));
            }
            let first = fields.len();
            self.read_fields(id, &variant.fields, &mut fields, first);
            let count = (fields.len() - first) as u32;
            let is_tuple = matches!(variant.fields, syn::Fields::Unnamed(_));
            variants.push(hir::Variant { name, value: next, first: first as u32, count, is_tuple });
            next += 1;
        }
        let item = &mut self.structs[id].hir;
        item.fields = fields;
        item.variants = Some(variants);
    }

    /// The types of a structure's fields, with arguments for its parameters.
    pub(crate) fn field_types(&mut self, id: StructId, arguments: &[Ty]) -> Vec<Ty> {
        let types: Vec<Ty> =
            self.structs[id].hir.fields.iter().map(|field| field.ty.clone()).collect();
        if arguments.is_empty() {
            return types;
        }
        let arguments = self.struct_arguments(id, arguments);
        types.iter().map(|ty| self.substituted(ty, &arguments)).collect()
    }

    /// The arguments of a structure, types and constants apart.
    pub(crate) fn struct_arguments(&self, id: StructId, given: &[Ty]) -> Arguments {
        let generics = &self.structs[id].generics;
        let mut arguments = Arguments {
            types: vec![Ty::Error; generics.types.len()],
            consts: vec![Len::Error; generics.consts.len()],
        };
        for (kind, given) in generics.order.iter().zip(given) {
            match (kind, given) {
                (GenericKind::Const(at), Ty::Const(len)) => {
                    arguments.consts[*at as usize] = len.clone();
                }
                (GenericKind::Type(at), ty) => arguments.types[*at as usize] = ty.clone(),
                _ => {}
            }
        }
        arguments
    }

    /// Makes the fields of structures what a checked program has.
    pub(crate) fn complete_structs(&mut self) {
        for at in 0..self.statics.len() {
            let ty = self.statics[at].hir.ty.clone();
            self.statics[at].hir.ty = self.concrete(&ty);
        }
        for at in 0..self.constants.len() {
            if let ConstState::Done(ty, value) = self.constants[at].state.clone() {
                self.constants[at].state = ConstState::Done(self.concrete(&ty), value);
            }
        }
        let mut next = 0;
        // Forms of generic structures join the list while it is worked off.
        while next < self.structs.len() {
            if self.structs[next].generics.order.is_empty() {
                let types: Vec<Ty> =
                    self.structs[next].hir.fields.iter().map(|field| field.ty.clone()).collect();
                let types: Vec<Ty> = types.iter().map(|ty| self.concrete(ty)).collect();
                for (field, ty) in self.structs[next].hir.fields.iter_mut().zip(types) {
                    field.ty = ty;
                }
            }
            next += 1;
        }
    }

    /// A type as a checked program has it: every form of a generic structure is
    /// a structure of its own.
    pub(crate) fn concrete(&mut self, ty: &Ty) -> Ty {
        struct Concrete<'a>(&'a mut Checker);
        impl PartMap for Concrete<'_> {
            fn ty(&mut self, ty: &Ty) -> Ty {
                match ty {
                    Ty::Struct(id, arguments) if !arguments.is_empty() => {
                        Ty::Struct(self.0.struct_form(*id, arguments), Vec::new())
                    }
                    other => other.map_parts(self),
                }
            }
        }
        Concrete(self).ty(ty)
    }

    /// A type as a text has it: the other way round.
    pub(crate) fn as_written(&self, ty: &Ty) -> Ty {
        struct Written<'a>(&'a Checker);
        impl PartMap for Written<'_> {
            fn ty(&mut self, ty: &Ty) -> Ty {
                match ty {
                    Ty::Struct(id, _) => match self.0.structs.get(*id).map(|item| &item.made_of) {
                        Some(Some((generic, arguments))) => {
                            let arguments = arguments.iter().map(|ty| self.ty(ty)).collect();
                            Ty::Struct(*generic, arguments)
                        }
                        _ => ty.map_parts(self),
                    },
                    other => other.map_parts(self),
                }
            }
        }
        Written(self).ty(ty)
    }

    /// The structure that a generic one is with these arguments.
    fn struct_form(&mut self, id: StructId, arguments: &[Ty]) -> StructId {
        let key = (id, arguments.to_vec());
        if let Some(known) = self.made.structs.get(&key) {
            return *known;
        }
        let form = self.structs.len();
        self.made.structs.insert(key.clone(), form);
        let generic = &self.structs[id];
        let item = StructItem {
            hir: generic.hir.clone(),
            is_tuple: generic.is_tuple,
            is_copy: generic.is_copy,
            derives: generic.derives.clone(),
            syntax: StructSyntax::None,
            scope: generic.scope,
            generics: Rc::default(),
            made_of: Some(key),
            is_library: generic.is_library,
            scalars: None,
        };
        self.structs.push(item);
        let types = self.field_types(id, arguments);
        let types: Vec<Ty> = types.iter().map(|ty| self.concrete(ty)).collect();
        for (field, ty) in self.structs[form].hir.fields.iter_mut().zip(types) {
            field.ty = ty;
        }
        self.measure_struct(form);
        form
    }

    /// Finds how much a structure holds, and whether it holds itself.
    pub(crate) fn measure_struct(&mut self, id: StructId) {
        if self.structs[id].scalars.is_some() {
            return;
        }
        let mut path = vec![id];
        let mut depth_left = 64;
        let sum = self.scalars_within(id, &mut path, &mut depth_left);
        let span = self.structs[id].hir.span;
        let name = self.structs[id].hir.name.clone();
        match sum {
            Some(sum) if sum > MAX_SCALARS => {
                self.report(too_many_scalars(&format!("`{name}`"), span, sum));
                self.structs[id].scalars = Some(1);
            }
            Some(sum) => self.structs[id].scalars = Some(sum),
            None => {
                self.report(if depth_left == 0 {
                    Diagnostic::new(S0005, "structures lie in each other too deeply", span)
                        .help("put the fields into one structure")
                } else {
                    Diagnostic::new(E0072, format!("structure `{name}` contains itself"), span)
                        .label("it would be infinitely large")
                        .help("store an index of the other value instead")
                });
                self.structs[id].scalars = Some(1);
                for field in &mut self.structs[id].hir.fields {
                    field.ty = Ty::Error;
                }
            }
        }
    }

    /// The scalars of a structure; nothing if it contains itself, or if
    /// structures lie in each other too deeply.
    fn scalars_within(
        &mut self,
        id: StructId,
        path: &mut Vec<StructId>,
        depth_left: &mut u32,
    ) -> Option<u64> {
        *depth_left = depth_left.checked_sub(1)?;
        let types: Vec<Ty> = self.structs[id].hir.fields.iter().map(|f| f.ty.clone()).collect();
        let mut sum = 0_u64;
        for ty in types {
            let mut inner = Vec::new();
            structs_in(&ty, &mut inner);
            for other in inner {
                if path.contains(&other) {
                    return None;
                }
                if self.structs[other].scalars.is_none() {
                    path.push(other);
                    let scalars = self.scalars_within(other, path, depth_left)?;
                    path.pop();
                    self.structs[other].scalars = Some(scalars.min(MAX_SCALARS + 1));
                }
            }
            sum = sum.saturating_add(self.scalars(&ty));
        }
        *depth_left += 1;
        Some(sum)
    }
}

/// Something that holds more than fits into a thread's own memory.
pub(crate) fn too_many_scalars(what: &str, span: Span, scalars: u64) -> Diagnostic {
    Diagnostic::new(K0020, format!("{what} is too large for a thread of its own"), span)
        .label(format!("{scalars} values, of at most {MAX_SCALARS}"))
        .note("a thread has a few hundred registers; more lies in slow memory")
        .help("keep it in a buffer or in shared memory")
}

fn can_be_field(ty: &Ty) -> bool {
    match ty {
        Ty::Slice(_) | Ty::Ordering | Ty::ReductionOp | Ty::Never | Ty::Var(_) => false,
        Ty::Tuple(members) => members.iter().all(can_be_field),
        Ty::Array(element, _) => can_be_field(element),
        _ => true,
    }
}

/// The structures that lie in a type, not behind a pointer.
fn structs_in(ty: &Ty, found: &mut Vec<StructId>) {
    match ty {
        Ty::Struct(id, arguments) => {
            found.push(*id);
            arguments.iter().for_each(|ty| structs_in(ty, found));
        }
        Ty::Tuple(members) => members.iter().for_each(|ty| structs_in(ty, found)),
        Ty::Array(element, _) => structs_in(element, found),
        _ => {}
    }
}
