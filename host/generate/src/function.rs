//! The program itself, and the functions it calls.

use crate::choices::Choices;
use crate::grammar::Feature;
use crate::prelude::INPUTS;
use crate::program::{Argument, Function, Writer};
use crate::scope::{Kind, Variable};
use crate::types::{Scalar, Type};

impl<'a, C: Choices> Writer<'a, C> {
    pub(crate) fn program(&mut self) {
        let globals = self.globals();
        if self.has(Feature::Functions) {
            for _ in 0..1 + self.below(3) {
                self.function(&globals);
            }
        }
        self.scope = globals;
        self.inputs();
        self.data();
        for _ in 0..self.grammar.statements {
            self.statement(self.grammar.depth);
        }
        self.outputs();
    }

    /// Declares constants, overrides and private variables.
    fn globals(&mut self) -> Vec<Variable> {
        let mut globals = Vec::new();
        if self.has(Feature::Constants) {
            self.constants(&mut globals);
        }
        if self.has(Feature::Overrides) {
            let name = self.name("o");
            let next = self.name("o");
            let value = self.below(100);
            if self.percent(50) {
                let given = self.below(100);
                self.overrides.push((name.clone(), given));
            }
            self.declarations += &format!(
                "override {name}: u32 = {value}u;\noverride {next} = i32({name}) * 3 - 100;\n"
            );
            globals.push(Variable::new(name, Type::Scalar(Scalar::U32), Kind::Constant));
            globals.push(Variable::new(next, Type::Scalar(Scalar::I32), Kind::Constant));
        }
        if self.has(Feature::Private) {
            for _ in 0..1 + self.below(2) {
                let ty = self.any_type(2);
                let name = self.name("v");
                let value = match self.percent(60) {
                    true => format!(" = {}", self.literal(&ty).text),
                    false => String::new(),
                };
                self.declarations += &format!("var<private> {name}: {}{value};\n", ty.name());
                globals.push(Variable::new(name, ty, Kind::Global));
            }
        }
        globals
    }

    /// Constants that are computed from one another. Small, because WGSL refuses
    /// what overflows.
    fn constants(&mut self, globals: &mut Vec<Variable>) {
        let [a, b, c] = [(); 3].map(|()| self.name("c"));
        let [x, y, z] = [(); 3].map(|()| self.below(50));
        self.declarations += &format!(
            "const {a} = {x} * {y} - {z};\n\
             const {b}: u32 = u32(abs({a})) % 7u + {z}u / 3u;\n\
             const {c} = array<i32, 3>({a}, -{a} / 3, select({x}, {y}, {b} > 3u) << 2u);\n"
        );
        let signed = Type::Scalar(Scalar::I32);
        globals.push(Variable::new(format!("i32({a})"), signed.clone(), Kind::Constant));
        globals.push(Variable::new(b, Type::Scalar(Scalar::U32), Kind::Constant));
        let list = Type::Array(Box::new(signed), 3);
        globals.push(Variable::new(c, list, Kind::Constant));
    }

    /// Reads the program's input, and makes two variables of each kind of it.
    fn inputs(&mut self) {
        let words: Vec<String> = (0..INPUTS).map(|_| self.name("s")).collect();
        for (k, word) in words.iter().enumerate() {
            self.line(&format!("let {word} = seed(t, {k}u);"));
        }
        for (k, scalar) in self.scalars().into_iter().enumerate() {
            for k in [k, k + 3] {
                let name = self.name("x");
                let (word, next) = (&words[k % words.len()], &words[(k + 1) % words.len()]);
                let value = match scalar {
                    Scalar::U32 => word.clone(),
                    Scalar::I32 => format!("bitcast<i32>({word})"),
                    // WGSL has none of these.
                    Scalar::I8 | Scalar::U8 | Scalar::I16 | Scalar::U16 => continue,
                    Scalar::Bool => format!("({word} & 1u) == 1u"),
                    Scalar::F32 => format!("float_of({word})"),
                    Scalar::F16 => format!("f16(whole_f32_1(float_of({word})))"),
                    Scalar::F64 => format!("f64(float_of({word}))"),
                    Scalar::I64 | Scalar::U64 => {
                        let [high, low] = [word, next].map(|text| scalar.of_word(text));
                        format!("({high} << 32u) | {low}")
                    }
                };
                self.line(&format!("var {name}: {} = {value};", scalar.name()));
                self.scope.push(Variable::new(name, Type::Scalar(scalar), Kind::Local));
            }
        }
    }

    /// Declares a buffer with an element for each thread.
    fn data(&mut self) {
        if !self.has(Feature::Structs) && !self.has(Feature::Arrays) {
            return;
        }
        let ty = self.any_type(2);
        if !ty.is_shareable() {
            return;
        }
        let name = self.name("data");
        let binding = 8 + self.number;
        self.declarations += &format!(
            "@group(0) @binding({binding}) var<storage, read_write> {name}: array<{}>;\n",
            ty.name()
        );
        self.scope.push(Variable::new(format!("{name}[t.me]"), ty.clone(), Kind::Global));
        self.data = Some(ty);
    }

    /// Writes a function. It sees the globals, its arguments, and the functions
    /// before it.
    fn function(&mut self, globals: &[Variable]) {
        let mut arguments = Vec::new();
        let mut written = Vec::new();
        self.scope = globals.to_vec();
        for _ in 0..1 + self.below(3) {
            let ty = self.any_type(1);
            let name = self.name("a");
            if self.has(Feature::Pointers) && self.percent(35) {
                written.push(format!("{name}: ptr<function, {}>", ty.name()));
                let place = format!("(*{name})");
                self.scope.push(Variable::new(place, ty.clone(), Kind::Local));
                arguments.push(Argument::Pointer(ty));
            } else {
                written.push(format!("{name}: {}", ty.name()));
                self.scope.push(Variable::new(name, ty.clone(), Kind::Value));
                arguments.push(Argument::Value(ty));
            }
        }
        let result = self.any_type(1);
        let name = self.name("f");
        let outer = std::mem::take(&mut self.body);
        self.exits.result = Some(result.clone());
        self.uniform = false;
        for _ in 0..1 + self.below(4) {
            self.statement(self.grammar.depth.saturating_sub(1));
        }
        let value = self.standard(&result, 2).text;
        self.line(&format!("return {value};"));
        self.uniform = true;
        self.exits.result = None;
        let body = std::mem::replace(&mut self.body, outer);
        self.declarations +=
            &format!("fn {name}({}) -> {} {{\n{body}}}\n", written.join(", "), result.name());
        self.functions.push(Function { name, arguments, result });
    }
}
