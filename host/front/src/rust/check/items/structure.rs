//! Structures: their fields, and what they may hold.

use crate::diagnostic::Diagnostic;
use crate::rust::check::checker::Checker;
use crate::rust::check::syntax::spans;
use crate::rust::check::typing::written::Env;
use crate::rust::check::wording::unsupported;
use crate::rust::hir;
use crate::rust::types::{StructId, Ty};
use naga::Span;

/// How many scalars a structure or an array in registers may hold.
pub(crate) const MAX_SCALARS: u64 = 64 * 1024;

impl Checker {
    /// Finds the types of a structure's fields.
    pub(crate) fn resolve_fields(&mut self, id: StructId) {
        let Some(syntax) = self.structs[id].syntax.clone() else { return };
        if !syntax.generics.params.is_empty() {
            let span = spans::of(&syntax.generics);
            self.report(
                unsupported::unread("generic structures", span)
                    .help("write out the types, or a constant of the file for a length"),
            );
        }
        let scope = self.structs[id].scope;
        let mut fields: Vec<hir::Field> = Vec::new();
        for (place, field) in syntax.fields.iter().enumerate() {
            let name = field.ident.as_ref().map_or(place.to_string(), ToString::to_string);
            let span = spans::of(&field.ty);
            let mut ty = self.ty(&field.ty, &mut Env::items(scope, Some(id)));
            if !can_be_field(&ty) {
                let diagnostic = if matches!(ty, Ty::Reference(..)) {
                    unsupported::unread("references in structures", span).help(
                        "store an index or a pointer, or pass the reference beside the structure",
                    )
                } else {
                    let shown = self.show(&ty);
                    unsupported::unread(&format!("fields of type `{shown}`"), span)
                };
                self.report(diagnostic);
                ty = Ty::Error;
            }
            if fields.iter().any(|field| field.name == name) {
                let message = format!("field `{name}` is already declared");
                let place = field.ident.as_ref().map_or(span, |name| spans::bytes(name.span()));
                self.report(Diagnostic::new(message, place).help("give it another name"));
            }
            fields.push(hir::Field { name, ty });
        }
        self.structs[id].hir.fields = fields;
    }

    /// Finds how much a structure holds, and whether it holds itself.
    pub(crate) fn measure_struct(&mut self, id: StructId) {
        if self.structs[id].scalars.is_some() {
            return;
        }
        let mut path = vec![id];
        let mut depth_left = 64;
        let sum = self.scalars_within(id, &mut path, &mut depth_left);
        let span = self.structs[id].hir.span;
        let name = self.structs[id].hir.name.clone();
        match sum {
            Some(sum) if sum > MAX_SCALARS => {
                self.report(too_many_scalars(&format!("`{name}`"), span, sum));
                self.structs[id].scalars = Some(1);
            }
            Some(sum) => self.structs[id].scalars = Some(sum),
            None => {
                self.report(if depth_left == 0 {
                    Diagnostic::new("structures lie in each other too deeply", span)
                        .help("put the fields into one structure")
                } else {
                    Diagnostic::new(format!("structure `{name}` contains itself"), span)
                        .label("it would be infinitely large")
                        .help("store an index of the other value instead")
                });
                self.structs[id].scalars = Some(1);
                for field in &mut self.structs[id].hir.fields {
                    field.ty = Ty::Error;
                }
            }
        }
    }

    /// The scalars of a structure; nothing if it contains itself, or if
    /// structures lie in each other too deeply.
    fn scalars_within(
        &mut self,
        id: StructId,
        path: &mut Vec<StructId>,
        depth_left: &mut u32,
    ) -> Option<u64> {
        *depth_left = depth_left.checked_sub(1)?;
        let types: Vec<Ty> = self.structs[id].hir.fields.iter().map(|f| f.ty.clone()).collect();
        let mut sum = 0_u64;
        for ty in types {
            let mut inner = Vec::new();
            structs_in(&ty, &mut inner);
            for other in inner {
                if path.contains(&other) {
                    return None;
                }
                if self.structs[other].scalars.is_none() {
                    path.push(other);
                    let scalars = self.scalars_within(other, path, depth_left)?;
                    path.pop();
                    self.structs[other].scalars = Some(scalars.min(MAX_SCALARS + 1));
                }
            }
            sum = sum.saturating_add(self.scalars(&ty));
        }
        *depth_left += 1;
        Some(sum)
    }

    /// Says, once, that a structure must be `Copy` to be used as it is.
    pub(crate) fn need_copy(&mut self, id: StructId, span: Span) {
        if self.structs[id].is_copy || !self.told_copy.insert(id) {
            return;
        }
        let (name, place) = (self.structs[id].hir.name.clone(), self.structs[id].hir.span);
        self.report(
            Diagnostic::new(format!("`{name}` is used by value but is not `Copy`"), span)
                .other(place, "declared here")
                .note("the workbench copies values, as registers do; it does not follow moves")
                .help(format!("put `#[derive(Clone, Copy)]` before `struct {name}`")),
        );
    }
}

/// Something that holds more than fits into a thread's own memory.
pub(crate) fn too_many_scalars(what: &str, span: Span, scalars: u64) -> Diagnostic {
    Diagnostic::new(format!("{what} is too large for a thread of its own"), span)
        .label(format!("{scalars} values, of at most {MAX_SCALARS}"))
        .note("a thread has a few hundred registers; more lies in slow memory")
        .help("keep it in a buffer or in shared memory")
}

fn can_be_field(ty: &Ty) -> bool {
    match ty {
        Ty::Reference(..)
        | Ty::Slice(_)
        | Ty::Ordering
        | Ty::ReductionOp
        | Ty::Never
        | Ty::Var(_) => false,
        Ty::Tuple(members) => members.iter().all(can_be_field),
        Ty::Array(element, _) => can_be_field(element),
        _ => true,
    }
}

/// The structures that lie in a type, not behind a pointer.
fn structs_in(ty: &Ty, found: &mut Vec<StructId>) {
    match ty {
        Ty::Struct(id) => found.push(*id),
        Ty::Tuple(members) => members.iter().for_each(|ty| structs_in(ty, found)),
        Ty::Array(element, _) => structs_in(element, found),
        _ => {}
    }
}
