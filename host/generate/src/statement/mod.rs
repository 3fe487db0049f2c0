//! Statements. Each kind is a production, as with expressions.

mod atomics;
mod control;
mod shared;
mod subgroup;

use crate::choices::Choices;
use crate::grammar::Feature;
use crate::program::Writer;
use crate::scope::{Kind, LValue, Variable};
use crate::types::{Scalar, Type};

/// Writes a statement, with blocks nested so deep at most.
pub(crate) type StatementProduction<'a, C> = fn(&mut Writer<'a, C>, u32);

impl<'a, C: Choices> Writer<'a, C> {
    pub(crate) fn statement(&mut self, depth: u32) {
        if !self.spend() {
            return;
        }
        let mut productions: Vec<StatementProduction<'a, C>> = vec![
            Writer::assignment,
            Writer::assignment,
            Writer::compound_assignment,
            Writer::variable,
            Writer::value,
        ];
        if self.has(Feature::Control) {
            self.control_productions(depth, &mut productions);
        }
        if self.has(Feature::Pointers) {
            productions.push(Writer::pointer);
        }
        if !self.functions.is_empty() {
            productions.push(Writer::call_for_effect);
        }
        if self.uniform {
            self.shared_productions(&mut productions);
            self.atomic_productions(&mut productions);
            if self.has(Feature::Subgroups) {
                productions.push(Writer::subgroup);
            }
        }
        let production = self.pick(&productions);
        production(self, depth);
    }

    /// Adds something that can be read from here on.
    pub(crate) fn push_value(&mut self, name: String, ty: Type) {
        self.scope.push(Variable::new(name, ty, Kind::Value));
    }

    /// A place to assign to, of any type.
    fn target(&mut self) -> Option<LValue> {
        let mut places = Vec::new();
        for variable in self.scope.iter().filter(|variable| variable.is_assignable()) {
            variable.parts(&|_| true, &mut places);
        }
        (!places.is_empty()).then(|| self.pick(&places))
    }

    fn assignment(&mut self, depth: u32) {
        let Some(place) = self.target() else { return };
        let target = self.indexed(&place);
        let value = self.standard(&place.ty, depth.max(2)).text;
        self.line(&format!("{target} = {value};"));
    }

    /// `+=` and the like; `++` and `--`.
    fn compound_assignment(&mut self, depth: u32) {
        let Some(place) = self.target() else { return };
        let Some(scalar) = place.ty.scalar() else { return };
        let target = self.indexed(&place);
        if scalar.is_float() {
            let value = self.standard(&place.ty, depth).text;
            let operator = self.pick(&["+", "-"]);
            self.line(&format!("{target} {operator}= {value};"));
            let suffix = match &place.ty {
                Type::Matrix(columns, rows) => format!("mat{columns}x{rows}"),
                Type::Vector(size, scalar) => format!("{}_{size}", scalar.name()),
                _ => format!("{}_1", scalar.name()),
            };
            self.line(&format!("{target} = tame_{suffix}({target});"));
            return;
        }
        let operators: &[&str] = match scalar {
            Scalar::Bool => &["&", "|"],
            _ => &["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>"],
        };
        let operator = self.pick(operators);
        if let (Type::Scalar(Scalar::I32 | Scalar::U32), true) = (&place.ty, self.percent(20)) {
            let operator = self.pick(&["++", "--"]);
            self.line(&format!("{target}{operator};"));
            return;
        }
        let value = match operator {
            "<<" | ">>" => self.amount(&place.ty.with(Scalar::U32), depth),
            "/" | "%" => self.divisor(&place.ty, depth),
            _ => self.running(&place.ty, depth),
        };
        self.line(&format!("{target} {operator}= {};", value.text));
    }

    /// A variable, with a value or with zeros.
    fn variable(&mut self, depth: u32) {
        let ty = self.any_type(2);
        let name = self.name("v");
        let text = match self.percent(80) {
            true => {
                let value = self.standard(&ty, depth.max(2)).text;
                match self.percent(50) {
                    true => format!("var {name} = {value};"),
                    false => format!("var {name}: {} = {value};", ty.name()),
                }
            }
            false => format!("var {name}: {};", ty.name()),
        };
        self.line(&text);
        self.scope.push(Variable::new(name, ty, Kind::Local));
    }

    /// A value with a name. It may be wider than a variable.
    fn value(&mut self, depth: u32) {
        let ty = self.any_type(1);
        let made = self.running(&ty, depth.max(2));
        let name = self.name("l");
        self.line(&format!("let {name}: {} = {};", ty.name(), made.text));
        let reach = ty.scalar().map(|_| made.reach);
        self.scope.push(Variable { reach, ..Variable::new(name, ty, Kind::Value) });
    }

    /// A name for a place, and an assignment through it.
    fn pointer(&mut self, depth: u32) {
        let Some(place) = self.target() else { return };
        // There are no pointers to components of vectors.
        let component = place.text.ends_with(['x', 'y', 'z', 'w'])
            || matches!(place.ty, Type::Scalar(_)) && place.text.ends_with("[#]");
        if component || place.text.starts_with("(*") {
            return;
        }
        let name = self.name("p");
        let target = self.indexed(&place);
        self.line(&format!("let {name} = &{target};"));
        let value = self.standard(&place.ty, depth.max(1)).text;
        self.line(&format!("*{name} = {value};"));
    }

    /// A call whose value is not used.
    fn call_for_effect(&mut self, depth: u32) {
        let known = self.functions.clone();
        let result = self.pick(&known).result;
        let call = self.call(&result, depth.max(1)).text;
        self.line(&format!("_ = {call};"));
    }
}
