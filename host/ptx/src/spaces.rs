//! Statics that belong to one of the GPU's address spaces.
//!
//! Rust has no address spaces: `cuda_std` marks such a static by a section's
//! name, and LLVM would place it in global memory like any other.

use thiserror::Error;

/// The name under which `cuda_std` knows the shared memory that a launch sizes.
const DYNAMIC_SHARED: &str = "_Zcuda_std_dyn_shared";

/// A static that cannot be where it is to be.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum SharedArrayError {
    #[error(
        "the shared static `{0}` never changes; threads write shared memory before they read it: \
         declare it as `static mut`"
    )]
    Constant(String),
    /// It would have to hold something before the first thread runs.
    #[error(
        "the shared array `{0}` has an initial value, which shared memory cannot have; \
         let the threads write it and wait at a barrier"
    )]
    InitialValue(String),
}

/// What a static's section says of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The shared memory that the launch sizes.
    DynamicShared,
    /// Made by `shared_array!`, without a value.
    SharedArray,
    /// Declared with `#[address_space(shared)]`. Rust asks for a value, which
    /// `rustc_codegen_nvvm` ignores as well.
    SharedStatic,
    /// Declared with `#[address_space(constant)]`.
    Constant,
}

impl Kind {
    /// What the definition of a symbol says, without its name.
    pub(crate) fn of(name: &str, definition: &str) -> Option<Kind> {
        if name == DYNAMIC_SHARED {
            return Some(Kind::DynamicShared);
        }
        let (_, section) = definition.split_once(", section \"")?;
        let (section, _) = section.split_once('"')?;
        match section {
            ".shared" => Some(Kind::SharedArray),
            ".shared.unwritten" => Some(Kind::SharedStatic),
            ".constant" => Some(Kind::Constant),
            _ => None,
        }
    }

    /// The number of its address space.
    pub(crate) fn space(self) -> u32 {
        match self {
            Kind::DynamicShared | Kind::SharedArray | Kind::SharedStatic => 3,
            Kind::Constant => 4,
        }
    }

    /// The definition of the static in its address space. `readable` is what
    /// people call it.
    pub(crate) fn moved(
        self,
        definition: &str,
        readable: &str,
    ) -> Result<String, SharedArrayError> {
        let space = self.space();
        if self == Kind::DynamicShared {
            // Its type in Rust has a size; the array of none tells ptxas that only
            // the launch knows.
            return Ok(format!("external addrspace({space}) global [0 x i8], align 16"));
        }
        let (linkage, keyword, value) =
            parted(definition).ok_or_else(|| SharedArrayError::Constant(readable.to_owned()))?;
        let value = without_section(value);
        match self {
            Kind::Constant => Ok(format!("{linkage}addrspace({space}) {keyword} {value}")),
            Kind::SharedArray | Kind::SharedStatic | Kind::DynamicShared => {
                if keyword != "global" {
                    return Err(SharedArrayError::Constant(readable.to_owned()));
                }
                let has_value = !value.contains(" undef") && !value.contains(" poison");
                let value = match has_value {
                    true if self == Kind::SharedStatic => unwritten(&value),
                    true => return Err(SharedArrayError::InitialValue(readable.to_owned())),
                    false => value,
                };
                Ok(format!("{linkage}addrspace({space}) global {value}"))
            }
        }
    }
}

/// What stands before `global` or `constant`, that word, and what stands behind.
fn parted(definition: &str) -> Option<(&str, &'static str, &str)> {
    let first = |word: &'static str| {
        let at = definition.find(&format!("{word} "))?;
        Some((at, word))
    };
    let (at, word) = first("global").into_iter().chain(first("constant")).min()?;
    Some((&definition[..at], word, &definition[at + word.len() + 1..]))
}

fn without_section(value: &str) -> String {
    let Some((before, rest)) = value.split_once(", section \"") else { return value.to_owned() };
    let after = rest.split_once('"').map_or("", |(_, after)| after);
    format!("{before}{after}")
}

/// The same type without its value. The alignment follows the last comma.
fn unwritten(value: &str) -> String {
    let ty = &value[..type_length(value)];
    let alignment = value.rfind(", align ").map_or("", |at| &value[at..]);
    format!("{ty} undef{alignment}")
}

/// How long the type is that the text starts with: up to a space that stands
/// between no brackets.
fn type_length(text: &str) -> usize {
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            '[' | '{' | '<' => depth += 1,
            ']' | '}' | '>' => depth = depth.saturating_sub(1),
            ' ' if depth == 0 => return at,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moved(definition: &str) -> Result<String, SharedArrayError> {
        Kind::of("x", definition).unwrap().moved(definition, "kernel_X")
    }

    #[test]
    fn statics_move_to_their_space() {
        let cases = [
            (
                "internal global [8 x i8] undef, section \".shared\", align 4",
                "internal addrspace(3) global [8 x i8] undef, align 4",
            ),
            (
                "internal global [256 x i8] zeroinitializer, section \".shared.unwritten\", align 4",
                "internal addrspace(3) global [256 x i8] undef, align 4",
            ),
            (
                "internal global <{ [4 x i8] }> <{ [4 x i8] c\"a, b\" }>, section \".shared.unwritten\", align 16",
                "internal addrspace(3) global <{ [4 x i8] }> undef, align 16",
            ),
            (
                "internal unnamed_addr constant <{ [4 x i8] }> <{ [4 x i8] c\"\\00\\00\\80?\" }>, section \".constant\", align 4",
                "internal unnamed_addr addrspace(4) constant <{ [4 x i8] }> <{ [4 x i8] c\"\\00\\00\\80?\" }>, align 4",
            ),
        ];
        for (definition, expected) in cases {
            assert_eq!(moved(definition).as_deref(), Ok(expected));
        }
    }

    #[test]
    fn other_sections_are_none_of_ours() {
        for definition in [
            "internal global [8 x i8] undef, section \".shared2\", align 4",
            "internal global [8 x i8] undef, align 4",
        ] {
            assert_eq!(Kind::of("x", definition), None, "{definition}");
        }
    }

    #[test]
    fn what_cannot_be_shared_is_refused() {
        let cases = [
            (
                "internal global [8 x i8] zeroinitializer, section \".shared\"",
                "`kernel_X` has an initial value",
            ),
            (
                "internal constant [8 x i8] zeroinitializer, section \".shared.unwritten\"",
                "declare it as `static mut`",
            ),
        ];
        for (definition, expected) in cases {
            let error = moved(definition).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
    }
}
