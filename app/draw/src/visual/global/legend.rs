//! Legend of an access: the lines, boxes and signs that are in the picture.

use super::model::{Kind, Request};
use super::paint::{Brush, hatch};
use super::view::View;
use egui::{Rect, RichText, Sense, Shape, Stroke, Ui, Vec2, pos2, vec2};
use warpbench_theme::{Palette, SIZES};

/// How high it is.
pub(super) const HEIGHT: f32 = 20.0;

/// Something in the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    /// From a lane to its word.
    Arrow,
    /// A word that is wanted.
    Wanted,
    /// What moves though nobody wants it.
    Hatched,
    /// A transaction that moves several times.
    Pile,
    /// Lanes that the device looks at apart.
    Parted,
    /// A lane past the end of the array.
    Outside,
    /// A lane that takes no part.
    Flat,
}

/// The signs of an access, and what they mean.
fn signs(request: &Request) -> Vec<(Sign, String)> {
    let noun = request.noun;
    let lanes = request.addresses.len() as u32;
    let is_hatched = request.share_used() < 1.0;
    let wanted = if request.kind == Kind::Load { "wanted" } else { "written" };
    [
        (true, Sign::Arrow, "a lane and its word".to_owned()),
        (true, Sign::Wanted, format!("{wanted}, in a {noun} that moves")),
        (is_hatched, Sign::Hatched, "moves for nothing".to_owned()),
        (request.layers > 1, Sign::Pile, format!("a {noun} moves again")),
        (request.lanes_per_request < lanes, Sign::Parted, "lanes asked for apart".to_owned()),
        (request.outside != 0, Sign::Outside, "past the end".to_owned()),
        (request.addresses.iter().any(Option::is_none), Sign::Flat, "takes no part".to_owned()),
    ]
    .into_iter()
    .filter_map(|(is_there, sign, text)| is_there.then_some((sign, text)))
    .collect()
}

/// The same in words, for those who point at the picture.
pub(super) fn words(request: &Request) -> String {
    let told = |(sign, text): (Sign, String)| {
        let name = match sign {
            Sign::Arrow => "line",
            Sign::Wanted => "filled or ringed",
            Sign::Hatched => "hatched",
            Sign::Pile => "box below a box",
            Sign::Parted => "bar between lanes",
            Sign::Outside => "× in a lane",
            Sign::Flat => "flat lane",
        };
        format!("{name}: {text}")
    };
    signs(request).into_iter().map(told).collect::<Vec<_>>().join("\n")
}

/// Draws the signs of an access side by side.
pub(super) fn show(ui: &mut Ui, request: Option<&Request>, view: &View) {
    let palette = Palette::of(ui.visuals());
    let size = vec2(ui.available_width(), HEIGHT);
    ui.allocate_ui(size, |ui| {
        ui.set_min_size(size);
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 5.0;
            for (sign, text) in request.map(signs).unwrap_or_default() {
                let text = RichText::new(text).size(SIZES[0]).color(palette.quiet);
                // What has no room is told by pointing at the picture.
                let needed = 30.0 + 7.0 * text.text().chars().count() as f32;
                if ui.available_width() < needed {
                    break;
                }
                let (response, painter) = ui.allocate_painter(vec2(16.0, 14.0), Sense::hover());
                let kind = request.map_or(Kind::Load, |request| request.kind);
                let mut brush = Brush::new(&palette, view.is_past, Vec2::ZERO, kind);
                paint(&mut brush, sign, response.rect.shrink(1.0), &palette);
                painter.extend(brush.shapes);
                ui.label(text);
                ui.add_space(6.0);
            }
        });
    });
}

fn paint(brush: &mut Brush<'_>, sign: Sign, place: Rect, palette: &Palette) {
    let colour = brush.colour;
    let stroke = Stroke::new(1.2, colour);
    match sign {
        Sign::Arrow => {
            let (from, to) = (place.left_top(), place.right_bottom());
            brush.shapes.push(Shape::line_segment([from, to], stroke));
            let tip = vec![to, to - vec2(6.0, 1.5), to - vec2(2.0, 6.0)];
            brush.shapes.push(Shape::convex_polygon(tip, colour, Stroke::NONE));
        }
        Sign::Wanted => {
            brush.filled(place, palette.field.lerp_to_gamma(colour, 0.3));
            brush.framed(place, Stroke::new(1.5, colour));
        }
        Sign::Hatched => {
            brush.filled(place, palette.field);
            hatch(place, stroke, &mut brush.shapes);
            brush.framed(place, Stroke::new(1.0, colour));
        }
        Sign::Pile => {
            for half in [0.0, 0.55] {
                let top = place.top() + half * place.height();
                let layer = place.with_min_y(top).with_max_y(top + 0.4 * place.height());
                brush.framed(layer, Stroke::new(1.0, colour));
            }
        }
        Sign::Parted => {
            let bar = Rect::from_center_size(place.center(), vec2(2.0, place.height()));
            brush.filled(bar, palette.quiet);
        }
        Sign::Outside => {
            let at = place.center();
            for side in [-4.0, 4.0] {
                let ends = [at + vec2(-4.0, side), at + vec2(4.0, -side)];
                brush.shapes.push(Shape::line_segment(ends, Stroke::new(1.5, palette.conflict)));
            }
        }
        Sign::Flat => {
            let flat =
                Rect::from_center_size(pos2(place.center().x, place.center().y), vec2(12.0, 5.0));
            brush.filled(flat, palette.ground.lerp_to_gamma(palette.masked, 0.45));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::model::tests::load;
    use super::*;

    #[test]
    fn only_what_is_in_the_picture_is_explained() {
        let check = |device: &str, stride: u32, expected: &[Sign]| {
            let model = load(device, |lane| 4 * stride * lane);
            let found: Vec<Sign> =
                signs(&model.requests[0]).iter().map(|(sign, _)| *sign).collect();
            assert_eq!(found, expected, "{device} by {stride}");
        };
        check("H200", 1, &[Sign::Arrow, Sign::Wanted]);
        check("H200", 2, &[Sign::Arrow, Sign::Wanted, Sign::Hatched]);
        check("8800 GTX", 1, &[Sign::Arrow, Sign::Wanted, Sign::Parted]);
        let all = [Sign::Arrow, Sign::Wanted, Sign::Hatched, Sign::Pile, Sign::Parted];
        check("8800 GTX", 2, &all);
        let mut model = load("H200", |lane| 4 * lane);
        let request = &mut model.requests[0];
        (request.addresses[31], request.outside) = (None, 1);
        let told = words(request);
        assert!(told.contains("takes no part") && told.contains("past the end"), "{told}");
        assert!(!told.contains("hatched"), "{told}");
    }
}
