//! Shows result files: as tables, as a page, and against a baseline.

use super::store::load;
use crate::exit::Verdict;
use crate::saved;
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use warpbench_compare::baseline::{self, CHANCE};
use warpbench_compare::notes::Notes;
use warpbench_compare::page::page;
use warpbench_compare::{Collection, table};

#[derive(Debug, clap::Args)]
pub(super) struct ShowArguments {
    /// Result files; those of many machines are shown together
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Write comma-separated values that begin with BabelStream's columns
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write Markdown
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
    /// Write a page for a browser, which needs no network
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Remarks on kernels, shown beside what they are about
    #[arg(long, value_name = "FILE")]
    notes: Option<PathBuf>,
    /// Compare with an earlier run; may be repeated
    #[arg(long, value_name = "FILE")]
    baseline: Vec<PathBuf>,
    /// How much slower than the baseline a kernel may be, beyond what the spread of the samples
    /// explains
    #[arg(long, value_name = "PERCENT", default_value = "10%", requires = "baseline",
        value_parser = parse_percent)]
    fail_over: f64,
}

impl ShowArguments {
    /// Refuses to write where something is read, or twice to one file.
    fn check_outputs(&self) -> Result<()> {
        let read: Vec<&Path> =
            self.files.iter().chain(&self.notes).chain(&self.baseline).map(AsRef::as_ref).collect();
        let written: Vec<&Path> = [&self.csv, &self.markdown, &self.html]
            .into_iter()
            .flatten()
            .map(AsRef::as_ref)
            .collect();
        for (index, path) in written.iter().enumerate() {
            saved::keep(path, &read)?;
            saved::keep(path, &written[..index])?;
        }
        Ok(())
    }
}

fn parse_percent(text: &str) -> Result<f64, String> {
    let number = text.trim().strip_suffix('%').unwrap_or(text).trim();
    match number.parse::<f64>() {
        Ok(percent) if (0.0..=1000.0).contains(&percent) => Ok(percent / 100.0),
        _ => Err(format!("`{text}` is no share; write 10%, for example")),
    }
}

pub(super) fn run(arguments: &ShowArguments) -> Result<Verdict> {
    let collection = read_all(&arguments.files)?;
    let notes = notes(arguments.notes.as_deref())?;
    arguments.check_outputs()?;
    let mut written = false;
    if let Some(path) = &arguments.csv {
        save(path, &table::csv(&table::entries(&collection))?)?;
        written = true;
    }
    if let Some(path) = &arguments.markdown {
        save(path, &table::markdown(&collection, &notes))?;
        written = true;
    }
    if let Some(path) = &arguments.html {
        save(path, &page(&collection, &notes)?)?;
        written = true;
    }
    if !arguments.baseline.is_empty() {
        return judge(arguments, &collection);
    }
    if !written {
        print!("{}", table::plain(&collection, &notes));
    }
    Ok(Verdict::Right)
}

fn judge(arguments: &ShowArguments, collection: &Collection) -> Result<Verdict> {
    let old = read_all(&arguments.baseline)?;
    let changes = baseline::compare(&old, collection, arguments.fail_over);
    print!("{}", table::changes(&changes).plain());
    for line in changes.broken.iter().chain(&changes.unmatched) {
        println!("- {line}");
    }
    if changes.changes.is_empty() && changes.broken.is_empty() {
        bail!(
            "nothing is compared: no kernel was measured in both at the same size on a device of \
             the same name"
        );
    }
    let limit = 100.0 * arguments.fail_over;
    let regressions = changes.regressions();
    println!(
        "\n{regressions} of {} kernels are more than {limit} % slower with a chance of error below \
         {} % (Mann-Whitney).",
        changes.changes.len(),
        100.0 * CHANCE
    );
    if !changes.broken.is_empty() {
        return Ok(Verdict::Wrong);
    }
    Ok(if regressions > 0 { Verdict::Regressed } else { Verdict::Right })
}

fn read_all(files: &[PathBuf]) -> Result<Collection> {
    let runs = files.iter().map(|path| load(path)).collect::<Result<Vec<_>>>()?;
    Ok(Collection::of(runs)?)
}

fn notes(path: Option<&Path>) -> Result<Notes> {
    let Some(path) = path else { return Ok(Notes::default()) };
    let name = || path.display().to_string();
    let text = std::fs::read_to_string(path).with_context(name)?;
    Notes::parse(&text).with_context(name)
}

fn save(path: &Path, text: &str) -> Result<()> {
    saved::write(path, text.as_bytes())?;
    println!("wrote {}", path.display());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_percent() {
        let check = |text: &str, expected: Option<f64>| {
            assert_eq!(parse_percent(text).ok(), expected, "{text:?}");
        };
        check("10%", Some(0.1));
        check("10", Some(0.1));
        check(" 2.5 % ", Some(0.025));
        check("0", Some(0.0));
        check("-1%", None);
        check("much", None);
        check("NaN", None);
    }
}
