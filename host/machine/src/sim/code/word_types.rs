//! Types of the words of a kernel's memories, so that they can be written as numbers.

use super::{Code, Format, MemoryRef, Root, Scalar};

/// The scalars that memories are made of; nothing where they are of several kinds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WordTypes {
    /// In the order of [`Code::buffers`].
    pub(in crate::sim) buffers: Vec<Option<Scalar>>,
    /// In the order of [`Code::shared`].
    pub(in crate::sim) shared: Vec<Option<Scalar>>,
}

impl Code {
    /// What a buffer is made of, if it is scalars of one kind and of whole words.
    pub fn buffer_scalar(&self, buffer: u32) -> Option<Scalar> {
        let scalar = *self.word_types.buffers.get(buffer as usize)?;
        scalar.filter(|_| self.is_of_words(|reference| reference.root == Root::Buffer(buffer)))
    }

    /// What a variable in shared memory is made of, by its place in [`Code::shared`].
    pub fn shared_scalar(&self, variable: usize) -> Option<Scalar> {
        let place = self.shared.get(variable)?;
        let bytes = place.offset..place.offset.saturating_add(place.bytes);
        let is_it = |reference: &MemoryRef| {
            reference.root == Root::Shared && bytes.contains(&reference.offset)
        };
        let scalar = *self.word_types.shared.get(variable)?;
        scalar.filter(|_| self.is_of_words(is_it))
    }

    /// Whether nobody takes what these references lead to for something narrower than
    /// words: narrow numbers lie in arrays of words.
    fn is_of_words(&self, is_it: impl Fn(&MemoryRef) -> bool) -> bool {
        let mut references = self.memory_refs.iter().filter(|reference| is_it(reference));
        references.all(|reference| reference.leaves.iter().all(|leaf| leaf.format == Format::Word))
    }
}

#[cfg(test)]
mod tests {
    use crate::sim;
    use crate::sim::code::{Code, Scalar};
    use warpbench_front::wgsl;

    fn compile(text: &str) -> Code {
        let checked = wgsl::check(text, "test").unwrap_or_else(|error| panic!("{error}"));
        let code = sim::compile(&checked.module, &checked.info, &checked.semantics, "main");
        code.unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn memories_are_of_one_kind_or_of_none() {
        let check = |ty: &str, expected: Option<Scalar>| {
            let code = compile(&format!(
                "struct Pair {{ x: f32, y: f32 }}
                 struct Mixed {{ x: f32, n: u32 }}
                 @group(0) @binding(0) var<storage, read_write> a: array<{ty}>;
                 var<workgroup> tile: array<{ty}, 4>;
                 @compute @workgroup_size(4)
                 fn main(@builtin(local_invocation_index) t: u32) {{ tile[t] = a[t]; a[t] = tile[t]; }}"
            ));
            assert_eq!(code.buffer_scalar(0), expected, "a buffer of {ty}");
            assert_eq!(code.shared_scalar(0), expected, "an array of {ty}");
            assert_eq!((code.buffer_scalar(1), code.shared_scalar(1)), (None, None));
        };
        check("f32", Some(Scalar::F32));
        check("u32", Some(Scalar::U32));
        check("i32", Some(Scalar::I32));
        check("vec4<f32>", Some(Scalar::F32));
        check("Pair", Some(Scalar::F32));
        check("Mixed", None);
    }
}
