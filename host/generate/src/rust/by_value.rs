//! Structures, arrays and tuples that a kernel is given by value.

use super::RustArgument;
use super::kernel::Parameter;
use super::scope::RustVariable;
use super::types::{BOOL, Ty, bytes};
use super::writer::RustWriter;
use crate::choices::Choices;
use crate::types::{Scalar, member};

impl<'a, C: Choices> RustWriter<'a, C> {
    /// A parameter that consists of several numbers.
    pub(super) fn value_parameter(&mut self, parameters: &mut Vec<Parameter>) {
        let name = self.name("given");
        let fields: Vec<Ty> = (0..1 + self.below(3))
            .map(|_| if self.percent(15) { BOOL } else { self.stored() })
            .collect();
        let (ty, written) = match self.below(3) {
            0 => {
                let ty = self.structure_of(fields);
                (ty.clone(), ty.name())
            }
            1 => {
                // By a name, so that a list of parameters can be taken apart at its commas.
                let mut fields = fields;
                fields.push(BOOL);
                let ty = Ty::Tuple(fields);
                let alias = self.name("Given");
                self.items += &format!("type {alias} = {};\n", ty.name());
                (ty, alias)
            }
            _ => {
                let ty = Ty::Array(Box::new(fields[0].clone()), 1 + self.below(4));
                (ty.clone(), ty.name())
            }
        };
        let mut leaves = Vec::new();
        let text = self.given(&ty, &mut leaves);
        let argument = RustArgument::Value { leaves, text };
        parameters.push(Parameter { text: format!("{name}: {written}"), argument });
        self.scope.push(RustVariable::local(&name, ty, false));
    }

    /// The numbers of a value, and how it is made of them: `#0` is the first.
    fn given(&mut self, ty: &Ty, leaves: &mut Vec<(u64, u32)>) -> String {
        match ty {
            Ty::Scalar(scalar) => {
                leaves.push(self.given_number(*scalar));
                format!("#{};", leaves.len() - 1)
            }
            Ty::Array(element, length) => {
                let parts: Vec<String> =
                    (0..*length).map(|_| self.given(element, leaves)).collect();
                format!("[{}]", parts.join(", "))
            }
            Ty::Struct(name, fields) => {
                let parts: Vec<String> = (fields.iter().enumerate())
                    .map(|(index, field)| {
                        format!("{}: {}", member(index), self.given(field, leaves))
                    })
                    .collect();
                format!("{name} {{ {} }}", parts.join(", "))
            }
            Ty::Tuple(members) => {
                let parts: Vec<String> =
                    members.iter().map(|member| self.given(member, leaves)).collect();
                format!("({})", parts.join(", "))
            }
            _ => String::new(),
        }
    }

    /// A number by its bits and its size in a register.
    pub(super) fn given_number(&mut self, scalar: Scalar) -> (u64, u32) {
        let words = self.contents(scalar, 1);
        let bits = words.iter().rev().fold(0, |bits, word| bits << 32 | u64::from(*word));
        let bits = match scalar {
            Scalar::Bool => bits & 1,
            Scalar::U8 => u64::from(bits as u8),
            Scalar::U16 => u64::from(bits as u16),
            Scalar::I8 => u64::from(i32::from(bits as i8) as u32),
            Scalar::I16 => u64::from(i32::from(bits as i16) as u32),
            _ => bits,
        };
        (bits, bytes(scalar).max(4))
    }
}
