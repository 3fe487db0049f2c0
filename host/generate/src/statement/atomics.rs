//! Atomic functions, in ways whose result does not depend on who comes first:
//! operations that commute, tickets that all get used up, and words that only
//! one thread touches.

use super::StatementProduction;
use crate::choices::Choices;
use crate::grammar::Feature;
use crate::prelude::ATOMICS;
use crate::program::Writer;
use crate::types::{Scalar, Type};

/// Functions that commute with themselves, and the word that each has among the
/// program's in global memory.
const COMMUTING: [(&str, u32); 7] = [
    ("atomicAdd", 0),
    ("atomicSub", 0),
    ("atomicMax", 1),
    ("atomicMin", 2),
    ("atomicAnd", 3),
    ("atomicOr", 4),
    ("atomicXor", 5),
];

impl<'a, C: Choices> Writer<'a, C> {
    pub(super) fn atomic_productions(&mut self, productions: &mut Vec<StatementProduction<'a, C>>) {
        if self.has(Feature::Atomics) {
            productions.extend([
                Writer::global_atomic as StatementProduction<'a, C>,
                Writer::global_atomic,
                Writer::shared_atomic,
                Writer::tickets,
                Writer::own_exchange,
            ]);
        }
        if self.has(Feature::CompareExchange) {
            productions.extend([
                Writer::own_compare_exchange as StatementProduction<'a, C>,
                Writer::retried,
            ]);
        }
    }

    /// Some threads change a word of global memory, which the host reads.
    fn global_atomic(&mut self, depth: u32) {
        let (function, place) = self.pick(&COMMUTING);
        let (buffer, scalar) = self.pick(&[("counters", Scalar::U32), ("balances", Scalar::I32)]);
        let place = self.number * ATOMICS + place;
        let value = self.expression(&Type::Scalar(scalar), depth).text;
        let line = format!("{function}(&{buffer}[{place}], {value});");
        self.perhaps(&line, depth);
    }

    /// Writes a line that only some threads come to.
    fn perhaps(&mut self, line: &str, depth: u32) {
        if self.percent(50) {
            return self.line(line);
        }
        let condition = self.running(&Type::Scalar(Scalar::Bool), depth).text;
        self.line(&format!("if {condition} {{ {line} }}"));
    }

    /// Some threads change a word of shared memory, which all read afterwards.
    fn shared_atomic(&mut self, depth: u32) {
        let (function, _) = self.pick(&COMMUTING);
        let scalar = self.pick(&[Scalar::U32, Scalar::I32]);
        let ty = Type::Scalar(scalar);
        let shared = self.shared_variable(&format!("atomic<{}>", scalar.name()));
        if self.percent(60) {
            let first = self.literal(&ty).text;
            self.line(&format!("if t.local == 0u {{ atomicStore(&{shared}, {first}); }}"));
            self.line("workgroupBarrier();");
        }
        let value = self.expression(&ty, depth).text;
        self.perhaps(&format!("{function}(&{shared}, {value});"), depth);
        let name = self.name("l");
        self.line("workgroupBarrier();");
        self.line(&format!("let {name} = atomicLoad(&{shared});"));
        self.push_value(name, ty);
    }

    /// Every thread draws a number; all numbers get drawn.
    fn tickets(&mut self, depth: u32) {
        let [next, sum] = [(); 2].map(|()| self.shared_variable("atomic<u32>"));
        let [ticket, name] = ["t", "l"].map(|kind| self.name(kind));
        let line = format!(
            "let {ticket} = atomicAdd(&{next}, 1u); atomicAdd(&{sum}, {ticket} * {ticket} + 1u);"
        );
        self.line("{");
        self.indent += 1;
        self.perhaps(&line, depth);
        self.indent -= 1;
        self.line("}");
        self.line("workgroupBarrier();");
        self.line(&format!("let {name} = atomicLoad(&{sum});"));
        self.push_value(name, Type::Scalar(Scalar::U32));
    }

    /// A word of shared memory for each thread alone.
    fn own_word(&mut self, scalar: Scalar) -> String {
        let threads = self.grammar.threads();
        let shared = self.shared_variable(&format!("array<atomic<{}>, {threads}>", scalar.name()));
        format!("{shared}[t.local]")
    }

    fn own_exchange(&mut self, depth: u32) {
        let scalar = self.pick(&[Scalar::U32, Scalar::I32]);
        let ty = Type::Scalar(scalar);
        let own = self.own_word(scalar);
        let (first, value) = (self.expression(&ty, depth), self.expression(&ty, depth));
        let [old, new] = [(); 2].map(|()| self.name("l"));
        let function = self.pick(&["atomicExchange", "atomicAdd", "atomicSub", "atomicMin"]);
        self.line(&format!("atomicStore(&{own}, {});", first.text));
        self.line(&format!("let {old} = {function}(&{own}, {});", value.text));
        self.line(&format!("let {new} = atomicLoad(&{own});"));
        self.push_value(old, ty.clone());
        self.push_value(new, ty);
    }

    /// Compares and exchanges until it did not fail for no reason.
    fn own_compare_exchange(&mut self, depth: u32) {
        let scalar = self.pick(&[Scalar::U32, Scalar::I32]);
        let ty = Type::Scalar(scalar);
        let own = self.own_word(scalar);
        let expected = self.running_leaf(&ty).text;
        let first = match self.percent(50) {
            true => expected.clone(),
            false => self.expression(&ty, depth).text,
        };
        let value = self.expression(&ty, depth).text;
        let [old, done, tries, result] = ["v", "v", "i", "l"].map(|kind| self.name(kind));
        for line in [
            format!("var {old}: {};", scalar.name()),
            format!("var {done} = false;"),
            format!("atomicStore(&{own}, {first});"),
            format!("for (var {tries} = 0u; {tries} < 100u; {tries}++) {{"),
            format!("    let {result} = atomicCompareExchangeWeak(&{own}, {expected}, {value});"),
            format!("    {old} = {result}.old_value;"),
            format!("    {done} = {result}.exchanged;"),
            format!("    if {done} || {old} != {expected} {{ break; }}"),
            "}".to_owned(),
        ] {
            self.line(&line);
        }
        self.push_value(old, ty);
        self.push_value(done, Type::Scalar(Scalar::Bool));
        let new = self.name("l");
        self.line(&format!("let {new} = atomicLoad(&{own});"));
        self.push_value(new, Type::Scalar(scalar));
    }

    /// All threads change the same word by comparing and exchanging, and try
    /// again when another came first.
    fn retried(&mut self, depth: u32) {
        let shared = self.shared_variable("atomic<u32>");
        let operator = self.pick(&["+", "^", "*"]);
        let [value, tries, old, name] = ["l", "i", "l", "l"].map(|kind| self.name(kind));
        let operand = self.expression(&Type::Scalar(Scalar::U32), depth).text;
        for line in [
            format!("let {value} = {operand};"),
            format!("for (var {tries} = 0u; {tries} < 10000u; {tries}++) {{"),
            format!("    let {old} = atomicLoad(&{shared});"),
            format!(
                "    if atomicCompareExchangeWeak(&{shared}, {old}, {old} {operator} {value})\
                 .exchanged {{ break; }}"
            ),
            "}".to_owned(),
            "workgroupBarrier();".to_owned(),
            format!("let {name} = atomicLoad(&{shared});"),
        ] {
            self.line(&line);
        }
        self.push_value(name, Type::Scalar(Scalar::U32));
    }
}
