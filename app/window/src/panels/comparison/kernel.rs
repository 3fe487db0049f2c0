//! More about one kernel: its counters, and its two texts where no lesson has them.

use super::counters;
use egui::{Frame, Margin, RichText, ScrollArea, TextEdit, Ui};
use warpbench_catalog as catalog;
use warpbench_front::Language;
use warpbench_state::comparison::action::ComparisonAction;
use warpbench_state::comparison::session::ComparisonSession;
use warpbench_texts::lessons::RungId;
use warpbench_texts::syntax::{Syntax, items};
use warpbench_theme::Palette;

/// How high a text is before it is scrolled.
const TEXT: f32 = 220.0;

pub(super) fn show(
    ui: &mut Ui,
    session: &ComparisonSession,
    kernel: &str,
    actions: &mut Vec<ComparisonAction>,
) {
    let palette = Palette::of(ui.visuals());
    let frame = Frame::new().fill(palette.next_line).corner_radius(4.0);
    frame.inner_margin(Margin::symmetric(8, 6)).show(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(kernel).strong());
            let where_it_is = match RungId::of_variant(kernel) {
                Some(rung_id) => format!(
                    "{}, {}: both texts are open",
                    rung_id.lesson().title,
                    rung_id.rung().title
                ),
                None => "in no lesson; here are its texts".to_owned(),
            };
            ui.label(RichText::new(where_it_is).small().color(palette.quiet));
            if ui.small_button("Close").on_hover_text("Put this kernel away").clicked() {
                actions.push(ComparisonAction::CloseKernel);
            }
        });
        counters::table(ui, session, kernel);
        if RungId::of_variant(kernel).is_none() {
            texts(ui, kernel);
        }
    });
}

/// Both texts of a kernel, to be read.
fn texts(ui: &mut Ui, kernel: &str) {
    let Ok((family, variant)) = catalog::find(kernel) else { return };
    let texts = [
        (Language::Rust, "Rust, through CUDA", family.rust_of(variant).1),
        (Language::Wgsl, "WGSL", family.wgsl_of(variant).1),
    ];
    ui.columns(2, |columns| {
        for (ui, (language, name, text)) in columns.iter_mut().zip(texts) {
            ui.label(RichText::new(name).small().strong());
            let own = lines_of(text, language.into(), kernel);
            let area = ScrollArea::both().id_salt(name).max_height(TEXT);
            area.show(ui, |ui| {
                // A text that cannot be changed is one to be read and copied.
                let mut own = own.as_str();
                let field = TextEdit::multiline(&mut own).code_editor();
                let response = ui.add(field.desired_width(f32::INFINITY));
                ui.ctx().accesskit_node_builder(response.id, |node| {
                    node.set_label(format!("{kernel} in {name}"));
                });
            });
        }
    });
}

/// The lines of one kernel in a text of many.
fn lines_of(text: &str, syntax: Syntax, kernel: &str) -> String {
    let items = items(text, syntax);
    let own = items.iter().find(|item| item.names.iter().any(|name| name == kernel));
    let Some(item) = own else { return text.to_owned() };
    let lines = text.lines().zip(1..).filter(|(_, number)| item.lines.contains(number));
    lines.map(|(line, _)| format!("{line}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kernel_is_cut_out_of_its_text() {
        let (family, variant) = catalog::find("peak_copy").expect("is there");
        for (text, syntax) in [
            (family.rust_of(variant).1, Syntax::from(Language::Rust)),
            (family.wgsl_of(variant).1, Syntax::from(Language::Wgsl)),
        ] {
            let own = lines_of(text, syntax, "peak_copy");
            assert!(own.contains("fn peak_copy") && !own.contains("fn peak_read"), "{own}");
        }
    }
}
