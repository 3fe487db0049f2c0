//! A virtual display, the workbench on it, and pictures of both.

use image::RgbImage;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// How long anything may take on a busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(120);

/// A process that ends with the test.
struct Guard(Child);

impl Guard {
    /// The threads of the process that want a core or wait for the disk. On a busy
    /// machine a picture that does not change only tells that its turn has not come.
    fn busy(&self) -> Vec<String> {
        let Ok(threads) = std::fs::read_dir(format!("/proc/{}/task", self.0.id())) else {
            return Vec::new();
        };
        let busy = threads.flatten().filter_map(|thread| {
            let status = std::fs::read_to_string(thread.path().join("stat")).ok()?;
            // The state stands behind the name, which is in parentheses.
            let (before, state) = status.rsplit_once(')')?;
            let name = before.split_once('(')?.1;
            state.trim_start().starts_with(['R', 'D']).then(|| name.to_owned())
        });
        busy.collect()
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        // It may have ended by itself; then there is nothing to do.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A virtual display whose picture is kept in a file.
pub(crate) struct Screen {
    server: Guard,
    name: String,
    folder: TempDir,
}

impl Screen {
    /// Starts a display; says what is missing where that is not possible.
    pub(crate) fn open() -> Result<Screen, &'static str> {
        if Command::new("xdotool").arg("version").stdout(Stdio::null()).status().is_err() {
            return Err("xdotool is not installed");
        }
        let folder = tempfile::tempdir().expect("a temporary folder");
        // The server chooses a number that is free, and says which.
        let server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "1440x900x24", "-nolisten", "tcp"])
            // On a busy machine a key may seem to be held down. It must not repeat.
            .args(["-ardelay", "100000000", "-arinterval", "100000000"])
            .arg("-fbdir")
            .arg(folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|_| "Xvfb is not installed")?;
        let mut server = Guard(server);
        let output = server.0.stdout.take().ok_or("Xvfb does not speak")?;
        let mut number = String::new();
        BufReader::new(output).read_line(&mut number).map_err(|_| "Xvfb does not start")?;
        match number.trim().parse::<u32>() {
            Ok(number) => Ok(Screen { server, name: format!(":{number}"), folder }),
            Err(_) => Err("Xvfb does not start"),
        }
    }

    /// Where things may be kept as long as the display is there.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Opens the workbench with what it remembers.
    pub(crate) fn start(&self, settings: &str) -> Window<'_> {
        let data = self.folder.path().join("data/warpbench");
        // What an earlier window typed or remembered must not matter.
        let _ = std::fs::remove_dir_all(&data);
        std::fs::create_dir_all(data.join("settings")).expect("a folder for settings");
        std::fs::write(data.join("settings/workbench.json"), settings).expect("settings");
        let program = Command::new(env!("CARGO_BIN_EXE_warpbench"))
            .env("DISPLAY", &self.name)
            .env_remove("WAYLAND_DISPLAY")
            .env("XDG_DATA_HOME", self.folder.path().join("data"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the binary starts");
        Window { screen: self, program: std::cell::RefCell::new(Guard(program)) }
    }

    /// What the workbench has written down to remember.
    pub(crate) fn settings(&self) -> Option<serde_json::Value> {
        self.kept("settings/workbench.json").and_then(|text| serde_json::from_str(&text).ok())
    }

    /// A file that the workbench has written.
    pub(crate) fn kept(&self, path: &str) -> Option<String> {
        let folder = self.folder.path().join("data/warpbench");
        std::fs::read_to_string(folder.join(path)).ok()
    }

    fn picture(&self) -> Option<Picture> {
        Picture::read(&std::fs::read(self.folder.path().join("Xvfb_screen0")).ok()?)
    }
}

/// The workbench on a display.
pub(crate) struct Window<'a> {
    screen: &'a Screen,
    program: std::cell::RefCell<Guard>,
}

impl Window<'_> {
    /// Waits until something is shown.
    pub(crate) fn wait_for_picture(&self) {
        let start = Instant::now();
        // Smoothed text alone brings hundreds of shades.
        while self.screen.picture().is_none_or(|picture| picture.colours() < 100) {
            self.assert_open();
            assert!(start.elapsed() < PATIENCE, "the screen stays blank");
            sleep(Duration::from_millis(100));
        }
    }

    /// Presses a key, as xdotool names it. Without a window manager nobody gives
    /// the window the keyboard, so that is done first.
    pub(crate) fn press(&self, key: &str) {
        let pressed = Command::new("xdotool")
            .args(["search", "--sync", "--name", "^Warpbench$", "windowfocus", "--sync"])
            // The pointer must not lie over what is shown.
            .args(["mousemove", "1439", "899"])
            .args(["key", "--clearmodifiers", key])
            .env("DISPLAY", &self.screen.name)
            .stdout(Stdio::null())
            .status();
        assert!(pressed.is_ok_and(|status| status.success()), "xdotool cannot press {key}");
    }

    /// Types words, key by key.
    pub(crate) fn write(&self, words: &str) {
        let typed = Command::new("xdotool")
            .args(["search", "--sync", "--name", "^Warpbench$", "windowfocus", "--sync"])
            .args(["type", "--clearmodifiers", "--delay", "30", words])
            .env("DISPLAY", &self.screen.name)
            .stdout(Stdio::null())
            .status();
        assert!(typed.is_ok_and(|status| status.success()), "xdotool cannot type {words}");
    }

    /// Gives the window a size, at the corner of the screen. The server may still
    /// be busy with the window when it is asked for the first time.
    pub(crate) fn resize(&self, [width, height]: [u32; 2]) {
        let resize = || {
            let resized = Command::new("xdotool")
                .args(["search", "--sync", "--name", "^Warpbench$"])
                .args(["windowmove", "0", "0", "windowsize"])
                .args([width.to_string(), height.to_string()])
                .env("DISPLAY", &self.screen.name)
                .stdout(Stdio::null())
                .status();
            resized.is_ok_and(|status| status.success())
        };
        let start = Instant::now();
        while !resize() {
            self.assert_open();
            assert!(start.elapsed() < PATIENCE, "xdotool cannot resize the window");
            sleep(Duration::from_millis(100));
        }
    }

    /// Presses a key until the picture is another one, because what it acts on
    /// may still be on its way.
    pub(crate) fn press_until_different(&self, key: &str, before: &Picture) -> Picture {
        for _ in 0..20 {
            self.press(key);
            let after = self.still_picture();
            if after.differs_from(before) {
                return after;
            }
        }
        panic!("{key} does nothing");
    }

    /// The picture once nothing moves any more and it is another one. A frame takes
    /// its time where a processor draws it.
    pub(crate) fn other_picture(&self, before: &Picture) -> Picture {
        let start = Instant::now();
        loop {
            let now = self.still_picture();
            if now.differs_from(before) {
                return now;
            }
            assert!(start.elapsed() < PATIENCE, "the picture stays the same");
        }
    }

    /// The picture once nothing moves any more and nobody is drawing.
    pub(crate) fn still_picture(&self) -> Picture {
        let start = Instant::now();
        let (mut last, mut since) = (None, Instant::now());
        // Who was seen at work how often, and how often the picture was another one.
        let (mut seen, mut changes) = (BTreeMap::<String, u32>::new(), 0);
        loop {
            let now = self.screen.picture();
            let busy = [self.program.borrow().busy(), self.screen.server.busy()].concat();
            changes += u32::from(now != last);
            if now != last || !busy.is_empty() {
                (last, since) = (now, Instant::now());
                for thread in busy {
                    *seen.entry(thread).or_default() += 1;
                }
            } else if since.elapsed() > Duration::from_millis(600)
                && let Some(picture) = last.take()
            {
                return picture;
            }
            assert!(
                start.elapsed() < PATIENCE,
                "the picture never comes to rest: it changed {changes} times, at work were {seen:?}"
            );
            sleep(Duration::from_millis(50));
        }
    }

    /// Fails if the program has ended.
    pub(crate) fn assert_open(&self) {
        let ended = self.program.borrow_mut().0.try_wait();
        assert!(matches!(ended, Ok(None)), "it ended instead of staying open: {ended:?}");
    }
}

#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Picture(RgbImage);

impl Picture {
    /// Reads the format that X keeps screens in: a header of big-endian numbers,
    /// colours that do not matter, then rows of blue, green, red and nothing.
    fn read(bytes: &[u8]) -> Option<Picture> {
        let number = |index: usize| {
            let word = bytes.get(4 * index..4 * index + 4)?;
            Some(u32::from_be_bytes(word.try_into().ok()?))
        };
        let (header, width, height) = (number(0)?, number(4)?, number(5)?);
        let (bits, row, colours) = (number(11)?, number(12)?, number(19)?);
        if bits != 32 {
            return None;
        }
        let start = header as usize + 12 * colours as usize;
        let pixels = bytes.get(start..start + row as usize * height as usize)?;
        Some(Picture(RgbImage::from_fn(width, height, |x, y| {
            let at = y as usize * row as usize + 4 * x as usize;
            image::Rgb([pixels[at + 2], pixels[at + 1], pixels[at]])
        })))
    }

    fn colours(&self) -> usize {
        let mut colours: Vec<_> = self.0.pixels().map(|pixel| pixel.0).collect();
        colours.sort_unstable();
        colours.dedup();
        colours.len()
    }

    /// Whether more than a cursor's worth of pixels is different.
    pub(crate) fn differs_from(&self, other: &Picture) -> bool {
        let pixels = self.0.pixels().zip(other.0.pixels());
        pixels.filter(|(a, b)| a != b).count() > 50
    }

    /// Its upper left part.
    pub(crate) fn cut(&self, [width, height]: [u32; 2]) -> Picture {
        Picture(image::imageops::crop_imm(&self.0, 0, 0, width, height).to_image())
    }

    pub(crate) fn save(&self, path: &Path) {
        self.0.save(path).expect("the picture can be written");
    }
}
