//! Kernel signatures: what a function must be to be a kernel.

use crate::checker::{Checker, Signature};
use naga::Span;
use warpbench_codes::{K0003, K0005, K0006};
use warpbench_hir::types::{AtomicTy, AtomicValue, FloatTy, Len, StructId, Ty};
use warpbench_source::diagnostic::{Diagnostic, Subject};

/// Reports what keeps a function that is marked `#[kernel]` from being one.
pub(crate) fn check(checker: &mut Checker, id: usize, signature: &Signature) {
    let item = &checker.functions[id];
    let (name, span) = (item.name.clone(), item.span);
    if !signature.is_unsafe {
        checker.report(
            Diagnostic::new(K0003, format!("kernel `{name}` must be an `unsafe fn`"), span)
                .note("a kernel trusts the host for its pointers and for the size of the grid")
                .help(format!("write `unsafe fn {name}`")),
        );
    }
    if !signature.result.is_unit() && signature.result != Ty::Error {
        checker.report(
            Diagnostic::new(
                K0005,
                format!("kernel `{name}` cannot return a value"),
                signature.result_span.unwrap_or(span),
            )
            .label("there is nobody to return it to")
            .note("every thread of the grid would return one")
            .help("write the result through a `*mut` parameter"),
        );
    }
    for param in &signature.params {
        let is_buffer = matches!(&param.ty, Ty::Pointer(..) | Ty::Reference(..));
        if let Err(refusal) = as_param(checker, &param.ty) {
            let what =
                if is_buffer { "cannot lie in a buffer" } else { "cannot be a kernel's parameter" };
            let refused = refusal.at(param.span, what);
            // What holds of a type is said once, however many parameters are of it.
            let found = &checker.sink.diagnostics;
            let is_known =
                |found: &Diagnostic| found.code == refused.code && found.subject == refused.subject;
            if !found.iter().any(is_known) {
                checker.report(refused);
            }
        }
    }
}

/// Why a type cannot cross from the host to the GPU.
struct Refusal {
    shown: String,
    note: String,
    help: String,
}

impl Refusal {
    fn new(checker: &Checker, ty: &Ty, note: &str, help: &str) -> Refusal {
        Refusal { shown: checker.show(ty), note: note.to_owned(), help: help.to_owned() }
    }

    fn at(self, span: Span, what: &str) -> Diagnostic {
        Diagnostic::new(K0006, format!("`{}` {what}", self.shown), span)
            .about(Subject::Name(self.shown))
            .note(self.note)
            .help(self.help)
    }
}

const TUPLE: &str = "the order of a tuple's members in memory is the compiler's choice";

fn as_param(checker: &mut Checker, ty: &Ty) -> Result<(), Refusal> {
    match ty {
        Ty::Pointer(_, to) => in_memory(checker, to),
        Ty::Reference(_, to) => match to.as_ref() {
            Ty::Slice(element) => in_memory(checker, element),
            other => in_memory(checker, other),
        },
        // A tuple is passed like a structure with these fields.
        Ty::Tuple(members) => members.iter().try_for_each(|ty| by_value(checker, ty)),
        _ => by_value(checker, ty),
    }
}

/// Whether a type can be passed by value, or be a part of what is.
fn by_value(checker: &mut Checker, ty: &Ty) -> Result<(), Refusal> {
    match ty {
        Ty::Int(int) if int.is_wide() => Err(Refusal::new(
            checker,
            ty,
            "numbers are passed by value with 64 bits at most",
            &format!("pass one in a buffer: `&{}`, or its halves as two `u64`", int.name()),
        )),
        Ty::Error | Ty::Bool | Ty::Int(_) | Ty::Float(_) | Ty::Four(_) | Ty::Const(_) => Ok(()),
        Ty::Array(_, Len::Known(0)) => in_memory(checker, ty),
        Ty::Array(element, _) => by_value(checker, element),
        // Members of one alignment stay in their order.
        Ty::Tuple(members) if same_alignment(members) => {
            members.iter().try_for_each(|ty| by_value(checker, ty))
        }
        Ty::Struct(id, arguments) => {
            has_layout(checker, *id, ty)?;
            let item = &checker.structs[*id].hir;
            if item.variants.is_some() && item.fields.len() > 1 {
                return Err(Refusal::new(
                    checker,
                    ty,
                    "which of its values the host has to pass depends on the variant",
                    &format!("pass one in a buffer: `&{}`", checker.show(ty)),
                ));
            }
            let types = checker.field_types(*id, arguments);
            types.iter().try_for_each(|ty| by_value(checker, ty))
        }
        Ty::Atomic(_) => Err(Refusal::new(
            checker,
            ty,
            "each thread would get one of its own, which nobody else sees",
            &format!("use `&{}`", checker.show(ty)),
        )),
        Ty::Reference(..) | Ty::Pointer(..) => Err(Refusal::new(
            checker,
            ty,
            "the host passes buffers one by one, not inside of other values",
            "make it a parameter of its own",
        )),
        Ty::Tuple(_) => in_memory(checker, ty),
        _ => Err(Refusal::new(
            checker,
            ty,
            "a kernel takes slices, pointers, references, and numbers, structures, arrays and \
             tuples by value",
            "pass a pointer to it, or its parts as numbers",
        )),
    }
}

/// Whether all members are numbers of one width, which stay in their order whoever
/// lays them out. Truth values do not stay where they are beside other bytes.
fn same_alignment(members: &[Ty]) -> bool {
    let bytes = |ty: &Ty| match ty {
        Ty::Int(int) => Some(int.bits() / 8),
        Ty::Float(FloatTy::F16) => Some(2),
        Ty::Float(FloatTy::F32) => Some(4),
        Ty::Float(FloatTy::F64) => Some(8),
        _ => None,
    };
    if !members.is_empty() && members.iter().all(|ty| *ty == Ty::Bool) {
        return true;
    }
    let mut all = members.iter().map(bytes);
    let first = all.next().flatten();
    first.is_some() && all.all(|bytes| bytes == first)
}

/// Whether the text says how a structure or an enum lies in memory.
fn has_layout(checker: &Checker, id: StructId, ty: &Ty) -> Result<(), Refusal> {
    let item = &checker.structs[id].hir;
    let is_library = checker.structs[id].is_library;
    let Some(variants) = &item.variants else {
        let fields: Vec<Ty> = item.fields.iter().map(|field| field.ty.clone()).collect();
        if item.is_repr_c || fields.len() == 1 || same_alignment(&fields) {
            return Ok(());
        }
        if checker.pointer_parts(ty).is_some() {
            return Err(Refusal::new(
                checker,
                ty,
                "which functions there are is known only inside of the kernel",
                "pass a number, and let a table of functions or a `match` say which it means",
            ));
        }
        return Err(Refusal::new(
            checker,
            ty,
            "without `#[repr(C)]` the order of its fields in memory is the compiler's choice",
            &format!("put `#[repr(C)]` before `struct {}`", item.name),
        ));
    };
    let has_values = variants.iter().any(|variant| variant.count > 0);
    if is_library {
        return Err(Refusal::new(
            checker,
            ty,
            "how an enum of the library lies in memory is the compiler's choice",
            "use an enum of your own with `#[repr(C)]`",
        ));
    }
    if !item.is_repr_c {
        let (note, repr) = match has_values {
            true => ("without `#[repr(C)]` the layout of an enum is the compiler's choice", "C"),
            false => ("without `#[repr(u32)]` the size of an enum is the compiler's choice", "u32"),
        };
        let help = format!("put `#[repr({repr})]` before `enum {}`", item.name);
        return Err(Refusal::new(checker, ty, note, &help));
    }
    Ok(())
}

/// Whether a type can lie in a buffer that host and GPU share.
fn in_memory(checker: &mut Checker, ty: &Ty) -> Result<(), Refusal> {
    match ty {
        Ty::Error | Ty::Bool | Ty::Float(_) | Ty::Four(_) => Ok(()),
        Ty::Int(_) => Ok(()),
        Ty::Atomic(AtomicTy { value: AtomicValue::Bool, .. }) => Err(Refusal::new(
            checker,
            ty,
            "it is a byte in Rust, and no GPU changes a byte by itself",
            "use `AtomicU32`",
        )),
        Ty::Atomic(atomic) => in_memory(checker, &atomic.value_ty()).map_err(|refusal| Refusal {
            shown: checker.show(ty),
            help: match atomic.value {
                AtomicValue::Int(int) if int.is_signed() => "use `AtomicI32`".to_owned(),
                _ => "use `AtomicU32`".to_owned(),
            },
            ..refusal
        }),
        Ty::Array(element, Len::Known(0)) => Err(Refusal::new(
            checker,
            ty,
            "there is nothing in it",
            &format!("use `{}`", checker.show(element)),
        )),
        Ty::Array(element, _) => in_memory(checker, element),
        Ty::Struct(id, arguments) => {
            has_layout(checker, *id, ty)?;
            let types = checker.field_types(*id, arguments);
            types.iter().try_for_each(|ty| in_memory(checker, ty))
        }
        Ty::Const(_) => Ok(()),
        // Members of one alignment stay in their order.
        Ty::Tuple(members) if same_alignment(members) => {
            members.iter().try_for_each(|ty| in_memory(checker, ty))
        }
        Ty::Tuple(_) => Err(Refusal::new(checker, ty, TUPLE, "use a structure with `#[repr(C)]`")),
        _ => Err(Refusal::new(
            checker,
            ty,
            "a buffer holds numbers; addresses mean nothing to the host",
            "use an index, as `u32`",
        )),
    }
}
