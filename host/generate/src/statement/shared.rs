//! Exchange between the threads of a block, with barriers on both sides.

use super::StatementProduction;
use crate::choices::Choices;
use crate::grammar::Feature;
use crate::program::Writer;
use crate::types::{Scalar, Type};

impl<'a, C: Choices> Writer<'a, C> {
    pub(super) fn shared_productions(&mut self, productions: &mut Vec<StatementProduction<'a, C>>) {
        if self.has(Feature::Shared) {
            productions.extend([
                Writer::exchange as StatementProduction<'a, C>,
                Writer::exchange,
                Writer::scan,
                Writer::storage_exchange,
            ]);
        }
        if self.has(Feature::UniformLoad) {
            productions.push(Writer::uniform_load);
        }
    }

    /// Declares a variable in shared memory.
    pub(super) fn shared_variable(&mut self, ty: &str) -> String {
        let name = self.name("w");
        self.declarations += &format!("var<workgroup> {name}: {ty};\n");
        name
    }

    /// A type that does not fill shared memory.
    fn shared_type(&mut self) -> Type {
        match self.plain_type() {
            Type::Vector(_, scalar) if scalar.is_long() || scalar == Scalar::F64 => {
                Type::Scalar(scalar)
            }
            ty => ty,
        }
    }

    /// Another thread of the block, a different one for each.
    fn other_thread(&mut self) -> String {
        let threads = self.grammar.threads();
        match self.below(3) {
            0 => format!("(t.local + {}u) % {threads}u", self.below(threads)),
            1 => format!("{threads}u - 1u - t.local"),
            _ => format!("{}u", self.below(threads)),
        }
    }

    /// Each thread writes its element and reads another's.
    fn exchange(&mut self, depth: u32) {
        let ty = self.shared_type();
        let threads = self.grammar.threads();
        let shared = self.shared_variable(&format!("array<{}, {threads}>", ty.name()));
        let value = self.standard(&ty, depth).text;
        self.line(&format!("{shared}[t.local] = {value};"));
        self.line("workgroupBarrier();");
        let name = self.name("l");
        let other = self.other_thread();
        self.line(&format!("let {name} = {shared}[{other}];"));
        self.line("workgroupBarrier();");
        self.push_value(name, ty);
    }

    /// Running sums, in a loop with barriers.
    fn scan(&mut self, depth: u32) {
        let scalar = self.pick(&[Scalar::U32, Scalar::I32]);
        let ty = Type::Scalar(scalar);
        let threads = self.grammar.threads();
        let shared = self.shared_variable(&format!("array<{}, {threads}>", ty.name()));
        let operator = self.pick(&["+", "*", "^"]);
        let value = self.expression(&ty, depth).text;
        let [name, step, sum] = ["l", "i", "v"].map(|kind| self.name(kind));
        for line in [
            format!("{shared}[t.local] = {value};"),
            format!("for (var {step} = 1u; {step} < {threads}u; {step} *= 2u) {{"),
            "    workgroupBarrier();".to_owned(),
            format!("    var {sum} = {shared}[t.local];"),
            format!("    if t.local >= {step} {{"),
            format!("        {sum} = {sum} {operator} {shared}[t.local - {step}];"),
            "    }".to_owned(),
            "    workgroupBarrier();".to_owned(),
            format!("    {shared}[t.local] = {sum};"),
            "}".to_owned(),
            "workgroupBarrier();".to_owned(),
            format!("let {name} = {shared}[t.local];"),
        ] {
            self.line(&line);
        }
        self.push_value(name, ty);
    }

    /// The same through global memory: the program's buffer, where it has one.
    fn storage_exchange(&mut self, _: u32) {
        let Some(ty) = self.data.clone() else { return };
        let Some(data) = self.scope.iter().find(|variable| variable.name.ends_with("[t.me]"))
        else {
            return;
        };
        let array = data.name.trim_end_matches("[t.me]").to_owned();
        let other = self.other_thread();
        let first = format!("t.block * {}u", self.grammar.threads());
        let name = self.name("l");
        self.line("storageBarrier();");
        self.line(&format!("let {name} = {array}[{first} + ({other})];"));
        self.line("storageBarrier();");
        self.push_value(name, ty);
    }

    /// One thread writes, all read.
    fn uniform_load(&mut self, depth: u32) {
        let ty = self.shared_type();
        let shared = self.shared_variable(&ty.name());
        let value = self.standard(&ty, depth).text;
        let name = self.name("l");
        let writer = self.below(self.grammar.threads());
        self.line(&format!("if t.local == {writer}u {{ {shared} = {value}; }}"));
        self.line(&format!("let {name} = workgroupUniformLoad(&{shared});"));
        self.push_value(name, ty);
    }
}
