//! Terms that explain themselves: hover over one, and the glossary says what it
//! means.

use super::lessons::term;
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
