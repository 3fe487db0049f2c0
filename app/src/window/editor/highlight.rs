//! Colours for the words of a text.

use crate::window::syntax::TokenKind;
use crate::window::theme::Palette;
use egui::Color32;

/// The colour of a kind of word. All of them can be read on every ground that a
/// line can have.
pub(super) fn colour(kind: TokenKind, palette: &Palette) -> Color32 {
    let (dark, light) = match kind {
        TokenKind::Plain => return palette.text,
        TokenKind::Comment => return palette.quiet,
        TokenKind::Keyword => (0x7cc4f5, 0x00559b),
        TokenKind::Type => (0x6bd6b8, 0x00604a),
        TokenKind::Attribute => (0xeaa9cf, 0x8a2a66),
        TokenKind::Number => (0xf2bd6b, 0x824200),
        TokenKind::Text => (0xc6d683, 0x4d5700),
        TokenKind::Builtin => (0xcdbcff, 0x5a3aa6),
    };
    let hex: u32 = if palette.is_dark { dark } else { light };
    Color32::from_rgb((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
}

#[cfg(test)]
mod tests {
    use super::super::layout::Tints;
    use super::*;
    use crate::window::theme::contrast;

    const KINDS: [TokenKind; 8] = [
        TokenKind::Plain,
        TokenKind::Comment,
        TokenKind::Keyword,
        TokenKind::Type,
        TokenKind::Attribute,
        TokenKind::Number,
        TokenKind::Text,
        TokenKind::Builtin,
    ];

    #[test]
    fn every_kind_can_be_read_on_every_ground() {
        for dark in [true, false] {
            let visuals = if dark { egui::Visuals::dark() } else { egui::Visuals::light() };
            let palette = Palette::of(&visuals);
            let tints = Tints::of(&palette);
            let grounds = [
                palette.ground,
                palette.current_line,
                palette.next_line,
                tints.added,
                tints.removed,
                tints.found,
            ];
            assert!(contrast(palette.text, tints.selected) >= 4.5);
            for kind in KINDS {
                for ground in grounds {
                    let contrast = contrast(colour(kind, &palette), ground);
                    assert!(contrast >= 4.5, "{kind:?} on {ground:?}: {contrast}");
                }
            }
        }
    }
}
