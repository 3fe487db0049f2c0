//! `warpbench labs`: what labs there are, one's own copy of one, and whether they
//! are sound.

mod check;
mod new;
mod package;
mod work;

use super::exit::Verdict;
use super::grade::ShelfArguments;
use anyhow::Result;
use clap::{Args, Subcommand};
use std::path::PathBuf;
use warpbench_common::opening::{OpenWindow, Opening};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// List the labs
    List(ListArguments),
    /// Make a copy of a lab's starter to work on
    Start(StartArguments),
    /// Grade one's work again whenever it is saved
    Watch(WorkArguments),
    /// The next hint
    Hint(WorkArguments),
    /// Begin again; one's text is kept beside
    Reset(WorkArguments),
    /// Begin a lab of one's own
    New(new::Arguments),
    /// Whether labs are sound: solutions pass, starters do not
    Check(check::Arguments),
    /// Make what Gradescope or GitHub Classroom takes of a lab
    Package(package::Arguments),
}

#[derive(Debug, Args)]
struct ListArguments {
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    shelf: ShelfArguments,
}

#[derive(Debug, Args)]
struct StartArguments {
    /// The lab: its number, its name or its folder
    lab: PathBuf,
    /// The folder to work in; without it, one of the lab's name
    #[arg(long)]
    dir: Option<PathBuf>,
    /// Work in the window, which keeps the text itself
    #[arg(long, conflicts_with = "dir")]
    window: bool,
    /// The language to write in; without it, the lab's first
    #[arg(long, value_enum)]
    language: Option<super::LanguageName>,
    #[command(flatten)]
    shelf: ShelfArguments,
}

#[derive(Debug, Args)]
struct WorkArguments {
    /// The folder that one works in
    #[arg(default_value = ".")]
    dir: PathBuf,
    #[command(flatten)]
    shelf: ShelfArguments,
}

pub(super) fn run(arguments: &Arguments, open: OpenWindow) -> Result<Verdict> {
    match &arguments.command {
        Command::List(arguments) => list(arguments),
        Command::Start(arguments) if arguments.window => {
            let lab = arguments.lab.to_string_lossy().into_owned();
            super::window::open_or_say(open, arguments.shelf.shelf(), Opening::Lab(lab))
        }
        Command::Start(arguments) => {
            let StartArguments { lab, dir, language, shelf, .. } = arguments;
            work::start(lab, dir.as_deref(), language.map(Into::into), shelf)
        }
        Command::Watch(arguments) => work::watch(&arguments.dir, &arguments.shelf),
        Command::Hint(arguments) => work::hint(&arguments.dir, &arguments.shelf),
        Command::Reset(arguments) => work::reset(&arguments.dir, &arguments.shelf),
        Command::New(arguments) => new::run(arguments),
        Command::Check(arguments) => check::run(arguments),
        Command::Package(arguments) => package::run(arguments),
    }
}

fn list(arguments: &ListArguments) -> Result<Verdict> {
    let shelf = arguments.shelf.shelf();
    let mut labs = Vec::new();
    let mut verdict = Verdict::Right;
    for name in shelf.names()? {
        match shelf.find(&name) {
            Ok(lab) => labs.push(lab),
            Err(error) => {
                // One lab that somebody is writing does not hide the others.
                verdict = Verdict::NotDone;
                eprintln!("error: {error:#}");
            }
        }
    }
    if arguments.json {
        let rows: Vec<_> = labs
            .iter()
            .map(|lab| {
                serde_json::json!({
                    "id": lab.id,
                    "title": lab.title,
                    "level": lab.level,
                    "minutes": lab.minutes,
                    "points": lab.points(),
                    "checks": lab.checks.len(),
                    "learn": lab.learn,
                })
            })
            .collect();
        println!("{}", serde_json::to_string_pretty(&rows)?);
        return Ok(verdict);
    }
    if labs.is_empty() {
        println!("There is no lab; `warpbench labs new` begins one.");
    }
    let width = labs.iter().map(|lab| lab.id.len()).max().unwrap_or(0);
    for lab in &labs {
        println!(
            "{:width$}  {} · {} · {} minutes",
            lab.id,
            lab.title,
            lab.level.name(),
            lab.minutes
        );
    }
    Ok(verdict)
}
