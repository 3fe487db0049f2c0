//! `#[derive(PartialEq)]`, `PartialOrd` and `Ord` of a type that holds something with an
//! `impl` of its own, written out as the `impl`s that they stand for. All others are
//! compared number by number.

use crate::checker::{Checker, StructSyntax};
use std::ops::Range;
use syn::spanned::Spanned;
use syn::{Expr, Fields, Ident, ItemImpl, Stmt, parse_quote};
use warpbench_hir::types::Ty;

/// How deep types are looked into.
const MAX_DEPTH: usize = 8;

/// The traits whose `impl`s are written out together.
const EQUALITY: &[&str] = &["PartialEq"];
const ORDER: &[&str] = &["PartialOrd", "Ord"];

/// Two values of the same variant, or of a structure, taken apart.
struct Pair {
    /// The variant; nothing for a structure.
    pattern: Option<syn::Pat>,
    /// The fields of both.
    fields: Vec<(Expr, Expr)>,
}

impl Checker {
    /// Writes out what these structures derive and is not done number by number.
    pub(crate) fn derive_orders(&mut self, ids: Range<usize>) {
        for id in ids {
            for traits in [EQUALITY, ORDER] {
                if traits.iter().any(|name| self.derives_by_impl(id, name)) {
                    traits.iter().for_each(|name| self.write_out_order(id, name));
                }
            }
        }
    }

    /// Whether what is derived has to ask an `impl` of a part.
    fn derives_by_impl(&self, id: usize, name: &str) -> bool {
        let item = &self.structs[id];
        if item.is_library || !item.derives.iter().any(|derived| derived == name) {
            return false;
        }
        // Whatever a parameter stands for may be compared by an `impl`.
        let is_open = !item.generics.types.is_empty() && self.has_own_impls(name);
        is_open || item.hir.fields.iter().any(|field| self.holds_own_order(&field.ty, name, 1))
    }

    /// Whether the text has an `impl` of a trait.
    fn has_own_impls(&self, name: &str) -> bool {
        let Some(of) = self.library.traits.get(name) else { return false };
        let mut impls = self.lookup.impls_by_trait.get(of).into_iter().flatten();
        impls.any(|id| !self.impls[*id].is_library && !self.as_written.assumed.contains(id))
    }

    /// Whether a part of a type is compared, or cloned, by an `impl`.
    pub(crate) fn holds_own_order(&self, ty: &Ty, name: &str, depth: usize) -> bool {
        if depth > MAX_DEPTH {
            return false;
        }
        match ty {
            Ty::Tuple(members) => {
                members.iter().any(|member| self.holds_own_order(member, name, depth + 1))
            }
            Ty::Array(element, _) => self.holds_own_order(element, name, depth + 1),
            Ty::Struct(id, arguments) => {
                let item = &self.structs[*id];
                let is_by_impl = match name {
                    "Clone" => self.clones_by_impl(*id),
                    // The library's own, but for this one, are compared by their parts.
                    _ if item.is_library => item.hir.name == "Reverse",
                    _ => !item.derives.iter().any(|derived| derived == name),
                };
                if is_by_impl {
                    return depth > 0 && !self.is_opaque(ty);
                }
                let mut parts =
                    item.hir.fields.iter().map(|field| &field.ty).chain(arguments.iter());
                parts.any(|part| self.holds_own_order(part, name, depth + 1))
            }
            _ => false,
        }
    }

    /// Whether a structure has an `impl Clone` that says more than `*self`.
    fn clones_by_impl(&self, id: usize) -> bool {
        let Some(of) = self.library.traits.get("Clone") else { return false };
        let impls =
            self.lookup.impls_by_trait.get(of).into_iter().flatten().map(|id| &self.impls[*id]);
        let mut own = impls.filter(|item| matches!(item.ty, Ty::Struct(of, _) if of == id));
        own.any(|item| {
            let copy: syn::Block = parse_quote!({ *self });
            let function = item.functions.get("clone").map(|id| &self.functions[*id]);
            !item.is_library
                && function.is_some_and(|own| own.block.as_deref().is_some_and(|own| *own != copy))
        })
    }

    fn write_out_order(&mut self, id: usize, name: &str) {
        let Some(at) = self.structs[id].derives.iter().position(|derived| derived == name) else {
            return;
        };
        let (ident, mut generics, pairs) = match self.structs[id].syntax.clone() {
            StructSyntax::Struct(item) => {
                (item.ident.clone(), item.generics.clone(), vec![pair_of_struct(&item.fields)])
            }
            StructSyntax::Enum(item) => {
                let pairs = item.variants.iter().map(pair_of_variant).collect();
                (item.ident.clone(), item.generics.clone(), pairs)
            }
            StructSyntax::None => return,
        };
        self.structs[id].derives.remove(at);
        let of = Ident::new(name, ident.span());
        for param in generics.type_params_mut() {
            param.bounds.push(parse_quote!(core::cmp::#of));
            param.default = None;
        }
        let (own, arguments, bounds) = generics.split_for_impl();
        let function = function(name, &pairs);
        let written: ItemImpl = parse_quote! {
            impl #own core::cmp::#of for #ident #arguments #bounds { #function }
        };
        self.declare_impl(self.structs[id].scope, &written);
    }
}

fn pair_of_struct(fields: &Fields) -> Pair {
    let members = fields.members().zip(fields);
    let both = members.map(|(member, field)| {
        let of = |value: &str| -> Expr {
            let value = Ident::new(value, field.ty.span());
            parse_quote!(#value.#member)
        };
        (of("self"), of("other"))
    });
    Pair { pattern: None, fields: both.collect() }
}

fn pair_of_variant(variant: &syn::Variant) -> Pair {
    let ident = &variant.ident;
    let names = |of: &str| -> Vec<Ident> {
        let named = variant.fields.iter().enumerate();
        named.map(|(at, field)| Ident::new(&format!("{of}_{at}"), field.ty.span())).collect()
    };
    let pattern = |names: &[Ident]| -> syn::Pat {
        match &variant.fields {
            Fields::Unit => parse_quote!(Self::#ident),
            Fields::Unnamed(_) => parse_quote!(Self::#ident(#(#names),*)),
            Fields::Named(fields) => {
                let own = fields.named.iter().filter_map(|field| field.ident.as_ref());
                parse_quote!(Self::#ident { #(#own: #names),* })
            }
        }
    };
    let (own, others) = (names("own"), names("others"));
    let (left, right) = (pattern(&own), pattern(&others));
    let fields = own
        .iter()
        .zip(&others)
        .map(|(own, other)| -> (Expr, Expr) { (parse_quote!((*#own)), parse_quote!((*#other))) });
    Pair { pattern: Some(parse_quote!((#left, #right))), fields: fields.collect() }
}

/// The function that the `impl` of a trait consists of.
fn function(name: &str, pairs: &[Pair]) -> syn::ImplItemFn {
    let equal: Expr = match name {
        "PartialEq" => parse_quote!(true),
        "PartialOrd" => parse_quote!(Some(core::cmp::Ordering::Equal)),
        _ => parse_quote!(core::cmp::Ordering::Equal),
    };
    let compared = |pair: &Pair| -> syn::Block {
        let each = pair.fields.iter().map(|(own, other)| -> Stmt {
            match name {
                "PartialEq" => parse_quote!(if !(#own == #other) { return false; }),
                "PartialOrd" => parse_quote! {
                    match #own.partial_cmp(&#other) {
                        Some(core::cmp::Ordering::Equal) => {}
                        different => return different,
                    }
                },
                _ => parse_quote! {
                    match #own.cmp(&#other) {
                        core::cmp::Ordering::Equal => {}
                        different => return different,
                    }
                },
            }
        });
        parse_quote!({ #(#each)* #equal })
    };
    let body: syn::Block = match pairs {
        [pair @ Pair { pattern: None, .. }] => compared(pair),
        [] => parse_quote!({ #equal }),
        _ => {
            let arms = pairs.iter().map(|pair| -> syn::Arm {
                let (pattern, block) = (&pair.pattern, compared(pair));
                parse_quote!(#pattern => #block)
            });
            let number = |value: &str| numbered(value, pairs);
            let (own, other) = (number("self"), number("other"));
            let otherwise: Expr = match name {
                "PartialEq" => parse_quote!(false),
                "PartialOrd" => parse_quote!((#own).partial_cmp(&(#other))),
                _ => parse_quote!((#own).cmp(&(#other))),
            };
            let rest: Option<syn::Arm> =
                (pairs.len() > 1).then(|| parse_quote!(_ => { #otherwise }));
            parse_quote!({ match (self, other) { #(#arms)* #rest } })
        }
    };
    match name {
        "PartialEq" => parse_quote!(fn eq(&self, other: &Self) -> bool #body),
        "PartialOrd" => parse_quote! {
            fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> #body
        },
        _ => parse_quote!(fn cmp(&self, other: &Self) -> core::cmp::Ordering #body),
    }
}

/// Where its variant stands among those of an enum.
fn numbered(value: &str, pairs: &[Pair]) -> Expr {
    let value = Ident::new(value, proc_macro2::Span::call_site());
    let patterns = pairs.iter().filter_map(|pair| match &pair.pattern {
        Some(syn::Pat::Tuple(both)) => both.elems.first(),
        _ => None,
    });
    let arms = patterns.enumerate().map(|(at, pattern)| -> syn::Arm {
        let number = at as u32;
        parse_quote!(#pattern => #number,)
    });
    parse_quote!(match #value { #(#arms)* })
}
