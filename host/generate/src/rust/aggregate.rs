//! Values of any type.

use super::scope::MOST_USIZE;
use super::types::{F32, I32, RustExpr, Ty, is_integer};
use super::writer::RustWriter;
use crate::choices::Choices;
use crate::types::{Scalar, member};

impl<'a, C: Choices> RustWriter<'a, C> {
    /// A value of a type that can be kept in a variable, where the type is known
    /// from what stands around it.
    pub(super) fn of_type(&mut self, ty: &Ty, depth: u32) -> RustExpr {
        self.of_type_as(ty, depth, false)
    }

    /// A value of a type that can be kept in a variable; if `fixed`, one whose
    /// type is known without what stands around it.
    pub(super) fn of_type_as(&mut self, ty: &Ty, depth: u32, fixed: bool) -> RustExpr {
        match ty {
            Ty::Usize if fixed => self.usize_fixed(MOST_USIZE + 1, depth),
            Ty::Usize => self.usize_below(MOST_USIZE + 1, depth),
            Ty::Scalar(Scalar::Bool) => self.boolean(depth),
            Ty::Scalar(scalar) if is_integer(*scalar) => self.integer(*scalar, depth, fixed),
            Ty::Scalar(scalar) => self.standard(*scalar, depth, fixed),
            // Nobody asks for a closure by its type.
            Ty::Closure(_) => RustExpr::atom("()", true),
            _ => self.aggregate(ty, depth, fixed),
        }
    }

    fn aggregate(&mut self, ty: &Ty, depth: u32, fixed: bool) -> RustExpr {
        let is_enough = !self.spend();
        if (is_enough || self.percent(40))
            && let Some(place) = self.read(ty, fixed)
        {
            return place;
        }
        if depth > 0 && !is_enough {
            if self.percent(15) {
                return self.branching(ty, depth, fixed);
            }
            if self.percent(40)
                && let Some(value) = self.offered(ty, depth)
            {
                return value;
            }
            if self.percent(25)
                && let Some(call) = self.call_of(ty, depth)
            {
                return call;
            }
        }
        self.composed(ty, depth.saturating_sub(1), fixed)
    }

    /// A value put together from its parts.
    fn composed(&mut self, ty: &Ty, depth: u32, fixed: bool) -> RustExpr {
        match ty {
            Ty::Tuple(members) => {
                let values: Vec<RustExpr> =
                    members.iter().map(|ty| self.of_type_as(ty, depth, fixed)).collect();
                let is_fixed = values.iter().all(|value| value.is_fixed);
                let texts: Vec<String> = values.into_iter().map(|value| value.text).collect();
                RustExpr::atom(format!("({})", texts.join(", ")), is_fixed)
            }
            Ty::Array(element, length) => self.array(element, *length, depth, fixed),
            Ty::Struct(name, fields) => self.structure(name, fields, depth),
            Ty::Float4 => self.four_of(ty, &F32, depth),
            Ty::Int4 => self.four_of(ty, &I32, depth),
            Ty::Enum(..) | Ty::Option(_) | Ty::Result(..) => self.sum_value(ty, depth, fixed),
            Ty::Scalar(_) | Ty::Usize | Ty::Closure(_) => self.of_type_as(ty, depth, fixed),
        }
    }

    fn array(&mut self, element: &Ty, length: u32, depth: u32, fixed: bool) -> RustExpr {
        if self.nested == 0 && self.loops() < 2 && self.percent(15) && self.spend() {
            return self.mapped_array(element, length, depth);
        }
        if self.percent(50) {
            let value = self.of_type_as(element, depth, fixed);
            let length = self.length(length);
            return RustExpr::atom(format!("[{}; {length}]", value.text), value.is_fixed);
        }
        let values: Vec<RustExpr> =
            (0..length).map(|_| self.of_type_as(element, depth, fixed)).collect();
        // One element that is known is enough for all of them.
        let is_fixed = values.iter().any(|value| value.is_fixed)
            && (matches!(element, Ty::Scalar(_) | Ty::Usize)
                || values.iter().all(|value| value.is_fixed));
        let texts: Vec<String> = values.into_iter().map(|value| value.text).collect();
        RustExpr::atom(format!("[{}]", texts.join(", ")), is_fixed)
    }

    /// A length, perhaps by its name.
    fn length(&mut self, length: u32) -> String {
        let named: Vec<String> = (self.declared.lengths.iter())
            .filter(|(_, value)| *value == length)
            .map(|(name, _)| name.clone())
            .collect();
        match named.is_empty() {
            true => length.to_string(),
            false => self.pick(&named),
        }
    }

    fn structure(&mut self, name: &str, fields: &[Ty], depth: u32) -> RustExpr {
        let mut texts: Vec<String> = (fields.iter().enumerate())
            .map(|(index, ty)| format!("{}: {}", member(index), self.of_type(ty, depth).text))
            .collect();
        // The order of a structure's fields is the writer's.
        if self.percent(30) {
            texts.reverse();
        }
        // A structure's name would open a block behind `if` and `match`.
        RustExpr::operation(format!("{name} {{ {} }}", texts.join(", ")), true)
    }

    fn four_of(&mut self, ty: &Ty, scalar: &Ty, depth: u32) -> RustExpr {
        let name = ty.name();
        match self.below(3) {
            0 => {
                RustExpr::atom(format!("{name}::splat({})", self.of_type(scalar, depth).text), true)
            }
            1 if *ty == Ty::Int4 => {
                let [a, b] = [(); 2].map(|()| match self.read(ty, true) {
                    Some(place) => place.operand(),
                    None => "Int4::splat(7)".to_owned(),
                });
                RustExpr::atom(format!("{a}.plus({b})"), true)
            }
            _ => {
                let parts: Vec<String> = ["x", "y", "z", "w"]
                    .into_iter()
                    .map(|name| format!("{name}: {}", self.of_type(scalar, depth).text))
                    .collect();
                RustExpr::operation(format!("{name} {{ {} }}", parts.join(", ")), true)
            }
        }
    }
}
