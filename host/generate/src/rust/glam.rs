//! Vectors of `glam`, as far as they are exact.

use super::scope::RustVariable;
use super::types::{F32, I32, Ty};
use super::writer::RustWriter;
use crate::choices::Choices;
use crate::types::Scalar;

const COMPONENTS: [&str; 4] = ["x", "y", "z", "w"];

impl<'a, C: Choices> RustWriter<'a, C> {
    /// Two vectors, and a number that they make.
    pub(super) fn vectors(&mut self) {
        if !self.spend() {
            return;
        }
        let size = 2 + self.below(3);
        let is_whole = self.percent(30);
        let (name, ty) = match is_whole {
            true => (format!("glam::IVec{size}"), I32),
            false => (format!("glam::Vec{size}"), F32),
        };
        let [a, b] = [(); 2].map(|()| self.vector(&name, &ty, size));
        let part = COMPONENTS[self.below(size) as usize];
        let common = [
            format!("({a} + {b}).{part}"),
            format!("({a} - {b} * {b}).{part}"),
            format!("(-{a}).{part}"),
            format!("{a}.min({b}).max({name}::ONE).{part}"),
            format!("{a}.dot({b})"),
            format!("{a}.abs().{part}"),
            format!("{a}[{}]", self.below(size)),
            format!("{a}.to_array()[{}]", self.below(size)),
            format!("{{ let mut v = {a}; v.{part} = {b}.x; v += {b}; v.x }}"),
        ];
        let floats = [
            format!("{a}.floor().{part}"),
            format!("({a} * 2.0).{part}"),
            format!("{a}.min_element() + {b}.max_element()"),
            format!("{name}::select({a}.cmplt({b}), {a}, {b}).{part}"),
            format!("{a}.map(|x| x * 0.5).{part}"),
        ];
        let text = match is_whole || self.percent(60) {
            true => self.pick(&common),
            false => self.pick(&floats),
        };
        let sum = self.name("sum");
        let text = if is_whole { text } else { self.tame_text(Scalar::F32, &text) };
        self.line(&format!("let {sum} = {text};"));
        self.scope.push(RustVariable::local(&sum, ty, false));
    }

    fn vector(&mut self, name: &str, ty: &Ty, size: u32) -> String {
        let parts: Vec<String> = (0..size).map(|_| self.of_type(ty, 1).text).collect();
        let vector = self.name("v");
        let text = match self.below(4) {
            0 => format!("{name}::splat({})", parts[0]),
            1 => format!("{name}::from([{}])", parts.join(", ")),
            _ => format!("{name}::new({})", parts.join(", ")),
        };
        self.line(&format!("let {vector} = {text};"));
        vector
    }
}
