//! Pointers that take turns, pointers that are chosen, and pointers in structures.

use super::scope::RustVariable;
use super::types::{Ty, U32};
use super::writer::RustWriter;
use crate::choices::Choices;

impl<'a, C: Choices> RustWriter<'a, C> {
    /// Pointers whose aim changes.
    pub(super) fn moving(&mut self) {
        if !self.is_unsafe || self.loops() > 1 {
            return;
        }
        match self.below(3) {
            0 | 1 => self.ping_pong(),
            _ => self.view(),
        }
    }

    /// An array of one's own, and a pointer to it.
    fn spare(&mut self, ty: &Ty, count: u32) -> String {
        let value = self.of_type_as(&Ty::Array(Box::new(ty.clone()), count), 1, true).text;
        let name = self.name("spare");
        self.line(&format!("let mut {name} = {value};"));
        format!("{name}.as_mut_ptr()")
    }

    /// Two buffers that take turns in being read and written.
    fn ping_pong(&mut self) {
        let integers = self.integers();
        let scalar = self.pick(&integers);
        let ty = Ty::Scalar(scalar);
        let count = 2;
        let first = self.spare(&ty, count);
        let hidden = self.lent.hidden.len();
        let lent = if self.percent(60) { self.lent_pointer(&ty, count, true) } else { None };
        self.lent.hidden.truncate(hidden);
        let second = match lent {
            Some(pointer) => pointer,
            None => self.spare(&ty, count),
        };
        let [src, dst, k, end] = ["src", "dst", "k", "end"].map(|kind| self.name(kind));
        let factor = 3 + self.below(20);
        match self.percent(50) {
            true => self.line(&format!("let (mut {src}, mut {dst}) = ({first}, {second});")),
            false => {
                self.line(&format!("let mut {src} = {first};"));
                self.line(&format!("let mut {dst} = {second};"));
            }
        }
        let turns = self.usize_below(5, 1).text;
        self.line(&format!("for {k} in 0..{turns} {{"));
        self.line(&format!(
            "    *{dst}.add({k} % {count}) = *{src}.add(({k} + 1) % {count}) * {factor} + *{dst};"
        ));
        let swap = match self.below(3) {
            0 => format!("({src}, {dst}) = ({dst}, {src});"),
            1 => format!("core::mem::swap(&mut {src}, &mut {dst});"),
            _ => format!("let before = {src}; {src} = {dst}; {dst} = before;"),
        };
        match self.percent(30) {
            true => {
                let condition = self.boolean(0).text;
                self.line(&format!("    if {condition} {{ {swap} }}"));
            }
            false => self.line(&format!("    {swap}")),
        }
        self.line("}");
        let index = self.usize_below(count, 1).text;
        self.line(&format!("let {end} = *{src}.add({index}) ^ *{dst};"));
        self.scope.push(RustVariable::local(&end, ty, false));
    }

    /// A pointer in a structure, with its length.
    fn view(&mut self) {
        let [name, view, seen] = ["View", "view", "seen"].map(|kind| self.name(kind));
        self.items += &format!(
            "#[derive(Clone, Copy)]\nstruct {name} {{ at: *mut u32, count: usize }}\n\
             impl {name} {{\n    \
             unsafe fn get(&self, k: usize) -> u32 {{ *self.at.add(k % self.count) }}\n    \
             unsafe fn set(self, k: usize, value: u32) {{ *self.at.add(k % self.count) = value; }}\n}}\n"
        );
        let mut pointer = self.spare(&U32, 3);
        let mut count = 3;
        if self.percent(50) {
            let hidden = self.lent.hidden.len();
            let lent = self.lent_pointer(&U32, 2, true);
            self.lent.hidden.truncate(hidden);
            let condition = self.boolean(1).text;
            if let Some(lent) = lent {
                pointer = format!("if {condition} {{ {pointer} }} else {{ {lent} }}");
                count = 2;
            }
        }
        self.line(&format!("let {view} = {name} {{ at: {pointer}, count: {count} }};"));
        let value = self.of_type(&U32, 1).text;
        let [a, b] = [(); 2].map(|()| self.usize_below(9, 1).text);
        self.line(&format!("{view}.set({a}, {value});"));
        self.line(&format!("let mut {seen} = {view}.get({b}) + *{view}.at;"));
        self.scope.push(RustVariable::local(&seen, U32, true));
    }
}
