//! Guards and variables: what threads without work compute as well, so that they can
//! help with transfers.

use super::kernel::{Node, NodeKind, display, written};
use super::rebind::first_of;
use super::words;
use super::write::{KernelWriter, with_tail};
use crate::text::line;
use crate::tree::{BinaryOp, Element, Expr};
use crate::{Refused, refuse};
use warpbench_codes::D0009;

impl KernelWriter<'_> {
    /// From here on only some threads have work.
    pub(super) fn guard(&mut self, node: &Node, active: &Expr) {
        let name = &self.names.is_inside;
        let mut condition = active.clone();
        if self.has_guard {
            condition = Expr::binary(BinaryOp::And, Expr::name(name), condition);
        }
        let from = line(self.planner.text, node.span);
        self.writer.comment("//", &words::guard(from), &[node.span]);
        self.writer.line(&format!("let {name} = {};", written(&condition)), &[node.span]);
        self.has_guard = true;
    }

    pub(super) fn write_let(&mut self, node: &Node) -> Result<(), Refused> {
        let NodeKind::Let(bindings) = &node.kind else { return Ok(()) };
        let text = self.planner.text;
        let is_safe = bindings.iter().all(|own| {
            own.value.as_ref().is_none_or(|value| self.planner.is_harmless(value))
                || self.planner.variables.pointers.contains_key(&own.name)
        });
        match bindings.as_slice() {
            [own] if self.has_guard && !is_safe => {
                let value = own.value.as_ref();
                let ty = own
                    .ty
                    .or_else(|| value.and_then(|value| self.planner.variables.type_of(value)));
                let Some((ty, place)) = ty.zip(value.and_then(Expr::place)) else {
                    return Err(refuse(D0009, "the type of this variable is not known", node.span)
                        .label("threads without work need a value for it too")
                        .help("write its type: `let x: f32 = …;`"));
                };
                let mutable = if own.is_mutable { "mut " } else { "" };
                let shown = own.ty.map(|ty| format!(": {}", ty.name())).unwrap_or_default();
                let value = self.edits.text(text, place);
                let (name, inside) = (display(&own.name), &self.names.is_inside);
                let new = format!(
                    "let {mutable}{name}{shown} = if {inside} {{ {value} }} else {{ {} }};",
                    ty.zero().text
                );
                self.writer.line(&new, &[node.span]);
            }
            [_, _, ..] if self.has_guard && !is_safe => {
                return Err(refuse(D0009, "threads without work cannot do this", node.span)
                    .help("write a `let` for each variable"));
            }
            _ => self.edits.write(&mut self.writer, text, with_tail(node)),
        }
        for own in bindings {
            if let Some(first) = self.firsts.get(&own.name) {
                let [(x, _), (y, _)] = &self.names.thread;
                let size = self.planner.block.size.map(|own| self.sizes.shown(own));
                let size_u32 = self.planner.block.size.map(|own| own.to_string());
                let is_u32 = self.planner.variables.all[&own.name].ty == Some(Element::U32);
                let size = if is_u32 { size_u32 } else { size };
                let value = first_of(self.planner, &own.name, [x, y], [&size[0], &size[1]]);
                self.writer.line(&format!("let {first} = {value};"), &[node.span]);
            }
        }
        Ok(())
    }
}
