//! Colours and type: the Okabe–Ito set, each with a second cue where it is
//! used, and sizes that can be read from the back row.

use egui::{Color32, Context, FontDefinitions, FontFamily, FontId, Stroke, TextStyle, Visuals};

/// The sizes of type: for notes, for text, and for headings.
pub(super) const SIZES: [f32; 3] = [12.5, 15.0, 20.0];

/// What each state of the machine looks like. Colours that carry a meaning are
/// the same in every panel, and none is the only cue.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Palette {
    /// Whether the theme is dark.
    pub is_dark: bool,
    pub text: Color32,
    /// Text that confirms what the eye has seen already; still 4.5:1.
    pub quiet: Color32,
    pub ground: Color32,
    /// A field for something to lie on: an empty cell, an unused sector.
    pub field: Color32,
    /// Thin lines between fields.
    pub line: Color32,
    /// An active lane, a running block.
    pub active: Color32,
    /// A lane that is masked off.
    pub masked: Color32,
    /// Waiting at a barrier.
    pub barrier: Color32,
    pub done: Color32,
    /// Lanes that queue up at a bank; anything wrong.
    pub conflict: Color32,
    /// The ring around what is read.
    pub read: Color32,
    /// The fill of what is written.
    pub write: Color32,
    /// What the user has chosen to follow.
    pub chosen: Color32,
    /// The line or cell that changed with the last step.
    pub changed: Color32,
    /// Behind the line that is executed.
    pub current_line: Color32,
    /// Behind the line that comes next.
    pub next_line: Color32,
}

impl Palette {
    /// The colours of a theme.
    pub(super) fn of(visuals: &Visuals) -> Palette {
        if visuals.dark_mode { DARK } else { LIGHT }
    }

    /// A colour for a share from nothing (0) to everything (1): from the ground
    /// through yellow to vermillion, which differ in lightness too.
    pub(super) fn heat(&self, share: f32) -> Color32 {
        let share = if share.is_nan() { 0.0 } else { share.clamp(0.0, 1.0) };
        let stops = if self.is_dark {
            [self.field, rgb(0x6b5d1e), rgb(0xb07a12), rgb(0xd55e00)]
        } else {
            [self.field, rgb(0xf7edb0), rgb(0xf0b95a), rgb(0xe07a3c)]
        };
        let at = share * (stops.len() - 1) as f32;
        let from = (at as usize).min(stops.len() - 2);
        stops[from].lerp_to_gamma(stops[from + 1], at - from as f32)
    }

    /// Black or white, whichever can be read on a colour.
    pub(super) fn on(&self, ground: Color32) -> Color32 {
        if contrast(Color32::WHITE, ground) >= contrast(Color32::BLACK, ground) {
            Color32::WHITE
        } else {
            Color32::BLACK
        }
    }

    /// Colours for the series of a chart, told apart by their markers as well.
    pub(super) fn series(&self, index: usize) -> Color32 {
        let colours = if self.is_dark {
            [0x56b4e9, 0xe69f00, 0x2fc49a, 0xcc79a7, 0xf0e442, 0xff8a4a]
        } else {
            [0x0072b2, 0x8a5c00, 0x00785a, 0xa3487d, 0x6e6600, 0xb34e00]
        };
        rgb(colours[index % colours.len()])
    }
}

const fn rgb(hex: u32) -> Color32 {
    Color32::from_rgb((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
}

const DARK: Palette = Palette {
    is_dark: true,
    text: rgb(0xe4e6ea),
    quiet: rgb(0xa4abb6),
    ground: rgb(0x16191e),
    field: rgb(0x242932),
    line: rgb(0x3a414d),
    active: rgb(0x3d9be0),
    masked: rgb(0x4a515c),
    barrier: rgb(0xe69f00),
    done: rgb(0x2c323b),
    conflict: rgb(0xff7a33),
    read: rgb(0x6cc4f5),
    write: rgb(0x14a87c),
    chosen: rgb(0xf0e442),
    changed: rgb(0xf0e442),
    current_line: rgb(0x1f3d57),
    next_line: rgb(0x26303b),
};

const LIGHT: Palette = Palette {
    is_dark: false,
    text: rgb(0x1a1d21),
    quiet: rgb(0x5a626d),
    ground: rgb(0xfafbfc),
    field: rgb(0xe9ecf0),
    line: rgb(0xc3c9d2),
    active: rgb(0x0072b2),
    masked: rgb(0xaab1bb),
    barrier: rgb(0xd98f00),
    done: rgb(0xd9dde3),
    conflict: rgb(0xc44f00),
    read: rgb(0x2796d8),
    write: rgb(0x009e73),
    chosen: rgb(0xa3487d),
    changed: rgb(0x8a5a00),
    current_line: rgb(0xcfe6f7),
    next_line: rgb(0xe6eef5),
};

/// The contrast of two colours, 1 to 21, as the Web's guidelines reckon it.
pub(super) fn contrast(a: Color32, b: Color32) -> f32 {
    let light = |colour: Color32| {
        let [r, g, b, _] = egui::Rgba::from(colour).to_array();
        0.2126 * r + 0.7152 * g + 0.0722 * b
    };
    let (a, b) = (light(a), light(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// Sets the type sizes and both themes, so that text stands out enough for a
/// projector.
pub(super) fn install(context: &Context) {
    context.set_fonts(fonts());
    context.all_styles_mut(|style| {
        let palette = Palette::of(&style.visuals);
        colours(&mut style.visuals, &palette);
        let [small, body, heading] = SIZES;
        style.text_styles = [
            (TextStyle::Small, FontId::new(small, FontFamily::Proportional)),
            (TextStyle::Body, FontId::new(body, FontFamily::Proportional)),
            (TextStyle::Button, FontId::new(body, FontFamily::Proportional)),
            (TextStyle::Heading, FontId::new(heading, FontFamily::Proportional)),
            (TextStyle::Monospace, FontId::new(14.0, FontFamily::Monospace)),
        ]
        .into();
        style.spacing.item_spacing = egui::vec2(8.0, 6.0);
        style.spacing.button_padding = egui::vec2(7.0, 3.0);
        style.interaction.tooltip_delay = 0.35;
    });
}

/// The proportional face lacks triangles and the like; the monospaced one has
/// them.
fn fonts() -> FontDefinitions {
    let mut fonts = FontDefinitions::default();
    let monospace = fonts.families.get(&FontFamily::Monospace).cloned().unwrap_or_default();
    let proportional = fonts.families.entry(FontFamily::Proportional).or_default();
    for face in monospace {
        if !proportional.contains(&face) {
            proportional.push(face);
        }
    }
    fonts
}

fn colours(visuals: &mut Visuals, palette: &Palette) {
    visuals.panel_fill = palette.ground;
    visuals.window_fill = palette.ground;
    visuals.extreme_bg_color = if palette.is_dark { rgb(0x101317) } else { rgb(0xffffff) };
    visuals.faint_bg_color = palette.field;
    visuals.window_stroke = Stroke::new(1.0, palette.line);
    visuals.weak_text_color = Some(palette.quiet);
    visuals.hyperlink_color = palette.series(0);
    visuals.error_fg_color = palette.conflict;
    visuals.warn_fg_color = palette.barrier;
    visuals.selection.bg_fill = palette.current_line;
    visuals.selection.stroke = Stroke::new(1.0, palette.text);
    visuals.widgets.noninteractive.fg_stroke.color = palette.text;
    visuals.widgets.noninteractive.bg_stroke.color = palette.line;
    visuals.widgets.inactive.fg_stroke.color = palette.text;
    visuals.widgets.inactive.weak_bg_fill = palette.field;
    visuals.widgets.inactive.bg_fill = palette.field;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_can_be_read_on_everything_it_lies_on() {
        for palette in [DARK, LIGHT] {
            let grounds = [palette.ground, palette.field, palette.current_line, palette.next_line];
            for text in [palette.text, palette.quiet] {
                for ground in grounds {
                    let contrast = contrast(text, ground);
                    assert!(contrast >= 4.5, "{text:?} on {ground:?}: {contrast}");
                }
            }
            for index in 0..6 {
                assert!(contrast(palette.series(index), palette.ground) >= 4.5, "series {index}");
            }
            for ground in [palette.active, palette.conflict, palette.write, palette.barrier] {
                assert!(contrast(palette.on(ground), ground) >= 4.5, "{ground:?}");
            }
            for share in 0..=10 {
                let ground = palette.heat(share as f32 / 10.0);
                assert!(contrast(palette.on(ground), ground) >= 4.5, "heat {share}");
            }
            assert!(contrast(palette.conflict, palette.ground) >= 4.5, "conflict as text");
        }
    }

    #[test]
    fn contrast_of_black_and_white() {
        assert!((contrast(Color32::BLACK, Color32::WHITE) - 21.0).abs() < 0.1);
        assert!((contrast(Color32::RED, Color32::RED) - 1.0).abs() < 1e-6);
    }
}
