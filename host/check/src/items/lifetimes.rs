//! Lifetimes of signatures and fields: each that is used is declared, and a
//! result that borrows says from which parameter.

use crate::checker::{Checker, Def, ScopeId, Space, StructSyntax};
use crate::syntax::spans;
use naga::Span;
use std::collections::BTreeSet;
use syn::{FnArg, GenericArgument, PathArguments, ReturnType, Type, TypeParamBound};
use warpbench_codes::{E0106, E0261, E0726};
use warpbench_hir::types::StructId;
use warpbench_source::diagnostic::{Diagnostic, Subject};

/// A lifetime in a type: its name, and where it stands or would stand.
struct Use {
    name: Option<String>,
    span: Span,
    /// Whether it is that of a reference, behind whose `&` a name can be put.
    is_reference: bool,
    /// Whether it is not written at all, as that of a structure with lifetimes need not be.
    is_hidden: bool,
}

impl Use {
    fn named(lifetime: &syn::Lifetime) -> Use {
        let name = lifetime.ident.to_string();
        let span = spans::of(lifetime);
        Use { name: (name != "_").then_some(name), span, is_reference: false, is_hidden: false }
    }
}

impl Checker {
    /// Says which lifetimes of a signature are not declared, and whether a result
    /// could be borrowed from several parameters.
    pub(crate) fn check_lifetimes(&mut self, syntax: &syn::Signature, scope: ScopeId) {
        let (mut given, mut from_self) = (Vec::new(), false);
        // Of each parameter with lifetimes, how many different ones.
        let mut counts: Vec<usize> = Vec::new();
        for input in &syntax.inputs {
            let first = given.len();
            match input {
                FnArg::Receiver(receiver) => {
                    from_self |= matches!(*receiver.ty, Type::Reference(_));
                    self.lifetimes_in(&receiver.ty, scope, &mut given);
                }
                FnArg::Typed(typed) => self.lifetimes_in(&typed.ty, scope, &mut given),
            }
            let own: &[Use] = &given[first..];
            let names: BTreeSet<&String> =
                own.iter().filter_map(|found| found.name.as_ref()).collect();
            counts.push(own.iter().filter(|found| found.name.is_none()).count() + names.len());
        }
        counts.retain(|count| *count > 0);
        let mut results = Vec::new();
        if let ReturnType::Type(_, ty) = &syntax.output {
            self.lifetimes_in(ty, scope, &mut results);
        }
        let head = format!("fn {}", syntax.ident);
        given.iter().chain(&results).for_each(|found| self.check_declared(found, &head, scope));
        let is_clear = from_self || counts == [1];
        if let Some(unclear) = results.iter().find(|found| found.name.is_none())
            && !is_clear
        {
            let diagnostic = Diagnostic::new(E0106, "missing lifetime specifier", unclear.span);
            let diagnostic = match counts.len() {
                0 => diagnostic
                    .label("there is no parameter that this could be borrowed from")
                    .help("return the value itself, without `&`"),
                _ => {
                    let diagnostic = diagnostic
                        .label("borrowed from which of the parameters, the signature does not say");
                    let line = self.with_lifetimes(syntax, given.iter().chain(&results));
                    match line {
                        Some(line) => diagnostic.help(format!("write `{line}`")),
                        None => diagnostic.help("give them a name: `<'a>`, and `&'a` for each"),
                    }
                }
            };
            self.report(diagnostic);
        }
    }

    /// Says which lifetimes of a field are not declared.
    pub(crate) fn check_field_lifetimes(&mut self, ty: &Type, owner: &str, scope: ScopeId) {
        let mut found = Vec::new();
        self.lifetimes_in(ty, scope, &mut found);
        let head = format!("struct {owner}");
        found.iter().for_each(|found| self.check_declared(found, &head, scope));
    }

    /// The lifetimes that a structure declares and has in no field.
    pub(crate) fn unused_lifetimes(&self, id: StructId) -> Vec<String> {
        let item = &self.structs[id];
        let (generics, fields): (_, Vec<&syn::Field>) = match &item.syntax {
            StructSyntax::Struct(syntax) => (&syntax.generics, syntax.fields.iter().collect()),
            StructSyntax::Enum(syntax) => {
                let fields = syntax.variants.iter().flat_map(|variant| &variant.fields);
                (&syntax.generics, fields.collect())
            }
            StructSyntax::None => return Vec::new(),
        };
        let mut found = Vec::new();
        fields.iter().for_each(|field| self.lifetimes_in(&field.ty, item.scope, &mut found));
        let declared = generics.lifetimes().map(|own| own.lifetime.ident.to_string());
        let is_used = |name: &String| found.iter().any(|found| found.name.as_ref() == Some(name));
        declared.filter(|name| !is_used(name)).collect()
    }

    /// Says which lifetimes of an `impl` are not declared.
    pub(crate) fn check_impl_lifetimes(&mut self, item: &syn::ItemImpl, scope: ScopeId) {
        let mut found = Vec::new();
        self.lifetimes_in(&item.self_ty, scope, &mut found);
        if let Some((_, path, _)) = &item.trait_ {
            let path = syn::TypePath { qself: None, path: path.clone() };
            self.lifetimes_in(&Type::Path(path), scope, &mut found);
        }
        found.iter().for_each(|found| self.check_declared(found, "impl", scope));
        if let Some(hidden) = found.iter().find(|found| found.is_hidden) {
            self.report(
                Diagnostic::new(E0726, "a structure with a lifetime needs it here", hidden.span)
                    .label("its lifetime is not written")
                    .help("write `<'_>` behind it, or `impl<'a>` and `<'a>`"),
            );
        }
    }

    fn check_declared(&mut self, found: &Use, head: &str, scope: ScopeId) {
        let Some(name) = found.name.as_ref().filter(|name| *name != "static") else { return };
        if self.find(scope, Space::Types, &format!("'{name}")).is_none() {
            self.report(
                Diagnostic::new(
                    E0261,
                    format!("use of undeclared lifetime name `'{name}`"),
                    found.span,
                )
                .label("not declared")
                .about(Subject::Name(format!("{head}<'{name}>")))
                .help(format!("write `{head}<'{name}>`")),
            );
        }
    }

    /// The words of a signature with one lifetime for all references without any.
    fn with_lifetimes<'a>(
        &self,
        syntax: &syn::Signature,
        uses: impl Iterator<Item = &'a Use>,
    ) -> Option<String> {
        let start = spans::bytes(syntax.fn_token.span).to_range()?.start;
        let end = match &syntax.output {
            ReturnType::Type(_, ty) => spans::of(ty.as_ref()).to_range()?.end,
            ReturnType::Default => return None,
        };
        let known =
            syntax.generics.lifetimes().next().map(|param| param.lifetime.ident.to_string());
        let name = known.clone().unwrap_or_else(|| "a".to_owned());
        let mut edits: Vec<(usize, String)> = Vec::new();
        for found in uses.filter(|found| found.name.is_none()) {
            if !found.is_reference {
                return None;
            }
            edits.push((found.span.to_range()?.start + 1, format!("'{name} ")));
        }
        if known.is_none() {
            let after = spans::bytes(syntax.ident.span()).to_range()?.end;
            edits.push(match &syntax.generics.lt_token {
                Some(token) => (spans::of(token).to_range()?.end, format!("'{name}, ")),
                None => (after, format!("<'{name}>")),
            });
        }
        edits.sort_by_key(|(place, _)| std::cmp::Reverse(*place));
        let mut line = self.text.get(start..end)?.to_owned();
        for (place, words) in edits {
            line.insert_str(place.checked_sub(start)?, &words);
        }
        Some(line.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    /// The lifetimes of a type, in order.
    fn lifetimes_in(&self, ty: &Type, scope: ScopeId, found: &mut Vec<Use>) {
        match ty {
            Type::Reference(reference) => {
                found.push(match &reference.lifetime {
                    Some(lifetime) => Use::named(lifetime),
                    None => {
                        let span = spans::of(&reference.and_token);
                        Use { name: None, span, is_reference: true, is_hidden: false }
                    }
                });
                self.lifetimes_in(&reference.elem, scope, found);
            }
            Type::Path(path) => {
                if let Some(qself) = &path.qself {
                    self.lifetimes_in(&qself.ty, scope, found);
                }
                self.lifetimes_in_path(&path.path, scope, found);
            }
            Type::Tuple(tuple) => {
                tuple.elems.iter().for_each(|ty| self.lifetimes_in(ty, scope, found));
            }
            Type::Array(array) => self.lifetimes_in(&array.elem, scope, found),
            Type::Slice(slice) => self.lifetimes_in(&slice.elem, scope, found),
            Type::Paren(paren) => self.lifetimes_in(&paren.elem, scope, found),
            Type::Group(group) => self.lifetimes_in(&group.elem, scope, found),
            Type::Ptr(pointer) => self.lifetimes_in(&pointer.elem, scope, found),
            Type::ImplTrait(impl_trait) => {
                for bound in &impl_trait.bounds {
                    match bound {
                        // `for<'a>` declares its own.
                        TypeParamBound::Trait(bound) if bound.lifetimes.is_none() => {
                            self.lifetimes_in_path(&bound.path, scope, found);
                        }
                        TypeParamBound::Lifetime(lifetime) => found.push(Use::named(lifetime)),
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }

    fn lifetimes_in_path(&self, path: &syn::Path, scope: ScopeId, found: &mut Vec<Use>) {
        let before = found.len();
        for segment in &path.segments {
            // The references in `Fn(&f32) -> &f32` are the closure's own.
            let PathArguments::AngleBracketed(arguments) = &segment.arguments else { continue };
            for argument in &arguments.args {
                match argument {
                    GenericArgument::Lifetime(lifetime) => found.push(Use::named(lifetime)),
                    GenericArgument::Type(ty) => self.lifetimes_in(ty, scope, found),
                    GenericArgument::AssocType(ty) => self.lifetimes_in(&ty.ty, scope, found),
                    _ => {}
                }
            }
        }
        let names_one = found[before..].iter().any(|found| !found.is_reference);
        let span = spans::of(path);
        if !names_one && let Some(Def::Struct(id)) = self.peek_path(scope, Space::Types, path) {
            let hidden = match self.structs.get(id).map(|item| &item.syntax) {
                Some(StructSyntax::Struct(syntax)) => syntax.generics.lifetimes().count(),
                Some(StructSyntax::Enum(syntax)) => syntax.generics.lifetimes().count(),
                Some(StructSyntax::None) | None => 0,
            };
            let hidden =
                (0..hidden).map(|_| Use { name: None, span, is_reference: false, is_hidden: true });
            found.extend(hidden);
        }
    }
}
