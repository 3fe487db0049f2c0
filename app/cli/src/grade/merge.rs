//! `warpbench grade merge`: the parts of a class, put together.

use super::ShelfArguments;
use super::results::Results;
use crate::exit::Verdict;
use anyhow::{Result, bail};
use clap::Args;
use std::collections::BTreeMap;
use std::path::PathBuf;
use warpbench_common::labs::CLASS_NOTE;
use warpbench_lab::class::Entry;
use warpbench_lab::lab::Lab;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The lab: its number, its name or its folder
    lab: PathBuf,
    /// The folders that the parts were written to
    #[arg(required = true)]
    parts: Vec<PathBuf>,
    /// The folder for the whole class
    #[arg(long)]
    out: PathBuf,
    /// What Canvas calls the assignment; without it, the lab's title
    #[arg(long, value_name = "NAME")]
    assignment: Option<String>,
    #[command(flatten)]
    shelf: ShelfArguments,
}

impl Arguments {
    /// Refuses a lab that the parts were not graded with: its points are what tables
    /// are made with.
    fn check_lab(&self, lab: &Lab, digest: &str) -> Result<()> {
        let shelf = self.shelf.shelf();
        for hardware in [false, true] {
            if super::lab_digest(lab, &self.lab, &shelf, hardware)? == digest {
                return Ok(());
            }
        }
        bail!(
            "the parts were graded with another text of the lab {}, with other hidden checks or by \
             another version of warpbench; name the lab as it was named then, with --labs and \
             --hidden where they were given",
            lab.id
        )
    }
}

pub(super) fn run(arguments: &Arguments) -> Result<Verdict> {
    let lab = arguments.shelf.shelf().find_path(&arguments.lab)?;
    let mut all: BTreeMap<String, Entry> = BTreeMap::new();
    let mut class: Option<(Vec<String>, String, &PathBuf)> = None;
    let mut notes = Vec::new();
    for part in &arguments.parts {
        let results = Results::open(part)?;
        let roll = results.roll()?;
        notes.push(results.read(CLASS_NOTE));
        match &class {
            None => class = Some((roll.class, roll.lab, part)),
            Some((keys, digest, other)) => {
                if *digest != roll.lab {
                    bail!(
                        "{} and {} were graded with different texts of the lab, or by different \
                         versions of warpbench; grade one of them again",
                        other.display(),
                        part.display()
                    );
                }
                if *keys != roll.class {
                    bail!(
                        "{} and {} are parts of different classes: the folder of submissions \
                         has changed between them",
                        other.display(),
                        part.display()
                    );
                }
            }
        }
        for entry in results.all()? {
            if entry.graded.lab != lab.id {
                bail!(
                    "{} has results of the lab {}, not of {}",
                    part.display(),
                    entry.graded.lab,
                    lab.id
                );
            }
            let key = entry.key.clone();
            if let Some(other) = all.insert(key, entry.clone())
                && other != entry
            {
                bail!("`{}` is in two parts, with different results", entry.graded.submission);
            }
        }
    }
    let Some((keys, digest, _)) = class else { bail!("there is no part to merge") };
    arguments.check_lab(&lab, &digest)?;
    // What an earlier run left in a folder does not belong to the class any more.
    all.retain(|key, entry| keys.contains(key) && entry.lab == digest);
    let missing: Vec<&String> = keys.iter().filter(|key| !all.contains_key(*key)).collect();
    let results = Results::create(&arguments.out)?;
    let mut entries: Vec<Entry> = all.into_values().collect();
    for entry in &entries {
        results.keep(entry)?;
    }
    results.write_roll(&super::results::Roll { lab: digest, class: keys.clone() })?;
    // Parts that were graded on different machines may name different folders.
    if let [Some(note), rest @ ..] = &notes[..]
        && rest.iter().all(|other| other.as_ref() == Some(note))
    {
        results.write(CLASS_NOTE, note)?;
    }
    let assignment = arguments.assignment.as_deref().unwrap_or(&lab.title);
    results.write_class(&lab, assignment, &mut entries)?;
    let passed = entries.iter().filter(|entry| entry.graded.passed()).count();
    println!(
        "{passed} of {} submissions pass {}. The table is {}.",
        entries.len(),
        lab.id,
        results.table().display()
    );
    if missing.is_empty() {
        return Ok(Verdict::Right);
    }
    let named: Vec<&str> = missing.iter().take(5).map(|key| key.as_str()).collect();
    eprintln!(
        "error: {} of {} submissions are in no part: {}{}. Run the part that did not finish \
         again with --resume, then merge again.",
        missing.len(),
        keys.len(),
        named.join(", "),
        if missing.len() > named.len() { ", …" } else { "" }
    );
    Ok(Verdict::NotDone)
}
