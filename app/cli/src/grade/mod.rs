//! `warpbench grade`: what came of a submission, or of a class.

mod class;
pub(super) mod examiner;
mod found;
mod hardware;
mod limits;
mod merge;
mod progress;
mod results;
mod similar;
pub(super) mod submission;

use super::exit::Verdict;
use super::saved;
use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand, ValueEnum};
use examiner::Examiner;
use std::path::{Path, PathBuf};
use warpbench_common::labs::Shelf;
use warpbench_front::Source;
use warpbench_lab::lab::Lab;
use warpbench_lab::outcome::Graded;
use warpbench_lab::report::{classroom, gradescope, junit, plain_line, text};

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    /// The lab: its number, its name or its folder
    #[arg(required = true)]
    lab: Option<PathBuf>,
    /// The submission: a file of Rust (.rs) or WGSL (.wgsl), or a folder with one
    #[arg(required_unless_present = "dir")]
    file: Option<PathBuf>,
    /// A class: a folder of submissions, each a file or a folder with one
    #[arg(long, conflicts_with_all = ["file", "format"], requires = "out")]
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
    #[arg(long, requires = "dir", value_name = "K/N", value_parser = class::Shard::parse)]
    shard: Option<class::Shard>,
    /// A class: how many submissions are graded side by side; without it, one per core
    #[arg(long, requires = "dir", value_name = "N", value_parser = at_least_one)]
    jobs: Option<usize>,
    /// A class: what Canvas calls the assignment; without it, the lab's title
    #[arg(long, requires = "dir", value_name = "NAME")]
    assignment: Option<String>,
    /// Time kernels on this machine's GPU for checks of speed, which runs them natively
    ///
    /// Only submissions that pass all other checks are timed. Without a device that fits,
    /// checks of speed are skipped and cost no points.
    #[arg(long)]
    hardware: bool,
    #[command(flatten)]
    shelf: ShelfArguments,
}

fn at_least_one(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(count) if (1..=1024).contains(&count) => Ok(count),
        _ => Err(format!("`{text}` is no number from 1 to 1024")),
    }
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Put the results of all parts of a class together
    Merge(merge::Arguments),
}

/// Where labs are.
#[derive(Clone, Debug, Args)]
pub(crate) struct ShelfArguments {
    /// A folder of labs, instead of those that come with the program
    #[arg(long, value_name = "DIR")]
    pub(crate) labs: Option<PathBuf>,
    /// What graders keep to themselves: a folder with NN_topic/hidden.toml for labs
    #[arg(long, value_name = "DIR")]
    pub(crate) hidden: Option<PathBuf>,
}

impl ShelfArguments {
    pub(crate) fn shelf(&self) -> Shelf {
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
            Format::Junit => junit::write(std::slice::from_ref(graded))?,
            Format::Classroom => classroom::write(graded),
        })
    }
}

pub(super) fn run(arguments: &Arguments) -> Result<Verdict> {
    if let Some(Command::Merge(arguments)) = &arguments.command {
        return merge::run(arguments);
    }
    let lab = arguments.shelf.shelf().find_path(arguments.lab()?)?;
    arguments.shelf.shelf().expect_hidden(&lab.id)?;
    if let (Some(dir), Some(out)) = (&arguments.dir, &arguments.out) {
        return class::run(&lab, dir, out, arguments);
    }
    let Some(file) = &arguments.file else { bail!("which submission? name a file or a folder") };
    if !file.exists() {
        bail!("there is no file {}", file.display());
    }
    if let Some(out) = &arguments.out {
        saved::keep(out, &[file])?;
    }
    let mut examiner = examiner(arguments)?;
    let graded = grade(&mut examiner, &lab, file, arguments.hardware)?;
    let written = arguments.format.write(&graded)?;
    match &arguments.out {
        Some(out) => results::write_whole(out, written.as_bytes())?,
        None => print!("{written}"),
    }
    Ok(Verdict::of(graded.passed()))
}

impl Arguments {
    fn lab(&self) -> Result<&Path> {
        self.lab.as_deref().context("which lab? `warpbench labs list` names them")
    }
}

/// Who grades for these arguments.
fn examiner(arguments: &Arguments) -> Result<Examiner> {
    let lab = arguments.lab()?;
    Examiner::new(lab, &arguments.shelf).with_context(|| {
        let lab = lab.display();
        format!("the lab {lab} cannot be used; `warpbench labs check {lab}` says more")
    })
}

/// Grades what was handed in, on hardware as well where that was asked for. Whatever is
/// wrong with it is a result.
pub(super) fn grade(
    examiner: &mut Examiner,
    lab: &Lab,
    file: &Path,
    hardware: bool,
) -> Result<Graded> {
    let name = submission_name(file);
    match submission::read(file, lab) {
        Ok(read) => grade_text(examiner, lab, &name, read, hardware),
        Err(why) => Ok(examiner.refuse(&name, submission::ending(file) != Some("wgsl"), why)),
    }
}

fn grade_text(
    examiner: &mut Examiner,
    lab: &Lab,
    name: &str,
    read: submission::Text,
    hardware: bool,
) -> Result<Graded> {
    let mut graded = examiner.grade(name, &read.ending, &read.text)?;
    if hardware {
        let path = format!("kernel.{}", read.ending);
        hardware::measure(&mut graded, lab, &Source { path, text: read.text });
        graded = graded.cleaned();
    }
    Ok(graded)
}

/// What a submission is called: its file, without what a terminal would act on.
fn submission_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    plain_line(&name.to_string_lossy())
}

/// The digest of all that decides about a mark but the submission. `given` is what the
/// lab was named by.
fn lab_digest(lab: &Lab, given: &Path, shelf: &Shelf, hardware: bool) -> Result<String> {
    let mut parts = vec![env!("CARGO_PKG_VERSION").as_bytes().to_vec()];
    for (name, bytes) in shelf.files(&lab.id, given)? {
        parts.push(name.into_bytes());
        parts.push(bytes);
    }
    parts.extend(shelf.hidden_text(&lab.id)?);
    if hardware {
        parts.push(b"hardware".to_vec());
    }
    let parts: Vec<&[u8]> = parts.iter().map(Vec::as_slice).collect();
    Ok(class::digest(&parts))
}
