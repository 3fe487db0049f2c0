//! Constants: registers that hold their words from the start.

use super::{Compiler, FunctionScope, Result};
use crate::sim::alu::TRUE;
use crate::sim::code::Reg;
use naga::{Arena, Expression, Handle, Literal};

impl<'a> Compiler<'a> {
    /// The register with a word that nothing ever writes to.
    pub(super) fn constant(&mut self, word: u32) -> Reg {
        if let Some(&known) = self.constants.get(&word) {
            return known;
        }
        let to = self.registers(1);
        self.code.constants.push((to, word));
        self.constants.insert(word, to);
        to
    }

    /// Neighbouring registers with words that nothing ever writes to.
    pub(super) fn constant_words(&mut self, words: &[u32]) -> Reg {
        if let &[word] = words {
            return self.constant(word);
        }
        let to = self.registers(words.len() as u32);
        self.code.constants.extend((to..).zip(words.iter().copied()));
        to
    }

    /// The registers of an expression of the module's own.
    pub(super) fn global_constant(&mut self, handle: Handle<Expression>) -> Result<Reg> {
        let words = self.evaluate_constant(&self.module.global_expressions, handle)?;
        match words {
            Some(words) => Ok(self.constant_words(&words)),
            None => self.unsupported("a constant of this kind"),
        }
    }

    /// The registers of a function's expression, if it is constant.
    pub(super) fn local_constant(
        &mut self,
        scope: &FunctionScope<'a>,
        handle: Handle<Expression>,
    ) -> Result<Option<Reg>> {
        let words = self.evaluate_constant(&scope.function.expressions, handle)?;
        Ok(words.map(|words| self.constant_words(&words)))
    }

    fn evaluate_constant(
        &self,
        arena: &Arena<Expression>,
        handle: Handle<Expression>,
    ) -> Result<Option<Vec<u32>>> {
        Ok(match &arena[handle] {
            Expression::Literal(literal) => Some(self.literal(*literal)?),
            Expression::Constant(constant) => {
                let init = self.module.constants[*constant].init;
                self.evaluate_constant(&self.module.global_expressions, init)?
            }
            Expression::ZeroValue(ty) => {
                Some(vec![0; self.words(&self.module.types[*ty].inner)? as usize])
            }
            Expression::Compose { components, .. } => {
                let mut words = Vec::new();
                for &component in components {
                    match self.evaluate_constant(arena, component)? {
                        Some(mut part) => words.append(&mut part),
                        None => return Ok(None),
                    }
                }
                Some(words)
            }
            Expression::Splat { size, value } => {
                let words = self.evaluate_constant(arena, *value)?;
                words.map(|words| words.repeat(*size as usize))
            }
            Expression::Override(_) => {
                return self.unsupported("an override without a value");
            }
            _ => None,
        })
    }

    fn literal(&self, literal: Literal) -> Result<Vec<u32>> {
        let wide = |bits: u64| vec![bits as u32, (bits >> 32) as u32];
        Ok(match literal {
            Literal::F32(value) => vec![value.to_bits()],
            Literal::F16(value) => vec![value.to_f32().to_bits()],
            Literal::U32(value) => vec![value],
            Literal::I32(value) => vec![value as u32],
            Literal::Bool(value) => vec![if value { TRUE } else { 0 }],
            Literal::F64(value) => wide(value.to_bits()),
            Literal::U64(value) => wide(value),
            Literal::I64(value) => wide(value as u64),
            _ => return self.unsupported("a literal of this type"),
        })
    }
}
