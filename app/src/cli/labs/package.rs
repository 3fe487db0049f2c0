//! `warpbench labs package`: a lab for Gradescope or GitHub Classroom.

use crate::cli::exit::Verdict;
use crate::cli::grade::ShelfArguments;
use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use std::fs;
use std::io::{Seek, Write};
use std::path::{Path, PathBuf};
use zip::write::SimpleFileOptions;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The lab: its number, its name or its folder
    lab: String,
    /// For whom
    #[arg(long = "for", value_enum)]
    platform: Platform,
    /// The file to write
    #[arg(long)]
    out: Option<PathBuf>,
    /// The program for the machines that grade; without it, this one
    #[arg(long)]
    binary: Option<PathBuf>,
    #[command(flatten)]
    shelf: ShelfArguments,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Platform {
    Gradescope,
    Classroom,
}

/// What Gradescope runs once, when it makes its image: there is nothing to install.
const SETUP: &str = "#!/usr/bin/env bash
set -e
chmod +x /autograder/source/warpbench
";

/// What Gradescope runs for each submission.
fn run_autograder(lab: &str, has_hidden: bool) -> String {
    let hidden = if has_hidden { " --hidden /autograder/source/hidden" } else { "" };
    format!(
        "#!/usr/bin/env bash
# The submission is the first kernel that was handed in, in the order of names.
shopt -s nullglob
files=(/autograder/submission/*.rs /autograder/submission/*.wgsl)
file=\"${{files[0]:-/autograder/submission/kernel.rs}}\"
mkdir -p /autograder/results
/autograder/source/warpbench grade /autograder/source/labs/{lab} \"$file\"{hidden} \\
    --format gradescope --out /autograder/results/results.json || true
"
    )
}

/// The workflow for GitHub Classroom. The program lies in the repository that
/// students are given, beside the lab.
fn workflow(lab: &str, points: f64) -> String {
    format!(
        "name: Autograding
on: [push, repository_dispatch]
permissions:
  checks: write
  actions: read
  contents: read
jobs:
  run-autograding-tests:
    runs-on: ubuntu-latest
    if: github.actor != 'github-classroom[bot]'
    steps:
      - uses: actions/checkout@v4
      - name: {lab}
        id: lab
        run: |
          chmod +x .warpbench/warpbench
          .warpbench/warpbench grade .warpbench/labs/{lab} kernel.* \\
            --format classroom --out result.json || true
          echo \"result=$(base64 -w0 < result.json)\" >> \"$GITHUB_OUTPUT\"
      - name: Report ({points} points)
        uses: classroom-resources/autograding-grading-reporter@v1
        env:
          LAB_RESULTS: ${{{{ steps.lab.outputs.result }}}}
        with:
          runners: lab
"
    )
}

pub(super) fn run(arguments: &Arguments) -> Result<Verdict> {
    let lab = arguments.shelf.shelf().find(&arguments.lab)?;
    let binary = match &arguments.binary {
        Some(binary) => binary.clone(),
        None => std::env::current_exe().context("cannot find this program's own file")?,
    };
    let program = fs::read(&binary).with_context(|| format!("cannot read {}", binary.display()))?;
    let name = match arguments.platform {
        Platform::Gradescope => format!("{}-gradescope.zip", lab.id),
        Platform::Classroom => format!("{}-classroom.zip", lab.id),
    };
    let out = arguments.out.clone().unwrap_or_else(|| PathBuf::from(name));
    if out.exists() {
        bail!("{} is there already", out.display());
    }
    let texts = arguments.shelf.shelf().files(&lab.id, &arguments.lab)?;
    let hidden = arguments.shelf.shelf().hidden_text(&lab.id)?;
    let file = fs::File::create(&out).with_context(|| format!("cannot write {}", out.display()))?;
    let mut zip = Archive { zip: zip::ZipWriter::new(file) };
    match arguments.platform {
        Platform::Gradescope => {
            zip.add("setup.sh", SETUP.as_bytes(), true)?;
            let script = run_autograder(&lab.id, hidden.is_some());
            zip.add("run_autograder", script.as_bytes(), true)?;
            zip.add("warpbench", &program, true)?;
            for (name, bytes) in &texts {
                zip.add(&format!("labs/{}/{name}", lab.id), bytes, false)?;
            }
            if let Some(hidden) = hidden {
                zip.add(&format!("hidden/{}/hidden.toml", lab.id), &hidden, false)?;
            }
        }
        Platform::Classroom => {
            let script = workflow(&lab.id, lab.points());
            zip.add(".github/workflows/classroom.yml", script.as_bytes(), false)?;
            zip.add(".warpbench/warpbench", &program, true)?;
            for (name, bytes) in &texts {
                zip.add(&format!(".warpbench/labs/{}/{name}", lab.id), bytes, false)?;
                match name.strip_prefix("starter.") {
                    Some(ending) => zip.add(&format!("kernel.{ending}"), bytes, false)?,
                    None if name == "README.md" => zip.add("README.md", bytes, false)?,
                    None => {}
                }
            }
        }
    }
    zip.zip.finish().with_context(|| format!("cannot write {}", out.display()))?;
    println!("{} is ready to upload.", out.display());
    Ok(Verdict::Right)
}

struct Archive<W: Write + Seek> {
    zip: zip::ZipWriter<W>,
}

impl<W: Write + Seek> Archive<W> {
    fn add(&mut self, name: &str, bytes: &[u8], is_program: bool) -> Result<()> {
        let options =
            SimpleFileOptions::default().unix_permissions(if is_program { 0o755 } else { 0o644 });
        self.zip
            .start_file(name, options)
            .map_err(anyhow::Error::from)
            .and_then(|()| Ok(self.zip.write_all(bytes)?))
            .with_context(|| format!("cannot write {}", Path::new(name).display()))
    }
}
