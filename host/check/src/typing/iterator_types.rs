//! Iterators and ranges by the names that `core` gives their types.

use crate::checker::Checker;
use crate::syntax::spans;
use crate::typing::written::{Env, type_arguments};
use syn::GenericArgument;
use warpbench_codes::E0107;
use warpbench_hir::types::{Adapting, Chunks, IterTy, Len, Mutability, Ty};
use warpbench_source::diagnostic::Diagnostic;

/// The names, each with the module that has it.
pub(crate) const NAMES: [(&str, &str); 30] = [
    ("core::ops", "Range"),
    ("core::ops", "RangeInclusive"),
    ("core::ops", "RangeFrom"),
    ("core::slice", "Iter"),
    ("core::slice", "IterMut"),
    ("core::slice", "Chunks"),
    ("core::slice", "ChunksMut"),
    ("core::slice", "ChunksExact"),
    ("core::slice", "ChunksExactMut"),
    ("core::slice", "RChunks"),
    ("core::slice", "RChunksMut"),
    ("core::slice", "RChunksExact"),
    ("core::slice", "RChunksExactMut"),
    ("core::slice", "Windows"),
    ("core::array", "IntoIter"),
    ("core::iter", "Enumerate"),
    ("core::iter", "Rev"),
    ("core::iter", "StepBy"),
    ("core::iter", "Take"),
    ("core::iter", "Skip"),
    ("core::iter", "Copied"),
    ("core::iter", "Cloned"),
    ("core::iter", "Cycle"),
    ("core::iter", "Flatten"),
    ("core::iter", "Zip"),
    ("core::iter", "Chain"),
    ("core::iter", "Once"),
    ("core::iter", "Repeat"),
    ("core::iter", "Empty"),
    ("core::iter", "Fuse"),
];

impl Checker {
    /// The type of an iterator by its name, with what stands between the brackets.
    pub(super) fn iterator_ty(
        &mut self,
        name: &str,
        last: &syn::PathSegment,
        env: &mut Env<'_>,
    ) -> Ty {
        let mut types = Vec::new();
        let mut count = None;
        for argument in type_arguments(last) {
            match argument {
                GenericArgument::Lifetime(_) => {}
                written if name == "IntoIter" && !types.is_empty() => {
                    count = Some(self.const_written(written, &Ty::USIZE, env));
                }
                GenericArgument::Type(ty) => types.push(self.ty(ty, env)),
                _ => {}
            }
        }
        if types.contains(&Ty::Error) {
            return Ty::Error;
        }
        let span = spans::bytes(last.ident.span());
        match made_of(name, &types, count) {
            Some(iter) => Ty::Iter(Box::new(iter)),
            None => {
                let written = match name {
                    "IntoIter" => "`IntoIter<f32, 4>`".to_owned(),
                    "Zip" | "Chain" => format!("`{name}<Iter<'a, f32>, Iter<'a, f32>>`"),
                    "Iter" | "IterMut" | "Windows" | "Once" | "Repeat" | "Empty" => {
                        format!("`{name}<f32>`")
                    }
                    _ if name.contains("Chunks") => format!("`{name}<f32>`"),
                    _ if name.starts_with("Range") => format!("`{name}<usize>`"),
                    _ => format!("`{name}<Iter<'a, f32>>`"),
                };
                self.report(
                    Diagnostic::new(E0107, format!("missing parameters of `{name}`"), span).help(
                        format!("write {written}, with types that are known in their places"),
                    ),
                );
                Ty::Error
            }
        }
    }
}

fn made_of(name: &str, types: &[Ty], count: Option<Len>) -> Option<IterTy> {
    use Mutability::{Const, Mut};
    let adapted = |how| match types {
        [Ty::Iter(inner)] => Some(IterTy::Adapted(how, inner.clone())),
        _ => None,
    };
    let both = match types {
        [Ty::Iter(left), Ty::Iter(right)] => Some((left.clone(), right.clone())),
        _ => None,
    };
    let adapting = match name {
        "Enumerate" => Some(Adapting::Enumerate),
        "Rev" => Some(Adapting::Rev),
        "StepBy" => Some(Adapting::StepBy),
        "Take" => Some(Adapting::Take),
        "Skip" => Some(Adapting::Skip),
        "Copied" | "Cloned" => Some(Adapting::Copied),
        "Cycle" => Some(Adapting::Cycle),
        "Flatten" => Some(Adapting::Flatten),
        _ => None,
    };
    if let Some(how) = adapting {
        return adapted(how);
    }
    match (name, both) {
        ("Zip", Some((left, right))) => return Some(IterTy::Zip(left, right)),
        ("Chain", Some((left, right))) => return Some(IterTy::Chain(left, right)),
        _ => {}
    }
    let [ty] = types else { return None };
    let ty = ty.clone();
    Some(match name {
        "Range" => IterTy::Range(ty),
        "RangeInclusive" => IterTy::RangeInclusive(ty),
        "RangeFrom" => IterTy::RangeFrom(ty),
        "Iter" => IterTy::Slice(Const, ty),
        "IterMut" => IterTy::Slice(Mut, ty),
        "Chunks" => IterTy::Chunks(Const, ty, Chunks::Any),
        "ChunksMut" => IterTy::Chunks(Mut, ty, Chunks::Any),
        "ChunksExact" => IterTy::Chunks(Const, ty, Chunks::Exact),
        "ChunksExactMut" => IterTy::Chunks(Mut, ty, Chunks::Exact),
        "RChunks" => IterTy::Chunks(Const, ty, Chunks::AnyFromEnd),
        "RChunksMut" => IterTy::Chunks(Mut, ty, Chunks::AnyFromEnd),
        "RChunksExact" => IterTy::Chunks(Const, ty, Chunks::ExactFromEnd),
        "RChunksExactMut" => IterTy::Chunks(Mut, ty, Chunks::ExactFromEnd),
        "Windows" => IterTy::Chunks(Const, ty, Chunks::Windows),
        "IntoIter" => IterTy::Array(ty, count?),
        "Once" => IterTy::Once(ty),
        "Repeat" => IterTy::Repeat(ty),
        "Empty" => IterTy::Option(ty),
        // Every iterator of the workbench stays at its end once it is there.
        "Fuse" => match ty {
            Ty::Iter(inner) => *inner,
            _ => return None,
        },
        _ => return None,
    })
}
