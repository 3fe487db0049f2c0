//! Words and data inside a page.

use crate::table::{Align, Table};
use serde::Serialize;

/// Text in which a browser sees nothing but text, also within quotation marks.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            c => escaped.push(c),
        }
    }
    escaped
}

/// JSON inside a script, which no tag and no comment can end.
pub(super) fn json(value: &impl Serialize) -> Result<String, serde_json::Error> {
    let text = serde_json::to_string(value)?;
    Ok(text.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026"))
}

/// A table; `mark` says the class of a row's element, by the row's place.
pub(super) fn table(table: &Table, mark: impl Fn(usize) -> &'static str) -> String {
    let side = |align: Align| match align {
        Align::Left => "",
        Align::Right => " class=\"number\"",
    };
    let heads: Vec<(&str, Align)> = table.heads().collect();
    let mut text = "<div class=\"wide\"><table><thead><tr>".to_owned();
    for (name, align) in &heads {
        text.push_str(&format!("<th{}>{}</th>", side(*align), escape(name)));
    }
    text.push_str("</tr></thead><tbody>");
    for (place, row) in table.rows().iter().enumerate() {
        text.push_str(&match mark(place) {
            "" => "<tr>".to_owned(),
            class => format!("<tr class=\"{class}\">"),
        });
        for (cell, (_, align)) in row.iter().zip(&heads) {
            text.push_str(&format!("<td{}>{}</td>", side(*align), escape(cell)));
        }
        text.push_str("</tr>");
    }
    text.push_str("</tbody></table></div>");
    text
}
