//! The attributes and macros of `cuda_std` that kernels use, for rustc's own PTX
//! back end.
//!
//! They work on tokens and use no other crate, so that a kernel can be compiled
//! where no registry can be reached. Every token keeps its span: the compiler's
//! messages about a kernel point into the file that its author wrote.

mod address_space;
mod entry;
mod format;
mod print;
mod signature;
mod tokens;

use proc_macro::TokenStream;

/// Makes an `unsafe fn` the entry point of a kernel, under its own name.
///
/// The host launches it as it launches what `rustc_codegen_nvvm` makes of the
/// same text. Each parameter of the function is one argument of the launch, in
/// order and by value, with the size and alignment that its type has on the
/// host:
///
/// - `u8`, `i16`, `f16`, `bool`, `f64` and their like, C-like enums, pointers and
///   references to sized types: the value itself, in as many bytes as it has. A
///   `bool` is one byte, 0 or 1.
/// - `&[T]` and `&mut [T]`: two arguments, the pointer to the first element and
///   the number of elements as `usize`.
/// - A structure: its bytes. Declare it `#[repr(C)]`; without it rustc chooses
///   the order of the fields anew for each compilation.
/// - An array `[T; N]`: its elements, one after the other.
/// - A tuple: the bytes of the `#[repr(C)]` structure with these fields. A tuple
///   within a structure, an array or another tuple has rustc's layout instead.
/// - `()` and other types of no size: no argument at all.
///
/// LLVM sees that the pointers among the parameters lead to global memory.
#[proc_macro_attribute]
pub fn kernel(_hints: TokenStream, item: TokenStream) -> TokenStream {
    entry::expand(item)
}

/// Marks a function that only exists on the GPU. This crate is built for
/// nothing else, so the function stays as it is.
#[proc_macro_attribute]
pub fn gpu_only(_: TokenStream, item: TokenStream) -> TokenStream {
    item
}

/// Marks a function that other modules of PTX may call. Nothing links modules
/// here, so the function stays as it is.
#[proc_macro_attribute]
pub fn externally_visible(_: TokenStream, item: TokenStream) -> TokenStream {
    item
}

/// Puts a static into one of the GPU's address spaces: `shared`, `constant` or
/// `global`.
///
/// A shared static has no initial value, whatever its declaration says: the
/// threads of the block write it before they read it. A constant one keeps its
/// value and is read only.
#[proc_macro_attribute]
pub fn address_space(space: TokenStream, item: TokenStream) -> TokenStream {
    address_space::expand(space, item)
}

/// Prints text from a kernel, as `std`'s macro of that name does on the host.
#[proc_macro]
pub fn print(arguments: TokenStream) -> TokenStream {
    print::expand(arguments, "")
}

/// Prints a line from a kernel, as `std`'s macro of that name does on the host.
#[proc_macro]
pub fn println(arguments: TokenStream) -> TokenStream {
    print::expand(arguments, "\n")
}
