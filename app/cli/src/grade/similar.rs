//! Submissions that are the same program.

use super::class::digest;
use super::found::Submission;
use super::results::Results;
use super::submission;
use anyhow::Result;
use std::collections::BTreeMap;
use warpbench_lab::lab::Lab;
use warpbench_lab::report::cell::harmless;
use warpbench_lab::similar::bare;

/// The most groups that are printed; all are in the file.
const MOST_SHOWN: usize = 20;

/// The file that has the pairs.
pub(super) const SIMILAR: &str = "similar.csv";

/// Writes the pairs to a file and says how many groups there are. What a lab
/// gave out itself nobody has copied from another.
pub(super) fn report_similar(all: &[Submission], lab: &Lab, results: &Results) -> Result<()> {
    let of_text = |text: &str| digest(&[bare(text).as_bytes()]);
    let nothing = of_text("");
    let starters: Vec<String> = lab.texts.iter().map(|own| of_text(&own.starter.text)).collect();
    let mut programs: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    let mut unchanged = 0;
    for submission in all {
        // What cannot be read is no program.
        let Ok(read) = submission::read_one_of(&submission.files, lab) else { continue };
        let program = of_text(&read.text);
        if starters.contains(&program) {
            unchanged += 1;
        } else if program != nothing {
            programs.entry(program).or_default().push(&submission.name);
        }
    }
    let mut groups: Vec<Vec<&str>> =
        programs.into_values().filter(|names| names.len() > 1).collect();
    groups.sort();
    let mut rows = vec![["group", "first", "second"].map(str::to_owned)];
    for (number, group) in groups.iter().enumerate() {
        for (index, first) in group.iter().enumerate() {
            for second in &group[index + 1..] {
                rows.push([(number + 1).to_string(), harmless(first), harmless(second)]);
            }
        }
    }
    let rows: Vec<Vec<String>> = rows.into_iter().map(|row| row.to_vec()).collect();
    let table = warpbench_lab::report::cell::write(&rows).map_err(anyhow::Error::msg)?;
    results.write(SIMILAR, &table)?;
    match groups.len() {
        0 => println!("No two submissions are the same program."),
        1 => println!("These submissions are the same program:"),
        count => println!("{count} groups of submissions are the same program:"),
    }
    for group in groups.iter().take(MOST_SHOWN) {
        println!("  {}", group.join(" = "));
    }
    if groups.len() > MOST_SHOWN {
        println!("  … and {} more in {SIMILAR}", groups.len() - MOST_SHOWN);
    }
    match unchanged {
        0 => {}
        1 => println!("One is the starter as it was given out; it is not compared."),
        count => println!("{count} are the starter as it was given out; these are not compared."),
    }
    Ok(())
}
