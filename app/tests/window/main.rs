//! The window on a virtual display, worked by keys as somebody would.
//!
//! The same drive takes the pictures of the documents: `cargo xtask screenshots`
//! names the folder that they go to in WARPBENCH_SCREENSHOTS.
#![cfg(target_os = "linux")]

mod screen;

use screen::{PATIENCE, Screen};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use warpbench_device as device;
use warpbench_report::Backend;

#[path = "../../../host/tests/skips/mod.rs"]
mod skips;

/// A virtual display, or nothing where there can be none, and that is noted.
fn screen(test: &str) -> Option<Screen> {
    if !device::devices().found.iter().any(|device| device.backend == Backend::Wgpu) {
        skips::record(test, "there is no graphics adapter");
        return None;
    }
    match Screen::open() {
        Ok(screen) => Some(screen),
        Err(missing) => {
            skips::record(test, missing);
            None
        }
    }
}

/// What the window remembers, as soon as it fits.
fn remembered(screen: &Screen, what: &str, fits: impl Fn(&serde_json::Value) -> bool) {
    let start = Instant::now();
    while !screen.settings().is_some_and(|settings| fits(&settings)) {
        assert!(start.elapsed() < PATIENCE, "not remembered: {what}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn the_reduction_is_run_by_keyboard() {
    let Some(screen) = screen("the_reduction_is_run_by_keyboard") else { return };
    let window =
        screen.start(r#"{ "variant": "reduce_interleaved_divergent", "is_tour_known": true }"#);
    window.wait_for_picture();
    let rungs = [
        "reduce_interleaved_strided",
        "reduce_sequential",
        "reduce_first_add",
        "reduce_last_warp",
        "reduce_shuffle",
        "reduce_grid_stride",
    ];
    let mut before = window.still_picture();
    for rung in rungs {
        window.press("Next");
        remembered(&screen, rung, |settings| settings["variant"] == rung);
        // A step to the next barrier moves the playhead and the lanes, once the
        // rung is recorded.
        let opened = window.other_picture(&before);
        before = window.press_until_different("ctrl+Right", &opened);
    }
    window.press("ctrl+t");
    remembered(&screen, "the light theme", |settings| settings["theme"] == "Light");
    window.other_picture(&before);
    window.assert_open();
}

/// Waits until a file that the workbench keeps says something.
fn kept(screen: &Screen, path: &str, what: &str, fits: impl Fn(&str) -> bool) {
    let start = Instant::now();
    while !screen.kept(path).is_some_and(|text| fits(&text)) {
        let now = screen.kept(path);
        assert!(start.elapsed() < PATIENCE, "{what}: {path} says {now:?}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn a_lab_is_fixed_by_keyboard() {
    let Some(screen) = screen("a_lab_is_fixed_by_keyboard") else { return };
    let window = screen.start(r#"{ "is_tour_known": true }"#);
    window.wait_for_picture();
    let lessons = window.still_picture();
    // What is typed before the palette is there would be other commands.
    window.press("ctrl+k");
    let open = window.other_picture(&lessons);
    window.write("lab first kernel");
    window.other_picture(&open);
    window.press("Return");
    remembered(&screen, "the lab", |settings| settings["lab"] == "01_first_kernel");
    window.other_picture(&lessons);
    // To the line that works without a guard, and a guard before it.
    let starter = include_str!("../../../assets/labs/01_first_kernel/starter.rs");
    let line = starter.lines().position(|line| line.contains("*output.add(i)"));
    let lab = window.still_picture();
    window.press("e");
    window.other_picture(&lab);
    window.press("ctrl+Home");
    for _ in 0..line.expect("the line that works") {
        window.press("Down");
    }
    window.press("Home");
    window.write("if i >= n as usize { return; } ");
    let is_typed = |text: &str| text.contains("{ return; } ");
    kept(&screen, "documents/lab-01_first_kernel.rs", "the guard", is_typed);
    let before = window.still_picture();
    window.press("ctrl+Return");
    let is_passed = |text: &str| {
        let progress: serde_json::Value = serde_json::from_str(text).unwrap_or_default();
        progress["01_first_kernel"]["is_passed"] == true
    };
    kept(&screen, "settings/labs.json", "all checks pass", is_passed);
    let passed = window.other_picture(&before);
    if let Some(folder) = std::env::var_os("WARPBENCH_SCREENSHOTS").map(PathBuf::from) {
        passed.save(&folder.join("lab.png"));
    }
    window.assert_open();
}

/// A picture for the documents: its file, how large the window is, what is
/// remembered when it opens, and the keys.
type Shot = (&'static str, [u32; 2], &'static str, &'static [&'static str]);

const USUAL: [u32; 2] = [1440, 900];
/// What projectors have.
const PROJECTOR: [u32; 2] = [1280, 720];

const SHOTS: &[Shot] = &[
    (
        "workbench.png",
        USUAL,
        r#"{ "variant": "reduce_interleaved_strided", "is_tour_known": true }"#,
        &["ctrl+Right", "ctrl+Right", "ctrl+Right", "ctrl+Right"],
    ),
    (
        "coalescing.png",
        USUAL,
        r#"{ "variant": "copy_strided", "sizes": { "copy_strided": [1024, 8] }, "theme": "Light",
             "is_tour_known": true }"#,
        &["Right", "Right", "Right", "Right"],
    ),
    (
        "matmul.png",
        USUAL,
        r#"{ "variant": "matmul_tiled", "theme": "Light", "shown": "Both", "is_tour_known": true }"#,
        &["ctrl+Right", "ctrl+Right", "shift+Right", "shift+Right"],
    ),
    (
        "presenter.png",
        PROJECTOR,
        r#"{ "variant": "reduce_interleaved_divergent", "is_presenting": true,
             "is_tour_known": true }"#,
        &["ctrl+Right", "ctrl+Right", "ctrl+Right", "shift+Right", "shift+Right"],
    ),
];

#[test]
fn pictures_can_be_taken() {
    let Some(screen) = screen("pictures_can_be_taken") else { return };
    let folder = std::env::var_os("WARPBENCH_SCREENSHOTS").map(PathBuf::from);
    // Without a folder one picture is enough to know that it works.
    let shots = if folder.is_some() { SHOTS } else { &SHOTS[..1] };
    for (name, size, settings, keys) in shots {
        let window = screen.start(settings);
        window.wait_for_picture();
        window.resize(*size);
        for key in *keys {
            window.press(key);
            window.still_picture();
        }
        // The background counts for a while after it has recorded.
        std::thread::sleep(Duration::from_secs(2));
        let picture = window.still_picture().cut(*size);
        let path = folder.clone().unwrap_or_else(|| screen.folder().to_owned()).join(name);
        picture.save(&path);
        assert!(path.metadata().expect("was written").len() > 10_000);
        window.assert_open();
    }
}
