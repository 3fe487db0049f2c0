//! Statements.

use super::integer::is_pointer;
use super::scope::{Lend, MOST_USIZE, PlaceExpr, RustVariable};
use super::types::{RustExpr, Ty, is_integer};
use super::writer::RustWriter;
use crate::choices::Choices;
use crate::types::Scalar;

impl<'a, C: Choices> RustWriter<'a, C> {
    /// Writes a statement, nested so deep at most.
    pub(super) fn statement(&mut self, depth: u32) {
        if !self.spend() {
            return self.assignment(0);
        }
        match self.below(54) {
            49..=53 => self.seldom(),
            46 | 47 => self.moving(),
            48 => self.vectors(),
            44 | 45 => self.changing(depth),
            38..=40 if depth > 0 && self.may_iterate() => self.for_items(depth),
            41 | 42 => self.array_statement(depth),
            43 => self.exchange(depth),
            29..=31 if depth > 0 => self.choice(depth),
            32 if depth > 0 => self.if_let(depth),
            33 if depth > 0 && self.loops() < 2 => self.while_let(depth),
            34 => self.let_else(depth),
            35 | 36 => self.closure_statement(depth),
            37 => self.option_statement(depth),
            0..=4 => self.declaration(depth),
            5 => self.shadowing(depth),
            6 => self.destructuring(depth),
            7 => self.deferred(depth),
            8..=11 => self.assignment(depth),
            12..=14 => self.compound(depth),
            15 | 16 if depth > 0 => self.branch(depth),
            17 if depth > 0 => self.match_statement(depth),
            18..=20 if depth > 0 && self.loops() < 3 => self.repetition(depth),
            21 => self.leave(depth),
            22 | 26..=28 => self.call_statement(depth.min(2)),
            23 => self.borrowing(depth),
            24 if self.loops() < 2 => self.pointers(),
            25 if depth > 0 => {
                let opening = if self.percent(30) { "unsafe {" } else { "{" };
                self.line(opening);
                self.statements(depth);
                self.line("}");
            }
            _ => self.assignment(depth),
        }
    }

    /// A few statements in a block.
    pub(super) fn statements(&mut self, depth: u32) {
        let count = 1 + self.below(3);
        self.block(|writer| {
            for _ in 0..count {
                writer.statement(depth - 1);
            }
        });
    }

    fn declaration(&mut self, depth: u32) {
        let ty = self.any_type(2);
        let value = self.of_type_as(&ty, depth, false);
        let name = self.name("x");
        self.declare_local(&name, ty, value);
    }

    /// Declares a variable, often without its type.
    pub(super) fn declare_local(&mut self, name: &str, ty: Ty, value: RustExpr) {
        let is_mutable = self.percent(65);
        let is_annotated = self.percent(25);
        let keyword = if is_mutable { "mut " } else { "" };
        let annotation = match is_annotated {
            true => format!(": {}", ty.name()),
            false => String::new(),
        };
        self.line(&format!("let {keyword}{name}{annotation} = {};", value.text));
        let is_pending = !is_annotated && !value.is_fixed;
        self.scope.push(RustVariable { is_pending, ..RustVariable::local(name, ty, is_mutable) });
    }

    /// Declares a variable with the name of another.
    fn shadowing(&mut self, depth: u32) {
        let mut known = self.visible();
        known.retain(|v| v.lend == Lend::Local && !v.is_pending);
        if known.is_empty() {
            return self.declaration(depth);
        }
        let old = self.pick(&known);
        let ty = if self.percent(50) { old.ty.clone() } else { self.any_type(1) };
        let value = self.of_type_as(&ty, depth, true);
        self.declare_local(&old.name, ty, value);
    }

    /// Takes a tuple or a structure apart.
    fn destructuring(&mut self, depth: u32) {
        let (head, members) = match self.declared.structs.is_empty() || self.percent(60) {
            true => {
                let members: Vec<Ty> = (0..2 + self.below(2)).map(|_| self.any_type(1)).collect();
                (Ty::Tuple(members.clone()), members)
            }
            false => {
                let known = self.declared.structs.clone();
                match self.pick(&known) {
                    Ty::Struct(name, fields) => (Ty::Struct(name, fields.clone()), fields),
                    _ => return,
                }
            }
        };
        let value = self.of_type_as(&head, depth, true);
        let mut patterns = Vec::new();
        let mut variables = Vec::new();
        for (index, ty) in members.iter().enumerate() {
            let field = crate::types::member(index);
            let is_named = matches!(head, Ty::Struct(..));
            if self.percent(15) {
                patterns.push(if is_named { format!("{field}: _") } else { "_".to_owned() });
                continue;
            }
            let name = self.name("d");
            let is_mutable = self.percent(30);
            let keyword = if is_mutable { "mut " } else { "" };
            patterns.push(match is_named {
                true => format!("{field}: {keyword}{name}"),
                false => format!("{keyword}{name}"),
            });
            variables.push(RustVariable::local(&name, ty.clone(), is_mutable));
        }
        let pattern = match &head {
            Ty::Struct(name, _) => {
                if self.percent(30) && patterns.len() > 1 {
                    let last = patterns.len() - 1;
                    let dropped = patterns[last].rsplit([' ']).next().unwrap_or("").to_owned();
                    variables.retain(|variable| variable.name != dropped);
                    patterns[last] = "..".to_owned();
                }
                format!("{name} {{ {} }}", patterns.join(", "))
            }
            _ => format!("({})", patterns.join(", ")),
        };
        self.line(&format!("let {pattern} = {};", value.text));
        self.scope.extend(variables);
    }

    /// Declares a variable that gets its value later, whichever way is taken.
    fn deferred(&mut self, depth: u32) {
        let ty = self.any_type(1);
        let name = self.name("x");
        let is_annotated = self.percent(50);
        let annotation = match is_annotated {
            true => format!(": {}", ty.name()),
            false => String::new(),
        };
        let condition = self.boolean(depth.min(1)).text;
        let depth = depth.saturating_sub(1);
        let first = self.of_type_as(&ty, depth, !is_annotated);
        let last = self.of_type_as(&ty, depth, false);
        self.line(&format!("let {name}{annotation};"));
        self.line(&format!("if {condition} {{"));
        self.line(&format!("    {name} = {};", first.text));
        self.line("} else {");
        self.line(&format!("    {name} = {};", last.text));
        self.line("}");
        let is_pending = !is_annotated && !first.is_fixed;
        self.scope.push(RustVariable { is_pending, ..RustVariable::local(&name, ty, false) });
    }

    /// A place to assign to.
    pub(super) fn target(&mut self, wanted: &dyn Fn(&Ty) -> bool) -> Option<PlaceExpr> {
        let places = self.places(wanted, true);
        if places.is_empty() { None } else { Some(self.pick(&places)) }
    }

    fn assignment(&mut self, depth: u32) {
        let Some(place) = self.target(&|_| true) else { return };
        let value = match place.ty {
            Ty::Usize => self.usize_below(place.most + 1, depth),
            ref ty => self.of_type(ty, depth),
        };
        let text = self.place(&place, depth.min(1));
        match text.strip_prefix('*') {
            Some(pointer) if is_pointer(pointer) && self.percent(20) => {
                self.line(&format!("{pointer}.write({});", value.text));
            }
            _ => self.line(&format!("{text} = {};", value.text)),
        }
    }

    /// `place += value` and the like.
    fn compound(&mut self, depth: u32) {
        let Some(place) = self.target(&|ty| matches!(ty, Ty::Scalar(_) | Ty::Usize)) else {
            return;
        };
        match place.ty {
            Ty::Usize => {
                let text = self.place(&place, 0);
                let operation = self.pick(&["%= 5", "/= 2", ">>= 1", "&= 6", "/= 3", "%= 16"]);
                self.line(&format!("{text} {operation};"));
            }
            Ty::Scalar(Scalar::Bool) => {
                let value = self.boolean(depth);
                let text = self.place(&place, depth.min(1));
                let operator = self.pick(&["&=", "|=", "^="]);
                self.line(&format!("{text} {operator} {};", value.text));
            }
            Ty::Scalar(scalar) if is_integer(scalar) => {
                let (operator, value) = match self.below(10) {
                    0 => ("<<=", self.distance(scalar, depth)),
                    1 => (">>=", self.distance(scalar, depth)),
                    2 => ("/=", self.divisor(scalar, depth)),
                    3 => ("%=", self.divisor(scalar, depth)),
                    _ => {
                        let operator = self.pick(&["+=", "-=", "*=", "&=", "|=", "^="]);
                        (operator, self.integer(scalar, depth, false))
                    }
                };
                let text = self.place(&place, depth.min(1));
                self.line(&format!("{text} {operator} {};", value.text));
            }
            Ty::Scalar(scalar) => {
                let operator = self.pick(&["+=", "-=", "*="]);
                let value = self.standard(scalar, depth, false);
                let text = self.place(&place, 0);
                self.line(&format!("{text} {operator} {};", value.text));
                let tamed = self.tame_text(scalar, &text);
                self.line(&format!("{text} = {tamed};"));
            }
            _ => {}
        }
    }

    fn branch(&mut self, depth: u32) {
        let condition = self.boolean(depth).text;
        self.line(&format!("if {condition} {{"));
        self.statements(depth);
        while self.percent(20) && self.spend() {
            let condition = self.boolean(depth - 1).text;
            self.line(&format!("}} else if {condition} {{"));
            self.statements(depth);
        }
        if self.percent(50) {
            self.line("} else {");
            self.statements(depth);
        }
        self.line("}");
    }

    fn match_statement(&mut self, depth: u32) {
        let (scalar, head) = self.scrutinee(depth);
        self.line(&format!("match {head} {{"));
        let arms = 1 + self.below(3);
        self.indent += 1;
        for arm in 0..=arms {
            let outside = self.scope.len();
            let pattern = self.pattern(scalar, arm == arms);
            if arm == arms && self.percent(30) {
                self.line(&format!("{pattern} => {{}}"));
            } else {
                self.line(&format!("{pattern} => {{"));
                self.statements(depth);
                self.line("}");
            }
            self.scope.truncate(outside);
        }
        self.indent -= 1;
        self.line("}");
    }

    /// A block in which a variable is only known through a reference or pointer.
    fn borrowing(&mut self, depth: u32) {
        let ty = self.any_type(1);
        let hidden = self.lent.hidden.len();
        let Some(place) = self.lent_local(&ty, true) else {
            return self.declaration(depth);
        };
        self.line("{");
        self.block(|writer| {
            let name = writer.name("r");
            match writer.is_unsafe && writer.percent(30) {
                true => writer.line(&format!("let {name} = &mut {place} as *mut {};", ty.name())),
                false => writer.line(&format!("let {name} = &mut {place};")),
            }
            writer.scope.push(RustVariable {
                text: format!("*{name}"),
                lend: Lend::No,
                most: MOST_USIZE,
                ..RustVariable::local(&name, ty.clone(), true)
            });
            for _ in 0..1 + writer.below(2) {
                writer.statement(depth.min(1));
            }
        });
        self.lent.hidden.truncate(hidden);
        self.line("}");
    }
}
