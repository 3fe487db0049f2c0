//! `static` items: the shared memory of a block, and tables that never change.
//!
//! `#[address_space(shared)]` puts a static into shared memory, which every block has
//! for itself and which is not initialised, whatever the declaration says. A static
//! that nobody can change is a constant. What is left, `static mut` in the memory of
//! the whole GPU, would outlive the kernel, and that is the host's to give.

use crate::body::{Body, expr};
use crate::checker::{Checker, Def, ScopeId, Space};
use crate::expressions::macros::{MAX_SHARED_BYTES, can_be_shared};
use crate::syntax::spans;
use crate::typing::written::Env;
use crate::wording::unsupported;
use naga::Span;
use std::rc::Rc;
use syn::{ItemStatic, StaticMutability};
use warpbench_codes::{K0010, K0011, K0012};
use warpbench_hir::types::{Mutability, Ty};
use warpbench_hir::{self as hir, Builtin, ExprKind};
use warpbench_source::diagnostic::Diagnostic;

/// A static in shared memory.
#[derive(Clone, Debug)]
pub(crate) struct StaticItem {
    pub(crate) hir: hir::Static,
    pub(crate) is_mutable: bool,
    syntax: Rc<ItemStatic>,
    scope: ScopeId,
}

/// What an attribute says of where a static lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AddressSpace {
    Shared,
    Global,
    Constant,
}

impl Checker {
    /// Takes in a `static`.
    pub(crate) fn declare_static(&mut self, scope: ScopeId, item: &ItemStatic) {
        let is_mutable = matches!(item.mutability, StaticMutability::Mut(_));
        let def = match self.address_space(item) {
            Some(AddressSpace::Shared) => {
                let site = self.next_site(scope);
                self.statics.push(StaticItem {
                    hir: hir::Static {
                        name: item.ident.to_string(),
                        ty: Ty::Error,
                        site,
                        span: spans::bytes(item.ident.span()),
                    },
                    is_mutable,
                    syntax: Rc::new(item.clone()),
                    scope,
                });
                Def::Static(self.statics.len() - 1)
            }
            Some(AddressSpace::Global | AddressSpace::Constant) if is_mutable => {
                self.report_outliving(item);
                Def::Error
            }
            Some(AddressSpace::Global | AddressSpace::Constant) if is_atomic(&item.ty) => {
                self.report_atomic(item);
                Def::Error
            }
            Some(AddressSpace::Global | AddressSpace::Constant) => {
                let id = self.push_constant(scope, &item.ident, &item.ty, &item.expr);
                self.constants[id].is_static = true;
                Def::Constant(id)
            }
            None => Def::Error,
        };
        self.define(scope, Space::Values, &item.ident, def);
    }

    /// Where a static lies; nothing where that was reported.
    fn address_space(&mut self, item: &ItemStatic) -> Option<AddressSpace> {
        let attribute = item.attrs.iter().find(|attribute| {
            let last = attribute.path().segments.last();
            last.is_some_and(|segment| segment.ident == "address_space")
        });
        let Some(attribute) = attribute else { return Some(AddressSpace::Global) };
        let span = spans::of(attribute);
        let word = attribute.parse_args::<syn::Ident>().map(|word| word.to_string());
        let help = "write `shared` for memory of the block, or `constant` for a table";
        let diagnostic = match word.as_deref() {
            Ok("shared") => return Some(AddressSpace::Shared),
            Ok("global") => return Some(AddressSpace::Global),
            Ok("constant") => return Some(AddressSpace::Constant),
            Ok("local") => unsupported::unread("statics in local memory", span)
                .note("local memory belongs to one thread and ends with it")
                .help("use a variable: `let mut x = …;`"),
            Ok(word) => Diagnostic::new(K0012, format!("there is no address space `{word}`"), span)
                .help(help),
            Err(_) => Diagnostic::new(K0012, "`address_space` takes one word", span).help(help),
        };
        self.report(diagnostic);
        None
    }

    fn report_outliving(&mut self, item: &ItemStatic) {
        let name = item.ident.to_string();
        let span = spans::of(&item.static_token);
        self.report(
            unsupported::unread("`static mut` in the memory of the whole GPU", span)
                .note("such memory outlives the kernel, and the host can neither fill nor read it")
                .help(format!(
                    "use `const {name}` for what never changes, `#[address_space(shared)] static \
                     mut {name}` for what a block shares, and a parameter for what the grid shares",
                )),
        );
    }

    fn report_atomic(&mut self, item: &ItemStatic) {
        let (name, span) = (item.ident.to_string(), spans::of(&item.static_token));
        let (param, written) = (name.to_lowercase(), self.quote(spans::of(item.ty.as_ref())));
        let ty = written.unwrap_or("AtomicU32").to_owned();
        self.report(
            unsupported::unread("statics that all blocks share", span)
                .note("such memory outlives the kernel, and the host can neither fill nor read it")
                .help(format!(
                    "make it a parameter, `{param}: &{ty}`, which the case fills before each \
                     launch; what only one block counts can be `#[address_space(shared)] static \
                     {name}: {ty}`",
                )),
        );
    }

    /// Finds out the type of a static, and whether it can lie in shared memory.
    pub(crate) fn resolve_static(&mut self, id: usize) {
        let (syntax, scope) = (self.statics[id].syntax.clone(), self.statics[id].scope);
        let place = spans::of(syntax.ty.as_ref());
        let ty = self.ty(&syntax.ty, &mut Env::items(scope));
        if ty == Ty::Error {
            return;
        }
        if !can_be_shared(&ty) {
            let shown = self.show(&ty);
            self.report(
                Diagnostic::new(K0010, format!("`{shown}` cannot lie in shared memory"), place)
                    .label("not a number or something made of numbers"),
            );
            return;
        }
        let bytes = self.scalars(&ty).saturating_mul(4);
        if bytes > MAX_SHARED_BYTES {
            self.report(
                Diagnostic::new(K0011, "this static is too large for shared memory", place)
                    .label(format!("at least {bytes} bytes"))
                    .note("a block has some tens of kilobytes of shared memory")
                    .help("let the block work on a smaller tile, or use a buffer"),
            );
            return;
        }
        self.statics[id].hir.ty = ty.clone();
        // Nobody ever sees the value, but it must be one of the type.
        let mut body = Body::new(self, scope, Rc::default());
        body.role.is_constant = true;
        body.role.is_static = true;
        let value = body.expr_of_type(&syntax.expr, &ty, None);
        body.finish(value);
    }
}

impl Body<'_> {
    /// The place that a static in shared memory is. To read or write one that can
    /// change needs `unsafe`; to say where it is does not.
    pub(crate) fn static_place(&mut self, id: usize, span: Span) -> hir::Expr {
        let item = &self.checker.statics[id];
        let (ty, is_mutable) = (item.hir.ty.clone(), item.is_mutable);
        if self.role.is_constant {
            let name = item.hir.name.clone();
            return self.error(
                Diagnostic::new(K0012, format!("the static `{name}` has no value here"), span)
                    .label("shared memory is only there while a kernel runs")
                    .help("use a `const`"),
            );
        }
        if ty == Ty::Error {
            return crate::body::broken(span);
        }
        if is_mutable {
            self.need_unsafe("using a `static mut`", span);
        }
        let mutability = if is_mutable { Mutability::Mut } else { Mutability::Const };
        let pointer = Ty::pointer(mutability, ty.clone());
        let start = ExprKind::Builtin(Builtin::SharedStatic(id), Vec::new());
        expr(ExprKind::Deref(Box::new(expr(start, pointer, span))), ty, span)
    }

    /// Checks what only an address is taken of: the name of a static needs no
    /// `unsafe` there.
    pub(crate) fn place_of_address(&mut self, syntax: &syn::Expr) -> hir::Expr {
        let is_name = matches!(syntax, syn::Expr::Path(_));
        let before = self.role.is_unsafe;
        self.role.is_unsafe |= is_name;
        let place = self.expr(syntax, &crate::body::Expect::None);
        self.role.is_unsafe = before;
        place
    }
}

/// Whether a type that is written is an atomic number, or an array of them.
fn is_atomic(ty: &syn::Type) -> bool {
    match ty {
        syn::Type::Path(path) => {
            let last = path.path.segments.last();
            last.is_some_and(|segment| segment.ident.to_string().starts_with("Atomic"))
        }
        syn::Type::Array(array) => is_atomic(&array.elem),
        syn::Type::Paren(paren) => is_atomic(&paren.elem),
        _ => false,
    }
}
