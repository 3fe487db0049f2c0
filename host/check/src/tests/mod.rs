//! Tests of the whole of `check`: tables of small texts through one helper.

mod accepted;
mod atomics;
mod bounds;
mod macros;
mod meaning;
mod printing;
mod rejected;
mod results;
mod syntax;

use super::check;
use warpbench_source::diagnostic::{self, Diagnostic};

/// The text with what most kernels import, unless it imports by itself.
fn with_imports(source: &str) -> String {
    if source.contains("use ") {
        return source.to_owned();
    }
    format!("use cuda_std::prelude::*;\nuse cuda_std::shared_array;\n{source}")
}

/// What is wrong with a text, each as the words that are meant and the message.
fn faults(source: &str) -> Vec<String> {
    let text = with_imports(source);
    let row = |diagnostic: &Diagnostic| {
        let range = diagnostic.span.to_range().expect("a place");
        let words = text[range].lines().next().unwrap_or_default();
        let words: String = words.chars().take(24).collect();
        format!("{words}: {}", diagnostic.message)
    };
    check(&text).err().unwrap_or_default().iter().map(row).collect()
}

/// Holds a table of texts to what is wrong with them.
fn hold(table: &[(&str, &[&str])]) {
    for (source, expected) in table {
        assert_eq!(faults(source), *expected, "of\n{source}");
    }
}

/// What is wrong with a text, as a terminal shows it.
fn rendered(source: &str) -> String {
    diagnostic::render("kernel.rs", source, &check(source).expect_err("something wrong"))
}
