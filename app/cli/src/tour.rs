//! The tour: the ladders of the main lessons in the terminal, with what each
//! rung does on the simulator and how long it takes on the best device there is.

use super::exit::Verdict;
use super::run::{measure, size_for};
use super::table::{Align, Table};
use super::{Measuring, page};
use anyhow::{Context, Result};
use std::sync::Arc;
use warpbench_common::format;
use warpbench_common::memory::default_limit;
use warpbench_cores::Threads;
use warpbench_front::Language;
use warpbench_machine::model::{self, DeviceModel};
use warpbench_machine::sim::Schedule;
use warpbench_report::{Backend, DeviceInfo};
use warpbench_simulate::report::Simulation;
use warpbench_simulate::{Observe, Setup, prepare_problem};
use warpbench_texts::lessons::{Lesson, Rung, lessons};

/// The lessons of the tour: the first ones.
const STOPS: usize = 4;

/// Short runs: the tour is to be looked at, not waited for.
const MEASURING: Measuring = Measuring { seed: None, repeat: Some(5), deadline: 60.0 };

pub(super) fn run() -> Result<Verdict> {
    let devices = super::devices(&Backend::ALL)?;
    let device = devices.found.first().context("not even a processor was found")?;
    let model = model::usual();
    println!("Devices of this machine:");
    for device in &devices.found {
        println!("  {} {}: {} ({})", device.backend, device.index, device.name, device.kind);
    }
    for missing in &devices.unavailable {
        println!("  {} is not available: {}", missing.backend, missing.reason);
    }
    println!(
        "\nCounters come from the simulator as an {}, times from {} ({}).",
        model.name, device.name, device.kind
    );
    if !device.kind.is_gpu() {
        println!("This is no GPU: its times say little about one. The results are checked.");
    }
    let mut verdict = Verdict::Right;
    for lesson in lessons().iter().take(STOPS) {
        verdict = verdict.and(stop(lesson, device, model)?);
    }
    println!(
        "\nNext: `warpbench list` names all kernels, `warpbench sim NAME` shows what one does, \
         `warpbench run NAME` runs it, and `warpbench bench FAMILY` compares devices."
    );
    Ok(verdict)
}

/// One ladder: what each rung changes, then what it does and how long it takes.
fn stop(lesson: &Lesson, device: &DeviceInfo, model: &DeviceModel) -> Result<Verdict> {
    let mut verdict = Verdict::Right;
    println!("\n{}\n{}\n", lesson.title, "=".repeat(lesson.title.chars().count()));
    println!("{}\n", wrapped(&lesson.summary, ""));
    let mut counters = Table::new(&[
        ("kernel", Align::Left),
        ("size", Align::Left),
        ("instructions", Align::Right),
        ("sectors/request", Align::Right),
        ("bytes used", Align::Right),
        ("bank conflicts", Align::Right),
        ("divergent branches", Align::Right),
        ("barriers", Align::Right),
    ]);
    let mut times = Table::new(&[
        ("kernel", Align::Left),
        ("result", Align::Left),
        ("time", Align::Right),
        ("GB/s", Align::Right),
        ("GFLOP/s", Align::Right),
    ]);
    for rung in &lesson.rungs {
        println!("{}: {}", rung.variant.name, rung.variant.title);
        println!("{}\n", wrapped(rung.changes, "  "));
        let simulation = simulate(rung, model)?;
        counters.row(counter_row(rung, &simulation));
        let (row, measured) = time_row(rung, device)?;
        times.row(row);
        verdict = verdict.and(Verdict::of(simulation.passed())).and(measured);
    }
    println!("What the rungs do on the simulator:\n{}", counters.plain());
    print!("How long they take on {}:\n{}", device.name, times.plain());
    Ok(verdict)
}

fn simulate(rung: &Rung, model: &DeviceModel) -> Result<Simulation> {
    let setup = Setup {
        model: model.clone(),
        language: Language::Rust,
        schedule: Schedule::RoundRobin,
        most_instructions: 50_000_000,
        most_bytes: default_limit(),
        cores: Arc::new(Threads::all()),
        observe: Observe::all(),
        dump: false,
    };
    Ok(prepare_problem(rung.family, rung.variant, &rung.size, 1, setup)?.run()?)
}

fn counter_row(rung: &Rung, simulation: &Simulation) -> Vec<String> {
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

fn time_row(rung: &Rung, device: &DeviceInfo) -> Result<(Vec<String>, Verdict)> {
    let variant = rung.variant;
    let size = size_for(variant, None, device)?;
    Ok(match measure(variant, &size, device, &MEASURING, &mut |_, _, _| {}) {
        Ok(m) => {
            let row = vec![
                variant.name.to_owned(),
                if m.checked { "checked" } else { "WRONG" }.to_owned(),
                m.seconds.map_or("–".to_owned(), |seconds| format::seconds(seconds.median)),
                format::rate(m.gb_per_s),
                format::rate(m.gflop_per_s),
            ];
            (row, Verdict::of(m.checked))
        }
        // A device that lacks what a rung needs is no mistake of anybody's.
        Err(error) => (vec![variant.name.to_owned(), format!("not run: {error}")], Verdict::Right),
    })
}

/// Text in lines of at most 80 characters, or of as many as the terminal has.
fn wrapped(text: &str, indent: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let width = page::width().min(80) - indent.len();
    textwrap::indent(&page::fill(&words.join(" "), width, ""), indent)
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
        assert_eq!(wrapped("", "  "), "");
    }

    #[test]
    fn there_are_lessons_to_stop_at() {
        assert!(lessons().len() >= STOPS);
    }
}
