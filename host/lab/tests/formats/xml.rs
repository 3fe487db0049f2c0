//! Enough of XML to read a report strictly, by somebody else than who wrote it.

use std::collections::BTreeMap;

/// An element with its parts.
#[derive(Debug, Default)]
pub(crate) struct Element {
    pub(crate) name: String,
    pub(crate) attributes: BTreeMap<String, String>,
    pub(crate) children: Vec<Element>,
    pub(crate) text: String,
}

impl Element {
    /// All elements of a name, in it and below.
    pub(crate) fn all(&self, name: &str) -> Vec<&Element> {
        let mut found: Vec<&Element> = Vec::new();
        for child in &self.children {
            if child.name == name {
                found.push(child);
            }
            found.extend(child.all(name));
        }
        found
    }
}

/// Reads a document; whatever is not well formed is a panic.
pub(crate) fn parse(text: &str) -> Element {
    for c in text.chars() {
        let is_allowed = matches!(c, '\t' | '\n' | '\r' | '\u{20}'..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..);
        assert!(is_allowed, "{c:?} cannot stand in XML");
    }
    let rest =
        text.strip_prefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>").expect("a declaration");
    let mut open = vec![Element::default()];
    let mut rest = rest;
    while let Some(at) = rest.find('<') {
        let before = unescaped(&rest[..at]);
        open.last_mut().expect("is open").text += &before;
        rest = &rest[at + 1..];
        let end = tag_end(rest);
        let tag = &rest[..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            let element = open.pop().expect("is open");
            assert_eq!(element.name, name.trim(), "closed by another name");
            open.last_mut().expect("something is around it").children.push(element);
            continue;
        }
        let (tag, is_empty) = match tag.strip_suffix('/') {
            Some(tag) => (tag, true),
            None => (tag, false),
        };
        let element = element(tag);
        if is_empty {
            open.last_mut().expect("is open").children.push(element);
        } else {
            open.push(element);
        }
    }
    assert!(rest.trim().is_empty(), "{rest}");
    assert_eq!(open.len(), 1, "not everything is closed");
    let mut document = open.pop().expect("the document");
    assert_eq!(document.children.len(), 1, "one element is the root");
    document.children.pop().expect("the root")
}

/// Where a tag ends: not within quotes.
fn tag_end(text: &str) -> usize {
    let mut is_quoted = false;
    for (at, c) in text.char_indices() {
        match c {
            '"' => is_quoted = !is_quoted,
            '>' if !is_quoted => return at,
            '<' => panic!("a tag in a tag: {text}"),
            _ => {}
        }
    }
    panic!("a tag without an end: {text}")
}

fn element(tag: &str) -> Element {
    let (name, mut rest) = tag.split_once(' ').unwrap_or((tag, ""));
    let is_plain = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    assert!(is_plain && !name.is_empty(), "<{tag}>");
    let mut attributes = BTreeMap::new();
    while !rest.trim().is_empty() {
        let (name, after) = rest.trim_start().split_once("=\"").expect("an attribute");
        let (value, after) = after.split_once('"').expect("an end of the value");
        let before = attributes.insert(name.to_owned(), unescaped(value));
        assert!(before.is_none(), "{name} is there twice");
        rest = after;
    }
    Element { name: name.to_owned(), attributes, ..Element::default() }
}

fn unescaped(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out += &rest[..at];
        let (entity, after) = rest[at + 1..].split_once(';').expect("an entity has an end");
        out.push(match entity {
            "amp" => '&',
            "lt" => '<',
            "gt" => '>',
            "quot" => '"',
            "apos" => '\'',
            number => {
                let number = number.strip_prefix('#').unwrap_or_else(|| panic!("&{number};"));
                let code = match number.strip_prefix('x') {
                    Some(hex) => u32::from_str_radix(hex, 16),
                    None => number.parse(),
                };
                code.ok().and_then(char::from_u32).expect("a character")
            }
        });
        rest = after;
    }
    out + rest
}
