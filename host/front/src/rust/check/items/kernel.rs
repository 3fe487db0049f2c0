//! What a function must be to be a kernel.

use crate::diagnostic::Diagnostic;
use crate::rust::check::checker::{Checker, Signature};
use crate::rust::types::{AtomicValue, IntTy, Len, Mutability, Ty};
use naga::Span;

/// Reports what keeps a function that is marked `#[kernel]` from being one.
pub(crate) fn check(checker: &mut Checker, id: usize, signature: &Signature) {
    let item = &checker.functions[id];
    let (name, span, is_public) = (item.name.clone(), item.span, item.is_public);
    if !signature.is_unsafe {
        checker.report(
            Diagnostic::new(format!("kernel `{name}` must be an `unsafe fn`"), span)
                .note("a kernel trusts the host for its pointers and for the size of the grid")
                .help(format!("write `pub unsafe fn {name}`")),
        );
    }
    if !is_public {
        checker.report(
            Diagnostic::new(format!("kernel `{name}` must be `pub`"), span)
                .note("the host launches it, so it must be visible from outside")
                .help(format!("write `pub unsafe fn {name}`")),
        );
    }
    if !signature.result.is_unit() && signature.result != Ty::Error {
        checker.report(
            Diagnostic::new(
                format!("kernel `{name}` cannot return a value"),
                signature.result_span.unwrap_or(span),
            )
            .label("there is nobody to return it to")
            .note("every thread of the grid would return one")
            .help("write the result through a `*mut` parameter"),
        );
    }
    for param in &signature.params {
        let is_buffer = matches!(&param.ty, Ty::Pointer(..))
            || matches!(&param.ty, Ty::Reference(_, to) if matches!(to.as_ref(), Ty::Slice(_)));
        if let Err(refusal) = as_param(checker, &param.ty) {
            let what =
                if is_buffer { "cannot lie in a buffer" } else { "cannot be a kernel's parameter" };
            checker.report(refusal.at(param.span, what));
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
        Diagnostic::new(format!("`{}` {what}", self.shown), span).note(self.note).help(self.help)
    }
}

const ADDRESS: &str = "it has 64 bits on a GPU and 32 in the workbench";

fn as_param(checker: &Checker, ty: &Ty) -> Result<(), Refusal> {
    match ty {
        Ty::Error | Ty::Bool | Ty::Int(_) | Ty::Float(_) => Ok(()),
        Ty::Pointer(_, to) => in_memory(checker, to),
        Ty::Reference(_, to) => match to.as_ref() {
            Ty::Slice(element) => in_memory(checker, element),
            other => {
                let shown = checker.show(other);
                let pointer = match ty {
                    Ty::Reference(Mutability::Mut, _) => "*mut",
                    _ => "*const",
                };
                Err(Refusal::new(
                    checker,
                    ty,
                    "a kernel gets buffers and numbers from the host",
                    &format!("use `{pointer} {shown}`"),
                ))
            }
        },
        _ => Err(Refusal::new(
            checker,
            ty,
            "a kernel takes slices, pointers and numbers",
            "pass a pointer to it, or its parts as numbers",
        )),
    }
}

/// Whether a type can lie in a buffer that host and GPU share.
fn in_memory(checker: &Checker, ty: &Ty) -> Result<(), Refusal> {
    match ty {
        Ty::Error | Ty::Bool | Ty::Float(_) | Ty::Four(_) => Ok(()),
        Ty::Int(IntTy::Usize) => Err(Refusal::new(checker, ty, ADDRESS, "use `u32`")),
        Ty::Int(IntTy::Isize) => Err(Refusal::new(checker, ty, ADDRESS, "use `i32`")),
        Ty::Int(_) => Ok(()),
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
            let item = &checker.structs[*id].hir;
            if let Some(variants) = &item.variants
                && (checker.structs[*id].is_library || variants.iter().any(|v| v.count > 0))
            {
                return Err(Refusal::new(
                    checker,
                    ty,
                    "how an enum with values lies in memory is the compiler's choice",
                    "use a structure with a number that says which values count",
                ));
            }
            if !item.is_repr_c && item.variants.is_some() {
                return Err(Refusal::new(
                    checker,
                    ty,
                    "without `#[repr(u32)]` the size of an enum is the compiler's choice",
                    &format!("put `#[repr(u32)]` before `enum {}`", item.name),
                ));
            }
            if !item.is_repr_c {
                return Err(Refusal::new(
                    checker,
                    ty,
                    "without `#[repr(C)]` the order of its fields in memory is the compiler's choice",
                    &format!("put `#[repr(C)]` before `struct {}`", item.name),
                ));
            }
            item.fields.iter().try_for_each(|field| match &field.ty {
                Ty::Param(_) => {
                    arguments.iter().try_for_each(|argument| in_memory(checker, argument))
                }
                ty => in_memory(checker, ty),
            })
        }
        Ty::Const(_) => Ok(()),
        Ty::Tuple(_) => Err(Refusal::new(
            checker,
            ty,
            "the order of a tuple's members in memory is the compiler's choice",
            "use a structure with `#[repr(C)]`",
        )),
        _ => Err(Refusal::new(
            checker,
            ty,
            "a buffer holds numbers; addresses mean nothing to the host",
            "use an index, as `u32`",
        )),
    }
}
