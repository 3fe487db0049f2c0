//! `#[derive(Hash)]`, written out as the `impl` that it stands for: the number of the
//! variant, then the fields in their order. Likewise what `core::mem::discriminant` asks
//! an enum for.

use crate::checker::{Checker, ScopeId};
use crate::items::attributes::{derived, repr_names};
use crate::typing::written::primitive;
use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Attribute, Fields, Ident, ItemImpl, Stmt, parse_quote};
use warpbench_hir::types::Ty;

impl Checker {
    /// The `impl` of a structure that says so, in a text that hashes anything.
    pub(crate) fn derive_hash_of_struct(&mut self, scope: ScopeId, item: &syn::ItemStruct) {
        if !self.hashes_in(&item.attrs) {
            return;
        }
        let members = item.fields.members();
        let each: Vec<Stmt> = members
            .zip(&item.fields)
            .map(|(member, field)| {
                let hash = Ident::new("hash", field.ty.span());
                parse_quote!(core::hash::Hash::#hash(&self.#member, state);)
            })
            .collect();
        let item = hash_impl(&item.ident, &item.generics, &each);
        self.declare_impl(scope, &item);
    }

    /// The same of an enum.
    pub(crate) fn derive_hash_of_enum(&mut self, scope: ScopeId, item: &syn::ItemEnum) {
        if !self.hashes_in(&item.attrs) {
            return;
        }
        let width = repr_names(&item.attrs)
            .into_iter()
            .find(|name| matches!(primitive(name), Some(Ty::Int(_))))
            .unwrap_or_else(|| "isize".to_owned());
        let write = Ident::new(&format!("write_{width}"), Span::call_site());
        let width = Ident::new(&width, Span::call_site());
        let mut before: syn::Expr = parse_quote!(0);
        let mut arms: Vec<syn::Arm> = Vec::new();
        let mut distance: i64 = 0;
        for variant in &item.variants {
            if let Some((_, number)) = &variant.discriminant {
                (before, distance) = (number.clone(), 0);
            }
            let further = proc_macro2::Literal::i64_unsuffixed(distance);
            distance += 1;
            let mut each: Vec<Stmt> = Vec::new();
            // Of a single variant there is nothing to tell.
            if item.variants.len() > 1 {
                each.push(parse_quote! {
                    core::hash::Hasher::#write(state, (#before) as #width + #further);
                });
            }
            let names: Vec<Ident> = (variant.fields.iter().enumerate())
                .map(|(at, field)| Ident::new(&format!("field_{at}"), field.ty.span()))
                .collect();
            each.extend(names.iter().map(|name| -> Stmt {
                let hash = Ident::new("hash", name.span());
                parse_quote!(core::hash::Hash::#hash(#name, state);)
            }));
            let ident = &variant.ident;
            let pattern: syn::Pat = match &variant.fields {
                Fields::Unit => parse_quote!(Self::#ident),
                Fields::Unnamed(_) => parse_quote!(Self::#ident(#(#names),*)),
                Fields::Named(fields) => {
                    let own = fields.named.iter().filter_map(|field| field.ident.as_ref());
                    parse_quote!(Self::#ident { #(#own: #names),* })
                }
            };
            arms.push(parse_quote!(#pattern => { #(#each)* }));
        }
        let body: Vec<Stmt> = vec![parse_quote!(match self { #(#arms)* })];
        let item = hash_impl(&item.ident, &item.generics, &body);
        self.declare_impl(scope, &item);
    }

    /// The numbers of an enum's variants, in a text that asks for some.
    pub(crate) fn number_variants(&mut self, scope: ScopeId, item: &syn::ItemEnum) {
        if !self.library.has_discriminants || item.variants.is_empty() {
            return;
        }
        let arms = item.variants.iter().enumerate().map(|(at, variant)| -> syn::Arm {
            let (name, number) = (&variant.ident, at as u32);
            match &variant.fields {
                Fields::Unit => parse_quote!(Self::#name => #number,),
                Fields::Unnamed(_) => parse_quote!(Self::#name(..) => #number,),
                Fields::Named(_) => parse_quote!(Self::#name { .. } => #number,),
            }
        });
        let (own, arguments, bounds) = item.generics.split_for_impl();
        let name = &item.ident;
        let item: ItemImpl = parse_quote! {
            impl #own core::mem::Numbered for #name #arguments #bounds {
                fn variant_number(&self) -> u32 { match self { #(#arms)* } }
            }
        };
        self.declare_impl(scope, &item);
    }

    fn hashes_in(&self, attributes: &[Attribute]) -> bool {
        self.library.has_hashers && derived(attributes).iter().any(|name| name == "Hash")
    }
}

fn hash_impl(name: &Ident, generics: &syn::Generics, body: &[Stmt]) -> ItemImpl {
    let mut generics = generics.clone();
    for param in generics.type_params_mut() {
        param.bounds.push(parse_quote!(core::hash::Hash));
        param.default = None;
    }
    let (own, arguments, bounds) = generics.split_for_impl();
    parse_quote! {
        impl #own core::hash::Hash for #name #arguments #bounds {
            fn hash<OfTheKey: core::hash::Hasher>(&self, state: &mut OfTheKey) { #(#body)* }
        }
    }
}
