//! Patterns that constants stand for: what has several parts is compared part by
//! part, so that whoever takes patterns apart meets numbers only.

use crate::body::Body;
use crate::wording::unsupported;
use naga::Span;
use warpbench_codes::S0018;
use warpbench_hir::types::{IntTy, Len, Mutability, Ty};
use warpbench_hir::{ConstValue, Pattern, PatternKind};
use warpbench_source::diagnostic::Diagnostic;

impl Body<'_> {
    /// `b"text"`, which is a reference to an array, and takes slices of bytes too.
    pub(crate) fn bytes_pattern(&mut self, bytes: &[u8], ty: &Ty, span: Span) -> PatternKind {
        let byte = Ty::Int(IntTy::U8);
        let to = match self.head(ty) {
            Ty::Error | Ty::Never => return PatternKind::Any,
            Ty::Reference(_, to) => self.head(&to),
            open => open,
        };
        let is_slice = matches!(to, Ty::Slice(_)) && matches!(self.head(ty), Ty::Reference(..));
        let own = if is_slice {
            Ty::Slice(Box::new(byte))
        } else {
            let len = Len::Known(u32::try_from(bytes.len()).unwrap_or(u32::MAX));
            Ty::Array(Box::new(byte), len)
        };
        let mutability = match self.head(ty) {
            Ty::Reference(mutability, _) => mutability,
            _ => Mutability::Const,
        };
        if !self.same_type(&Ty::reference(mutability, own.clone()), ty, span) {
            return PatternKind::Any;
        }
        let values = bytes.iter().map(|byte| ConstValue::Int(i128::from(*byte))).collect();
        let kind = self.value_pattern(&ConstValue::Many(values), &own, span);
        PatternKind::Deref(Box::new(Pattern { kind, ty: own, span }))
    }

    /// The pattern that only a value fits.
    pub(crate) fn value_pattern(&mut self, value: &ConstValue, ty: &Ty, span: Span) -> PatternKind {
        let values = match value {
            ConstValue::Float(number) if number.is_nan() => {
                self.report(
                    Diagnostic::new(S0018, "a pattern cannot be `NAN`", span)
                        .label("no value is equal to it")
                        .help("ask in a guard: `x if x.is_nan() => …`"),
                );
                return PatternKind::Any;
            }
            ConstValue::Int(_) | ConstValue::Float(_) | ConstValue::Bool(_) => {
                return self.scalar_pattern(value, ty, span);
            }
            ConstValue::Many(values) => values,
        };
        match self.head(ty) {
            Ty::Array(element, _) | Ty::Slice(element) => {
                let each = values.iter().map(|value| self.part_pattern(value, &element, span));
                PatternKind::Slice(each.collect(), None, Vec::new())
            }
            Ty::Reference(_, to) => {
                let inner = self.part_pattern(value, &to, span);
                PatternKind::Deref(Box::new(inner))
            }
            Ty::Struct(id, _) if !self.is_compared_by_parts(id) => {
                let shown = self.show(ty);
                self.report(
                    Diagnostic::new(
                        S0018,
                        format!(
                            "`{shown}` must derive `PartialEq` for its constants to be patterns"
                        ),
                        span,
                    )
                    .help(format!(
                        "put `#[derive(PartialEq)]` before the declaration of `{shown}`"
                    )),
                );
                PatternKind::Any
            }
            Ty::Struct(id, _) if self.checker.structs[id].hir.variants.is_some() => {
                self.variant_of_value(values, ty, span)
            }
            Ty::Tuple(_) | Ty::Struct(..) => {
                let types = self.member_types(ty);
                let each = values.iter().zip(&types).enumerate();
                let parts =
                    each.map(|(at, (value, ty))| (at as u32, self.part_pattern(value, ty, span)));
                PatternKind::Parts(parts.collect())
            }
            Ty::Error => PatternKind::Any,
            _ => {
                let shown = self.show(ty);
                self.report(
                    unsupported::unread(&format!("constants of type `{shown}` in patterns"), span)
                        .help("compare in a guard: `x if x == … => …`"),
                );
                PatternKind::Any
            }
        }
    }

    fn part_pattern(&mut self, value: &ConstValue, ty: &Ty, span: Span) -> Pattern {
        let kind = self.value_pattern(value, ty, span);
        Pattern { kind, ty: ty.clone(), span }
    }

    /// A number; of a reference, what it leads to.
    fn scalar_pattern(&mut self, value: &ConstValue, ty: &Ty, span: Span) -> PatternKind {
        match self.head(ty) {
            Ty::Reference(_, to) => {
                PatternKind::Deref(Box::new(self.part_pattern(value, &to, span)))
            }
            _ => PatternKind::Value(value.clone()),
        }
    }

    /// The variant that the value of an enum is: its number comes first, then the
    /// fields of all variants.
    fn variant_of_value(&mut self, values: &[ConstValue], ty: &Ty, span: Span) -> PatternKind {
        let variants = self.variants(ty).unwrap_or_default().to_vec();
        let is_meant = |number: i128| values.first() == Some(&ConstValue::Int(number));
        let Some(at) = variants.iter().position(|variant| is_meant(variant.value)) else {
            self.report(unsupported::unread("this constant in a pattern", span));
            return PatternKind::Any;
        };
        let variant = &variants[at];
        let types = self.member_types(ty);
        let mut parts = Vec::new();
        for field in variant.first..variant.first + variant.count {
            if let (Some(value), Some(ty)) = (values.get(field as usize), types.get(field as usize))
            {
                parts.push((field, self.part_pattern(value, ty, span)));
            }
        }
        PatternKind::Variant(at as u32, parts)
    }

    /// Whether two values of a structure are equal where all their parts are.
    fn is_compared_by_parts(&self, id: usize) -> bool {
        let item = &self.checker.structs[id];
        item.is_library || item.derives.iter().any(|derived| derived == "PartialEq")
    }
}
