//! The window, and what it opens with.

use super::exit::Verdict;
use super::grade::ShelfArguments;
use super::tour;
use anyhow::{Result, bail};
use clap::Args;
use std::path::PathBuf;
use warpbench_common::labs::Shelf;
use warpbench_common::opening::{OpenWindow, Opening, Unopened};

/// What the window opens with. It has a name of its own, because clap takes it for
/// that of a group beside those of the whole command line.
#[derive(Debug, Args)]
pub(super) struct WindowArguments {
    /// Open a lab: its number, its name or its folder
    #[arg(long, value_name = "LAB")]
    lab: Option<String>,
    /// Open the results of a class: the folder that `grade --out` wrote
    #[arg(long, value_name = "RESULTS", conflicts_with = "lab")]
    class: Option<PathBuf>,
    /// The folder of the class's submissions, where the results do not say it
    #[arg(long, value_name = "FOLDER", requires = "class")]
    submissions: Option<PathBuf>,
    /// Open a sequential program with directives, FILE.rs; what it is called with stands in
    /// FILE.toml
    #[arg(long, value_name = "FILE", conflicts_with_all = ["lab", "class", "compare"])]
    program: Option<PathBuf>,
    /// Open result files of `compare` side by side
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["lab", "class"])]
    compare: Vec<PathBuf>,
    /// Open what a link to the workbench in a browser means
    #[arg(long, value_name = "LINK", conflicts_with_all = ["lab", "class", "compare", "program"])]
    link: Option<String>,
    #[command(flatten)]
    shelf: ShelfArguments,
}

pub(super) fn run(arguments: &WindowArguments, open: OpenWindow) -> Result<Verdict> {
    let shelf = arguments.shelf.shelf();
    let opening = match (&arguments.lab, &arguments.class) {
        (Some(lab), _) => Opening::Lab(lab.clone()),
        (None, Some(results)) => {
            Opening::Class { results: results.clone(), submissions: arguments.submissions.clone() }
        }
        (None, None) if arguments.program.is_some() => {
            Opening::Program(arguments.program.clone().unwrap_or_default())
        }
        (None, None) if !arguments.compare.is_empty() => {
            Opening::Comparison(arguments.compare.clone())
        }
        (None, None) => match &arguments.link {
            // What stands before it is where the workbench was served.
            Some(link) => Opening::Link(link.rsplit('#').next().unwrap_or(link).to_owned()),
            None => Opening::AsLeft,
        },
    };
    open_or_say(open, shelf, opening)
}

/// Opens the window. Where there can be none and nothing was asked for, a tour runs in
/// the terminal.
pub(super) fn open_or_say(open: OpenWindow, shelf: Shelf, opening: Opening) -> Result<Verdict> {
    match &opening {
        // What is not there is said here, where the name was typed.
        Opening::Lab(name) => drop(shelf.find(name)?),
        Opening::Class { results, .. } if !results.is_dir() => {
            bail!("{} is no folder; give the one that `grade --out` wrote", results.display())
        }
        Opening::Comparison(files) => {
            if let Some(missing) = files.iter().find(|file| !file.is_file()) {
                bail!("{} is no file; give those that `compare` wrote", missing.display());
            }
        }
        Opening::Program(_) | Opening::Link(_) | Opening::Class { .. } | Opening::AsLeft => {}
    }
    let is_plain = opening == Opening::AsLeft;
    let is_comparison = matches!(opening, Opening::Comparison(_));
    let is_program = matches!(opening, Opening::Program(_));
    match open(shelf, opening) {
        Ok(()) => Ok(Verdict::Right),
        Err(Unopened::Wrong(why)) => bail!(why),
        Err(Unopened::NoWindow(reason)) if is_plain => {
            println!("{reason}\nHere is a tour in the terminal instead.\n");
            tour::run()
        }
        Err(Unopened::NoWindow(reason)) if is_comparison => {
            bail!("{reason} In the terminal `warpbench compare show FILE…` says the same")
        }
        Err(Unopened::NoWindow(reason)) if is_program => {
            bail!("{reason} In the terminal `warpbench sim FILE.rs` runs the program")
        }
        Err(Unopened::NoWindow(reason)) => bail!(
            "{reason} Labs work in the terminal, too: `warpbench labs start`, `warpbench grade`"
        ),
    }
}
