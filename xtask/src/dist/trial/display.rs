//! A virtual display outside the system that is tried, which has none.

use std::{
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread::sleep,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail, ensure};

use crate::process;

/// Smoothed text alone brings hundreds of colours; an empty window has a few.
const COLOURS_OF_A_WINDOW: u64 = 100;

/// How long a window may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(180);

/// A process that ends with whoever holds this.
pub(super) struct Guard(pub(super) Child);

impl Drop for Guard {
    fn drop(&mut self) {
        // It may have ended by itself; then there is nothing to do.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A display, which ends with this.
pub(super) struct Display {
    _server: Guard,
    pub(super) name: String,
}

impl Display {
    pub(super) fn open() -> Result<Display> {
        let server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "1440x900x24", "-nolisten", "tcp", "-ac"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .context("Xvfb does not start")?;
        let mut server = Guard(server);
        let output = server.0.stdout.take().context("Xvfb does not speak")?;
        let mut number = String::new();
        BufReader::new(output).read_line(&mut number).context("Xvfb does not speak")?;
        ensure!(!number.trim().is_empty(), "Xvfb found no free display");
        Ok(Display { _server: server, name: format!(":{}", number.trim()) })
    }

    /// Waits until a program shows something, and keeps a picture of it.
    pub(super) fn picture(&self, program: &mut Guard, to: &Path) -> Result<u64> {
        let start = Instant::now();
        loop {
            sleep(Duration::from_secs(2));
            if let Some(status) = program.0.try_wait().context("the window is lost")? {
                bail!("the window was closed ({status})");
            }
            let colours = self.take(to)?;
            if colours >= COLOURS_OF_A_WINDOW {
                return Ok(colours);
            }
            ensure!(start.elapsed() < PATIENCE, "the screen stays blank ({colours} colours)");
        }
    }

    /// Takes a picture of the screen, and counts its colours.
    fn take(&self, to: &Path) -> Result<u64> {
        let mut import = Command::new("import");
        import.args(["-display", &self.name, "-window", "root"]).arg(PathBuf::from(to));
        process::output(&mut import).context("no picture of the screen could be taken")?;
        let colours = process::output(Command::new("identify").args(["-format", "%k"]).arg(to))?;
        colours.trim().parse().context("the picture has no colours")
    }
}
