//! Readable names for the symbols in the PTX.
//!
//! A mangled name holds a hash of the crate, which depends on things that have
//! nothing to do with the kernels, and few students read mangled names. So each
//! is replaced by the last two names of its path: the shared array of
//! `reduce_sequential` becomes `reduce_sequential_SHARED`, its second one
//! `reduce_sequential_SHARED_1`. Two names also keep clear of PTX's own words,
//! such as `add`.

use std::collections::{BTreeMap, BTreeSet};

/// One name of a mangled path, and which of several equal names it is.
#[derive(Debug, PartialEq, Eq)]
struct PathName<'a> {
    text: &'a str,
    number: u64,
}

/// Chooses a new name for each mangled symbol among `symbols`, which are all
/// that a module defines or declares, in its order.
pub(crate) fn readable_names(symbols: &[String]) -> BTreeMap<String, String> {
    let mut taken: BTreeSet<String> =
        symbols.iter().filter(|symbol| readable(symbol).is_none()).cloned().collect();
    let mut names = BTreeMap::new();
    for symbol in symbols {
        let Some(wanted) = readable(symbol) else { continue };
        let name = (0..)
            .map(|number| numbered(&wanted, number))
            .find(|name| !taken.contains(name))
            .unwrap_or(wanted);
        taken.insert(name.clone());
        names.insert(symbol.clone(), name);
    }
    names
}

/// What a symbol mangled in Rust's v0 scheme would best be called.
fn readable(symbol: &str) -> Option<String> {
    let path = path_names(symbol.strip_prefix("_R")?);
    let last = path.last()?;
    let name = match path.len().checked_sub(2).map(|at| &path[at]) {
        Some(before) => format!("{}_{}", before.text, last.text),
        None => format!("rust_{}", last.text),
    };
    Some(numbered(&name, last.number))
}

fn numbered(name: &str, number: u64) -> String {
    if number == 0 { name.to_owned() } else { format!("{name}_{number}") }
}

/// The names in a mangled path, without those of crates. This is no full
/// demangler: it skips what stands between the names (the scheme is described
/// in rustc's book under "v0 Symbol Format").
fn path_names(mangled: &str) -> Vec<PathName<'_>> {
    let mut names = Vec::new();
    let mut rest = mangled;
    let mut is_crate = false;
    let mut number = 0;
    while let Some(first) = rest.chars().next() {
        if first.is_ascii_digit() {
            let Some((text, after)) = identifier(rest) else { break };
            if !is_crate && !text.is_empty() {
                names.push(PathName { text, number });
            }
            (rest, is_crate, number) = (after, false, 0);
            continue;
        }
        rest = &rest[first.len_utf8()..];
        match first {
            'C' => is_crate = true,
            's' => {
                if let Some((value, after)) = base_62(rest) {
                    (number, rest) = (value.saturating_add(1), after);
                }
            }
            // A reference back to a part of the same symbol, by its position.
            'B' => {
                if let Some((_, after)) = base_62(rest) {
                    rest = after;
                }
            }
            _ => {}
        }
    }
    names
}

/// An identifier, which is its length and then its text. An underscore parts
/// the two where the text itself starts with a digit or an underscore.
fn identifier(text: &str) -> Option<(&str, &str)> {
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let length: usize = text[..digits].parse().ok()?;
    let rest = &text[digits..];
    let rest = rest.strip_prefix('_').unwrap_or(rest);
    rest.split_at_checked(length)
}

/// A number in base 62 that an underscore ends. The empty number is 0, and
/// every other is one more than its digits say.
fn base_62(text: &str) -> Option<(u64, &str)> {
    let (digits, rest) = text.split_once('_')?;
    if digits.is_empty() {
        return Some((0, rest));
    }
    let mut value: u64 = 0;
    for digit in digits.bytes() {
        let digit = match digit {
            b'0'..=b'9' => digit - b'0',
            b'a'..=b'z' => digit - b'a' + 10,
            b'A'..=b'Z' => digit - b'A' + 36,
            _ => return None,
        };
        // Crates carry hashes of 64 bits here, whose value nobody asks for.
        value = value.saturating_mul(62).saturating_add(u64::from(digit));
    }
    Some((value.saturating_add(1), rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_where_a_symbol_comes_from_and_no_hash() {
        let cases = [
            (
                "_RNvNvNtCsaffdcZHXma9_17warpbench_kernels6reduce17reduce_sequential6SHARED",
                Some("reduce_sequential_SHARED"),
            ),
            // The second and third array of one function.
            (
                "_RNvNvNtCsd8K0jqUy9iU_17warpbench_kernels6matmul12matmul_tileds_6SHARED",
                Some("matmul_tiled_SHARED_1"),
            ),
            (
                "_RNvNvNtCsd8K0jqUy9iU_17warpbench_kernels6matmul12matmul_tileds0_6SHARED",
                Some("matmul_tiled_SHARED_2"),
            ),
            (
                "_RNvMNtCsd8K0jqUy9iU_17warpbench_kernels6vectorNtB2_6Float44plus",
                Some("Float4_plus"),
            ),
            // A generic function ends with the crate that asked for it.
            ("_RINvNtCs1_4core3ptr4readfECs2_17warpbench_kernels", Some("ptr_read")),
            ("_RNvCs1_7mycrate4main", Some("rust_main")),
            // A name that starts with an underscore is parted from its length by one.
            ("_RNvNtCs1_7mycrate1a4__abc", Some("a__abc")),
            // Kernels and intrinsics keep their names, and so does what is cut off.
            ("reduce_sequential", None),
            ("llvm.nvvm.barrier0", None),
            ("_R", None),
        ];
        for (symbol, expected) in cases {
            assert_eq!(readable(symbol).as_deref(), expected, "{symbol}");
        }
    }

    #[test]
    fn no_two_symbols_get_one_name() {
        let symbols = ["_RNvNtC1x1a1b", "_RNvNtC1y1a1b", "a_b_1", "_RNvC1x1c"].map(str::to_owned);
        let names = readable_names(&symbols);
        let of = |symbol: &str| names.get(symbol).map(String::as_str);
        assert_eq!(of("_RNvNtC1x1a1b"), Some("a_b"));
        assert_eq!(of("_RNvNtC1y1a1b"), Some("a_b_2"));
        assert_eq!(of("_RNvC1x1c"), Some("rust_c"));
        assert_eq!(of("a_b_1"), None);
    }
}
