//! `warpbench grade`: what came of a submission, or of a class.

mod class;
mod merge;

use super::exit::Verdict;
use crate::labs::Shelf;
use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand, ValueEnum};
use std::path::{Path, PathBuf};
use std::time::Instant;
use warpbench_front::Source;
use warpbench_lab::grade::Grader;
use warpbench_lab::outcome::Graded;
use warpbench_lab::report::{classroom, gradescope, junit, plain_line, text};
use warpbench_lab::{Clock, Limits};

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    /// The lab: its number, its name or its folder
    #[arg(required = true)]
    lab: Option<String>,
    /// The submission: a file of Rust (.rs) or WGSL
    #[arg(required_unless_present = "dir")]
    file: Option<PathBuf>,
    /// A folder of submissions, each a file or a folder with one
    #[arg(long, conflicts_with = "file", requires = "out")]
    dir: Option<PathBuf>,
    /// How results are written
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Where results go: a file, or for a class a folder
    #[arg(long)]
    out: Option<PathBuf>,
    /// A class: keep results that are there already
    #[arg(long, requires = "dir")]
    resume: bool,
    /// A class: list submissions that are the same program up to names and white space
    #[arg(long, requires = "dir")]
    similar: bool,
    /// A class: only the Kth of N parts, as K/N
    #[arg(long, requires = "dir", value_parser = class::Shard::parse)]
    shard: Option<class::Shard>,
    #[command(flatten)]
    shelf: ShelfArguments,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Put the results of all parts of a class together
    Merge(merge::Arguments),
}

/// Where labs are.
#[derive(Clone, Debug, Args)]
pub(in crate::cli) struct ShelfArguments {
    /// A folder of labs, instead of those that come with the program
    #[arg(long)]
    labs: Option<PathBuf>,
    /// What graders keep to themselves: a folder with hidden.toml for labs
    #[arg(long)]
    hidden: Option<PathBuf>,
}

impl ShelfArguments {
    pub(in crate::cli) fn shelf(&self) -> Shelf {
        Shelf::new(self.labs.clone(), self.hidden.clone())
    }
}

/// How results are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    Text,
    Json,
    Gradescope,
    Junit,
    Classroom,
}

impl Format {
    fn write(self, graded: &Graded) -> Result<String> {
        Ok(match self {
            Format::Text => text::write(graded),
            Format::Json => serde_json::to_string_pretty(graded)? + "\n",
            Format::Gradescope => gradescope::write(graded),
            Format::Junit => {
                junit::write(std::slice::from_ref(graded)).map_err(anyhow::Error::msg)?
            }
            Format::Classroom => classroom::write(graded),
        })
    }
}

pub(super) fn run(arguments: &Arguments) -> Result<Verdict> {
    if let Some(Command::Merge(arguments)) = &arguments.command {
        return merge::run(arguments);
    }
    let Some(lab) = &arguments.lab else { bail!("which lab?") };
    let lab = arguments.shelf.shelf().find(lab)?;
    let id = lab.id.clone();
    let grader = Grader::new(lab, Limits::default())
        .map_err(anyhow::Error::msg)
        .with_context(|| format!("the lab {id} cannot be used; see `warpbench labs check {id}`"))?;
    if let (Some(dir), Some(out)) = (&arguments.dir, &arguments.out) {
        return class::run(&grader, dir, out, arguments);
    }
    let Some(file) = &arguments.file else { bail!("which submission?") };
    let graded = grade_file(&grader, file, &submission_name(file));
    let written = arguments.format.write(&graded)?;
    match &arguments.out {
        Some(out) => std::fs::write(out, written)
            .with_context(|| format!("cannot write {}", out.display()))?,
        None => print!("{written}"),
    }
    Ok(Verdict::of(graded.passed()))
}

/// What a submission is called: its file, without what a terminal would act on.
fn submission_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    plain_line(&name.to_string_lossy())
}

/// Grades a file. Whatever is wrong with the file is a result.
fn grade_file(grader: &Grader, file: &Path, name: &str) -> Graded {
    let started = Instant::now();
    let clock = Clock { elapsed: &|| started.elapsed(), go_on: &|| true };
    match read_submission(file) {
        Ok(source) => grader.grade(name, &source, &clock),
        Err(why) => grader.refuse(name, file.extension().is_some_and(|e| e == "rs"), why),
    }
}

/// The most bytes of a file that are looked at.
const MOST_BYTES: u64 = 1 << 20;

fn read_submission(file: &Path) -> Result<Source, String> {
    let ending = file.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    if !matches!(ending, "rs" | "wgsl") {
        return Err("the file is neither Rust (.rs) nor WGSL (.wgsl)".to_owned());
    }
    let about = std::fs::metadata(file).map_err(|error| format!("it cannot be read: {error}"))?;
    if !about.is_file() {
        return Err("it is not a file".to_owned());
    }
    if about.len() > MOST_BYTES {
        return Err(format!("the file has {} bytes; {MOST_BYTES} are the most", about.len()));
    }
    let bytes = std::fs::read(file).map_err(|error| format!("it cannot be read: {error}"))?;
    let text = String::from_utf8(bytes).map_err(|_| "the file is not UTF-8".to_owned())?;
    // Messages quote the text, and the name is not the student's to choose.
    Ok(Source { path: format!("kernel.{ending}"), text })
}
