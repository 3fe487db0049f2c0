//! The variant's text in Rust, WGSL or PTX, scrolled to its kernel.

use crate::window::command::{Command, key_of};
use crate::window::state::{Language, State};
use egui::{RichText, ScrollArea, TextStyle, Ui};
use egui_extras::syntax_highlighting::{CodeTheme, highlight};
use warpbench_host::catalog::Rung;

pub(in crate::window) fn show(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    ui.label(state.variant.shows);
    if let Rung::Contested(why) | Rung::Apart(why) = state.variant.rung {
        ui.label(RichText::new(format!("Note: {why}.")).italics());
    }
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        for (language, name) in
            [(Language::Rust, "Rust"), (Language::Wgsl, "WGSL"), (Language::Ptx, "PTX")]
        {
            let key = key_of(Command::Show(language));
            let tab = ui.selectable_label(state.language == language, name);
            if tab.on_hover_text(format!("Show the {name} text ({key})")).clicked() {
                commands.push(Command::Show(language));
            }
        }
    });
    ui.separator();
    code(ui, state);
}

/// All of the family's text; the rows of the chosen kernel come first into view.
fn code(ui: &mut Ui, state: &State) {
    let text = state.text();
    let first = kernel_line(text, state.variant.name, state.language).saturating_sub(2);
    let style = ui.style().clone();
    let theme = CodeTheme::from_style(&style);
    // The highlighter knows Rust; WGSL looks enough like it, and PTX does not.
    let language = match state.language {
        Language::Rust | Language::Wgsl => "rs",
        Language::Ptx => "",
    };
    let row = ui.text_style_height(&TextStyle::Monospace);
    let id = (state.variant.name, state.language as u8);
    ScrollArea::both()
        .id_salt(id)
        .auto_shrink(false)
        .vertical_scroll_offset_once(ui, id, first as f32 * row)
        .show(ui, |ui| {
            ui.horizontal_top(|ui| {
                let lines = text.lines().count();
                let numbers: String = (1..=lines).map(|n| format!("{n:>4}\n")).collect();
                ui.label(RichText::new(numbers).monospace().weak());
                let job = highlight(ui.ctx(), &style, &theme, text, language);
                ui.add(egui::Label::new(job).selectable(true).extend());
            });
        });
}

/// Sets the offset when a text is first shown, and leaves it to the user then.
trait OffsetOnce {
    fn vertical_scroll_offset_once(self, ui: &Ui, id: (&'static str, u8), offset: f32) -> Self;
}

impl OffsetOnce for ScrollArea {
    fn vertical_scroll_offset_once(self, ui: &Ui, id: (&'static str, u8), offset: f32) -> Self {
        let key = egui::Id::unique("shown text");
        let shown = ui.data_mut(|data| data.get_temp::<(&'static str, u8)>(key));
        if shown == Some(id) {
            return self;
        }
        ui.data_mut(|data| data.insert_temp(key, id));
        self.vertical_scroll_offset(offset)
    }
}

/// The line, from 0, at which a kernel starts.
fn kernel_line(text: &str, kernel: &str, language: Language) -> usize {
    let (before, after) = match language {
        Language::Rust | Language::Wgsl => ("fn ", "("),
        Language::Ptx => (".entry ", "("),
    };
    let start = format!("{before}{kernel}{after}");
    text.lines().position(|line| line.contains(&start)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use warpbench_host::catalog;

    #[test]
    fn every_kernel_is_found_in_every_text() {
        for (family, variant) in catalog::variants() {
            for (language, text) in [
                (Language::Rust, family.sources.rust),
                (Language::Wgsl, family.sources.wgsl),
                (Language::Ptx, family.sources.ptx),
            ] {
                let line = kernel_line(text, variant.name, language);
                assert!(line > 0, "{} in {language:?}", variant.name);
            }
        }
    }
}
