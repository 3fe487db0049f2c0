//! The window's icon, which packages carry as well.
//!
//! It is drawn once, in `assets/package/warpbench.svg`. The pictures beside it are
//! made of that: `UPDATE_SNAPSHOTS=1 cargo test -p warpbench --lib window::icon` makes
//! them anew.

use egui::IconData;

const PICTURE: &[u8] = include_bytes!("../../../assets/package/warpbench-256.png");

/// The icon. A window without one is better than none, so what cannot be read is left
/// out.
pub(super) fn icon() -> IconData {
    eframe::icon_data::from_png_bytes(PICTURE).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use resvg::tiny_skia::{Pixmap, Transform};
    use resvg::usvg::{Options, Tree};
    use std::path::Path;

    #[test]
    fn the_pictures_are_those_of_the_drawing() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets/package");
        let drawing = std::fs::read(folder.join("warpbench.svg")).expect("the drawing");
        let tree = Tree::from_data(&drawing, &Options::default()).expect("an SVG");
        for size in [48, 128, 256] {
            let scale = size as f32 / tree.size().width();
            let mut drawn = Pixmap::new(size, size).expect("a size");
            resvg::render(&tree, Transform::from_scale(scale, scale), &mut drawn.as_mut());
            let file = folder.join(format!("warpbench-{size}.png"));
            if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
                drawn.save_png(&file).expect("a picture");
            }
            let kept = Pixmap::load_png(&file).expect("the picture");
            let most = drawn.data().iter().zip(kept.data()).map(|(a, b)| a.abs_diff(*b)).max();
            assert!(kept.width() == size && most <= Some(2), "{}: {most:?}", file.display());
        }
    }

    #[test]
    fn the_window_has_it() {
        assert_eq!((icon().width, icon().height), (256, 256));
    }
}
