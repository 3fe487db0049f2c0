//! `warpbench man`: the manual, a page for every command, made from the same
//! description that reads the command line. It is for those who make packages.

use super::exit::Verdict;
use anyhow::{Context, Result};
use clap::CommandFactory;
use std::fs;
use std::path::{Path, PathBuf};

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The folder that the pages are written to
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
}

pub(super) fn run(arguments: &Arguments) -> Result<Verdict> {
    write(&arguments.out)?;
    Ok(Verdict::Right)
}

fn write(folder: &Path) -> Result<()> {
    fs::create_dir_all(folder)
        .and_then(|()| clap_mangen::generate_to(super::Arguments::command(), folder))
        .with_context(|| format!("cannot write the manual to {}", folder.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Command;
    use std::collections::BTreeSet;

    /// The names of the pages that a command and those below it should have.
    fn pages(command: &Command, name: &str, expected: &mut BTreeSet<String>) {
        expected.insert(format!("{name}.1"));
        for below in command.get_subcommands().filter(|below| !below.is_hide_set()) {
            pages(below, &format!("{name}-{}", below.get_name()), expected);
        }
    }

    #[test]
    fn every_command_that_is_shown_has_a_page() {
        let folder = tempfile::tempdir().expect("a folder");
        write(folder.path()).expect("a manual");
        let mut expected = BTreeSet::new();
        pages(&super::super::Arguments::command(), "warpbench", &mut expected);
        let entries = fs::read_dir(folder.path()).expect("the folder");
        let written: BTreeSet<String> = entries
            .map(|entry| entry.expect("a page").file_name().to_string_lossy().into_owned())
            .collect();
        assert_eq!(written, expected);
        for name in ["warpbench.1", "warpbench-sim.1", "warpbench-labs-start.1"] {
            let page = fs::read_to_string(folder.path().join(name)).expect(name);
            assert!(page.contains(".SH SYNOPSIS"), "{page}");
        }
    }
}
