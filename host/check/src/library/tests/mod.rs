//! Tests of the library: that comments take nothing in, that every section says rightly
//! what it declares and what it needs, and that each function works alone.

mod alone;
mod members;
mod std_floats;
mod uses_of_sections;
mod uses_of_slices;
mod uses_of_values;

use super::index::{self, InUse};
use super::sections::SECTIONS;
use super::words;
use std::collections::HashSet;

/// The words of a text.
fn words_of(text: &str) -> HashSet<String> {
    words::of(&text.parse().expect("tokens"))
}

/// The files of the sections that are in use.
fn files(in_use: &InUse) -> Vec<&'static str> {
    in_use.sections().map(|section| section.file).collect()
}

/// All words that ask for anything.
fn all_names() -> Vec<String> {
    let items = index::whole().items.iter();
    let names = items.flat_map(|item| &item.names).filter(|name| !name.ends_with(".rs"));
    names.filter(|name| name.starts_with(char::is_alphabetic)).cloned().collect()
}

#[test]
fn comments_and_strings_take_nothing_in() {
    let names = all_names();
    assert!(names.len() > 300, "{}", names.len());
    let (lines, line) = (names.join("\n// "), names.join(" "));
    let text = format!(
        "//! glam {line}\n// {lines}\n/* glam {line} */\n/// glam {line}\n\
         fn kernel<'half>(text: &'half str) {{ let text = \"glam {line}\"; }}\n"
    );
    let in_use = index::used_by(words_of(&text));
    assert!(in_use.items.is_empty(), "{:?}", in_use.items);
}

#[test]
fn every_name_takes_its_section_in() {
    for section in &SECTIONS {
        for name in section.names() {
            let raw = format!("use core::thing::{{r#{name} as other, *}};");
            for text in [format!("x.{name}(1)"), format!("use a::{name};"), raw] {
                let files = files(&index::used_by(words_of(&text)));
                assert!(files.contains(&section.file), "{text}: {files:?}");
            }
        }
    }
}

#[test]
fn macros_ask_for_what_is_called() {
    let unused = "macro_rules! f { ($x:expr) => { $x.checked_add(1) } }\nfn g() {}";
    let used = format!("{unused}\nfn h(x: u32) {{ f!(x); }}");
    for (text, expected) in [(unused, vec![]), (&used, vec!["integer.rs"])] {
        let mut sink = crate::Sink::default();
        let recovered = crate::syntax::parse::parse(text, &mut sink).expect("a file");
        assert_eq!(files(&index::used_by(recovered.words)), expected, "{text}");
    }
}

#[test]
fn what_is_needed_is_taken_in_as_well() {
    let table: [(&str, &[&str]); 6] = [
        ("x.checked_add(1)", &["integer.rs"]),
        ("x.overflowing_div(1)", &["integer.rs", "integer_forms.rs"]),
        ("x.classify()", &["num.rs", "float.rs"]),
        ("x.count_ones() + 1_u128", &["wide.rs"]),
        ("Cell::new(x.min(1))", &["cell.rs"]),
        ("let min = x.pow(2).abs() - get(at);", &[]),
    ];
    for (text, expected) in table {
        assert_eq!(files(&index::used_by(words_of(text))), expected, "{text}");
    }
}
