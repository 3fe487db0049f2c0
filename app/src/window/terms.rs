//! Terms that explain themselves: hover over one, and the glossary says what it
//! means.

use super::lessons::{Term, glossary, term};
use super::theme::Palette;
use egui::{Response, RichText, Role, Ui, WidgetInfo};

/// Lets a widget explain a term on hover. What the glossary does not know is
/// left as it is, and a test looks all of them up.
pub fn explain(response: Response, name: &str) -> Response {
    match term(name) {
        Some(term) => response.on_hover_ui(|ui| {
            ui.set_max_width(360.0);
            ui.label(RichText::new(&term.name).strong());
            ui.label(&term.text);
        }),
        None => response,
    }
}

/// Lets a widget explain all terms that occur in the words it shows.
pub fn explain_all(response: Response, words: &str) -> Response {
    // Looking takes a while, and nobody asks but for what the pointer is on.
    if !response.hovered() {
        return response;
    }
    let found = terms_in(words);
    if found.is_empty() {
        return response;
    }
    response.on_hover_ui(|ui| {
        ui.set_max_width(360.0);
        for term in found {
            ui.label(RichText::new(&term.name).strong());
            ui.label(&term.text);
        }
    })
}

/// The terms that occur in a text, in the order in which they first do.
pub fn terms_in(text: &str) -> Vec<&'static Term> {
    let text = text.to_lowercase();
    let first_place = |term: &Term| {
        let names = std::iter::once(&term.name).chain(&term.also);
        names.filter_map(|name| find_word(&text, &name.to_lowercase())).min()
    };
    let mut found: Vec<(usize, &Term)> =
        glossary().iter().filter_map(|term| Some((first_place(term)?, term))).collect();
    found.sort_by_key(|(place, _)| *place);
    found.into_iter().map(|(_, term)| term).collect()
}

/// Where a word stands in a text, with nothing that belongs to a word beside it.
fn find_word(text: &str, word: &str) -> Option<usize> {
    let is_apart = |beside: Option<char>| beside.is_none_or(|beside| !beside.is_alphanumeric());
    text.match_indices(word).map(|(place, _)| place).find(|&place| {
        is_apart(text[..place].chars().next_back())
            && is_apart(text[place + word.len()..].chars().next())
    })
}

/// Gives a list to choose from a name for those who cannot see it.
pub fn name(response: &Response, name: &str) {
    response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, name));
}

/// A small word that is explained on hover.
pub fn word(ui: &mut Ui, text: &str, name: &str) -> Response {
    let palette = Palette::of(ui.visuals());
    explain(ui.label(RichText::new(text).small().color(palette.quiet)), name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::window::panels::finding_terms;

    /// The terms of a text of ours that are explained: the last words in quotes
    /// of every call.
    fn explained(text: &str) -> Vec<String> {
        let calls = ["explain(", "word(ui"];
        let mut terms = Vec::new();
        for call in calls.iter().flat_map(|call| text.split(call).skip(1)) {
            let call = call.split(';').next().unwrap_or_default();
            let quoted: Vec<&str> = call.split('"').skip(1).step_by(2).collect();
            terms.extend(quoted.last().map(|&term| term.to_owned()));
        }
        terms
    }

    #[test]
    fn terms_are_found_as_whole_words() {
        let check = |text: &str, expected: &[&str]| {
            let found: Vec<&str> = terms_in(text).iter().map(|term| term.name.as_str()).collect();
            assert_eq!(found, expected, "{text}");
        };
        check("32 lanes → 4 sectors of 32 B", &["lane", "sector"]);
        check("Sector and lane", &["sector", "lane"]);
        check("a plane, an embankment", &[]);
        check("", &[]);
    }

    #[test]
    fn the_glossary_knows_every_term_that_is_shown() {
        let texts = [
            include_str!("bars/launch.rs"),
            include_str!("bars/transport.rs"),
            include_str!("panels/blocks.rs"),
            include_str!("panels/registers.rs"),
            include_str!("panels/warps.rs"),
        ];
        let mut terms: Vec<String> = texts.iter().flat_map(|text| explained(text)).collect();
        terms.extend(finding_terms().map(str::to_owned));
        assert!(terms.len() > 10, "{terms:?}");
        for name in terms {
            assert!(term(&name).is_some(), "the glossary lacks `{name}`");
        }
    }
}
