//! Integers from something else: conversions, reinterpreted bits, packed
//! vectors.

use super::Expr;
use crate::choices::Choices;
use crate::program::Writer;
use crate::types::{Scalar, Type};

impl<'a, C: Choices> Writer<'a, C> {
    /// Integers and booleans convert by value, floats towards zero.
    pub(super) fn integer_conversion(&mut self, ty: &Type, depth: u32) -> Expr {
        let from = self.pick(&self.scalars());
        let source = ty.with(from);
        let operand = self.running(&source, depth).text;
        let signed = ty.scalar().is_some_and(Scalar::is_signed);
        let name = ty.name();
        Expr::plain(match from {
            // The bits of zero depend on its sign, which a compiler may lose.
            Scalar::F32 if self.percent(30) && ty.scalar().is_some_and(|s| !s.is_long()) => {
                format!("bitcast<{name}>(abs({operand}) + {}(1))", source.name())
            }
            _ if from.is_float() && !signed => format!("{name}(abs({operand}))"),
            Scalar::I32 | Scalar::U32
                if self.percent(30) && ty.scalar().is_some_and(|s| !s.is_long()) =>
            {
                format!("bitcast<{name}>({operand})")
            }
            // See `Scalar::of_word`: first the width, then the sign.
            Scalar::U32 | Scalar::I32 if ty.scalar().is_some_and(Scalar::is_long) => {
                let wide = if from == Scalar::U32 { Scalar::U64 } else { Scalar::I64 };
                format!("{name}({}({operand}))", ty.with(wide).name())
            }
            _ => format!("{name}({operand})"),
        })
    }

    /// A vector in a word.
    pub(super) fn packed(&mut self, ty: &Type, depth: u32) -> Expr {
        let mut kinds = vec!["pack4xI8", "pack4xU8", "pack4xI8Clamp", "pack4xU8Clamp", "dot4"];
        if self.scalars().contains(&Scalar::F32) {
            kinds.extend([
                "pack4x8snorm",
                "pack4x8unorm",
                "pack2x16snorm",
                "pack2x16unorm",
                "pack2x16float",
            ]);
        }
        let kind = self.pick(&kinds);
        let mut of = |size, scalar| {
            let vector = Type::Vector(size, scalar);
            self.running_standard(&vector, depth).text
        };
        let text = match kind {
            "pack4xI8" | "pack4xI8Clamp" => format!("{kind}({})", of(4, Scalar::I32)),
            "pack4xU8" | "pack4xU8Clamp" => format!("{kind}({})", of(4, Scalar::U32)),
            // Three quarters of a sixteenth never lie half-way between two
            // steps, where WGSL and SPIR-V round differently.
            "pack4x8snorm" | "pack4x8unorm" => format!("{kind}({} * 0.75)", of(4, Scalar::F32)),
            "pack2x16snorm" | "pack2x16unorm" => format!("{kind}({} * 0.75)", of(2, Scalar::F32)),
            "pack2x16float" => format!("{kind}(abs({}))", of(2, Scalar::F32)),
            _ => {
                let u32_type = Type::Scalar(Scalar::U32);
                let name = self.pick(&["dot4I8Packed", "dot4U8Packed"]);
                let (a, b) = (self.running(&u32_type, depth), self.expression(&u32_type, depth));
                let text = format!("{name}({}, {})", a.text, b.text);
                return Expr::plain(format!("{}({text})", ty.name()));
            }
        };
        Expr::plain(format!("{}({text})", ty.name()))
    }
}
