//! Colours for the words of a text.

use egui::Color32;
use warpbench_texts::syntax::TokenKind;
use warpbench_theme::Palette;

/// The colour of a kind of word. All of them can be read on every ground that a
/// line can have, and none is a colour that means something in a picture: words are
/// told apart by shades of grey and a violet that nothing else has.
pub(super) fn colour(kind: TokenKind, palette: &Palette) -> Color32 {
    let (dark, light) = match kind {
        TokenKind::Plain => return palette.text,
        TokenKind::Comment => return palette.quiet,
        TokenKind::Keyword => (0xbdb6ee, 0x4a3a94),
        TokenKind::Type => (0xb4c4c6, 0x39505a),
        TokenKind::Attribute => (0xb0b4c4, 0x4c5064),
        TokenKind::Number => (0xd8cfc0, 0x57493a),
        TokenKind::Text => (0xc9ccb6, 0x4a4d38),
        TokenKind::Builtin => (0xcfc8f4, 0x5a4aa6),
    };
    let hex: u32 = if palette.is_dark { dark } else { light };
    Color32::from_rgb((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
}

#[cfg(test)]
mod tests {
    use super::super::layout::Tints;
    use super::*;
    use warpbench_theme::contrast;

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
