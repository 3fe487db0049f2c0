//! The attributes of `cuda_std` that kernels use, for rustc's own PTX back end.

use proc_macro::TokenStream;
use quote::{format_ident, quote};
use syn::{
    parse_macro_input, parse_quote, punctuated::Punctuated, Error, FnArg, ItemFn, Pat, ReturnType,
    Stmt, Type,
};

/// Makes an `unsafe fn` the entry point of a kernel, under its own name.
///
/// A slice arrives as two parameters, pointer and length, as it does with
/// `rustc_codegen_nvvm`; so the host launches both builds alike, and LLVM sees
/// that the pointer leads to global memory.
#[proc_macro_attribute]
pub fn kernel(_hints: TokenStream, item: TokenStream) -> TokenStream {
    let item = parse_macro_input!(item as ItemFn);
    match entry_point(item.clone()) {
        Ok(entry) => quote!(#entry).into(),
        Err(error) => {
            let error = error.to_compile_error();
            quote!(#error #item).into()
        }
    }
}

/// Marks a function that only exists on the GPU. This crate is built for
/// nothing else, so the function stays as it is.
#[proc_macro_attribute]
pub fn gpu_only(_: TokenStream, item: TokenStream) -> TokenStream {
    item
}

fn entry_point(mut item: ItemFn) -> syn::Result<ItemFn> {
    if item.sig.unsafety.is_none() {
        return Err(Error::new_spanned(
            item.sig.fn_token,
            "a kernel must be an `unsafe fn`: the launch cannot check what it is given",
        ));
    }
    if let ReturnType::Type(_, ty) = &item.sig.output {
        return Err(Error::new_spanned(
            ty,
            "a kernel returns nothing: write results through a pointer parameter",
        ));
    }

    let mut inputs = Punctuated::new();
    let mut slices: Vec<Stmt> = Vec::new();
    for input in item.sig.inputs {
        match slice_parameter(&input) {
            None => inputs.push(input),
            Some((name, element)) => {
                let len = format_ident!("{name}_len");
                inputs.push(parse_quote!(#name: *const #element));
                inputs.push(parse_quote!(#len: usize));
                slices.push(parse_quote! {
                    let #name: &[#element] = ::core::slice::from_raw_parts(#name, #len);
                });
            }
        }
    }
    item.sig.inputs = inputs;
    item.block.stmts.splice(0..0, slices);
    item.attrs.push(parse_quote!(#[no_mangle]));
    item.sig.abi = Some(parse_quote!(extern "ptx-kernel"));
    Ok(item)
}

/// Name and element type of a parameter `name: &[T]`.
fn slice_parameter(input: &FnArg) -> Option<(syn::Ident, Type)> {
    let FnArg::Typed(input) = input else { return None };
    let (Pat::Ident(name), Type::Reference(reference)) = (&*input.pat, &*input.ty) else {
        return None;
    };
    match &*reference.elem {
        Type::Slice(slice) if reference.mutability.is_none() => {
            Some((name.ident.clone(), (*slice.elem).clone()))
        }
        _ => None,
    }
}
