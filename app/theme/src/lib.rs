//! Colours and type: the Okabe–Ito set, each with a second cue where it is
//! used, and sizes that can be read from the back row.

use egui::{Color32, Context, FontDefinitions, FontFamily, FontId, Stroke, TextStyle, Visuals};

/// The sizes of type: for notes, for text, and for headings.
pub const SIZES: [f32; 3] = [12.5, 15.0, 20.0];

/// What each state of the machine looks like. Colours that carry a meaning are
/// the same in every panel, and none is the only cue.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Palette {
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
    /// What the user has chosen to follow, was looking for or is led to.
    pub chosen: Color32,
    /// Behind what the last step is about: it has no hue, so that nobody takes it for
    /// a state.
    pub current_line: Color32,
    /// Behind what comes next.
    pub next_line: Color32,
}

impl Palette {
    /// The colours of a theme.
    pub fn of(visuals: &Visuals) -> Palette {
        if visuals.dark_mode { DARK } else { LIGHT }
    }

    /// A colour for a share from nothing (0) to everything (1): from the ground to
    /// yellow, which is nothing else's, and which differs in lightness too.
    pub fn heat(&self, share: f32) -> Color32 {
        let share = if share.is_nan() { 0.0 } else { share.clamp(0.0, 1.0) };
        let stops = if self.is_dark {
            [self.field, rgb(0x59541c), rgb(0xa39a2b), rgb(0xf0e442)]
        } else {
            [self.field, rgb(0xf6f0a0), rgb(0xe8da2e), rgb(0xb8a800)]
        };
        let at = share * (stops.len() - 1) as f32;
        let from = (at as usize).min(stops.len() - 2);
        stops[from].lerp_to_gamma(stops[from + 1], at - from as f32)
    }

    /// Black or white, whichever can be read on a colour.
    pub fn on(&self, ground: Color32) -> Color32 {
        if contrast(Color32::WHITE, ground) >= contrast(Color32::BLACK, ground) {
            Color32::WHITE
        } else {
            Color32::BLACK
        }
    }

    /// Colours for the series of a chart, told apart by their markers as well.
    pub fn series(&self, index: usize) -> Color32 {
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
    masked: rgb(0x6a7382),
    barrier: rgb(0xe69f00),
    done: rgb(0x2c323b),
    conflict: rgb(0xff7a33),
    read: rgb(0x6cc4f5),
    write: rgb(0x14a87c),
    chosen: rgb(0xe59ac6),
    current_line: rgb(0x353c47),
    next_line: rgb(0x292e37),
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
    chosen: rgb(0x983f73),
    current_line: rgb(0xdce0e7),
    next_line: rgb(0xeceff3),
};

/// The contrast of two colours, 1 to 21, as the Web's guidelines reckon it.
pub fn contrast(a: Color32, b: Color32) -> f32 {
    let light = |colour: Color32| {
        let [r, g, b, _] = egui::Rgba::from(colour).to_array();
        0.2126 * r + 0.7152 * g + 0.0722 * b
    };
    let (a, b) = (light(a), light(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// Sets the type sizes and both themes, so that text stands out enough for a
/// projector.
pub fn install(context: &Context) {
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
        // Each blink would draw the whole window, which is much of a processor's
        // time where there is no graphics card.
        style.visuals.text_cursor.blink = false;
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
    visuals.hyperlink_color = palette.text;
    visuals.error_fg_color = palette.conflict;
    visuals.warn_fg_color = palette.conflict;
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
            for ground in grounds {
                assert!(contrast(palette.chosen, ground) >= 4.5, "chosen on {ground:?}");
            }
        }
    }

    /// How far apart two hues are, in degrees; nothing where one has none.
    fn hues_apart(a: Color32, b: Color32) -> Option<f32> {
        let hue = |colour: Color32| {
            let [r, g, b] = [colour.r(), colour.g(), colour.b()].map(f32::from);
            let (most, least) = (r.max(g).max(b), r.min(g).min(b));
            let range = most - least;
            let turn = match most {
                _ if range < 0.2 * most => return None,
                most if most == r => ((g - b) / range).rem_euclid(6.0),
                most if most == g => (b - r) / range + 2.0,
                _ => (r - g) / range + 4.0,
            };
            Some(60.0 * turn)
        };
        let apart = (hue(a)? - hue(b)?).abs();
        Some(apart.min(360.0 - apart))
    }

    /// What has a meaning has a hue of its own, in every panel: nobody takes what is
    /// selected for waste, nor waste for a barrier. What the last step is about, what
    /// is masked and what is done have none.
    #[test]
    fn a_colour_means_one_thing() {
        for palette in [DARK, LIGHT] {
            let meanings = [
                ("active", palette.active),
                ("barrier", palette.barrier),
                ("conflict", palette.conflict),
                ("write", palette.write),
                ("chosen", palette.chosen),
                ("some waste", palette.heat(0.5)),
                ("waste", palette.heat(1.0)),
            ];
            for (index, (name, colour)) in meanings.iter().enumerate() {
                for (other, beside) in &meanings[index + 1..] {
                    let is_one_scale = name.contains("waste") && other.contains("waste");
                    let apart = hues_apart(*colour, *beside).expect("both have a hue");
                    assert!(is_one_scale || apart > 12.0, "{name} and {other}: {apart}");
                }
            }
            let plain = [palette.current_line, palette.next_line, palette.field, palette.line];
            for colour in plain.into_iter().chain([palette.masked, palette.done]) {
                let [r, g, b] = [colour.r(), colour.g(), colour.b()];
                let range = r.max(g).max(b) - r.min(g).min(b);
                assert!(range < 32, "{colour:?} has a hue");
            }
        }
    }

    #[test]
    fn contrast_of_black_and_white() {
        assert!((contrast(Color32::BLACK, Color32::WHITE) - 21.0).abs() < 0.1);
        assert!((contrast(Color32::RED, Color32::RED) - 1.0).abs() < 1e-6);
    }
}
