//! Branches and loops. Every loop counts its turns and ends after a few, whatever
//! else happens in it.

use super::StatementProduction;
use crate::choices::Choices;
use crate::program::{Exits, Writer};
use crate::types::{Scalar, Type};

const BOOL: Type = Type::Scalar(Scalar::Bool);
const U32: Type = Type::Scalar(Scalar::U32);

impl<'a, C: Choices> Writer<'a, C> {
    pub(super) fn control_productions(
        &mut self,
        depth: u32,
        productions: &mut Vec<StatementProduction<'a, C>>,
    ) {
        if depth > 0 {
            productions.extend([
                Writer::branch as StatementProduction<'a, C>,
                Writer::branch,
                Writer::switch,
                Writer::for_loop,
                Writer::while_loop,
                Writer::plain_loop,
            ]);
        }
        if self.exits.can_break || self.exits.can_continue || self.exits.result.is_some() {
            productions.extend([Writer::way_out as StatementProduction<'a, C>; 2]);
        }
    }

    fn statements(&mut self, depth: u32) {
        for _ in 0..1 + self.below(3) {
            self.statement(depth);
        }
    }

    /// `if`, perhaps with `else if` and `else`.
    fn branch(&mut self, depth: u32) {
        let condition = self.running(&BOOL, depth).text;
        self.line(&format!("if {condition} {{"));
        self.block(|writer| writer.statements(depth - 1));
        while self.percent(25) {
            let condition = self.running(&BOOL, depth).text;
            self.line(&format!("}} else if {condition} {{"));
            self.block(|writer| writer.statements(depth - 1));
        }
        if self.percent(50) {
            self.line("} else {");
            self.block(|writer| writer.statements(depth - 1));
        }
        self.line("}");
    }

    /// A switch whose default stands anywhere, perhaps among other selectors.
    fn switch(&mut self, depth: u32) {
        let signed = self.percent(50);
        let scalar = if signed { Scalar::I32 } else { Scalar::U32 };
        let suffix = scalar.suffix();
        let selector = self.running(&Type::Scalar(scalar), depth).text;
        self.line(&format!("switch {selector} & 7{suffix} {{"));
        let mut selectors: Vec<u32> = (0..8).collect();
        let cases = 1 + self.below(3);
        let default = self.below(cases);
        for case in 0..cases {
            let mut chosen: Vec<String> = (0..1 + self.below(2))
                .map(|_| {
                    let selector = selectors.swap_remove(self.choices.below(selectors.len()));
                    format!("{selector}{suffix}")
                })
                .collect();
            match (case == default, self.below(3)) {
                (false, _) => self.line(&format!("    case {}: {{", chosen.join(", "))),
                (true, 0) => self.line("    default: {"),
                (true, _) => {
                    let place = self.choices.below(chosen.len() + 1);
                    chosen.insert(place, "default".to_owned());
                    self.line(&format!("    case {}: {{", chosen.join(", ")));
                }
            }
            self.indent += 1;
            self.block(|writer| {
                writer.exits.can_break = true;
                writer.statements(depth - 1);
            });
            self.indent -= 1;
            self.line("    }");
        }
        self.line("}");
    }

    /// What a loop counts to.
    fn limit(&mut self) -> String {
        match self.percent(50) {
            true => format!("{}u", 1 + self.below(5)),
            false => format!("({} % {}u)", self.running(&U32, 1).text, 2 + self.below(4)),
        }
    }

    fn loop_body(&mut self, depth: u32, counter: &str) {
        self.block(|writer| {
            writer.push_value(counter.to_owned(), U32);
            writer.exits.can_break = true;
            writer.exits.can_continue = true;
            writer.statements(depth - 1);
        });
    }

    fn for_loop(&mut self, depth: u32) {
        let counter = self.name("i");
        let limit = self.limit();
        let step = self.pick(&["++", " += 1u", " += 2u"]);
        self.line(&format!("for (var {counter} = 0u; {counter} < {limit}; {counter}{step}) {{"));
        self.loop_body(depth, &counter);
        self.line("}");
    }

    fn while_loop(&mut self, depth: u32) {
        let counter = self.name("i");
        self.line(&format!("var {counter} = 0u;"));
        let limit = self.limit();
        let condition = self.running(&BOOL, depth).text;
        self.line(&format!("while {counter} < {limit} && {condition} {{"));
        self.line(&format!("    {counter}++;"));
        self.loop_body(depth, &counter);
        self.line("}");
    }

    /// `loop`, with what goes on between its turns, and `break if`.
    fn plain_loop(&mut self, depth: u32) {
        let counter = self.name("i");
        self.line(&format!("var {counter} = 0u;"));
        let limit = self.limit();
        self.line("loop {");
        if self.percent(50) {
            let condition = self.running(&BOOL, depth).text;
            self.line(&format!("    if {condition} {{ break; }}"));
        }
        self.loop_body(depth, &counter);
        self.line("    continuing {");
        self.indent += 1;
        self.block(|writer| {
            writer.line(&format!("{counter}++;"));
            // No way leads out of here but the one at its end.
            writer.exits = Exits::default();
            if writer.percent(50) {
                writer.statement(0);
            }
            match writer.percent(50) {
                true => writer.line(&format!("break if {counter} >= {limit};")),
                false => {
                    let condition = writer.running(&BOOL, depth).text;
                    writer.line(&format!("break if {counter} >= {limit} || {condition};"));
                }
            }
        });
        self.indent -= 1;
        self.line("    }");
        self.line("}");
    }

    /// `break`, `continue` or `return`, under a condition.
    fn way_out(&mut self, depth: u32) {
        let mut ways = Vec::new();
        if self.exits.can_break {
            ways.push("break;".to_owned());
        }
        if self.exits.can_continue {
            ways.push("continue;".to_owned());
        }
        if let Some(result) = self.exits.result.clone() {
            ways.push(format!("return {};", self.standard(&result, depth).text));
        }
        if ways.is_empty() {
            return;
        }
        let way = self.pick(&ways);
        let condition = self.running(&BOOL, depth.max(1)).text;
        self.line(&format!("if {condition} {{ {way} }}"));
    }
}
