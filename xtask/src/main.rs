//! Developer commands of Warpbench: `cargo xtask <command>`.
//!
//! Of the workspace it depends on `warpbench-ptx` alone, so that it compiles in
//! seconds and works while the rest does not. Each command is one module; this
//! file only reads the command line.

mod bench_sim;
mod build_times;
mod check;
mod cross;
mod dist;
mod glam;
mod mutants;
mod outcome;
mod process;
mod ptx;
mod screenshots;
mod soak;
mod system;
mod test;
mod tidy;
mod tool;
mod web;
mod windows;
mod workspace;

use std::{path::PathBuf, process::ExitCode};

use anyhow::Result;
use clap::{Parser, Subcommand, ValueEnum};

use crate::workspace::Workspace;

/// Developer commands of Warpbench.
///
/// `cargo xtask check` is what CI runs and what to run before a commit.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Everything CI checks: fmt, clippy, tidy, ptx --check, web --test, test
    ///
    /// Stops at the first step that fails and says which steps were not
    /// reached. The last line holds the counts of the tests.
    Check,

    /// Run all tests, and say which were skipped and why
    ///
    /// On Debian and Ubuntu, as root or with a sudo that asks nothing, missing
    /// system packages are installed first (a software Vulkan driver, a virtual
    /// display), and ptxas is fetched; elsewhere they are named. Set
    /// WARPBENCH_NO_INSTALL=1 to have nothing installed. The last line is `N passed, N failed, N skipped`.
    Test {
        /// Arguments for `cargo test`, as in `cargo xtask test -- -p xtask`
        #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGS")]
        arguments: Vec<String>,
    },

    /// Look for what neither rustfmt nor clippy sees
    ///
    /// White space, long files, members that do not inherit the workspace's
    /// settings, kernel families without their twins, paths of somebody's home,
    /// `allow` attributes, `unsafe` in the wrong place, dead links, licences,
    /// crates that depend on what the table in xtask/src/tidy/edges.rs lacks,
    /// circles of modules, structures with more than 20 fields and functions with
    /// more than six parameters without a reason, generated files that do not say
    /// so or are not what their templates give.
    Tidy,

    /// Make the workbench for browsers, in target/web
    ///
    /// A folder of files that any web server can serve, also in a subfolder. Prints
    /// how large they are and fails when the first picture takes more than the bar.
    /// Uses Debian's rustc-web, rust-web-src, cargo-web and lld packages, and
    /// wasm-bindgen from Rust's registry; what is missing is installed where it may be.
    /// The first time Rust's library is compiled along, which takes minutes.
    Web {
        /// Then serve the folder on this machine, until the program is ended
        #[arg(long, conflicts_with = "test")]
        serve: bool,

        /// The port to serve it on; 0 takes one that is free
        #[arg(long, value_name = "N", default_value_t = 8080, requires = "serve")]
        port: u16,

        /// The subfolder to serve it in, as a course page may have it
        #[arg(long, value_name = "PATH", default_value = "", requires = "serve")]
        under: String,

        /// Then drive it in headless Chromium, as app/tests/web says
        ///
        /// Chromium and npm are installed where they are missing and that is
        /// permitted; elsewhere this is skipped. WARPBENCH_SCREENSHOTS names a folder
        /// for pictures.
        #[arg(long)]
        test: bool,

        /// Then print how long it takes to be seen in headless Chromium, and how fast its
        /// simulator is beside this machine's
        #[arg(long, conflicts_with_all = ["serve", "test"])]
        bench: bool,

        /// Take this folder instead of making one
        #[arg(long, value_name = "PATH")]
        folder: Option<PathBuf>,
    },

    /// Make the workbench for Windows, in target/windows
    ///
    /// Uses Debian's rustc-web, rust-web-src, cargo-web and gcc-mingw-w64-x86-64
    /// packages; what is missing is installed where it may be. The first time Rust's
    /// library is compiled along, which takes minutes.
    Windows {
        /// Run the tests under Wine instead, and say which do not run there and why
        ///
        /// Wine and Xvfb are installed where they are missing and that is permitted.
        #[arg(long)]
        test: bool,

        /// Arguments for `cargo test`, as in `--test -- -p warpbench --test commands`
        #[arg(last = true, value_name = "ARGS", requires = "test")]
        arguments: Vec<String>,
    },

    /// Compile the kernels in gpu-kernels/ to the PTX in assets/ptx/
    ///
    /// Uses Debian's rustc-web, rust-web-src and llvm packages, or rustup's
    /// rust-src and llvm-tools components; WARPBENCH_RUSTC and
    /// WARPBENCH_LLVM_BIN choose others. What is missing is named, and on a
    /// Debian machine where it may be, installed.
    Ptx {
        /// Change nothing; fail when the committed PTX is not what the sources give
        ///
        /// Compares the sources and the PTX with the manifest. With the very
        /// compiler that the manifest names, compiles and compares the results.
        /// With ptxas, which is fetched from PyPI where there is none, assembles
        /// every kernel, compares registers and shared memory with the manifest
        /// and fails when one spills.
        #[arg(long)]
        check: bool,

        /// What translates Rust to PTX
        #[arg(long, value_enum, default_value_t = Codegen::Llvm, conflicts_with = "check")]
        codegen: Codegen,
    },

    /// Run the random tests for long, with seeds that are new
    ///
    /// One test after the other, each with as many seeds as tell something after a
    /// change; together that takes hours. Ends with what to set to repeat a failure.
    Soak {
        /// Only these tests
        #[arg(value_parser = soak::NAMES)]
        names: Vec<String>,

        /// Run each for so many minutes, round after round
        #[arg(long, value_name = "N", conflicts_with = "count")]
        minutes: Option<u64>,

        /// Run each with so many seeds
        #[arg(long, value_name = "N")]
        count: Option<u64>,
    },
    /// Write the vectors and matrices of device-std/glam from their templates
    ///
    /// A method that all vectors have stands once, in
    /// gpu-kernels/device-std/glam/templates. `cargo xtask tidy` fails while the files
    /// are not what the templates give.
    Glam,

    /// Take the pictures of the documents anew, in docs/images/
    ///
    /// Drives the workbench on a virtual display, as the test of the window
    /// does. Look at the pictures before you commit them.
    Screenshots,

    /// Make packages for this platform, in target/dist
    ///
    /// An archive with the binary, its manual, completions, icon and licences, on
    /// Debian and Ubuntu a package too, and their checksums. The licences of the
    /// crates are collected by cargo-about, which is installed into target/tools.
    Dist {
        /// Pack this binary instead of building one
        #[arg(long, value_name = "FILE")]
        binary: Option<PathBuf>,

        /// Make those for Windows: an archive and an installer
        ///
        /// Needs what `cargo xtask windows --test` needs, and NSIS.
        #[arg(long)]
        windows: bool,

        /// Then try the packages in a minimal Debian 12, which debootstrap makes
        ///
        /// Installs, uses and removes them there, with a window on a virtual
        /// display. Needs root on Debian or Ubuntu; elsewhere it is skipped. Those
        /// for Windows are tried under Wine.
        #[arg(long)]
        test: bool,

        /// Try them in a minimal Ubuntu 22.04, too
        #[arg(long, requires = "test", conflicts_with = "windows")]
        ubuntu: bool,
    },

    /// Time the simulator beside Oclgrind and PoCL, and print a Markdown table
    ///
    /// On one core, and on two where the table says so; takes about five minutes
    /// once it is compiled, nearly all of them Oclgrind's. A peer that is not
    /// installed (Debian's oclgrind and pocl-opencl-icd) is named, and the rest
    /// is measured. The machine should have nothing else to do.
    BenchSim {
        /// Do not run this peer
        #[arg(long, value_name = "PEER", value_parser = ["oclgrind", "pocl"])]
        without: Vec<String>,

        /// Keep the table in docs/measurements/simulator.md
        #[arg(long)]
        write: bool,
    },

    /// Make wrong kernels of the labs' solutions, and count those that the checks catch
    ///
    /// Prints a Markdown table with every survivor and its reason. Fails when fewer
    /// than 98 % are caught. All labs take about half an hour on two cores.
    Mutants {
        /// Only these labs, by number or name
        labs: Vec<String>,

        /// Keep the table in docs/mutants.md
        #[arg(long)]
        write: bool,
    },

    /// Time `cargo build` after a change of one file, and print a Markdown table
    ///
    /// One file of the Rust front end, of the simulator and of a panel, each
    /// several times; the median counts. The machine should have nothing else to
    /// do.
    BuildTimes {
        /// Also build the program that users run, from nothing: other people's crates too
        ///
        /// Takes as long as that takes, once for each tree.
        #[arg(long)]
        from_nothing: bool,

        /// Also run .ci/run in a clean clone of what is committed, without what it keeps
        ///
        /// What it prints is kept beside other temporary files.
        #[arg(long)]
        ci: bool,

        /// Measure this revision too, by turns with this tree
        ///
        /// It is checked out and built under target/build-times, which takes as
        /// long as a first build does.
        #[arg(long, value_name = "REV")]
        before: Option<String>,

        /// How many times each build is timed
        #[arg(long, value_name = "N", default_value_t = 3,
            value_parser = clap::value_parser!(u16).range(1..))]
        rounds: u16,
    },
}

/// What translates Rust to PTX.
#[derive(Clone, Copy, ValueEnum)]
enum Codegen {
    /// rustc's own LLVM back end: what the committed PTX comes from
    Llvm,
    /// Rust-CUDA's rustc_codegen_nvvm, for those who have that toolchain
    Nvvm,
}

fn main() -> ExitCode {
    match dispatch(Arguments::parse().command) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn dispatch(command: Command) -> Result<ExitCode> {
    let workspace = Workspace::locate()?;
    match command {
        Command::Check => check::run(&workspace),
        Command::Test { arguments } => test::run(&workspace, &arguments, &[]),
        Command::Tidy => tidy::run(&workspace).map(|()| ExitCode::SUCCESS),
        Command::Web { serve, port, under, test, bench, folder } => {
            let then = match () {
                () if serve => web::Then::Serve(web::Address { port, under }),
                () if test => web::Then::Test,
                () if bench => web::Then::Bench,
                () => web::Then::Nothing,
            };
            let request = web::Request { folder, then, beside: web::build_requests };
            web::run(&workspace, &request).map(|outcome| outcome.tell("web"))
        }
        Command::Windows { test, arguments } => windows::run(&workspace, test, &arguments),
        Command::Ptx { check: true, .. } => ptx::check(&workspace).map(|()| ExitCode::SUCCESS),
        Command::Ptx { codegen: Codegen::Llvm, .. } => {
            ptx::build(&workspace).map(|()| ExitCode::SUCCESS)
        }
        Command::Ptx { codegen: Codegen::Nvvm, .. } => {
            ptx::build_with_nvvm(&workspace).map(|()| ExitCode::SUCCESS)
        }
        Command::Dist { binary, windows, test, ubuntu } => {
            let (for_windows, is_tried, on_ubuntu) = (windows, test, ubuntu);
            let request = dist::Request { binary, for_windows, is_tried, on_ubuntu };
            dist::run(&workspace, &request).map(|outcome| outcome.tell("dist"))
        }
        Command::Soak { names, minutes, count } => {
            let length = match (minutes, count) {
                (Some(minutes), _) => soak::Length::Minutes(minutes),
                (None, Some(count)) => soak::Length::Seeds(count),
                (None, None) => soak::Length::Recommended,
            };
            soak::run(&workspace, &names, length)
        }
        Command::Glam => glam::run(&workspace).map(|()| ExitCode::SUCCESS),
        Command::Screenshots => screenshots::run(&workspace).map(|()| ExitCode::SUCCESS),
        Command::BenchSim { without, write } => {
            bench_sim::run(&workspace, &without, write).map(|()| ExitCode::SUCCESS)
        }
        Command::Mutants { labs, write } => {
            mutants::run(&workspace, &labs, write).map(|()| ExitCode::SUCCESS)
        }
        Command::BuildTimes { from_nothing, ci, before, rounds } => {
            let asked = build_times::Asked { from_nothing, ci, rounds: rounds.into() };
            build_times::run(&workspace, before.as_deref(), &asked).map(|()| ExitCode::SUCCESS)
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Arguments::command().debug_assert();
    }
}
