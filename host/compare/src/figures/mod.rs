//! Every plot as data, which the page and the window draw alike.
//!
//! A [`Figure`] has a name that stays the same, so that it can be linked to, and a
//! [`Plot`] of two kinds: bars in groups, or points and lines over two axes. Colours
//! and pixels are the business of whoever draws. Devices of different classes are
//! never in one figure: what a driver computes on the processor says nothing about a
//! GPU.

mod apis;
mod counters;
mod predicted;
mod rates;
mod roofline;
mod scaling;

pub use apis::{ApiPair, api_pairs, api_summary};
pub use counters::{CounterRow, counter_rows};

use crate::ladder;
use crate::merge::{Class, Row};
use crate::results::{Record, Role};
use crate::statistics::Spread;
use serde::Serialize;
use warpbench_catalog as catalog;

/// A plot with its name and what it says.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figure {
    /// Stays the same from run to run.
    pub id: String,
    pub title: String,
    /// How to read it.
    pub about: String,
    pub kind: Kind,
    pub class: Class,
    /// The family whose kernels it shows, if it is one.
    pub family: Option<String>,
    pub plot: Plot,
}

/// What a figure is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// How fast each rung is.
    Rates,
    /// How much faster each rung is than the one before it.
    Speedups,
    Roofline,
    /// Speed over size.
    Scaling,
    Predicted,
    /// Two roads to the same card.
    Apis,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Plot {
    Bars(Bars),
    Points(Points),
}

/// Bars in groups: a group for each kernel, in it a bar for each row.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Bars {
    pub unit: String,
    /// The kernels' names.
    pub groups: Vec<String>,
    pub series: Vec<BarSeries>,
    /// Where bars start; a speed-up starts at 1.
    pub base: f64,
    /// Whether the axis is logarithmic.
    pub log: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BarSeries {
    /// The row's place among all.
    pub row: usize,
    /// One for each group; nothing where it was not measured.
    pub bars: Vec<Option<Bar>>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Bar {
    pub value: f64,
    /// Half of the samples lie between these.
    pub low: f64,
    pub high: f64,
    /// What the device could do at best.
    pub ceiling: Option<f64>,
    /// Lines that say more.
    pub detail: Vec<String>,
    /// Whether there is something to know before trusting it.
    pub flagged: bool,
}

/// Points and lines over two axes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Points {
    pub x: Axis,
    pub y: Axis,
    pub series: Vec<PointSeries>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Axis {
    pub title: String,
    pub quantity: Quantity,
    pub log: bool,
}

/// How numbers of an axis are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Quantity {
    Number,
    Bytes,
    Seconds,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PointSeries {
    /// The row's place among all; nothing for what belongs to none.
    pub row: Option<usize>,
    pub name: String,
    pub style: Style,
    pub points: Vec<Point>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Style {
    /// A line through points that were measured.
    Line,
    /// Points alone.
    Dots,
    /// A line that limits, without points.
    Limit,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Point {
    /// The kernel that was measured; nothing on a line that limits.
    pub kernel: Option<String>,
    pub x: f64,
    pub y: f64,
    pub low: Option<f64>,
    pub high: Option<f64>,
    pub detail: Vec<String>,
}

impl Point {
    /// A point of a line that limits.
    fn of_limit(x: f64, y: f64) -> Point {
        Point { kernel: None, x, y, low: None, high: None, detail: Vec::new() }
    }
}

/// All figures of some rows, in the order in which they are shown.
#[must_use]
pub fn figures(rows: &[Row<'_>]) -> Vec<Figure> {
    let mut figures = Vec::new();
    for class in [Class::Gpu, Class::Software, Class::Processor] {
        let own: Vec<&Row<'_>> = rows.iter().filter(|row| row.class == class).collect();
        if own.is_empty() {
            continue;
        }
        for family in families(&own) {
            figures.extend(rates::rates(class, &family, &own));
            figures.extend(rates::speedups(class, &family, &own));
        }
        figures.extend(roofline::roofline(class, &own));
        figures.extend(scaling::scaling(class, &own));
        figures.extend(predicted::predicted(class, &own));
        if class == Class::Gpu {
            figures.extend(apis::figures(rows));
        }
    }
    figures
}

/// The families that rows have times of, in the catalogue's order, with those it does
/// not know behind.
fn families(rows: &[&Row<'_>]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for record in rows.iter().flat_map(|row| row.records()) {
        if record.role == Role::Suite && !found.contains(&record.family) {
            found.push(record.family.clone());
        }
    }
    found.sort_by_key(|name| {
        let place = catalog::FAMILIES.iter().position(|family| family.name == *name);
        place.unwrap_or(usize::MAX)
    });
    found
}

/// The kernels of a family that any row has measured, in the order of the ladder.
fn kernels(family: &str, rows: &[&Row<'_>]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for record in rows.iter().flat_map(|row| row.records()) {
        let is_own = record.family == family && record.role == Role::Suite;
        if is_own && record.measured().is_some() && !found.contains(&record.kernel) {
            found.push(record.kernel.clone());
        }
    }
    found.sort_by_key(|name| ladder::place(name));
    found
}

/// A kernel's measurement in the suite, and where its samples lie.
fn timed<'a>(row: &'a Row<'_>, kernel: &str, role: Role) -> Option<(&'a Record, Spread)> {
    let record = row.records().find(|record| record.kernel == kernel && record.role == role)?;
    let spread = record.spread()?;
    (spread.median > 0.0).then_some((record, spread))
}

/// The name of a figure out of words: letters, digits and hyphens.
fn id_of(words: &[&str]) -> String {
    let joined = words.join("-").to_lowercase();
    let plain: String =
        joined.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    plain.split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-")
}

/// A family's title in the catalogue.
fn title_of(family: &str) -> String {
    let known = catalog::FAMILIES.iter().find(|known| known.name == family);
    known.map_or_else(|| family.to_owned(), |family| family.title.to_owned())
}
