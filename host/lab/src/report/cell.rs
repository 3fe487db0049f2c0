//! Cells of tables that spreadsheets open.

use super::{ReportError, plain_line};

/// A cell that no spreadsheet takes for a formula, whatever separates its cells: where
/// semicolons or tabs do, a comma-separated file is cut in other places than we meant.
pub fn harmless(text: &str) -> String {
    let line = plain_line(text);
    let mut cell = String::with_capacity(line.len());
    let mut is_at_start = true;
    for c in line.trim_start().chars() {
        if is_at_start && is_formula(c) {
            cell.push('\'');
        }
        is_at_start = matches!(c, ',' | ';' | '|' | '"') || is_at_start && c.is_whitespace();
        cell.push(c);
    }
    cell
}

/// What begins a formula, also in the wide forms that spreadsheets narrow.
fn is_formula(c: char) -> bool {
    matches!(c, '=' | '+' | '-' | '@' | '\u{ff1d}' | '\u{ff0b}' | '\u{ff0d}' | '\u{ff20}')
}

/// Text for a cell that is shown as HTML.
pub fn as_html(text: &str) -> String {
    let mut html = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            '\'' => html.push_str("&#39;"),
            c => html.push(c),
        }
    }
    html
}

/// Rows as comma-separated values. What is not a number is quoted, whatever is in it.
pub fn write(rows: &[Vec<String>]) -> Result<String, ReportError> {
    let mut writer =
        csv::WriterBuilder::new().quote_style(csv::QuoteStyle::NonNumeric).from_writer(Vec::new());
    for row in rows {
        writer.write_record(row)?;
    }
    let bytes = writer.into_inner().map_err(csv::IntoInnerError::into_error)?;
    Ok(String::from_utf8(bytes)?)
}
