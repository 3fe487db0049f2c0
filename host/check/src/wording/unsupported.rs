//! Unsupported language: what lies outside the language of kernels, why it is not there, and
//! what to write instead.

use crate::syntax::spans;
use naga::Span;
use syn::{Expr, Item, Type};
use warpbench_codes::{E0121, E0277, K0001, K0002, S0001, S0006};
use warpbench_source::diagnostic::{Diagnostic, Subject};

/// Something that no kernel can use, on no GPU.
pub(crate) fn impossible(what: &str, span: Span) -> Diagnostic {
    Diagnostic::new(K0001, format!("a kernel cannot use {what}"), span)
        .about(Subject::Name(what.to_owned()))
        .label("not available on a GPU")
}

/// Something that a kernel might use, but that the workbench does not read.
pub(crate) fn unread(what: &str, span: Span) -> Diagnostic {
    Diagnostic::new(K0002, format!("the workbench does not read {what}"), span)
        .label("outside the language of kernels")
}

const HEAP: &str = "there is no heap on the GPU: memory is given to a kernel by the host";

/// Why a well-known name is not there, and what to use instead.
pub(crate) fn name(name: &str) -> Option<(&'static str, &'static str)> {
    Some(match name {
        "collections" | "vec" | "string" | "boxed" | "rc" | "alloc" => {
            (HEAP, "use arrays, `shared_array!` and the buffers that the host passes in")
        }
        "Vec" | "VecDeque" => (
            HEAP,
            "use an array, such as `[0.0; 8]`, for the thread's own values, `shared_array!` for the \
             block's, or a parameter for the grid's",
        ),
        "Box" | "Rc" | "Arc" => {
            (HEAP, "use the value itself, or a pointer that the host passes in")
        }
        "String" | "ToString" | "str" => {
            (HEAP, "pass numbers; what a kernel has to say goes into a buffer that the host reads")
        }
        "HashMap" | "HashSet" | "BTreeMap" | "BTreeSet" => {
            (HEAP, "use a buffer and compute the index of each entry")
        }
        "AtomicU8" | "AtomicI8" | "AtomicU16" | "AtomicI16" => (
            "a GPU changes 32 or 64 bits at once, and nothing smaller",
            "use `AtomicU32` or `AtomicI32`",
        ),
        "Mutex" | "RwLock" | "Condvar" | "Barrier" => (
            "a thread that waits for another of its warp waits forever",
            "use an atomic, such as `core::sync::atomic::AtomicU32`, or `thread::sync_threads()`",
        ),
        "AtomicPtr" => (
            "the workbench must know which buffer each pointer leads into",
            "use an index, in an `AtomicU32`",
        ),
        "Vec2" | "Vec3" | "vek" => (
            "the vectors of `cuda_std` are those of `glam`",
            "write `use cuda_std::glam::{UVec2, Vec2, Vec3};`, which have the same fields and operators",
        ),
        _ => return None,
    })
}

/// A macro that is not there.
pub(crate) fn macro_call(name: &str, span: Span) -> Option<Diagnostic> {
    let what = format!("`{name}!`");
    Some(match name {
        "vec" => impossible(&what, span).note(HEAP).help(
            "use an array, such as `[0.0; 8]`, or `shared_array!` for memory of the whole block",
        ),
        "format" => impossible(&what, span)
            .note(HEAP)
            .help("write `println!(\"{}\", x)`, or numbers into a buffer that the host reads"),
        "dbg" => unread(&what, span)
            .note("it prints the text of an expression, which no thread has at hand")
            .help("write `println!(\"{}\", x)`"),
        "asm" | "global_asm" => unread("inline assembly", span)
            .note("its instructions are those of one GPU, and the workbench has several")
            .help("write it in Rust, or use the functions of `crate::warp`"),
        "macro_rules" => Diagnostic::new(S0006, "a macro has a name and rules", span)
            .label("one of them is missing")
            .help("write `macro_rules! square { ($x:expr) => { $x * $x }; }`"),
        "include_str" | "include_bytes" | "concat" | "stringify" | "env" | "write" | "writeln" => {
            unread(&what, span).note("there are no strings in kernels")
        }
        _ => return None,
    })
}

/// An item that is not read.
pub(crate) fn item(item: &Item) -> Option<Diagnostic> {
    Some(match item {
        Item::Union(item) => unread("unions", spans::of(&item.union_token))
            .help("use `f32::from_bits` and `to_bits` to see a number's bits in another type"),
        Item::Mod(item) if item.content.is_none() => {
            unread("modules in other files", spans::bytes(item.mod_token.span))
                .note("the workbench reads one file at a time")
                .help("write the module's items here: `mod name { … }`")
        }
        Item::TraitAlias(item) => {
            unread("other names for traits", spans::bytes(item.trait_token.span))
                .help("write the traits themselves where it is used")
        }
        Item::ForeignMod(item) => unread("`extern` blocks", spans::of(&item.abi))
            .note("there is nothing to link a kernel with")
            .help("use the functions of `cuda_std` and `crate::warp`"),
        // What is there without it may be asked for.
        Item::ExternCrate(item)
            if item.rename.is_none()
                && ["core", "cuda_std"].iter().any(|name| item.ident == name) =>
        {
            return None;
        }
        Item::ExternCrate(item) => {
            let name = &item.ident;
            let diagnostic =
                unread(&format!("`extern crate {name}`"), spans::bytes(item.extern_token.span));
            match name.to_string().as_str() {
                "alloc" | "std" => diagnostic
                    .note(HEAP)
                    .help("leave it out, and use arrays, such as `[0.0; 8]`, and `core`"),
                _ => diagnostic.help("leave it out: `cuda_std` and `core` are there without it"),
            }
        }
        Item::Macro(item) => {
            let name = item.mac.path.get_ident().map(ToString::to_string).unwrap_or_default();
            let span = spans::of(&item.mac.path);
            macro_call(&name, span).unwrap_or_else(|| {
                unread(&format!("the macro `{name}!`"), span).help("write what it stands for")
            })
        }
        Item::Fn(_)
        | Item::Struct(_)
        | Item::Enum(_)
        | Item::Const(_)
        | Item::Static(_)
        | Item::Use(_)
        | Item::Impl(_)
        | Item::Trait(_)
        | Item::Type(_)
        | Item::Mod(_) => return None,
        other => unread("this item", spans::of(other)),
    })
}

/// An expression that is not read.
pub(crate) fn expr(expr: &Expr) -> Diagnostic {
    let span = spans::of_expr(expr);
    match expr {
        Expr::Async(e) => impossible("`async`", spans::bytes(e.async_token.span))
            .note("a thread of a GPU runs until it is done; others run while it waits for memory")
            .help("leave it out"),
        Expr::Await(e) => impossible("`.await`", spans::bytes(e.await_token.span))
            .note("a thread of a GPU runs until it is done; others run while it waits for memory")
            .help("use `thread::sync_threads()` to wait for the threads of the block"),
        Expr::TryBlock(e) => unread("`try` blocks", spans::bytes(e.try_token.span)),
        Expr::Yield(e) => unread("`yield`", spans::bytes(e.yield_token.span)),
        Expr::Infer(_) => Diagnostic::new(S0001, "`_` is not a value", span)
            .help("write the value, or give it a name"),
        _ => unread("this expression", span),
    }
}

/// A type that is not read.
pub(crate) fn ty(ty: &Type) -> Diagnostic {
    let span = spans::of(ty);
    match ty {
        Type::BareFn(_) => unread("pointers to functions", span)
            .note("a GPU calls functions that are known when the kernel is compiled")
            .help("write `fn(f32) -> f32`, or take it as a parameter, `f: impl Fn(f32) -> f32`"),
        Type::ImplTrait(_) => unread("`impl Trait` here", span)
            .help("declare a parameter, `fn f<T: Trait>(…)`, and write `T` here"),
        Type::TraitObject(_) => {
            unread("trait objects", span)
                .note("a GPU calls functions that are known when the kernel is compiled")
                .help("take `&dyn Trait` or `impl Trait` as a parameter of a helper, let the type of a variable be found out, or use an `enum` and `match`")
        }
        Type::Slice(_) => Diagnostic::new(E0277, "a slice is only met behind a reference", span)
            .label("its length is not known when the program is compiled")
            .help("write `&[…]` or `&mut […]`"),
        Type::Infer(_) => {
            Diagnostic::new(E0121, "the type must be written out here", span).label("not inferred")
        }
        _ => unread("this type", span),
    }
}

/// A number type that kernels do not have, and what to use instead.
pub(crate) fn number(name: &str) -> Option<(&'static str, &'static str)> {
    const WIDTH: &str = "GPUs compute with floats of 64 bits at most";
    Some(match name {
        "f128" => (WIDTH, "use `f64`"),
        "str" | "String" => ("there is no text in kernels", "pass numbers"),
        _ => return None,
    })
}

/// A method that iterators, collections or strings have.
pub(crate) fn method(name: &str) -> Option<(&'static str, &'static str)> {
    Some(match name {
        "collect" | "try_collect" | "collect_into" => (
            HEAP,
            "fill an array of a known length, `core::array::from_fn(|k| …)` or \
             `for (k, v) in ….enumerate() { t[k] = v; }`, or use each item where it comes",
        ),
        "to_vec" | "into_vec" => {
            (HEAP, "copy into an array: `let mut t = [0; 8]; t.copy_from_slice(&x[..8]);`")
        }
        "push" | "pop" | "extend" | "insert" | "remove" | "dedup" | "retain" | "truncate" => {
            (HEAP, "use an array and a count of how many entries are in use")
        }
        "concat" | "join" | "repeat" => (
            HEAP,
            "copy the parts into an array that holds them all: `t[..2].copy_from_slice(&p);`",
        ),
        "unzip" | "partition" => {
            (HEAP, "put the items into two arrays, each with its count, in a `for` loop")
        }
        "partition_in_place" | "is_partitioned" | "array_chunks" | "intersperse"
        | "map_windows" => (
            "the method is not stable in Rust",
            "write the loop, with `chunks_exact`, `windows` or `swap`",
        ),
        "array_windows" => (
            "the workbench does not read it",
            "write `x.windows(2)` and match on `[p, q]`, or use `w[0]` and `w[1]`",
        ),
        "each_ref" | "each_mut" => (
            "the workbench keeps no arrays of references",
            "iterate with `iter` or `iter_mut`, or use the elements by index",
        ),
        "select_nth_unstable" | "select_nth_unstable_by" | "select_nth_unstable_by_key" => (
            "the workbench does not read it",
            "sort the array, `t.sort_unstable()`, and take the element by index",
        ),
        "get_disjoint_mut" => (
            "the workbench does not read it",
            "write `t.swap(i, j)`, or `let (p, q) = t.split_at_mut(k);`",
        ),
        "sorted" | "sorted_by" | "sorted_by_key" => (
            "it is a method of the crate `itertools`",
            "copy the items into an array and sort that: `t.sort_unstable();`",
        ),
        "tuple_windows" | "tuples" | "multizip" | "cartesian_product" => (
            "it is a method of the crate `itertools`",
            "write `windows(2)`, `chunks_exact(2)`, or one `for` loop in another",
        ),
        "is_alphabetic" | "is_alphanumeric" | "is_numeric" | "is_uppercase" | "is_lowercase" => (
            "the workbench has no tables of all the world's characters",
            "ask about those of ASCII: `is_ascii_alphabetic()`, `is_ascii_digit()` and their kin",
        ),
        "to_uppercase" | "to_lowercase" => (
            "the workbench has no tables of all the world's characters",
            "change those of ASCII: `to_ascii_uppercase()`, `to_ascii_lowercase()`",
        ),
        "encode_utf8" => (
            "there are no strings in kernels",
            "write the bytes by `match` on `len_utf8()`, each from `x as u32`",
        ),
        "to_string" | "as_bytes" | "chars" => ("there are no strings in kernels", "pass numbers"),
        "fetch_add"
        | "fetch_sub"
        | "fetch_min"
        | "fetch_max"
        | "fetch_and"
        | "fetch_or"
        | "fetch_xor"
        | "compare_exchange"
        | "compare_exchange_weak" => (
            "only an atomic has it, such as `AtomicU32` of `core::sync::atomic`",
            "declare the buffer with atomics, `&[AtomicU32]`, or write \
             `AtomicU32::from_ptr(p)` for a pointer",
        ),
        "addr" | "expose_provenance" => (
            "the workbench knows a pointer as a place in a buffer, not as an address",
            "compare indices instead",
        ),
        _ => return None,
    })
}
