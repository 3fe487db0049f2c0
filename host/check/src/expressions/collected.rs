//! `iterator.collect()` into types of the program, which say by `FromIterator` how they
//! are made. What lies on the heap is not collected into.

use crate::body::{Body, Expect, broken};
use crate::expressions::generic_call::Arg;
use crate::wording::unsupported;
use naga::Span;
use syn::GenericArgument;
use warpbench_codes::E0277;
use warpbench_hir as hir;
use warpbench_hir::types::Ty;
use warpbench_source::diagnostic::Diagnostic;

impl Body<'_> {
    /// What is made of the items; nothing where no type of the program is asked for.
    pub(crate) fn collected(
        &mut self,
        receiver: &hir::Expr,
        turbofish: Option<&syn::AngleBracketedGenericArguments>,
        expect: &Expect,
        (place, span): (Span, Span),
    ) -> Option<hir::Expr> {
        if let Ty::Array(..) | Ty::Slice(_) | Ty::Reference(..) = self.head(&receiver.ty) {
            return None;
        }
        let ty = match turbofish.and_then(|turbofish| turbofish.args.first()) {
            Some(GenericArgument::Type(syn::Type::Infer(_))) | None => expect.ty()?.clone(),
            Some(GenericArgument::Type(syn::Type::Path(path))) => {
                let name = path.path.segments.last()?.ident.to_string();
                if unsupported::name(&name).is_some() {
                    return None;
                }
                self.written_ty(&syn::Type::Path(path.clone()))
            }
            Some(_) => return None,
        };
        let ty = self.resolved(&ty);
        if ty == Ty::Error {
            return Some(broken(span));
        }
        let Ty::Struct(id, arguments) = &ty else { return None };
        let iterator = self.iterator_of(receiver.clone()).ok()?;
        if self.checker.structs[*id].is_library {
            // All of them, or none where one is not there.
            let function = match self.checker.structs[*id].hir.name.as_str() {
                "Option" => "collect_options",
                "Result" => "collect_results",
                _ => return None,
            };
            let Some(Ty::Struct(..)) = arguments.first().map(|ty| self.head(ty)) else {
                return None;
            };
            let value = self.call_library_item(
                "steps",
                function,
                vec![Arg::Checked(iterator)],
                (place, span),
            )?;
            self.same_type(&value.ty, &ty, span);
            return Some(value);
        }
        let Ty::Iter(iter) = self.head(&iterator.ty) else { return None };
        let by = [self.resolved(&iter.item())];
        let of = self.checker.library.traits.get("FromIterator").copied()?;
        let members = self.checker.trait_function(&self.infer, &ty, of, Some(&by), "from_iter");
        let Some(member) = members.first().copied() else {
            let (shown, item) = (self.show(&ty), self.show(&by[0]));
            return Some(
                self.error(
                    Diagnostic::new(
                        E0277,
                        format!("`{shown}` does not implement `FromIterator<{item}>`"),
                        place,
                    )
                    .label("nothing says how it is made of these items")
                    .help(format!("write `impl FromIterator<{item}> for {shown} {{ … }}`")),
                ),
            );
        };
        let ident = syn::Ident::new("from_iter", proc_macro2::Span::call_site());
        let segment = syn::PathSegment::from(ident);
        let given = vec![Arg::Checked(iterator)];
        Some(self.call_member_of(member, &ty, &segment, None, given, span))
    }
}
