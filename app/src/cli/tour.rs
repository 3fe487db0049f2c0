//! The tour: the ladders of the main lessons in the terminal, with what each
//! rung does on the simulator and how long it takes on the best device there is.

use super::Measuring;
use super::run::{measure, size_for};
use super::table::{Side, Table};
use crate::format;
use crate::window::lessons::{Lesson, Rung, lessons};
use anyhow::{Context, Result};
use std::process::ExitCode;
use warpbench_device as device;
use warpbench_front::Language;
use warpbench_machine::model::{self, DeviceModel};
use warpbench_machine::sim::Schedule;
use warpbench_report::DeviceInfo;
use warpbench_simulate::report::Simulation;
use warpbench_simulate::{Observe, Setup, prepare_problem};

/// The lessons of the tour: the first ones.
const STOPS: usize = 3;

/// The device that is simulated.
const MODEL: &str = "h200";

/// Short runs: the tour is to be looked at, not waited for.
const MEASURING: Measuring = Measuring { seed: None, repeat: Some(5), deadline: 60.0 };

pub(super) fn run() -> Result<ExitCode> {
    let devices = device::devices();
    let device = devices.found.first().context("not even a processor was found")?;
    let model = model::find(MODEL)?;
    println!("Devices of this machine:");
    for device in &devices.found {
        println!("  {} {}: {} ({})", device.backend, device.index, device.name, device.kind);
    }
    for gap in &devices.unavailable {
        println!("  {} is not available: {}", gap.backend, gap.reason);
    }
    println!(
        "\nCounters come from the simulator as an {}, times from {} ({}).",
        model.name, device.name, device.kind
    );
    if !device.kind.is_gpu() {
        println!("This is no GPU: its times say little about one. The results are checked.");
    }
    for lesson in lessons().iter().take(STOPS) {
        stop(lesson, device, model)?;
    }
    println!(
        "\nNext: `warpbench list` names all kernels, `warpbench sim NAME` shows what one does, \
         `warpbench run NAME` runs it, and `warpbench bench FAMILY` compares devices."
    );
    Ok(ExitCode::SUCCESS)
}

/// One ladder: what each rung changes, then what it does and how long it takes.
fn stop(lesson: &Lesson, device: &DeviceInfo, model: &DeviceModel) -> Result<()> {
    println!("\n{}\n{}\n", lesson.title, "=".repeat(lesson.title.chars().count()));
    println!("{}\n", wrapped(&lesson.summary, ""));
    let mut counters = Table::new(&[
        ("kernel", Side::Left),
        ("size", Side::Left),
        ("instructions", Side::Right),
        ("sectors/request", Side::Right),
        ("bytes used", Side::Right),
        ("bank conflicts", Side::Right),
        ("divergent branches", Side::Right),
        ("barriers", Side::Right),
    ]);
    let mut times = Table::new(&[
        ("kernel", Side::Left),
        ("result", Side::Left),
        ("time", Side::Right),
        ("GB/s", Side::Right),
        ("GFLOP/s", Side::Right),
    ]);
    for rung in &lesson.rungs {
        println!("{}: {}", rung.variant.name, rung.variant.title);
        println!("{}\n", wrapped(rung.changes, "  "));
        let simulation = simulate(rung, model)?;
        counters.row(counted(rung, &simulation));
        times.row(timed(rung, device)?);
    }
    println!("What the rungs do on the simulator:\n{}", counters.plain());
    print!("How long they take on {}:\n{}", device.name, times.plain());
    Ok(())
}

fn simulate(rung: &Rung, model: &DeviceModel) -> Result<Simulation> {
    let setup = Setup {
        model: model.clone(),
        language: Language::Rust,
        schedule: Schedule::RoundRobin,
        most_instructions: 50_000_000,
        most_bytes: 1 << 30,
        cores: std::thread::available_parallelism().map_or(1, usize::from),
        observe: Observe::all(),
        dump: false,
    };
    Ok(prepare_problem(rung.family, rung.variant, &rung.size, 1, setup)?.run()?)
}

fn counted(rung: &Rung, simulation: &Simulation) -> Vec<String> {
    let counts = simulation.counters.unwrap_or_default();
    let share = |part: u64, whole: u64| part as f64 / whole.max(1) as f64;
    let wanted = share(counts.global_bytes_wanted, counts.global_bytes_moved);
    vec![
        rung.variant.name.to_owned(),
        format::size(&rung.size),
        format::count(counts.warp_instructions),
        format!("{:.1}", share(counts.global_sectors, counts.global_requests)),
        format!("{:.0} %", 100.0 * wanted),
        format::count(counts.bank_conflicts),
        format::count(counts.divergent_branches),
        format::count(counts.barriers),
    ]
}

fn timed(rung: &Rung, device: &DeviceInfo) -> Result<Vec<String>> {
    let variant = rung.variant;
    let size = size_for(variant, None, device)?;
    Ok(match measure(variant, &size, device, &MEASURING, &mut |_, _, _| {}) {
        Ok(m) => vec![
            variant.name.to_owned(),
            if m.checked { "checked" } else { "WRONG" }.to_owned(),
            m.seconds.map_or("–".to_owned(), |seconds| format::seconds(seconds.median)),
            format::rate(m.gb_per_s),
            format::rate(m.gflop_per_s),
        ],
        Err(error) => vec![variant.name.to_owned(), format!("not run: {error}")],
    })
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
    fn there_are_lessons_to_stop_at_and_a_model() {
        assert!(lessons().len() >= STOPS);
        assert!(model::find(MODEL).is_ok());
    }
}
