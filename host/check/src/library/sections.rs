//! Table of the library's sections: the texts that are read only for a file that asks
//! for them, what asks, and what each needs of the others.
//!
//! A section is asked for by what it declares for everybody: its functions, types and
//! traits, and the methods that it adds to types of the language. It is not asked for
//! by the methods of its own types, as whoever has such a type has named it. The order
//! of the table is that in which they are read.

use crate::typing::written;
use std::collections::HashSet;
use warpbench_hir::types::{IntTy, Ty};

/// A text of the library.
#[derive(Debug)]
pub(super) struct Section {
    /// Its file in `library`, which is also its name in this table.
    pub(super) file: &'static str,
    pub(super) text: &'static str,
    /// The module that it belongs to; nothing if the text itself says so.
    pub(super) home: Option<&'static str>,
    pub(super) each: Each,
    pub(super) asked: Asked,
    /// The sections without which what it declares does not work.
    pub(super) needs: &'static [&'static str],
}

/// How often a section is read: once, or once for each of these types, with the
/// type's name in place of `Integer`, `Float` or `Number`, also within longer names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Each {
    Once,
    Integer,
    /// Integers without a sign, and the `Signed` one of the same width.
    Natural,
    /// Integers with a sign, and the `Natural` one of the same width.
    Signed,
    /// Integers of 128 bits, and `u128` as `Natural`.
    Wide,
    /// Integers that have as many bytes on every machine.
    Fixed,
    /// Integers that are hashed like others of their kind.
    Hashed,
    /// Integers that the file names, and those that it has without naming them. Each is
    /// hundreds of lines.
    Named,
    /// Those of them without a sign.
    NamedNatural,
    /// Floats, and the integer of the same width as `Bits`.
    Float,
    /// Every type that needs no import.
    Primitive,
}

/// The words that ask for a section.
#[derive(Clone, Copy, Debug)]
pub(super) enum Asked {
    /// What it declares.
    ByNames,
    /// That, and these.
    ByNamesAnd(&'static [&'static str]),
    /// Only these: what it declares has names that others have as well.
    By(&'static [&'static str]),
}

macro_rules! section {
    ($file:literal, $home:expr, $each:ident, $asked:expr, $needs:expr $(,)?) => {
        section!($file, concat!("../../library/", $file), $home, $each, $asked, $needs)
    };
    ($file:literal, $path:expr, $home:expr, $each:ident, $asked:expr, $needs:expr) => {
        Section {
            file: $file,
            text: include_str!($path),
            home: $home,
            each: Each::$each,
            asked: $asked,
            needs: &$needs,
        }
    };
}

/// The section whose presence means that enums have numbers of their variants.
pub(super) const DISCRIMINANT: &str = "discriminant.rs";

/// The section whose presence means that it is known what types hash.
pub(super) const HASHED: &str = "hashed.rs";

/// The section whose presence means that the crate `half` is there.
pub(super) const HALF: &str = "half.rs";

/// The section whose presence means that there are integers of 128 bits.
const WIDE: &str = "wide.rs";

const HASHERS: Asked = Asked::By(&["Hasher", "BuildHasher", "BuildHasherDefault"]);

pub(super) static SECTIONS: [Section; 26] = {
    use Asked::{By, ByNames, ByNamesAnd};
    [
        section!("discriminant.rs", Some("core::mem"), Once, ByNames, []),
        section!(
            "wide.rs",
            None,
            Wide,
            // A number of 128 bits comes from one that is named, or is handed to these.
            By(&["u128", "i128", "write_u128", "write_i128"]),
            [],
        ),
        section!(
            "hashed_integer.rs",
            Some("core::hash"),
            Hashed,
            HASHERS,
            ["hashed.rs", "integer_bytes.rs"]
        ),
        section!(
            "hashed.rs",
            Some("core::hash"),
            Once,
            HASHERS,
            ["hashed_integer.rs", "integer_bytes.rs"]
        ),
        section!("num.rs", None, Once, ByNamesAnd(&["num"]), []),
        section!(
            "kinds.rs",
            Some("core::num"),
            Once,
            ByNames,
            ["num.rs", "wrapping.rs", "divisor.rs"]
        ),
        section!("float.rs", None, Float, ByNames, ["num.rs"]),
        section!("cell.rs", None, Once, ByNames, []),
        section!("integer.rs", None, Integer, ByNames, []),
        section!("integer_forms.rs", None, Integer, ByNames, ["integer.rs"]),
        section!("natural.rs", None, Natural, ByNames, ["integer.rs"]),
        section!("signed.rs", None, Signed, ByNames, ["integer.rs"]),
        section!(
            "wrapping.rs",
            Some("core::num"),
            Named,
            By(&[]),
            ["kinds.rs", "integer.rs", "integer_forms.rs"],
        ),
        section!("divisor.rs", Some("core::num"), NamedNatural, By(&[]), ["kinds.rs"]),
        section!("integer_bytes.rs", None, Fixed, ByNames, []),
        section!("float_bytes.rs", None, Float, ByNames, ["integer_bytes.rs"]),
        section!("splits.rs", None, Once, ByNames, []),
        section!(
            "bounds.rs",
            Some("core::ops"),
            Once,
            ByNamesAnd(&["start_bound", "end_bound"]),
            [],
        ),
        section!("byte.rs", None, Once, ByNames, []),
        section!("half.rs", None, Once, By(&["f16", "half"]), []),
        section!(
            "bfloat.rs",
            "../../../../gpu-kernels/device-std/src/half/bfloat.rs",
            Some("core::half"),
            Once,
            By(&["bf16"]),
            ["half.rs"]
        ),
        section!("warp.rs", None, Once, ByNames, []),
        section!("uninit.rs", Some("core::mem"), Once, ByNames, []),
        section!("transmute.rs", Some("core::mem"), Once, By(&["transmute"]), []),
        section!("borrow.rs", None, Once, ByNamesAnd(&["borrow"]), ["borrow_number.rs"]),
        section!("borrow_number.rs", Some("core::borrow"), Primitive, By(&[]), ["borrow.rs"]),
    ]
};

impl Section {
    /// Whether it is read for floats alone.
    #[cfg(test)]
    pub(super) fn is_of_floats(&self) -> bool {
        self.each == Each::Float
    }

    /// The words that ask for it.
    pub(super) fn names(&self) -> Vec<&'static str> {
        let (declared, more): (_, &[&str]) = match self.asked {
            Asked::ByNames => (self.declared(), &[]),
            Asked::ByNamesAnd(more) => (self.declared(), more),
            Asked::By(names) => (Vec::new(), names),
        };
        declared.into_iter().chain(more.iter().copied()).collect()
    }

    /// What it declares for everybody, read off its lines as rustfmt writes them.
    pub(super) fn declared(&self) -> Vec<&'static str> {
        let lines = || self.text.lines();
        let own_types: Vec<&str> =
            lines().filter_map(|line| named_behind(line.trim_start(), &TYPES)).collect();
        let mut names = own_types.clone();
        // Where the `impl` of one of its own types ends.
        let mut end: Option<String> = None;
        for line in lines() {
            let trimmed = line.trim_start();
            let indent = &line[..line.len() - trimmed.len()];
            if trimmed.starts_with("impl") {
                let mut words = trimmed.split(|letter: char| !letter.is_alphanumeric());
                let is_of_own_type = words.any(|word| own_types.contains(&word));
                let is_open = is_of_own_type && !trimmed.ends_with("{}");
                end = is_open.then(|| format!("{indent}}}"));
            } else if end.as_deref() == Some(line) {
                end = None;
            } else if end.is_none() {
                names.extend(named_behind(trimmed, &VALUES));
            }
        }
        names.sort_unstable();
        names.dedup();
        names
    }

    /// What its aliases stand for: each beside the words of its type.
    pub(super) fn aliases(&self) -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
        self.text.lines().filter_map(|line| {
            let (name, ty) = line.trim_start().strip_prefix("pub type ")?.split_once(" = ")?;
            let words = ty.split(|letter: char| !letter.is_alphanumeric());
            Some((name, words.filter(|word| !word.is_empty()).collect()))
        })
    }

    /// The types that it is read for, when these words are in use; nothing stands for
    /// a section that is read once.
    pub(super) fn types(&self, words: &HashSet<String>) -> Vec<Option<&'static str>> {
        if self.each == Each::Once {
            return vec![None];
        }
        let is_named = |name: &str| words.contains(name) || matches!(name, "usize" | "i32" | "u32");
        let has_wide = words.contains(WIDE);
        let is_meant = |name: &&str| match (written::primitive(name), self.each) {
            (_, Each::Primitive) => true,
            (Some(Ty::Int(int)), each) => {
                let is_there = has_wide || !int.is_wide();
                let is_counting = matches!(int, IntTy::Usize | IntTy::Isize);
                is_there
                    && match each {
                        Each::Integer => true,
                        Each::Natural => !int.is_signed(),
                        Each::Signed => int.is_signed(),
                        Each::Wide => int.is_wide(),
                        Each::Fixed => true,
                        Each::Hashed => !is_counting && int != IntTy::U8,
                        Each::Named => is_named(name),
                        Each::NamedNatural => is_named(name) && !int.is_signed(),
                        Each::Once | Each::Float | Each::Primitive => false,
                    }
            }
            (_, each) => each == Each::Float && matches!(*name, "f32" | "f64"),
        };
        written::primitives().filter(is_meant).map(Some).collect()
    }

    /// Its text for a type, in place of what stands for one.
    pub(super) fn text_for(&self, ty: Option<&str>) -> String {
        self.filled(self.text, ty)
    }

    /// A text about it with the words replaced that stand for a type.
    pub(super) fn filled(&self, text: &str, ty: Option<&str>) -> String {
        let Some(name) = ty else { return text.to_owned() };
        let text = ["Integer", "Float", "Number"]
            .iter()
            .fold(text.to_owned(), |text, word| text.replace(word, name));
        match self.each {
            Each::Natural => text.replace("Signed", &format!("i{}", &name[1..])),
            Each::Signed | Each::Wide => text.replace("Natural", &format!("u{}", &name[1..])),
            Each::Float => {
                let bits: u32 = if name == "f32" { 32 } else { 64 };
                let count = (bits / 8).to_string();
                text.replace("Bits", &format!("u{bits}")).replace("COUNT", &count)
            }
            Each::Fixed => match written::primitive(name) {
                Some(Ty::Int(int)) => with_bytes(&text, name, int.bits() / 8),
                _ => text,
            },
            _ => text,
        }
    }
}

/// Words that begin the declaration of a type or trait.
const TYPES: [&str; 4] = ["pub struct ", "pub enum ", "pub trait ", "pub type "];

/// Words that begin that of a function or constant.
const VALUES: [&str; 5] =
    ["pub fn ", "pub const fn ", "pub unsafe fn ", "pub const unsafe fn ", "pub const "];

/// The name behind the words that a line begins with.
fn named_behind(line: &'static str, starts: &[&str]) -> Option<&'static str> {
    let rest = starts.iter().find_map(|start| line.strip_prefix(start))?;
    let end = rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_');
    let name = &rest[..end.unwrap_or(rest.len())];
    // `pub const` also begins `pub const fn`, which was looked for first.
    (name != "fn" && name != "unsafe").then_some(name)
}

/// The text of `integer_bytes.rs` with the bytes of an integer put in.
fn with_bytes(text: &str, name: &str, count: u32) -> String {
    let unsigned = name.strip_prefix('i').map_or(name.to_owned(), |rest| format!("u{rest}"));
    let each = |of: &dyn Fn(u32) -> String| (0..count).map(of).collect::<Vec<_>>();
    let little = each(&|at| format!("(self as {unsigned} >> {}) as u8", 8 * at));
    let big: Vec<String> = little.iter().rev().cloned().collect();
    let of = |place: &dyn Fn(u32) -> u32| {
        let terms = each(&|at| format!("((bytes[{}] as {unsigned}) << {})", place(at), 8 * at));
        terms.join(" | ")
    };
    text.replace("OF_LITTLE", &of(&|at| at))
        .replace("OF_BIG", &of(&|at| count - 1 - at))
        .replace("LITTLE", &little.join(", "))
        .replace("BIG", &big.join(", "))
        .replace("COUNT", &count.to_string())
}
