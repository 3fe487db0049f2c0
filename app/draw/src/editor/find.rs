//! Finding words in a text: where they are, and the bar to look for them.
//!
//! A capital is told from a small letter only where that is asked for, and only
//! among the letters of ASCII, which is all that names in kernels are made of.

use egui::{EventFilter, Id, Key, Modifiers, RichText, TextEdit, Ui};
use std::ops::Range;
use warpbench_texts::find::Find;
use warpbench_theme::Palette;

/// What was done in the bar.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FindOutput {
    /// What is looked for from now on, and where.
    pub changed: Option<Find>,
    /// Whether the bar was closed.
    pub is_closed: bool,
}

/// Where the words are, in bytes; no two overlap.
pub fn matches(text: &str, query: &str, is_case_sensitive: bool) -> Vec<Range<usize>> {
    let (hay, needle) = (text.as_bytes(), query.as_bytes());
    let Some(&first) = needle.first() else { return Vec::new() };
    // A whole character never occurs inside another, so bytes are enough.
    let is_same = |a: u8, b: u8| a == b || !is_case_sensitive && a.eq_ignore_ascii_case(&b);
    let mut found = Vec::new();
    let mut at = 0;
    while at + needle.len() <= hay.len() {
        let here = &hay[at..at + needle.len()];
        if is_same(here[0], first) && here.iter().zip(needle).all(|(&a, &b)| is_same(a, b)) {
            found.push(at..at + needle.len());
            at += needle.len();
        } else {
            at += 1;
        }
    }
    found
}

/// The bar: the words, how many there are, to the next and to the one before.
/// The field is ready to be typed into as soon as the bar appears.
pub fn bar(ui: &mut Ui, find: &Find, count: usize) -> FindOutput {
    let mut output = FindOutput::default();
    let id = Id::unique("find in source");
    let is_new = appears(ui, id);
    let has_focus = ui.memory(|memory| memory.has_focus(id));
    let mut moved_by = keys(ui, has_focus, &mut output);
    ui.horizontal(|ui| {
        let mut query = find.query.clone();
        let width = (ui.available_width() - 230.0).clamp(80.0, 260.0);
        let filter = EventFilter {
            escape: true,
            horizontal_arrows: true,
            vertical_arrows: true,
            ..EventFilter::default()
        };
        let field = TextEdit::singleline(&mut query)
            .id(id)
            .desired_width(width)
            .hint_text("Find in the text")
            .event_filter(filter)
            .return_key(None);
        let response = field.show(ui).response.response;
        ui.ctx().accesskit_node_builder(id, |node| node.set_label("Find in the text"));
        if is_new {
            response.request_focus();
        }
        if query != find.query {
            output.changed = Some(Find { query, current: 0, ..find.clone() });
        }
        let mut is_case_sensitive = find.is_case_sensitive;
        let case = ui.toggle_value(&mut is_case_sensitive, "Aa");
        if case.on_hover_text("Tell capitals from small letters").changed() {
            output.changed = Some(Find { is_case_sensitive, current: 0, ..find.clone() });
        }
        let is_some = count > 0;
        let before = ui.add_enabled(is_some, egui::Button::new("↑"));
        before.widget_info(|| label("Previous match"));
        if before.on_hover_text("Previous match (Shift+Enter)").clicked() {
            moved_by -= 1;
        }
        let next = ui.add_enabled(is_some, egui::Button::new("↓"));
        next.widget_info(|| label("Next match"));
        if next.on_hover_text("Next match (Enter)").clicked() {
            moved_by += 1;
        }
        ui.label(RichText::new(told(find, count)).color(Palette::of(ui.visuals()).quiet));
        let close = ui.button("×");
        close.widget_info(|| label("Close the find bar"));
        output.is_closed |= close.on_hover_text("Close the find bar (Esc)").clicked();
    });
    if moved_by != 0 && output.changed.is_none() {
        output.changed = Some(find.moved(moved_by, count));
    }
    output
}

fn label(text: &str) -> egui::WidgetInfo {
    egui::WidgetInfo::labeled(egui::Role::Button, true, text)
}

fn told(find: &Find, count: usize) -> String {
    match count {
        _ if find.query.is_empty() => String::new(),
        0 => "none".to_owned(),
        count => format!("{} of {count}", find.current.min(count - 1) + 1),
    }
}

/// How far the keys move, and whether they close the bar.
fn keys(ui: &Ui, has_focus: bool, output: &mut FindOutput) -> isize {
    if !has_focus {
        return 0;
    }
    ui.input_mut(|input| {
        output.is_closed |= input.consume_key(Modifiers::NONE, Key::Escape);
        if input.consume_key(Modifiers::SHIFT, Key::Enter) {
            -1
        } else {
            isize::from(input.consume_key(Modifiers::NONE, Key::Enter))
        }
    })
}

/// Whether the bar was not there in the pass before.
fn appears(ui: &Ui, id: Id) -> bool {
    let pass = ui.ctx().cumulative_pass_nr();
    let before = ui.data_mut(|data| {
        let seen = data.get_temp_mut_or_default::<Option<u64>>(id.with("pass"));
        seen.replace(pass)
    });
    before.is_none_or(|before| before + 1 < pass)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places() {
        let check = |text: &str, query: &str, case: bool, expected: &[(usize, usize)]| {
            let found = matches(text, query, case);
            let found: Vec<_> = found.iter().map(|range| (range.start, range.end)).collect();
            assert_eq!(found, expected, "{query} in {text}");
        };
        check("", "a", true, &[]);
        check("abc", "", true, &[]);
        check("abc", "abcd", true, &[]);
        check("tile Tile TILE", "tile", true, &[(0, 4)]);
        check("tile Tile TILE", "tILe", false, &[(0, 4), (5, 9), (10, 14)]);
        check("aaaaa", "aa", true, &[(0, 2), (2, 4)]);
        check("2×3 × 4", "×", false, &[(1, 3), (5, 7)]);
        check("a\nb", "a\nb", false, &[(0, 3)]);
    }

    #[test]
    fn which_of_how_many() {
        let check = |query: &str, current: usize, count: usize, expected: &str| {
            let find = Find { query: query.to_owned(), current, is_case_sensitive: false };
            assert_eq!(told(&find, count), expected);
        };
        check("", 0, 0, "");
        check("x", 0, 0, "none");
        check("x", 2, 12, "3 of 12");
        check("x", 40, 12, "12 of 12");
    }
}
