//! The window on a virtual display: it opens, shows something, and stays.
#![cfg(target_os = "linux")]

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use warpbench_host::device;
use warpbench_host::report::Backend;

#[path = "../../host/tests/skips/mod.rs"]
mod skips;

/// A process that ends with the test.
struct Guard(Child);

impl Drop for Guard {
    fn drop(&mut self) {
        // It may have ended by itself; then there is nothing to do.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts a virtual display whose picture is kept in a file below `folder`.
fn display(folder: &Path) -> Option<(Guard, String)> {
    for number in 90..120 {
        let name = format!(":{number}");
        let server = Command::new("Xvfb")
            .args([&name, "-screen", "0", "1280x800x24", "-nolisten", "tcp", "-fbdir"])
            .arg(folder)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let mut server = Guard(server);
        let socket = format!("/tmp/.X11-unix/X{number}");
        for _ in 0..100 {
            sleep(Duration::from_millis(50));
            // A number that is taken ends the server at once.
            if !matches!(server.0.try_wait(), Ok(None)) {
                break;
            }
            if Path::new(&socket).exists() {
                return Some((server, name));
            }
        }
    }
    None
}

/// How many different words the picture has: a blank screen has a handful, in
/// the file's head.
fn different_words(picture: &Path) -> usize {
    let bytes = std::fs::read(picture).unwrap_or_default();
    let mut words: Vec<&[u8]> = bytes.chunks_exact(4).collect();
    words.sort_unstable();
    words.dedup();
    words.len()
}

#[test]
fn the_window_opens_and_shows_something() {
    let test = "window::the_window_opens_and_shows_something";
    if !device::devices().found.iter().any(|device| device.backend == Backend::Wgpu) {
        skips::record(test, "there is no graphics adapter");
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let Some((_server, name)) = display(folder.path()) else {
        skips::record(test, "Xvfb is not installed or does not start");
        return;
    };
    let picture = folder.path().join("Xvfb_screen0");
    let blank = different_words(&picture);

    let window = Command::new(env!("CARGO_BIN_EXE_warpbench"))
        .env("DISPLAY", &name)
        .env_remove("WAYLAND_DISPLAY")
        // What it remembers between starts stays here.
        .env("XDG_DATA_HOME", folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut window = Guard(window);
    let start = Instant::now();
    // Anti-aliased text alone brings hundreds of shades.
    while different_words(&picture) < blank + 100 {
        assert!(
            matches!(window.0.try_wait(), Ok(None)),
            "it ended instead of staying open; is the tour running?"
        );
        assert!(start.elapsed() < Duration::from_secs(60), "the screen stays blank");
        sleep(Duration::from_millis(200));
    }
    sleep(Duration::from_secs(1));
    assert!(matches!(window.0.try_wait(), Ok(None)), "it closed right after it opened");
}
