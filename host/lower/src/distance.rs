//! Distances between two pointers: what `offset_from` tells, and comparisons.

use super::Lowering;
use super::builtin::pointee;
use super::frame::Frame;
use super::types::unsupported;
use super::value::{Base, Value};
use naga::{BinaryOperator, ScalarKind, Span};
use warpbench_codes::K0014;
use warpbench_hir::Expr;
use warpbench_hir::types::Ty;
use warpbench_source::diagnostic::Diagnostic;

impl Frame<'_, '_> {
    /// How many elements the first pointer lies behind the second.
    pub(super) fn distance(&mut self, arguments: &[Expr], ty: &Ty, span: Span) -> Lowering<Value> {
        let [left, right] = arguments else { return Err(unsupported("this", span)) };
        let Some(element) = pointee(&self.settle(&left.ty)) else {
            return Err(unsupported("this pointer", span));
        };
        let (a, b) = match (self.value(left)?, self.value(right)?) {
            (Value::Pointer(a), Value::Pointer(b)) => (a, b),
            (Value::Never, _) | (_, Value::Never) => return Ok(Value::Never),
            _ => return Err(unsupported("this pointer", span)),
        };
        let is_same = match (&a.base, &b.base) {
            (Base::Nothing, _) | (_, Base::Nothing) => return Ok(Value::Never),
            (Base::Memory(a), Base::Memory(b)) => a == b,
            (Base::Local { pointer: a, .. }, Base::Local { pointer: b, .. }) => a == b,
            (Base::Elements(a), Base::Elements(b)) => a == b,
            _ => false,
        };
        if !is_same {
            return Err(Box::new(
                Diagnostic::new(K0014, "these pointers do not lead into one memory", span)
                    .label("how far they are apart is not known")
                    .note("the workbench knows a pointer as a place in a buffer, not as an address")
                    .help("compare pointers that come from one parameter or array, or compare indices"),
            ));
        }
        let bytes = self.bytes_of(&element, span)?;
        let [a, b] = [a, b].map(|pointer| self.offset_in(&pointer, bytes, span));
        let apart = self.binary(BinaryOperator::Subtract, a, b, span);
        let apart = self.reinterpret(apart, ScalarKind::Sint, span);
        Ok(Value::Plain(self.convert(apart, &Ty::I32, ty, span)))
    }
}
