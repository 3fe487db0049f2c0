//! The window's icon, which packages carry as well.
//!
//! It is drawn once, in `assets/package/warpbench.svg`. The pictures beside it are
//! made of that: `UPDATE_SNAPSHOTS=1 cargo test -p warpbench-window icon` makes
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
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/package");
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

    /// Windows wants all sizes in one file: a table of them, then the pictures as they are.
    #[test]
    fn the_icon_for_windows_holds_the_pictures() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/package");
        let sizes = [48_u32, 128, 256];
        let pictures = sizes.map(|size| {
            std::fs::read(folder.join(format!("warpbench-{size}.png"))).expect("the picture")
        });
        let mut icon = [0_u16, 1, 3].map(u16::to_le_bytes).concat();
        let mut begin = 6 + 16 * sizes.len();
        for (size, picture) in sizes.iter().zip(&pictures) {
            // 256 does not fit and is written as 0.
            let side = size.to_le_bytes()[0];
            icon.extend([side, side, 0, 0, 1, 0, 32, 0]);
            for number in [picture.len(), begin] {
                icon.extend(u32::try_from(number).expect("small").to_le_bytes());
            }
            begin += picture.len();
        }
        icon.extend(pictures.concat());
        let file = folder.join("warpbench.ico");
        if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
            std::fs::write(&file, &icon).expect("an icon");
        }
        assert!(std::fs::read(file).expect("the icon") == icon, "it holds other pictures");
    }

    #[test]
    fn the_window_has_it() {
        assert_eq!((icon().width, icon().height), (256, 256));
    }
}
