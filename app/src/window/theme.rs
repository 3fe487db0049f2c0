//! Colours and type: the Okabe–Ito set, each with a second cue where it is
//! used, and sizes that can be read from the back row.

use egui::{Color32, Context, FontFamily, FontId, TextStyle, Visuals};

/// A wrong result or an error.
pub(super) fn bad(visuals: &Visuals) -> Color32 {
    if visuals.dark_mode {
        Color32::from_rgb(0xff, 0x8a, 0x4a)
    } else {
        Color32::from_rgb(0xa8, 0x3f, 0x00)
    }
}

/// The bars of the timings.
pub(super) fn bar(visuals: &Visuals) -> Color32 {
    if visuals.dark_mode {
        Color32::from_rgb(0x2b, 0x7b, 0xb5)
    } else {
        Color32::from_rgb(0x8c, 0xc3, 0xea)
    }
}

/// Sets the type sizes, and makes text stand out enough for a projector.
pub(super) fn install(context: &Context) {
    context.all_styles_mut(|style| {
        let text = if style.visuals.dark_mode { 0xd8 } else { 0x1c };
        style.visuals.widgets.noninteractive.fg_stroke.color = Color32::from_gray(text);
        style.visuals.widgets.inactive.fg_stroke.color = Color32::from_gray(text);
        style.text_styles = [
            (TextStyle::Small, FontId::new(12.5, FontFamily::Proportional)),
            (TextStyle::Body, FontId::new(15.0, FontFamily::Proportional)),
            (TextStyle::Button, FontId::new(15.0, FontFamily::Proportional)),
            (TextStyle::Heading, FontId::new(20.0, FontFamily::Proportional)),
            (TextStyle::Monospace, FontId::new(14.0, FontFamily::Monospace)),
        ]
        .into();
        style.spacing.item_spacing = egui::vec2(8.0, 6.0);
    });
}
