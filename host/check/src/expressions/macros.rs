//! Macros: `shared_array!`, and those of `core` that assert something.

use crate::body::{Body, broken, expr};
use crate::checker::{Def, Space};
use crate::names::library::Entry;
use crate::syntax::recover::PLACEHOLDER;
use crate::syntax::spans;
use crate::wording::unsupported;
use naga::Span;
use syn::parse::{Parse, ParseStream};
use syn::{Expr, Token, Type};
use warpbench_codes::{E0282, E0435, K0010, K0011, S0009, S0011};
use warpbench_hir::types::{Mutability, Ty};
use warpbench_hir::{self as hir, Builtin, ConstValue, ExprKind};
use warpbench_source::diagnostic::{Diagnostic, Subject};

/// `T; n`.
struct SharedArray {
    element: Type,
    len: Expr,
}

impl Parse for SharedArray {
    fn parse(input: ParseStream<'_>) -> syn::Result<SharedArray> {
        let element = input.parse()?;
        input.parse::<Token![;]>()?;
        Ok(SharedArray { element, len: input.parse()? })
    }
}

/// `value, pattern if guard`.
struct Matches {
    value: Expr,
    pattern: syn::Pat,
    guard: Option<Expr>,
}

impl Parse for Matches {
    fn parse(input: ParseStream<'_>) -> syn::Result<Matches> {
        let value = input.parse()?;
        input.parse::<Token![,]>()?;
        let pattern = syn::Pat::parse_multi_with_leading_vert(input)?;
        let guard = match input.parse::<Option<Token![if]>>()? {
            Some(_) => Some(input.parse()?),
            None => None,
        };
        input.parse::<Option<Token![,]>>()?;
        Ok(Matches { value, pattern, guard })
    }
}

/// The most bytes that an array in shared memory may have; no GPU has more.
pub(crate) const MAX_SHARED_BYTES: u64 = 1 << 20;

impl Body<'_> {
    /// `name!(…)`.
    pub(crate) fn macro_call(&mut self, syntax: &syn::Macro, span: Span) -> hir::Expr {
        let place = spans::of(&syntax.path);
        let name = syntax.path.segments.last().map(|s| s.ident.to_string()).unwrap_or_default();
        if name == PLACEHOLDER && self.checker.has_placeholders {
            return broken(span);
        }
        let def = match syntax.path.get_ident() {
            Some(_) => self.checker.find(self.scope, Space::Macros, &name),
            None if name == "asm" => None,
            None => self.checker.find_path(self.scope, Space::Macros, &syntax.path),
        };
        match def {
            Some(Def::Library(Entry::SharedArray)) => self.shared_array(syntax, span),
            Some(Def::Library(Entry::Annotation)) => {
                expr(ExprKind::Tuple(Vec::new()), Ty::UNIT, span)
            }
            Some(Def::Library(Entry::AddressOf(mutability))) => {
                self.address_macro(syntax, mutability, span)
            }
            Some(Def::Error) => broken(span),
            _ => {
                if name == "matches" {
                    return self.matches(syntax, span);
                }
                if let Some(assertion) = self.assertion(&name, syntax, span) {
                    return assertion;
                }
                if let Some(print) = self.printing(&name, syntax, span) {
                    return print;
                }
                let diagnostic = unsupported::macro_call(&name, place).unwrap_or_else(|| {
                    let message = format!("cannot find macro `{name}` in this scope");
                    let diagnostic = Diagnostic::new(S0009, message, place).label("not known");
                    let near =
                        crate::wording::suggest::nearest(&name, ["shared_array"]);
                    let foreign = crate::wording::foreign::value(
                        &self.checker.text,
                        &name,
                        place,
                    );
                    if let Some(help) = foreign {
                        diagnostic.help(help)
                    } else if name == "shared_array" {
                        diagnostic
.about(Subject::Import("cuda_std::shared_array".to_owned()))
.help("add `use cuda_std::shared_array;` at the top of the file")
                    } else if near.is_some() {
                        diagnostic.help("there is a similar name: `shared_array`")
                    } else {
                        diagnostic.note(
                            "of all macros a kernel can use `shared_array!`, `println!`, `matches!`, \
                             `assert!` and its kin, and `panic!`",
                        )
                    }
                });
                self.error(diagnostic)
            }
        }
    }

    /// `matches!(value, pattern if guard)`.
    fn matches(&mut self, syntax: &syn::Macro, span: Span) -> hir::Expr {
        let parsed = match syntax.parse_body::<Matches>() {
            Ok(parsed) => parsed,
            Err(error) => {
                let place = crate::syntax::parse::place_of(&error, span);
                return self.error(
                    Diagnostic::new(S0011, "`matches!` takes a value and a pattern", place)
                        .label(error.to_string())
                        .help("write `matches!(x, 1 | 2)`"),
                );
            }
        };
        let value = self.expr(&parsed.value, &crate::body::Expect::None);
        self.with_rib(|body| {
            let pattern = body.match_pattern(&parsed.pattern, &value.ty.clone());
            body.taken_apart(&pattern, &value);
            let fits = expr(ExprKind::Let(Box::new(pattern), Box::new(value)), Ty::Bool, span);
            match &parsed.guard {
                None => fits,
                Some(guard) => {
                    let guard = body.condition(guard);
                    let both = ExprKind::Lazy(hir::LazyOp::And, Box::new(fits), Box::new(guard));
                    expr(both, Ty::Bool, span)
                }
            }
        })
    }

    /// `addr_of!(place)`, `addr_of_mut!(place)`.
    fn address_macro(
        &mut self,
        syntax: &syn::Macro,
        mutability: Mutability,
        span: Span,
    ) -> hir::Expr {
        match syntax.parse_body::<Expr>() {
            Ok(place) => {
                let place = self.place_of_address(&place);
                self.address(place, mutability == Mutability::Mut, span)
            }
            Err(error) => {
                let place = crate::syntax::parse::place_of(&error, span);
                self.error(
                    Diagnostic::new(S0011, "this macro takes a place", place)
                        .label(error.to_string())
                        .help("write the place itself: `&raw mut x`"),
                )
            }
        }
    }

    fn shared_array(&mut self, syntax: &syn::Macro, span: Span) -> hir::Expr {
        let array = match syntax.parse_body::<SharedArray>() {
            Ok(array) => array,
            Err(error) => {
                let place = crate::syntax::parse::place_of(&error, span);
                return self.error(
                    Diagnostic::new(S0011, "`shared_array!` takes a type and a length", place)
                        .label(error.to_string())
                        .help("write `shared_array![f32; 256]`"),
                );
            }
        };
        let element = self.written_ty(&array.element);
        let element_span = spans::of(&array.element);
        if !can_be_shared(&element) {
            let shown = self.show(&element);
            return self.error(
                Diagnostic::new(
                    K0010,
                    format!("`{shown}` cannot lie in shared memory"),
                    element_span,
                )
                .label("not a number or something made of numbers"),
            );
        }
        let ty = Ty::pointer(Mutability::Mut, element.clone());
        let place = spans::of_expr(&array.len);
        if let Some(name) = self.runtime_length(&array.len) {
            self.report(
                Diagnostic::new(
                    E0435,
                    format!("the length of a shared array cannot be the variable `{name}`"),
                    place,
                )
                .label("not known when the program is compiled")
                .note("shared memory is laid out before the kernel starts")
                .help(
                    "use a `const`, or `shared::dynamic_shared_mem()` with a size from the launch",
                ),
            );
            return expr(ExprKind::Error, ty, span);
        }
        let (scope, params) = (self.scope, self.const_params.clone());
        let len = self.checker.evaluate(&array.len, &Ty::USIZE, scope, &params);
        let Some(ConstValue::Int(len)) = len else {
            return expr(ExprKind::Error, ty, span);
        };
        let each = self.layout(&element);
        let each = each.map_or_else(|| 4 * self.checker.scalars(&element), |(size, _)| size);
        let bytes = u64::try_from(len).unwrap_or(u64::MAX).saturating_mul(each);
        if bytes > MAX_SHARED_BYTES {
            self.report(
                Diagnostic::new(K0011, "this array is too large for shared memory", place)
                    .label(format!("at least {bytes} bytes"))
                    .note("a block has some tens of kilobytes of shared memory")
                    .help("let the block work on a smaller tile, or use a buffer"),
            );
            return expr(ExprKind::Error, ty, span);
        }
        let len = u32::try_from(len).unwrap_or(u32::MAX);
        let site = self.checker.next_site(self.scope);
        expr(ExprKind::Builtin(Builtin::SharedArray { site, len }, Vec::new()), ty, span)
    }

    /// `core::mem::size_of::<T>()`, or `align_of`: which part of the layout is meant.
    pub(crate) fn size_of(
        &mut self,
        last: &syn::PathSegment,
        part: fn((u64, u64)) -> u64,
        span: Span,
    ) -> hir::Expr {
        let generics = crate::typing::written::type_arguments(last);
        let [syn::GenericArgument::Type(ty)] = generics.as_slice() else {
            return self.error(
                Diagnostic::new(E0282, format!("`{}` needs a type", last.ident), span)
                    .help(format!("write `{}::<f32>()`", last.ident)),
            );
        };
        let place = spans::of(ty);
        let ty = self.written_ty(ty);
        if ty == Ty::Error {
            return expr(ExprKind::Error, Ty::USIZE, span);
        }
        match self.layout(&ty) {
            Some(layout) => {
                let value = ConstValue::Int(i128::from(part(layout)));
                expr(ExprKind::Literal(value), Ty::USIZE, span)
            }
            None => {
                let shown = self.show(&ty);
                self.error(
                    unsupported::unread(&format!("the size of `{shown}`"), place)
                        .note("it is not the same on every GPU, or the compiler's choice")
                        .help("use the size of the numbers in it"),
                )
            }
        }
    }

    /// Size and alignment of what lies in memory as it is written.
    fn layout(&self, ty: &Ty) -> Option<(u64, u64)> {
        use warpbench_hir::types::Len;
        match ty {
            Ty::Int(int) => Some((u64::from(int.bits()) / 8, u64::from(int.bits()) / 8)),
            Ty::Float(warpbench_hir::types::FloatTy::F16) => Some((2, 2)),
            Ty::Float(warpbench_hir::types::FloatTy::F32) => Some((4, 4)),
            Ty::Float(warpbench_hir::types::FloatTy::F64) => Some((8, 8)),
            Ty::Bool => Some((1, 1)),
            Ty::Atomic(atomic) => self.layout(&atomic.value_ty()),
            Ty::Four(_) => Some((16, 16)),
            Ty::Array(element, Len::Known(len)) => {
                let (size, align) = self.layout(element)?;
                Some((size.checked_mul(u64::from(*len))?, align))
            }
            Ty::Struct(id, _) => {
                let item = &self.checker.structs[*id];
                if item.scalars.is_none() || (!item.hir.is_repr_c && item.hir.variants.is_some()) {
                    return None;
                }
                if !item.hir.is_repr_c {
                    return self.packed(item.hir.fields.iter().map(|field| &field.ty));
                }
                if let Some(variants) = &item.hir.variants {
                    return self.enum_layout(&item.hir, variants);
                }
                let (mut size, mut most) = (0_u64, u64::from(item.hir.align.max(1)));
                for field in &item.hir.fields {
                    let (field, align) = self.layout(&field.ty)?;
                    size = size.next_multiple_of(align) + field;
                    most = most.max(align);
                }
                Some((size.next_multiple_of(most), most))
            }
            Ty::Tuple(members) => self.packed(members.iter()),
            _ => None,
        }
    }

    /// Size and alignment of fields whose order is the compiler's choice: it puts them
    /// so that nothing is lost between them.
    fn packed<'t>(&self, fields: impl Iterator<Item = &'t Ty>) -> Option<(u64, u64)> {
        let (mut size, mut most) = (0_u64, 1);
        for field in fields {
            let (field, align) = self.layout(field)?;
            size += field;
            most = most.max(align);
        }
        Some((size.next_multiple_of(most), most))
    }
}

impl Body<'_> {
    /// Size and alignment of an enum: its number, and behind it the values of the
    /// largest variant.
    fn enum_layout(&self, item: &hir::Struct, variants: &[hir::Variant]) -> Option<(u64, u64)> {
        let fields = item.fields.iter().map(|field| self.layout(&field.ty));
        let fields = fields.collect::<Option<Vec<_>>>()?;
        let ((tag, _), values) = (*fields.first()?, fields.get(1..)?);
        let widest = values.iter().map(|(_, align)| *align).max().unwrap_or(1);
        let start = if item.starts_together { tag.next_multiple_of(widest) } else { tag };
        let ends = variants.iter().filter(|variant| variant.count > 0).map(|variant| {
            let own = &fields[variant.first as usize..][..variant.count as usize];
            own.iter().fold(start, |end, (size, align)| end.next_multiple_of(*align) + size)
        });
        let size = ends.max().unwrap_or(tag);
        let align = widest.max(fields[0].1).max(u64::from(item.align));
        Some((size.next_multiple_of(align), align))
    }
}

/// Whether a type is a number, or made of numbers.
pub(crate) fn can_be_shared(ty: &Ty) -> bool {
    match ty {
        Ty::Int(_) | Ty::Float(_) | Ty::Bool | Ty::Four(_) | Ty::Struct(..) | Ty::Error => true,
        Ty::Atomic(_) => true,
        Ty::Array(element, _) => can_be_shared(element),
        Ty::Tuple(members) => members.iter().all(can_be_shared),
        _ => false,
    }
}
