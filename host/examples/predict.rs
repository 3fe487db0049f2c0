//! Holds predicted times to measured ones.
//!
//! Simulates every kernel of a table of measured times, predicts its time on an
//! H200 and prints Markdown: both times, and how well the ladders' order is met.
//!
//! ```sh
//! cargo run --release -p warpbench-host --example predict -- \
//!     docs/measurements/h200-times.csv small large
//! ```

use rayon::prelude::*;
use std::error::Error;
use std::fs;
use warpbench_catalog as catalog;
use warpbench_catalog::{Family, Rung, Variant};
use warpbench_cores::Threads;
use warpbench_front::wgsl;
use warpbench_machine::model::{self, DeviceModel, Prediction};
use warpbench_machine::observe::profiler::Profiler;
use warpbench_machine::sim::Schedule;
use warpbench_simulate::compiled::compiled;
use warpbench_simulate::direct::{Settings, run_problem};

/// Differences below this are noise, and nobody can predict them.
const NOTABLE: f64 = 1.1;

type Failure = Box<dyn Error + Send + Sync>;

/// A line of the table of measured times.
#[derive(Clone)]
struct Measured {
    set: String,
    family: &'static Family,
    variant: &'static Variant,
    size: Vec<u64>,
    seconds: f64,
}

/// A line of the comparison.
struct Row {
    measured: Measured,
    predicted: Prediction,
}

/// How well the order of a ladder is met.
#[derive(Clone, Copy, Default)]
struct Order {
    right: usize,
    of: usize,
}

fn main() -> Result<(), Failure> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().unwrap_or("docs/measurements/h200-times.csv".to_owned());
    let mut sets: Vec<String> = arguments.collect();
    if sets.is_empty() {
        sets = vec!["small".to_owned(), "large".to_owned()];
    }
    let model = model::usual();
    let measured = read(&fs::read_to_string(&path)?)?;
    let rows = measured
        .into_par_iter()
        .filter(|measured| sets.contains(&measured.set))
        .map(|measured| {
            let predicted = predict(model, &measured)?;
            eprintln!("{} {:?}", measured.variant.name, measured.size);
            Ok(Row { measured, predicted })
        })
        .collect::<Result<Vec<Row>, Failure>>()?;
    print_times(&rows);
    print_orders(&rows, &sets);
    Ok(())
}

fn read(text: &str) -> Result<Vec<Measured>, Failure> {
    let mut rows = Vec::new();
    for line in text.lines().skip(1) {
        let columns: Vec<&str> = line.split(',').collect();
        let [set, kernel, size, seconds] = columns[..] else {
            return Err(format!("`{line}` is not set,kernel,size,seconds").into());
        };
        let (family, variant) = catalog::find(kernel)?;
        let size = size.split('x').map(str::parse).collect::<Result<Vec<u64>, _>>()?;
        let seconds = seconds.parse()?;
        rows.push(Measured { set: set.to_owned(), family, variant, size, seconds });
    }
    Ok(rows)
}

fn predict(model: &DeviceModel, measured: &Measured) -> Result<Prediction, Failure> {
    let checked = wgsl::check(measured.family.wgsl_of(measured.variant).1, measured.family.name)?;
    let problem = measured.variant.problem(&measured.size, 1)?;
    let settings = Settings {
        warp_width: model.warp_width,
        schedule: Schedule::InOrder,
        most_instructions: u64::MAX,
    };
    let mut profiler = Profiler::new(model);
    run_problem(
        &checked,
        &problem,
        &mut problem.contents(&Threads::all()),
        &settings,
        &mut profiler,
    )?;
    let resources = compiled(model, measured.variant.name);
    Ok(model::predict(model, &profiler.launches(), resources))
}

fn print_times(rows: &[Row]) {
    println!("| kernel | size | measured µs | predicted µs | ratio | bound |");
    println!("| --- | --- | ---: | ---: | ---: | --- |");
    for Row { measured, predicted } in rows {
        let size: Vec<String> = measured.size.iter().map(u64::to_string).collect();
        println!(
            "| {} | {} | {:.1} | {:.1} | {:.2} | {} |",
            measured.variant.name,
            size.join(" × "),
            measured.seconds * 1e6,
            predicted.seconds * 1e6,
            predicted.seconds / measured.seconds,
            predicted.bottleneck,
        );
    }
    let mut ratios: Vec<f64> =
        rows.iter().map(|row| row.predicted.seconds / row.measured.seconds).collect();
    ratios.sort_by(f64::total_cmp);
    let within = |factor: f64| {
        ratios.iter().filter(|ratio| (1.0 / factor..=factor).contains(*ratio)).count()
    };
    println!(
        "\nOf {} times, {} are predicted within a quarter, {} within a factor of two; the median \
         ratio is {:.2}, the extremes {:.2} and {:.2}.",
        ratios.len(),
        within(1.25),
        within(2.0),
        ratios.get(ratios.len() / 2).copied().unwrap_or(f64::NAN),
        ratios.first().copied().unwrap_or(f64::NAN),
        ratios.last().copied().unwrap_or(f64::NAN),
    );
}

/// For each ladder the rank correlation at each size, and over all sizes the
/// rungs whose order is right, of those that differ notably.
fn print_orders(rows: &[Row], sets: &[String]) {
    println!("\n| ladder | rank correlation ({}) | rungs | neighbours |", sets.join(", "));
    println!("| --- | ---: | ---: | ---: |");
    let (mut all_rungs, mut all_neighbours) = (Order::default(), Order::default());
    for family in catalog::FAMILIES.iter().filter(|family| family.variants.len() > 1) {
        let (mut rungs, mut neighbours) = (Order::default(), Order::default());
        let mut correlations = Vec::new();
        for set in sets {
            let own: Vec<&Row> = rows
                .iter()
                .filter(|row| row.measured.set == *set && row.measured.family.name == family.name)
                .collect();
            correlations.push(format!("{:.2}", rank_correlation(&own)));
            for pair in own.windows(2) {
                let [before, after] = pair else { continue };
                let order = judge(before, after);
                neighbours.add(order);
                if !matches!(after.measured.variant.rung, Rung::Comparison(_)) {
                    rungs.add(order);
                }
            }
        }
        all_rungs.add(rungs);
        all_neighbours.add(neighbours);
        let correlations = correlations.join(", ");
        println!("| {} | {correlations} | {} | {} |", family.name, rungs.text(), neighbours.text());
    }
    println!("| all | | {} | {} |", all_rungs.text(), all_neighbours.text());
}

/// Whether the faster of two that differ notably is predicted to be faster.
fn judge(before: &Row, after: &Row) -> Order {
    let ratio = after.measured.seconds / before.measured.seconds;
    if ratio < NOTABLE && ratio > 1.0 / NOTABLE {
        return Order::default();
    }
    let predicted = after.predicted.seconds / before.predicted.seconds;
    Order { right: usize::from((ratio > 1.0) == (predicted > 1.0)), of: 1 }
}

impl Order {
    fn add(&mut self, other: Order) {
        self.right += other.right;
        self.of += other.of;
    }

    fn text(self) -> String {
        match self.of {
            0 => "–".to_owned(),
            of => {
                format!("{} of {of} ({:.0} %)", self.right, 100.0 * self.right as f64 / of as f64)
            }
        }
    }
}

/// Spearman's: the correlation of the ranks.
fn rank_correlation(rows: &[&Row]) -> f64 {
    let measured = ranks(rows.iter().map(|row| row.measured.seconds));
    let predicted = ranks(rows.iter().map(|row| row.predicted.seconds));
    let mean = (rows.len() as f64 + 1.0) / 2.0;
    let products = |a: &[f64], b: &[f64]| -> f64 {
        a.iter().zip(b).map(|(a, b)| (a - mean) * (b - mean)).sum()
    };
    let spread = products(&measured, &measured) * products(&predicted, &predicted);
    products(&measured, &predicted) / spread.sqrt()
}

/// From 1 for the smallest; equal values share the mean of their ranks.
fn ranks(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let values: Vec<f64> = values.collect();
    values
        .iter()
        .map(|value| {
            let below = values.iter().filter(|other| *other < value).count();
            let equal = values.iter().filter(|other| *other == value).count();
            below as f64 + (equal as f64 + 1.0) / 2.0
        })
        .collect()
}
