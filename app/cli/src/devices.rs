//! `warpbench devices`.

use super::exit::Verdict;
use super::table::{Align, Table};
use anyhow::Result;
use warpbench_report::Backend;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<Verdict> {
    let devices = super::devices(&Backend::ALL)?;
    if arguments.json {
        println!("{}", serde_json::to_string_pretty(&devices)?);
        return Ok(Verdict::Right);
    }
    let mut table = Table::new(&[
        ("backend", Align::Left),
        ("index", Align::Right),
        ("kind", Align::Left),
        ("name", Align::Left),
        ("driver", Align::Left),
    ]);
    for device in &devices.found {
        table.row([
            device.backend.to_string(),
            device.index.to_string(),
            device.kind.to_string(),
            device.name.clone(),
            device.driver.clone(),
        ]);
    }
    print!("{}", table.plain());
    for missing in &devices.unavailable {
        println!("\n{} is not available: {}", missing.backend, missing.reason);
    }
    Ok(Verdict::Right)
}
