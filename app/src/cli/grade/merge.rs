//! `warpbench grade merge`: the parts of a class, put together.

use super::ShelfArguments;
use super::class::{all_stored, write_class};
use crate::cli::exit::Verdict;
use anyhow::{Context, Result, bail};
use clap::Args;
use std::collections::BTreeMap;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The lab: its number, its name or its folder
    lab: String,
    /// The folders that the parts were written to
    #[arg(required = true)]
    parts: Vec<PathBuf>,
    /// The folder for the whole class
    #[arg(long)]
    out: PathBuf,
    #[command(flatten)]
    shelf: ShelfArguments,
}

pub(super) fn run(arguments: &Arguments) -> Result<Verdict> {
    let lab = arguments.shelf.shelf().find(&arguments.lab)?;
    let mut all = BTreeMap::new();
    for part in &arguments.parts {
        for graded in all_stored(part)? {
            if graded.lab != lab.id {
                bail!(
                    "{} has results of the lab {}, not of {}",
                    part.display(),
                    graded.lab,
                    lab.id
                );
            }
            let name = graded.submission.clone();
            if let Some(other) = all.insert(name.clone(), graded.clone())
                && other != graded
            {
                bail!("`{name}` is in two parts, with different results");
            }
        }
    }
    std::fs::create_dir_all(&arguments.out)
        .with_context(|| format!("cannot make the folder {}", arguments.out.display()))?;
    let graded: Vec<_> = all.into_values().collect();
    write_class(&lab, &arguments.out, &graded)?;
    let passed = graded.iter().filter(|graded| graded.passed()).count();
    println!(
        "{passed} of {} submissions pass {}. The table is {}.",
        graded.len(),
        lab.id,
        arguments.out.join("results.csv").display()
    );
    Ok(Verdict::Right)
}
