//! `warpbench labs package`: a lab for Gradescope or GitHub Classroom.

use crate::exit::Verdict;
use crate::grade::ShelfArguments;
use crate::saved;
use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use sha2::{Digest, Sha256};
use std::fs;
use std::io::{self, Seek, Write};
use std::path::{Path, PathBuf};
use zip::write::SimpleFileOptions;

/// What programs for Linux begin with.
const ELF: &[u8] = b"\x7fELF";

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The lab: its number, its name or its folder
    lab: PathBuf,
    /// For whom
    #[arg(long = "for", value_enum)]
    platform: Platform,
    /// The file to write
    #[arg(long)]
    out: Option<PathBuf>,
    /// The program for the machines that grade, which run Linux; without it, this one
    #[arg(long)]
    binary: Option<PathBuf>,
    /// Have the program fetched from here instead of putting it in; {version} stands for
    /// the version of this one
    #[arg(long, value_name = "URL")]
    download: Option<String>,
    #[command(flatten)]
    shelf: ShelfArguments,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Platform {
    Gradescope,
    Classroom,
}

/// How the program comes to the machine that grades.
enum Program {
    Inside(Vec<u8>),
    /// From an address; with the digest of what has to be there, if that is known.
    Fetched {
        url: String,
        digest: Option<String>,
    },
}

impl Program {
    fn of(arguments: &Arguments) -> Result<Program> {
        let read = |binary: &Path| {
            let bytes =
                fs::read(binary).with_context(|| format!("cannot read {}", binary.display()))?;
            if !bytes.starts_with(ELF) {
                bail!("{} is no program for Linux, which the graders run", binary.display());
            }
            Ok(bytes)
        };
        match (&arguments.download, &arguments.binary) {
            (Some(url), binary) => {
                let url = url.replace("{version}", env!("CARGO_PKG_VERSION"));
                let is_plain =
                    |c: char| c.is_ascii_alphanumeric() || "-._~:/?#@!+,;=%&".contains(c);
                if !url.starts_with("https://") || !url.chars().all(is_plain) {
                    bail!("`{url}` is no address that begins with https://");
                }
                let digest = match binary {
                    Some(binary) => {
                        let digest = Sha256::digest(read(binary)?);
                        Some(digest.iter().map(|byte| format!("{byte:02x}")).collect())
                    }
                    None => None,
                };
                Ok(Program::Fetched { url, digest })
            }
            (None, Some(binary)) => Ok(Program::Inside(read(binary)?)),
            (None, None) => Ok(Program::Inside(read(&own()?)?)),
        }
    }

    /// The commands that put the program at a path.
    fn install(&self, path: &str, indent: &str) -> String {
        let mut lines = Vec::new();
        if let Program::Fetched { url, digest } = self {
            lines.push(format!("curl --fail --silent --show-error --location -o {path} \"{url}\""));
            if let Some(digest) = digest {
                lines.push(format!("echo \"{digest}  {path}\" | sha256sum --check --quiet"));
            }
        }
        lines.push(format!("chmod +x {path}"));
        lines.join(&format!("\n{indent}"))
    }
}

/// This program's own file, which runs where it is graded as well.
#[cfg(target_os = "linux")]
fn own() -> Result<PathBuf> {
    std::env::current_exe().context("cannot find this program's own file")
}

/// Both platforms run Linux, and this program does not run there.
#[cfg(not(target_os = "linux"))]
fn own() -> Result<PathBuf> {
    bail!(
        "Gradescope and GitHub grade on Linux; name the program for Linux, which its archive \
         has, by --binary, or where to fetch it from by --download"
    )
}

/// What Gradescope runs once, when it makes its image.
fn setup(program: &Program) -> String {
    let needs = match program {
        Program::Inside(_) => "",
        Program::Fetched { .. } => {
            "command -v curl > /dev/null || { apt-get update && apt-get install -y curl; }\n"
        }
    };
    format!(
        "#!/usr/bin/env bash
set -euo pipefail
cd \"${{AUTOGRADER_ROOT:-/autograder}}/source\"
{needs}{}
",
        program.install("warpbench", "")
    )
}

/// What Gradescope runs for each submission.
fn run_autograder(lab: &str, has_hidden: bool) -> String {
    let hidden = if has_hidden { " --hidden \"$root/source/hidden\"" } else { "" };
    format!(
        "#!/usr/bin/env bash
# The submission is only read and interpreted; nothing of it is run.
root=\"${{AUTOGRADER_ROOT:-/autograder}}\"
results=\"$root/results/results.json\"
mkdir -p \"$root/results\"
rm -f \"$results\"
\"$root/source/warpbench\" grade \"$root/source/labs/{lab}\" \"$root/submission\"{hidden} \\
    --format gradescope --out \"$results\"
# Without results Gradescope tells students nothing. What went wrong is in the log.
if [ ! -s \"$results\" ]; then
    echo '{{\"score\": 0, \"output\": \"The autograder failed; please tell your instructor.\"}}' \\
        > \"$results\"
fi
exit 0
"
    )
}

/// The workflow for GitHub Classroom. Its name and that of its job are what Classroom
/// looks for.
fn workflow(lab: &str, points: &str, program: &Program) -> String {
    format!(
        "name: Autograding Tests
on: [push, workflow_dispatch, repository_dispatch]
permissions:
  checks: write
  actions: read
  contents: read
jobs:
  run-autograding-tests:
    runs-on: ubuntu-latest
    if: github.actor != 'github-classroom[bot]'
    steps:
      - name: Checkout code
        uses: actions/checkout@v4
      - name: Grade {lab} ({points} points)
        id: lab
        shell: bash
        run: |
          {}
          # 2 means that something is wrong with the kernel, which the result says.
          .warpbench/warpbench grade .warpbench/labs/{lab} . \\
            --format classroom --out .warpbench/result.json || [ $? -eq 2 ]
          echo \"result=$(base64 -w0 < .warpbench/result.json)\" >> \"$GITHUB_OUTPUT\"
      - name: Autograding Reporter
        uses: classroom-resources/autograding-grading-reporter@v1
        env:
          LAB_RESULTS: \"${{{{steps.lab.outputs.result}}}}\"
        with:
          runners: lab
",
        program.install(".warpbench/warpbench", "          ")
    )
}

pub(super) fn run(arguments: &Arguments) -> Result<Verdict> {
    let shelf = arguments.shelf.shelf();
    let lab = shelf.find_path(&arguments.lab)?;
    shelf.expect_hidden(&lab.id)?;
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    if !lab.id.chars().all(is_plain) || lab.id.starts_with(['-', '.']) {
        bail!(
            "the folder `{}` is written into scripts; call it by letters, digits, - and _ alone",
            lab.id
        );
    }
    if arguments.platform == Platform::Classroom && arguments.shelf.hidden.is_some() {
        bail!(
            "students can read everything in a repository of GitHub Classroom, so nothing can be \
             kept back there; leave --hidden out, and grade with it afterwards"
        );
    }
    let program = Program::of(arguments)?;
    let name = match arguments.platform {
        Platform::Gradescope => format!("{}-gradescope.zip", lab.id),
        Platform::Classroom => format!("{}-classroom.zip", lab.id),
    };
    let out = arguments.out.clone().unwrap_or_else(|| PathBuf::from(name));
    if out.exists() {
        bail!("{} is there already; move it away, or name another file by --out", out.display());
    }
    let texts = shelf.files(&lab.id, &arguments.lab)?;
    let hidden = shelf.hidden_text(&lab.id)?;
    let mut zip = Archive { zip: zip::ZipWriter::new(io::Cursor::new(Vec::new())) };
    match arguments.platform {
        Platform::Gradescope => {
            zip.add("setup.sh", setup(&program).as_bytes(), true)?;
            let script = run_autograder(&lab.id, hidden.is_some());
            zip.add("run_autograder", script.as_bytes(), true)?;
            if let Program::Inside(program) = &program {
                zip.add("warpbench", program, true)?;
            }
            for (name, bytes) in &texts {
                zip.add(&format!("labs/{}/{name}", lab.id), bytes, false)?;
            }
            if let Some(hidden) = hidden {
                zip.add(&format!("hidden/{}/hidden.toml", lab.id), &hidden, false)?;
            }
        }
        Platform::Classroom => {
            let points = warpbench_lab::report::points(lab.points());
            let script = workflow(&lab.id, &points, &program);
            zip.add(".github/workflows/classroom.yml", script.as_bytes(), false)?;
            if let Program::Inside(program) = &program {
                zip.add(".warpbench/warpbench", program, true)?;
            }
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
    let archive = zip.zip.finish().with_context(|| format!("cannot make {}", out.display()))?;
    saved::write(&out, archive.get_ref())?;
    println!("{} is ready to upload.", out.display());
    Ok(Verdict::Right)
}

struct Archive<W: Write + Seek> {
    zip: zip::ZipWriter<W>,
}

impl<W: Write + Seek> Archive<W> {
    fn add(&mut self, name: &str, bytes: &[u8], is_program: bool) -> Result<()> {
        // Wherever it is made, it is unpacked on Linux, which reads the permissions only of
        // archives that say they were made on Unix.
        let options = SimpleFileOptions::default()
            .system(zip::System::Unix)
            .unix_permissions(if is_program { 0o755 } else { 0o644 });
        self.zip
            .start_file(name, options)
            .map_err(anyhow::Error::from)
            .and_then(|()| Ok(self.zip.write_all(bytes)?))
            .with_context(|| format!("cannot write {}", Path::new(name).display()))
    }
}
