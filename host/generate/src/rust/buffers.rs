//! Buffers of what is no number: truth values, and enums without values.

use super::kernel::{INPUTS, OWN, Parameter, buffer};
use super::scope::{Lend, RustVariable};
use super::types::{BOOL, Ty, Variant};
use super::writer::RustWriter;
use crate::choices::Choices;
use crate::types::Scalar;

impl<'a, C: Choices> RustWriter<'a, C> {
    /// Some of them, to be read and to be written.
    pub(super) fn other_buffers(&mut self, threads: u32, parameters: &mut Vec<Parameter>) {
        if self.percent(20) {
            let numbers = [0, 1];
            self.stored_as(("flags", "out_t"), BOOL, Scalar::U8, &numbers, threads, parameters);
        }
        if self.percent(20) {
            let (ty, scalar, numbers) = self.stored_enum();
            self.stored_as(("modes", "out_m"), ty, scalar, &numbers, threads, parameters);
        }
    }

    /// An enum whose variants are numbers of a known size.
    fn stored_enum(&mut self) -> (Ty, Scalar, Vec<u32>) {
        let name = self.name("M");
        let (scalar, most) =
            self.pick(&[(Scalar::U8, 60), (Scalar::U32, 90_000), (Scalar::U16, 900)]);
        let (mut numbers, mut written, mut variants) = (Vec::new(), Vec::new(), Vec::new());
        let mut number = 0;
        for _ in 0..2 + self.below(3) {
            let variant = self.name("V");
            let is_given = self.percent(50);
            if is_given {
                number += self.below(most);
            }
            written.push(if is_given { format!("{variant} = {number}") } else { variant.clone() });
            let path = format!("{name}::{variant}");
            variants.push(Variant { path, fields: Vec::new(), is_named: false });
            numbers.push(number);
            number += 1;
        }
        self.items += &format!(
            "#[derive(Clone, Copy, PartialEq)]\n#[repr({})]\nenum {name} {{ {} }}\n",
            scalar.name(),
            written.join(", ")
        );
        let ty = Ty::Enum(name, variants);
        self.declared.enums.push(ty.clone());
        (ty, scalar, numbers)
    }

    /// A buffer to read from and one to write to. Each element holds one of the numbers.
    fn stored_as(
        &mut self,
        (input, output): (&str, &str),
        ty: Ty,
        scalar: Scalar,
        numbers: &[u32],
        threads: u32,
        parameters: &mut Vec<Parameter>,
    ) {
        let is_slice = self.percent(50);
        let (text, place, lend) = match is_slice {
            true => (format!("&[{}]", ty.name()), format!("{input}[#]"), Lend::Slice),
            false => (
                format!("*const {}", ty.name()),
                format!("*{input}.add(#)"),
                Lend::Pointer(input.to_owned(), false),
            ),
        };
        let words = self.elements(scalar, numbers, INPUTS);
        parameters.push(buffer(input, &text, words, &[scalar]));
        self.scope.push(RustVariable::many(input, &place, ty.clone(), INPUTS, lend));
        let words = self.elements(scalar, numbers, threads * OWN);
        let text = format!("*mut {}", ty.name());
        parameters.push(buffer(output, &text, words, &[scalar; OWN as usize]));
        let own = Lend::Pointer(format!("{output}.add(i * {OWN})"), true);
        let place = format!("*{output}.add(i * {OWN} + #)");
        self.scope.push(RustVariable::many(output, &place, ty, OWN, own));
    }

    /// Words of so many elements, each one of these numbers.
    fn elements(&mut self, scalar: Scalar, numbers: &[u32], count: u32) -> Vec<u32> {
        let bytes = super::types::bytes(scalar);
        let per_word = 4 / bytes;
        let word = |writer: &mut Self| {
            let each = (0..per_word).map(|at| writer.pick(numbers) << (8 * bytes * at));
            each.fold(0, |word, part| word | part)
        };
        (0..count.div_ceil(per_word)).map(|_| word(self)).collect()
    }
}
