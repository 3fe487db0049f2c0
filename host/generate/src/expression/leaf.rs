//! Expressions that consist of nothing else: variables, literals, uniforms.

use super::Expr;
use crate::choices::Choices;
use crate::grammar::Feature;
use crate::program::Writer;
use crate::scope::{Kind, LValue, Variable};
use crate::types::{COMPONENTS, Reach, Scalar, Type};

impl<'a, C: Choices> Writer<'a, C> {
    /// A variable, a literal or a uniform.
    pub(crate) fn leaf(&mut self, ty: &Type, _: u32) -> Expr {
        if self.percent(25) { self.literal(ty) } else { self.running_leaf(ty) }
    }

    /// A variable or a uniform.
    pub(crate) fn running_leaf(&mut self, ty: &Type) -> Expr {
        let lvalues = self.lvalues(ty, &|variable| variable.kind != Kind::Constant);
        if lvalues.is_empty() || self.percent(4) {
            return self.uniform_leaf(ty);
        }
        let lvalue = self.pick(&lvalues);
        self.read(&lvalue)
    }

    /// A variable that can be assigned to, or a uniform.
    pub(crate) fn variable_leaf(&mut self, ty: &Type) -> Expr {
        let lvalues = self.lvalues(ty, &Variable::is_assignable);
        if lvalues.is_empty() {
            return self.uniform_leaf(ty);
        }
        let lvalue = self.pick(&lvalues);
        self.read(&lvalue)
    }

    /// All parts of variables that have a type.
    pub(crate) fn lvalues(&self, ty: &Type, wanted: &dyn Fn(&Variable) -> bool) -> Vec<LValue> {
        let mut lvalues = Vec::new();
        for variable in self.scope.iter().filter(|variable| wanted(variable)) {
            variable.parts(&|part| part == ty, &mut lvalues);
        }
        lvalues
    }

    /// The value of a place.
    pub(crate) fn read(&mut self, lvalue: &LValue) -> Expr {
        let standard = lvalue.ty.scalar().map(Scalar::standard).unwrap_or_default();
        Expr::new(self.indexed(lvalue), lvalue.reach.unwrap_or(standard))
    }

    /// Writes a place with all its indices.
    pub(crate) fn indexed(&mut self, lvalue: &LValue) -> String {
        let mut parts = lvalue.text.split('#');
        let mut text = parts.next().unwrap_or_default().to_owned();
        for (part, &limit) in parts.zip(&lvalue.limits) {
            text += &self.index(limit);
            text += part;
        }
        text
    }

    /// An index below a limit.
    pub(crate) fn index(&mut self, limit: u32) -> String {
        if self.percent(35) {
            return self.below(limit).to_string();
        }
        let u32_type = Type::Scalar(Scalar::U32);
        // Only whole variables, or indices would nest without end.
        let lvalues = self.lvalues(&u32_type, &|variable| {
            variable.kind != Kind::Constant && variable.ty == u32_type
        });
        let text = match lvalues.is_empty() {
            true => "uniforms.last".to_owned(),
            false => self.pick(&lvalues).text,
        };
        if self.has(Feature::OutOfBounds) && self.percent(20) {
            return text;
        }
        match self.below(3) {
            0 => format!("i32({text} % {limit}u)"),
            _ => format!("{text} % {limit}u"),
        }
    }

    /// A part of the uniform buffer, or something made of it.
    fn uniform_leaf(&mut self, ty: &Type) -> Expr {
        let component = self.pick(&COMPONENTS);
        match ty {
            Type::Scalar(scalar) => {
                let text = match scalar {
                    Scalar::U32 => match self.below(3) {
                        0 => format!("uniforms.words.{component}"),
                        1 => format!("uniforms.list[{}].{component}", self.index(3)),
                        _ => "uniforms.last".to_owned(),
                    },
                    Scalar::I32 => format!("uniforms.numbers.{component}"),
                    Scalar::Bool => format!("(uniforms.words.{component} > 2u)"),
                    Scalar::F32 if self.percent(30) => {
                        format!("uniforms.matrix[{}].y", self.index(3))
                    }
                    Scalar::F32 => format!("uniforms.floats.{component}"),
                    Scalar::F16 => "f16(uniforms.floats.x)".to_owned(),
                    Scalar::F64 => format!("f64(uniforms.floats.{component})"),
                    Scalar::I64 | Scalar::U64 => {
                        scalar.of_word(&format!("uniforms.words.{component}"))
                    }
                    // WGSL has none of these.
                    Scalar::I8 | Scalar::U8 | Scalar::I16 | Scalar::U16 => String::new(),
                };
                Expr::new(text, scalar.standard())
            }
            Type::Vector(4, Scalar::U32) => {
                Expr::plain(format!("uniforms.list[{}]", self.index(3)))
            }
            Type::Vector(3, Scalar::F32) => {
                Expr::new(format!("uniforms.matrix[{}]", self.index(3)), Reach::new(6, 4))
            }
            Type::Vector(_, scalar) => {
                let part = self.uniform_leaf(&Type::Scalar(*scalar));
                Expr::new(format!("{}({})", ty.name(), part.text), part.reach)
            }
            Type::Matrix(3, 3) => Expr::new("uniforms.matrix".to_owned(), Reach::new(6, 4)),
            Type::Matrix(..) | Type::Array(..) | Type::Struct(..) => {
                self.put_together(ty, &mut |writer, part| writer.uniform_leaf(part))
            }
        }
    }

    /// A literal, or a constant that the program declares.
    pub(crate) fn literal(&mut self, ty: &Type) -> Expr {
        let constants = self.lvalues(ty, &|variable| variable.kind == Kind::Constant);
        if !constants.is_empty() && self.percent(40) {
            let lvalue = self.pick(&constants);
            return Expr { constant: true, ..self.read(&lvalue) };
        }
        match ty {
            Type::Scalar(scalar) => {
                let text = self.scalar_literal(*scalar);
                Expr { text, reach: scalar.standard(), constant: true }
            }
            Type::Vector(size, scalar) => {
                let parts: Vec<String> = (0..*size).map(|_| self.scalar_literal(*scalar)).collect();
                Expr {
                    text: format!("{}({})", ty.name(), parts.join(", ")),
                    reach: scalar.standard(),
                    constant: true,
                }
            }
            _ if self.percent(15) => {
                Expr { text: format!("{}()", ty.name()), reach: Reach::default(), constant: true }
            }
            _ => {
                let made = self.put_together(ty, &mut |writer, part| writer.literal(part));
                Expr { constant: true, ..made }
            }
        }
    }

    /// A literal that is not zero in any component.
    pub(crate) fn nonzero_literal(&mut self, ty: &Type) -> Expr {
        let scalar = ty.scalar().unwrap_or(Scalar::U32);
        let number = [1, 2, 3, 7, 10, 13, 64, 1000][self.below(8) as usize];
        let sign = if scalar.is_signed() && self.percent(40) { "-" } else { "" };
        let text = format!("{}({sign}{number}{})", ty.name(), scalar.suffix());
        Expr { text, reach: Reach::default(), constant: true }
    }

    fn scalar_literal(&mut self, scalar: Scalar) -> String {
        let small = self.below(17);
        let word = self.choices.word();
        match scalar {
            Scalar::Bool => ["false", "true"][self.below(2) as usize].to_owned(),
            // WGSL has none of these.
            Scalar::I8 | Scalar::U8 | Scalar::I16 | Scalar::U16 => String::new(),
            Scalar::U32 | Scalar::U64 => {
                let number = match self.below(6) {
                    0 => word,
                    1 => u32::MAX - small,
                    2 => 1 << (word % 32),
                    _ => small,
                };
                format!("{number}{}", scalar.suffix())
            }
            Scalar::I32 | Scalar::I64 => {
                let number = match self.below(6) {
                    0 => word as i32,
                    1 => i32::MAX - small as i32,
                    // The smallest number has no literal of its own.
                    2 => (1_u32 << (word % 32)) as i32,
                    3 => -(small as i32),
                    _ => small as i32,
                };
                match number {
                    i32::MIN if scalar == Scalar::I32 => "i32(-2147483648)".to_owned(),
                    number if number < 0 => {
                        format!("(-{}{})", number.unsigned_abs(), scalar.suffix())
                    }
                    number => format!("{number}{}", scalar.suffix()),
                }
            }
            Scalar::F32 | Scalar::F16 | Scalar::F64 => {
                let Reach { whole, fraction } = scalar.standard();
                let steps = 1_i32 << (whole + fraction + 1);
                let number = f64::from((word as i32).rem_euclid(steps) - steps / 2)
                    / f64::from(1 << fraction);
                let sign = if number < 0.0 { "-" } else { "" };
                format!("({sign}{:?}{})", number.abs(), scalar.suffix())
            }
        }
    }

    /// Something put together of its parts.
    pub(crate) fn put_together(
        &mut self,
        ty: &Type,
        part: &mut dyn FnMut(&mut Writer<'a, C>, &Type) -> Expr,
    ) -> Expr {
        let types: Vec<Type> = match ty {
            Type::Matrix(columns, rows) => {
                vec![Type::Vector(*rows, Scalar::F32); *columns as usize]
            }
            Type::Array(element, length) => vec![(**element).clone(); *length as usize],
            Type::Struct(_, members) => members.clone(),
            Type::Vector(size, scalar) => vec![Type::Scalar(*scalar); *size as usize],
            Type::Scalar(_) => return part(self, ty),
        };
        let mut reach = Reach::default();
        let mut texts = Vec::new();
        for ty in &types {
            let made = part(self, ty);
            reach = reach.or(made.reach);
            texts.push(made.text);
        }
        Expr::new(format!("{}({})", ty.name(), texts.join(", ")), reach)
    }
}
