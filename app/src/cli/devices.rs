//! `warpbench devices`.

use super::table::{Side, Table};
use anyhow::Result;
use std::process::ExitCode;
use warpbench_device as device;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let devices = device::devices();
    if arguments.json {
        println!("{}", serde_json::to_string_pretty(&devices)?);
        return Ok(ExitCode::SUCCESS);
    }
    let mut table = Table::new(&[
        ("backend", Side::Left),
        ("index", Side::Right),
        ("kind", Side::Left),
        ("name", Side::Left),
        ("driver", Side::Left),
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
    for gap in &devices.unavailable {
        println!("\n{} is not available: {}", gap.backend, gap.reason);
    }
    Ok(ExitCode::SUCCESS)
}
