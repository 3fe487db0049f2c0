//! Conversions between types, as diagnostics suggest them.

use crate::body::Body;
use crate::typing::infer::TyVarKind;
use crate::wording::foreign;
use warpbench_hir::types::{FloatTy, IntTy, Mutability, Ty};
use warpbench_hir::{self as hir, ExprKind};

impl Body<'_> {
    /// How to make a value one of a type, in words.
    pub(crate) fn conversion(&self, value: &hir::Expr, to: &Ty) -> Option<String> {
        let (from, to) = (self.head(&value.ty), self.head(to));
        let words = self.checker.quote(value.span)?;
        let is_literal = matches!(value.kind, ExprKind::Literal(_));
        let is_cast = matches!(value.kind, ExprKind::Cast(_));
        let atom = atom(words, is_cast);
        if let Some(help) = self.number_conversion(&from, &to, (words, &atom), is_literal) {
            return help;
        }
        if let Some(taken) = self.out_of_option(&from, &to, &atom) {
            return Some(taken);
        }
        Some(match (&from, &to) {
            (Ty::Reference(_, inner), to)
                if self.head(inner) == *to
                    && words.starts_with('&')
                    && !words.starts_with("&&") =>
            {
                format!("leave out the `&`: `{}`", words.trim_start_matches('&').trim_start())
            }
            (Ty::Reference(_, inner), to) if self.head(inner) == *to => {
                format!("read what it leads to: `*{atom}`")
            }
            (Ty::Pointer(_, inner), to) if self.head(inner) == *to => {
                format!("read what it points to: `*{atom}`")
            }
            (from, Ty::Reference(Mutability::Const, inner)) if self.head(inner) == *from => {
                format!("borrow it: `&{atom}`")
            }
            (from, Ty::Reference(Mutability::Mut, inner)) if self.head(inner) == *from => {
                format!("borrow it: `&mut {atom}`")
            }
            (Ty::Reference(_, slice), Ty::Pointer(mutability, _))
                if matches!(self.head(slice), Ty::Slice(_) | Ty::Array(..)) =>
            {
                let method = if *mutability == Mutability::Mut { "as_mut_ptr" } else { "as_ptr" };
                format!("take a pointer to its first element: `{atom}.{method}()`")
            }
            (Ty::Pointer(Mutability::Const, _), Ty::Pointer(Mutability::Mut, _)) => {
                "what is behind a `*const` pointer is only read; declare it `*mut` to write"
                    .to_owned()
            }
            (Ty::Pointer(..), Ty::Pointer(..)) => {
                format!("convert it: `{atom} as {}`", self.show(&to))
            }
            _ => return None,
        })
    }

    /// How to take the value out of an `Option` or a `Result`.
    fn out_of_option(&self, from: &Ty, to: &Ty, atom: &str) -> Option<String> {
        let Ty::Struct(id, arguments) = from else { return None };
        let item = self.checker.structs.get(*id)?;
        if !item.is_library || !matches!(item.hir.name.as_str(), "Option" | "Result") {
            return None;
        }
        let inner = self.head(arguments.first()?);
        let target = match &inner {
            Ty::Reference(_, target) => self.head(target),
            _ => inner.clone(),
        };
        let fits = *to == target || *to == inner || self.infer.kind(to).is_some();
        let star = if *to != inner && target != inner { "*" } else { "" };
        fits.then(|| {
            format!("take the value out: `{star}{atom}.unwrap()`, which panics if there is none")
        })
    }

    /// How to make two operands agree: the narrower one gives way, so that
    /// nothing is lost.
    pub(crate) fn agreement(&self, left: &hir::Expr, right: &hir::Expr) -> Option<String> {
        let rank = |ty: &Ty| match self.head(ty) {
            Ty::Int(IntTy::I8 | IntTy::U8) => 1,
            Ty::Int(IntTy::I16 | IntTy::U16) => 2,
            Ty::Int(IntTy::I32 | IntTy::U32) => 3,
            Ty::Int(IntTy::Isize | IntTy::Usize) => 4,
            Ty::Int(_) => 5,
            Ty::Float(FloatTy::F16) => 6,
            Ty::Float(FloatTy::F32) => 7,
            Ty::Float(FloatTy::F64) => 8,
            _ => 0,
        };
        let converted = if rank(&left.ty) < rank(&right.ty) {
            let converted =
                self.conversion(left, &right.ty).map(|help| self.before_less(left, help));
            converted.or_else(|| self.conversion(right, &left.ty))
        } else {
            self.conversion(right, &left.ty).or_else(|| self.conversion(left, &right.ty))
        };
        converted.or_else(|| self.led_to(left)).or_else(|| self.led_to(right))
    }

    /// How the number is written that references lead to.
    fn led_to(&self, value: &hir::Expr) -> Option<String> {
        let (mut ty, mut stars) = (self.head(&value.ty), String::new());
        while let Ty::Reference(_, to) = ty {
            ty = self.head(&to);
            stars.push('*');
        }
        let is_number = matches!(ty, Ty::Int(_) | Ty::Float(_) | Ty::Bool);
        let words = self.checker.quote(value.span)?;
        let help =
            || format!("write `{stars}{}`, the number that it leads to", foreign::atom(words));
        (is_number && !stars.is_empty()).then(help)
    }

    /// `x as usize` in parentheses where `<` follows, which would begin arguments
    /// of the type.
    fn before_less(&self, left: &hir::Expr, help: String) -> String {
        let end = left.span.to_range().map_or(0, |range| range.end);
        let rest = self.checker.text.get(end..).unwrap_or_default().trim_start();
        match help.strip_prefix("convert it: `").and_then(|cast| cast.strip_suffix('`')) {
            Some(cast) if rest.starts_with('<') => format!("convert it: `({cast})`"),
            _ => help,
        }
    }

    /// The same among numbers and truth values. Nothing if it is about others;
    /// inside, nothing if there is nothing good to say.
    fn number_conversion(
        &self,
        from: &Ty,
        to: &Ty,
        (words, atom): (&str, &str),
        is_literal: bool,
    ) -> Option<Option<String>> {
        let is_open = |ty: &Ty, kind| self.infer.kind(ty) == Some(kind);
        let is_int = |ty: &Ty| matches!(ty, Ty::Int(_)) || is_open(ty, TyVarKind::Int);
        let is_float = |ty: &Ty| matches!(ty, Ty::Float(_)) || is_open(ty, TyVarKind::Float);
        let digits = is_literal && words.bytes().all(|byte| byte.is_ascii_digit());
        if is_int(from) && is_float(to) && digits {
            return Some(Some(format!("write a floating-point number: `{words}.0`")));
        }
        if is_float(from) && is_int(to) && is_literal {
            return Some(Some(match words.strip_suffix(".0") {
                Some(whole) => format!("write an integer: `{whole}`"),
                None => format!("write an integer, or a type that holds it: `f32` for `{words}`"),
            }));
        }
        let target = match to {
            to if is_open(to, TyVarKind::Float) => "f32".to_owned(),
            to => self.show(to),
        };
        if (is_int(from) || is_float(from)) && (is_float(to) || matches!(to, Ty::Int(_)))
            || *from == Ty::Bool && matches!(to, Ty::Int(_))
        {
            return Some(Some(format!("convert it: `{atom} as {target}`")));
        }
        if is_int(from) && *to == Ty::Bool && matches!(words, "0" | "1") {
            return Some(Some(format!("write `{}`", words == "1")));
        }
        if is_int(from) && *to == Ty::Bool {
            return Some(Some(format!("compare it with zero: `{atom} != 0`")));
        }
        None
    }
}

/// Words in parentheses, unless they hold together without.
fn atom(words: &str, is_cast: bool) -> String {
    let is_name = words.chars().all(|c| c.is_alphanumeric() || "_.".contains(c));
    let is_call = words.ends_with([')', ']'])
        && !words.contains(' ')
        && !words.starts_with(['*', '-', '&', '!']);
    if is_name || is_call || is_cast { words.to_owned() } else { format!("({words})") }
}
