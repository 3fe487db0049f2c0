//! SPIR-V for people: its instructions, with the names that they were given.

use rspirv::binary::Disassemble;
use std::collections::HashMap;
use std::fmt::Write;

/// The instructions of a module, one on each line.
pub(super) fn listing(words: &[u32]) -> Result<String, String> {
    let module = rspirv::dr::load_words(words)
        .map_err(|error| format!("what was written cannot be read again: {error}"))?;
    let plain = module.disassemble();
    let names = names(&plain);
    let mut text = String::with_capacity(plain.len());
    for line in plain.lines() {
        // What the names are is seen where they are used.
        if !line.trim_start().starts_with("OpName ") {
            let _ = writeln!(text, "{}", named(line, &names).trim_end());
        }
    }
    Ok(text)
}

/// Names by number. One that is taken already, or that is only a number, gets
/// the number behind it.
fn names(listing: &str) -> HashMap<&str, String> {
    let mut names: HashMap<&str, String> = HashMap::new();
    let mut taken: HashMap<String, usize> = HashMap::new();
    for line in listing.lines() {
        let Some(rest) = line.trim_start().strip_prefix("OpName %") else { continue };
        let Some((id, name)) = rest.split_once(' ') else { continue };
        let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let name: String = name.trim_matches('"').chars().filter(|&c| is_letter(c)).collect();
        let count = taken.entry(name.clone()).or_default();
        *count += 1;
        let is_plain = *count == 1 && name.starts_with(|c: char| !c.is_ascii_digit());
        names.insert(id, if is_plain { name } else { format!("{name}_{id}") });
    }
    names
}

/// A line with names instead of numbers. Texts in quotes stay as they are.
fn named(line: &str, names: &HashMap<&str, String>) -> String {
    let mut text = String::with_capacity(line.len());
    for (index, part) in line.split('"').enumerate() {
        if index % 2 == 1 {
            let _ = write!(text, "\"{part}\"");
            continue;
        }
        // Where the disassembler has nothing to say, it leaves two spaces.
        let part = part.replace("  ", " ");
        let mut pieces = part.split('%');
        text.push_str(pieces.next().unwrap_or_default());
        for piece in pieces {
            let end = piece.find(|c: char| !c.is_ascii_digit()).unwrap_or(piece.len());
            let (id, rest) = piece.split_at(end);
            let _ = write!(text, "%{}{rest}", names.get(id).map_or(id, String::as_str));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_become_names() {
        let listing = "OpName %1 \"x\"\nOpName %12 \"x\"\nOpName %3 \"\"\nOpName %4 \"f(u1;\"";
        let names = names(listing);
        let check = |line: &str, expected: &str| assert_eq!(named(line, &names), expected);
        check("%1 = OpLoad %2 %12", "%x = OpLoad %2 %x_12");
        check("%3 = OpAdd %4 %123", "%_3 = OpAdd %fu1 %123");
        check("OpEntryPoint %1 \"a %1\" %1", "OpEntryPoint %x \"a %1\" %x");
        check("%1 = OpVariable  %2  Input \"a  b\"", "%x = OpVariable %2 Input \"a  b\"");
        check("; 100 %", "; 100 %");
    }
}
