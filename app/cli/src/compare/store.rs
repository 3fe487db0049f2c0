//! The result file while it grows. It is replaced as a whole or not at all: whenever
//! the program is ended, what lies there is the state after the last measurement.

use anyhow::{Context, Result, bail};
use std::fs;
use std::path::{Path, PathBuf};
use warpbench_common::disk;
use warpbench_compare::ceilings::note_shares;
use warpbench_compare::results::{Device, Machine, Record, Results, Run};
use warpbench_compare::{read, write};

pub(super) struct Store {
    path: PathBuf,
    pub(super) results: Results,
}

impl Store {
    /// Begins a file, or goes on with one that is there.
    pub(super) fn open(
        path: &Path,
        fresh: Results,
        resume: bool,
        overwrite: bool,
    ) -> Result<Store> {
        let is_there = path.try_exists().with_context(|| format!("{}", path.display()))?;
        if path.is_dir() {
            bail!("{} is a folder; name a file by --out", path.display());
        }
        if is_there && !resume && !overwrite {
            bail!(
                "{} is there already; --resume goes on with it, --overwrite begins anew, and --out \
                 names another file",
                path.display()
            );
        }
        let results = if is_there && resume {
            let known = load(path)?;
            if let Some(difference) = difference(&known, &fresh) {
                bail!(
                    "{} cannot be gone on with: {difference}; --overwrite begins anew",
                    path.display()
                );
            }
            Results { devices: joined(known.devices, fresh.devices), ..known }
        } else {
            fresh
        };
        let mut store = Store { path: path.to_owned(), results };
        // What cannot be written is better known before anything is measured.
        store.save()?;
        Ok(store)
    }

    /// Keeps a record, in place of an earlier one of the same measurement.
    pub(super) fn keep(&mut self, record: Record) -> Result<()> {
        self.results.measurements.retain(|known| known.key() != record.key());
        self.results.measurements.push(record);
        self.save()
    }

    pub(super) fn save(&mut self) -> Result<()> {
        note_shares(&mut self.results);
        let failed = || format!("{} cannot be written", self.path.display());
        let text = write(&self.results).with_context(failed)?;
        // What a run that was ended left half written is written over by the next one.
        disk::replace(&self.path, ".part", text.as_bytes()).with_context(failed)
    }
}

/// Reads a result file.
pub(super) fn load(path: &Path) -> Result<Results> {
    let name = || path.display().to_string();
    let text = fs::read_to_string(path).with_context(name)?;
    read(&text).with_context(name)
}

/// Why a run is not the one that is to be gone on with.
fn difference(known: &Results, fresh: &Results) -> Option<String> {
    let (Run { program, settings, .. }, Run { program: own, settings: asked, .. }) =
        (&known.run, &fresh.run);
    if program != own {
        return Some(format!("it was begun with warpbench {program}, and this is {own}"));
    }
    if settings != asked {
        return Some("it was begun with other options".to_owned());
    }
    let Machine { name, .. } = &known.machine;
    if *name != fresh.machine.name {
        return Some(format!("it was begun on {name}, and this is {}", fresh.machine.name));
    }
    let changed = known.devices.iter().find_map(|device| {
        let now = fresh.devices.iter().find(|now| now.id == device.id)?;
        (now.name != device.name || now.driver != device.driver).then_some((device, now))
    });
    changed.map(|(was, now)| {
        format!(
            "{} was {} ({}) then and is {} ({}) now",
            was.id, was.name, was.driver, now.name, now.driver
        )
    })
}

/// The devices of a run, those that were known first as they were.
fn joined(mut known: Vec<Device>, fresh: Vec<Device>) -> Vec<Device> {
    for device in fresh {
        if !known.iter().any(|mine| mine.id == device.id) {
            known.push(device);
        }
    }
    known
}
