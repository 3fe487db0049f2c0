//! The tour: the main ladders in the terminal, on the best device there is.

use super::Measuring;
use super::run::{measure, size_for};
use super::table::{Side, Table};
use crate::format;
use anyhow::{Context, Result};
use std::process::ExitCode;
use warpbench_host::catalog::{Element, FAMILIES, Family, Rung};
use warpbench_host::device;
use warpbench_host::report::DeviceInfo;

/// The families of the tour, in order.
const STOPS: [&str; 3] = ["reduce", "matmul", "copy"];

/// Short runs: the tour is to be looked at, not waited for.
const MEASURING: Measuring = Measuring { seed: None, repeat: Some(5), deadline: 60.0 };

pub(super) fn run() -> Result<ExitCode> {
    let devices = device::devices();
    let device = devices.found.first().context("not even a processor was found")?;
    println!("Devices of this machine:");
    for device in &devices.found {
        println!("  {} {}: {} ({})", device.backend, device.index, device.name, device.kind);
    }
    for gap in &devices.unavailable {
        println!("  {} is not available: {}", gap.backend, gap.reason);
    }
    println!("\nThe tour runs on {} ({}).", device.name, device.kind);
    if !device.kind.is_gpu() {
        println!("This is no GPU: its times say little about one. The results are checked.");
    }

    for family in FAMILIES.iter().filter(|family| STOPS.contains(&family.name)) {
        stop(family, device)?;
    }
    println!(
        "\nNext: `warpbench list` names all kernels, `warpbench run NAME` runs one, and \
         `warpbench bench FAMILY` compares devices."
    );
    Ok(ExitCode::SUCCESS)
}

/// One ladder: what each rung shows, then the times.
fn stop(family: &Family, device: &DeviceInfo) -> Result<()> {
    println!("\n{}\n{}\n", family.title, "=".repeat(family.title.chars().count()));
    println!("{}\n", wrapped(family.summary, ""));
    let rungs = family.variants.iter().filter(|variant| variant.element == Element::F32);
    let mut table = Table::new(&[
        ("kernel", Side::Left),
        ("result", Side::Left),
        ("time", Side::Right),
        ("GB/s", Side::Right),
        ("GFLOP/s", Side::Right),
    ]);
    for variant in rungs {
        println!("{}: {}", variant.name, variant.title);
        println!("{}", wrapped(variant.shows, "  "));
        if let Rung::Contested(why) | Rung::Apart(why) = variant.rung {
            println!("{}", wrapped(&format!("Note: {why}."), "  "));
        }
        println!();
        let size = size_for(variant, None, device)?;
        match measure(variant, &size, device, &MEASURING, &mut |_, _, _| {}) {
            Ok(m) => table.row([
                variant.name.to_owned(),
                if m.checked { "checked" } else { "WRONG" }.to_owned(),
                m.seconds.map_or("–".to_owned(), |seconds| format::seconds(seconds.median)),
                format::rate(m.gb_per_s),
                format::rate(m.gflop_per_s),
            ]),
            Err(error) => table.row([variant.name.to_owned(), format!("not run: {error}")]),
        }
    }
    print!("{}", table.plain());
    Ok(())
}

/// Text in lines of at most 80 characters.
fn wrapped(text: &str, indent: &str) -> String {
    let mut lines = vec![indent.to_owned()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().map_or(0, |line| line.chars().count());
        if line > indent.len() && line + 1 + word.chars().count() > 80 {
            lines.push(indent.to_owned());
        }
        if let Some(line) = lines.last_mut() {
            if line.len() > indent.len() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_stay_within_eighty_characters() {
        let text = "word ".repeat(60) + &"x".repeat(90);
        let lines = wrapped(&text, "  ");
        for line in lines.lines() {
            let single = line.trim().len() == 90;
            assert!(line.chars().count() <= 80 || single, "{line}");
            assert!(line.starts_with("  "), "{line}");
        }
        assert_eq!(lines.split_whitespace().count(), 61);
        assert_eq!(wrapped("", "  "), "  ");
    }

    #[test]
    fn every_stop_exists() {
        for stop in STOPS {
            assert!(FAMILIES.iter().any(|family| family.name == stop), "{stop}");
        }
    }
}
