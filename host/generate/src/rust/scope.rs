//! Scope of names at a place in a kernel.

use super::types::Ty;

/// What a `usize` in a variable never exceeds, unless its variable says more.
pub(super) const MOST_USIZE: u32 = 15;

/// How something can be lent to a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Lend {
    No,
    /// A variable, by a reference to it.
    Local,
    /// A slice, by its name.
    Slice,
    /// A pointer, written like this; whether it can be written through.
    Pointer(String, bool),
}

#[derive(Clone, Debug)]
pub(super) struct RustVariable {
    /// Its name, which a later one may take over.
    pub name: String,
    /// How it is written; an index that is still to be chosen is written `#`.
    pub text: String,
    /// What the index of `text`, if there is one, must stay below.
    pub limit: Option<u32>,
    pub ty: Ty,
    /// Whether it may be assigned to.
    pub is_mutable: bool,
    /// Whether its type is left to be inferred from what follows.
    pub is_pending: bool,
    /// What it never exceeds, if it is a `usize`.
    pub most: u32,
    pub lend: Lend,
}

/// A variable or a part of one.
#[derive(Clone, Debug)]
pub(super) struct PlaceExpr {
    /// How it is written, with `#` for each index.
    pub text: String,
    /// For each `#`, what it must stay below.
    pub limits: Vec<u32>,
    pub ty: Ty,
    pub is_pending: bool,
    pub most: u32,
}

impl RustVariable {
    pub(super) fn local(name: &str, ty: Ty, is_mutable: bool) -> RustVariable {
        RustVariable {
            name: name.to_owned(),
            text: name.to_owned(),
            limit: None,
            ty,
            is_mutable,
            is_pending: false,
            most: MOST_USIZE,
            lend: Lend::Local,
        }
    }

    /// Something that can only be read.
    pub(super) fn value(name: &str, ty: Ty) -> RustVariable {
        RustVariable { lend: Lend::No, ..RustVariable::local(name, ty, false) }
    }

    /// A `usize` that can only be read.
    pub(super) fn index(name: &str, most: u32) -> RustVariable {
        RustVariable { most, ..RustVariable::value(name, Ty::Usize) }
    }

    /// A pointer to so many elements, or a slice of them.
    pub(super) fn many(name: &str, text: &str, ty: Ty, count: u32, lend: Lend) -> RustVariable {
        let is_mutable = matches!(lend, Lend::Pointer(_, true));
        RustVariable {
            text: text.to_owned(),
            limit: Some(count),
            lend,
            ..RustVariable::local(name, ty, is_mutable)
        }
    }

    /// Adds all parts of a wanted type, itself among them.
    pub(super) fn parts(&self, wanted: &dyn Fn(&Ty) -> bool, found: &mut Vec<PlaceExpr>) {
        let whole = PlaceExpr {
            text: self.text.clone(),
            limits: self.limit.into_iter().collect(),
            ty: self.ty.clone(),
            is_pending: self.is_pending,
            most: self.most,
        };
        descend(whole, wanted, found);
    }
}

fn descend(place: PlaceExpr, wanted: &dyn Fn(&Ty) -> bool, found: &mut Vec<PlaceExpr>) {
    for (text, ty) in place.ty.parts() {
        // A part of a dereferenced pointer needs parentheses.
        let whole = match place.text.starts_with('*') {
            true => format!("({})", place.text),
            false => place.text.clone(),
        };
        let mut part = PlaceExpr { text: format!("{whole}{text}"), ty, ..place.clone() };
        if let Ty::Array(_, length) = place.ty {
            part.limits.push(length);
        }
        descend(part, wanted, found);
    }
    if wanted(&place.ty) {
        found.push(place);
    }
}
