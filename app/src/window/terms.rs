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
