//! The picture as pixels.
//!
//! The fonts are those of the window, so that a picture looks the same on every
//! machine and needs none that is installed.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};
use std::sync::Arc;

/// Pixels for each point: enough for print.
pub const SCALE: f32 = 2.0;
/// No side has more pixels.
const MOST: f32 = 16_384.0;

/// An SVG as a PNG, so many pixels for each point.
pub fn of(svg: &str, scale: f32) -> Result<Vec<u8>, String> {
    let tree = tree(svg)?;
    let size = tree.size();
    let longest = size.width().max(size.height()).max(1.0);
    let scale = scale.min(MOST / longest);
    let pixels = |points: f32| (points * scale).ceil().max(1.0) as u32;
    let mut pixmap = Pixmap::new(pixels(size.width()), pixels(size.height()))
        .ok_or("the picture is too large to be drawn")?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    pixmap.encode_png().map_err(|error| error.to_string())
}

/// Reads an SVG with the window's fonts.
pub fn tree(svg: &str) -> Result<Tree, String> {
    let options = Options { fontdb: Arc::new(fonts()), ..Options::default() };
    Tree::from_str(svg, &options).map_err(|error| error.to_string())
}

fn fonts() -> fontdb::Database {
    let mut database = fontdb::Database::new();
    for font in egui::FontDefinitions::default().font_data.values() {
        database.load_font_data(font.font.as_ref().as_ref().to_vec());
    }
    let family = |database: &fontdb::Database, name: &str| {
        let mut names =
            database.faces().flat_map(|face| face.families.iter().map(|(name, _)| name));
        names.find(|known| known.starts_with(name)).cloned()
    };
    if let Some(name) = family(&database, "Ubuntu") {
        database.set_sans_serif_family(name);
    }
    if let Some(name) = family(&database, "Hack") {
        database.set_monospace_family(name);
    }
    database
}
