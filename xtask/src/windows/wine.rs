//! Wine, which runs programs for Windows on this machine.
//!
//! It gets a folder of its own for what it takes for a disk, so that nothing of a
//! user's is touched, and keeps quiet about what it does not have.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result};

use crate::{process, system, workspace::Workspace};

/// A file that Wine may lack; see there.
const RANDOM_NUMBERS: &str = "xtask/src/windows/bcryptprimitives.c";

/// How many pixels the display of the programs has.
const SCREEN: &str = "-screen 0 1280x720x24";

pub(crate) struct Wine {
    program: PathBuf,
    /// What it takes for the disk.
    prefix: PathBuf,
    /// Opens a display that nobody sees, where there is such a program.
    display: Option<PathBuf>,
}

impl Wine {
    /// Wine, or one sentence that says why there is none.
    pub(crate) fn find(workspace: &Workspace) -> Result<Wine, String> {
        let program = system::program("wine", "wine")?;
        let display = system::program("xvfb-run", "xvfb")
            .inspect_err(|why| eprintln!("note: {why}; Wine has no display then"))
            .ok();
        let prefix = workspace.target_dir().join("windows").join("wine");
        let wine = Wine { program, prefix, display };
        wine.prepare(workspace).map_err(|error| format!("{error:#}"))?;
        Ok(wine)
    }

    /// A command that runs in Wine's world: what is started by it or below it sees its
    /// disk, and a display.
    pub(crate) fn around(&self, command: &Command) -> Command {
        let mut around = match &self.display {
            Some(display) => {
                let mut around = Command::new(display);
                around.args(["--auto-servernum", "--server-args", SCREEN]);
                around.arg(command.get_program());
                around
            }
            None => Command::new(command.get_program()),
        };
        around.args(command.get_args());
        if let Some(folder) = command.get_current_dir() {
            around.current_dir(folder);
        }
        for (name, value) in command.get_envs() {
            match value {
                Some(value) => around.env(name, value),
                None => around.env_remove(name),
            };
        }
        self.set(&mut around);
        around
    }

    /// A program for Windows with its arguments.
    pub(crate) fn run(&self, program: &Path) -> Command {
        let mut command = Command::new(&self.program);
        command.arg(program);
        self.set(&mut command);
        command
    }

    /// Where a path of Wine's disk C: lies.
    pub(crate) fn on_disk(&self, path: impl AsRef<Path>) -> PathBuf {
        self.prefix.join("drive_c").join(path)
    }

    /// The program itself, for cargo.
    pub(crate) fn program(&self) -> &Path {
        &self.program
    }

    fn set(&self, command: &mut Command) {
        let temporary = self.prefix.join("temporary");
        command
            .env("WINEPREFIX", &self.prefix)
            .env("WINEDEBUG", "-all")
            // Menus and file types of the desktop are none of our business, and neither
            // are the packages for programs of .NET and for web pages. Wine's DirectX 12
            // loses its device at once, and kernels are to run on Mesa's Vulkan.
            .env("WINEDLLOVERRIDES", "winemenubuilder.exe,mscoree,mshtml,d3d12=")
            // Tests name files of the repository without a drive. Temporary files lie
            // on the same one.
            .env("TMP", &temporary)
            .env("TEMP", &temporary);
    }

    /// The numbers of the programs for Windows that live on this disk.
    fn processes(&self) -> Vec<String> {
        let is_program = |process: &Path| {
            let line = fs::read(process.join("cmdline")).unwrap_or_default();
            line.split(|&byte| byte == 0).next().is_some_and(|name| name.ends_with(b".exe"))
        };
        let setting = [b"WINEPREFIX=", self.prefix.as_os_str().as_encoded_bytes()].concat();
        let is_here = |process: &Path| {
            let environment = fs::read(process.join("environ")).unwrap_or_default();
            environment.split(|&byte| byte == 0).any(|variable| variable == setting)
        };
        let all = fs::read_dir("/proc").into_iter().flatten().flatten();
        let numbers = all.filter(|process| is_program(&process.path()) && is_here(&process.path()));
        numbers.map(|process| process.file_name().to_string_lossy().into_owned()).collect()
    }

    /// Makes the disk, if there is none yet.
    fn prepare(&self, workspace: &Workspace) -> Result<()> {
        fs::create_dir_all(self.prefix.join("temporary"))
            .with_context(|| format!("cannot create {}", self.prefix.display()))?;
        let system = self.on_disk("windows/system32");
        if !system.join("kernel32.dll").is_file() {
            let mut boot = Command::new(&self.program);
            boot.args(["wineboot", "--init"]);
            process::output(&mut self.around(&boot)).context("Wine does not start")?;
        }
        let library = system.join("bcryptprimitives.dll");
        if !library.is_file() {
            let mut compile = Command::new("x86_64-w64-mingw32-gcc");
            compile.args(["-shared", "-O2", "-o"]).arg(&library);
            process::output(compile.arg(workspace.path(RANDOM_NUMBERS)).arg("-ladvapi32"))
                .context("a file that Wine lacks could not be compiled")?;
        }
        Ok(())
    }
}

impl Drop for Wine {
    /// Ends what Wine keeps running for a while after its last program, and processes
    /// that it takes for ended although they hang in it.
    fn drop(&mut self) {
        let mut end = Command::new("wineserver");
        self.set(&mut end);
        let server = env::split_paths(&env::var_os("PATH").unwrap_or_default())
            .chain(["/usr/lib/wine".into()])
            .map(|folder| folder.join("wineserver"))
            .find(|path| path.is_file());
        let _ = server.map(|_| process::output(end.arg("-k")));
        let left = self.processes();
        if !left.is_empty() {
            let _ = process::output(Command::new("kill").arg("-KILL").args(left));
        }
    }
}
