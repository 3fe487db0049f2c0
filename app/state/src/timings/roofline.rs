//! A roofline: how fast a kernel may be at best, given how often it uses what it
//! moves, and how fast it is.
//!
//! What counts as a byte decides what the picture says, so the axis says it. The
//! bytes that *must* move are the same for a whole ladder: its points lie above
//! each other and under the roof. The bytes that warps *do* move, as the
//! simulator counts them, show reuse: from rung to rung of the matrix ladder the
//! point moves right, then up. They are counted before caches, so a point may lie
//! above the slope of memory where a cache has served the rest.

use super::action::Intensity;
use super::job::{Outcome, RunKey};
use super::ladder::Ladder;
use super::state::Timings;
use super::target::{Target, describe};
use std::fmt::Write;
use warpbench_common::format;
use warpbench_compare::ceilings::{Metric, Origin};
use warpbench_compare::roof::{Roof, intensity as least};

/// A roofline of one target.
#[derive(Clone, Debug, PartialEq)]
pub struct Roofline {
    pub target: String,
    /// What the bytes are.
    pub intensity: Intensity,
    /// What the axis of intensity says.
    pub axis: &'static str,
    /// A roof for each memory, the lowest first.
    pub roofs: Vec<Roof>,
    /// The flat part of them: operations, in 10⁹ per second.
    pub flat: Option<f64>,
    /// Where slopes and roof come from.
    pub origin: Origin,
    /// A point for each rung that has one.
    pub points: Vec<Point>,
    /// What has to be known to read it.
    pub notes: Vec<String>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    pub number: usize,
    pub name: &'static str,
    /// Whether its text was edited.
    pub edited: bool,
    /// Operations per byte.
    pub intensity: f64,
    /// 10⁹ operations per second.
    pub gflop_per_s: f64,
}

impl Point {
    /// What stands beside its marker.
    pub fn mark(&self) -> String {
        if self.edited { format!("{}e", self.number) } else { self.number.to_string() }
    }

    /// What is said of it.
    pub fn sentence(&self) -> String {
        let edited = if self.edited { ", edited" } else { "" };
        let Point { number, name, intensity, gflop_per_s, .. } = self;
        let intensity = format::significant(*intensity);
        let rate = format::significant(*gflop_per_s);
        format!("{number}  {name}{edited}\n{intensity} operations per byte\n{rate} GFLOP/s")
    }
}

impl Roofline {
    /// The roof over an intensity, in 10⁹ operations per second; nothing where
    /// no ceiling is known.
    pub fn roof(&self, intensity: f64) -> Option<f64> {
        self.roofs.first().map_or(self.flat, |roof| Some(roof.at(intensity)))
    }

    /// What is seen: decimal logarithms of intensity and rate, whole decades.
    pub fn bounds(&self) -> [(f64, f64); 2] {
        let ridge = self.roofs.first().and_then(Roof::ridge);
        let x = self.points.iter().map(|point| point.intensity).chain(ridge);
        let x = decades(x, (0.1, 10.0));
        let at_left = self.roof(10_f64.powf(x.0));
        let y = self.points.iter().map(|point| point.gflop_per_s);
        [x, decades(y.chain(self.flat).chain(at_left), (1.0, 1000.0))]
    }
}

/// A roof as it is drawn: its corners and the place of its name, as decimal logarithms,
/// and the name.
pub struct DrawnRoof {
    pub corners: Vec<[f64; 2]>,
    pub label: [f64; 2],
    pub words: String,
    /// Whether it is the lowest, whose name stands below its line.
    pub is_lowest: bool,
}

impl Roofline {
    /// The roofs between two intensities, in decimal logarithms.
    pub fn drawn(&self, x: (f64, f64)) -> impl Iterator<Item = DrawnRoof> {
        self.roofs.iter().enumerate().map(move |(index, roof)| {
            let is_lowest = index == 0;
            let corners = roof.corners(10_f64.powf(x.0), 10_f64.powf(x.1));
            let log = x.0 + if is_lowest { 0.06 } else { 0.3 } * (x.1 - x.0);
            DrawnRoof {
                corners: corners.into_iter().map(|corner| corner.map(f64::log10)).collect(),
                label: [log, roof.at(10_f64.powf(log)).log10()],
                words: format!("{} {} GB/s", roof.name, format::significant(roof.gb_per_s)),
                is_lowest,
            }
        })
    }
}

/// Points closer than this have their names together.
pub const CROWDED: f32 = 15.0;

/// Points that lie so close together that their marks would hide each other, by
/// where they are drawn: each group as the places of its points in the list.
pub fn crowds(places: &[egui::Pos2], reach: f32) -> Vec<Vec<usize>> {
    let mut crowds: Vec<Vec<usize>> = Vec::new();
    for (index, place) in places.iter().enumerate() {
        let near = |crowd: &&mut Vec<usize>| {
            crowd.iter().any(|&other: &usize| places[other].distance(*place) < reach)
        };
        match crowds.iter_mut().find(near) {
            Some(crowd) => crowd.push(index),
            None => crowds.push(vec![index]),
        }
    }
    crowds
}

/// The decades around some numbers, with room on both sides.
fn decades(numbers: impl Iterator<Item = f64>, usual: (f64, f64)) -> (f64, f64) {
    let logs = numbers.filter(|number| *number > 0.0 && number.is_finite()).map(f64::log10);
    let (low, high) = logs
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), log| (low.min(log), high.max(log)));
    if low > high {
        return (usual.0.log10(), usual.1.log10());
    }
    let (low, high) = ((low - 0.25).floor(), (high + 0.25).ceil());
    (low, high.max(low + 1.0))
}

/// The roofline of a target, or why there is none and what to do.
pub fn of(timings: &Timings, ladder: &Ladder, target: usize) -> Result<Roofline, String> {
    let Some((_, what)) = timings.targets().find(|(index, _)| *index == target) else {
        return Err("Switch a device on to see its roofline.".to_owned());
    };
    let problem = ladder.variant.problem(ladder.variant.small, 1);
    if problem.is_ok_and(|problem| problem.operations == 0) {
        return Err(
            "These kernels only move data. A roofline needs operations; the bars show how \
                    close they come to the memory's ceiling."
                .to_owned(),
        );
    }
    let is_counted = ladder.rungs.iter().any(|rung| counted(timings, rung.name, false).is_some());
    let auto = if is_counted { Intensity::Counted } else { Intensity::Least };
    let intensity = timings.intensity.unwrap_or(auto);
    let (points, missing) = points(timings, ladder, target, intensity);
    let ceilings = timings.ceilings(target);
    let roofs = Roof::of(&ceilings);
    if points.is_empty() && roofs.is_empty() {
        return Err("Nothing has been measured on this device yet. Run the ladder.".to_owned());
    }
    let mut roofline = Roofline {
        target: describe(what).0,
        intensity,
        axis: match intensity {
            Intensity::Counted => "operations per byte that warps move, before caches",
            Intensity::Least => "operations per byte that must move at least",
        },
        roofs,
        flat: ceilings.arithmetic,
        origin: ceilings.origin,
        points,
        notes: Vec::new(),
    };
    roofline.notes = notes(timings, ladder, &roofline, what, &missing);
    Ok(roofline)
}

/// A point for each rung that ran, and the names of those whose bytes nobody
/// has counted.
fn points(
    timings: &Timings,
    ladder: &Ladder,
    target: usize,
    intensity: Intensity,
) -> (Vec<Point>, Vec<&'static str>) {
    let mut points = Vec::new();
    let mut missing = Vec::new();
    for (number, rung) in ladder.rungs.iter().enumerate() {
        for edited in [false, true] {
            let key = RunKey { variant: rung.name, target, edited };
            let Some(entry) = timings.outcome(key).map(|outcome| outcome.entry(rung)) else {
                continue;
            };
            let both = entry.rate(Metric::Arithmetic).zip(entry.work.and_then(|work| least(&work)));
            let Some((rate, least)) = both else { continue };
            let intensity = match intensity {
                Intensity::Least => Some(least),
                Intensity::Counted => counted(timings, rung.name, edited).map(|(value, ..)| value),
            };
            let Some(intensity) = intensity else {
                missing.push(rung.name);
                continue;
            };
            points.push(Point { number, name: rung.name, edited, intensity, gflop_per_s: rate });
        }
    }
    (points, missing)
}

/// Operations per byte as the simulator counted them, by which model's rules,
/// and at what size. The model that is on comes first.
fn counted<'a>(
    timings: &'a Timings,
    variant: &'static str,
    edited: bool,
) -> Option<(f64, &'a str, &'a [u64])> {
    let models = timings.targets().filter(|(_, target)| matches!(target, Target::Model(_)));
    let mut indices: Vec<usize> = models.map(|(index, _)| index).collect();
    indices.sort_by_key(|&index| !timings.is_on(index));
    indices.into_iter().find_map(|target| {
        match timings.outcome(RunKey { variant, target, edited })? {
            Outcome::Simulated(s) => Some((s.intensity()?, s.model.as_str(), &s.size[..])),
            Outcome::Measured(_) => None,
        }
    })
}

fn notes(
    timings: &Timings,
    ladder: &Ladder,
    roofline: &Roofline,
    target: &Target,
    missing: &[&str],
) -> Vec<String> {
    let mut notes = Vec::new();
    match roofline.origin {
        Origin::Measured if roofline.roofs.is_empty() || roofline.flat.is_none() => {
            notes.push("Ceilings appear once peak_read and peak_fma have run.".to_owned());
        }
        Origin::Measured => notes.push("Ceilings were measured on this device.".to_owned()),
        Origin::Model => notes.push(
            "Ceilings are the model's figures, and the rates are predicted, not measured."
                .to_owned(),
        ),
    }
    if roofline.intensity == Intensity::Counted {
        let first = ladder.rungs.iter().find_map(|rung| counted(timings, rung.name, false));
        if let Some((_, model, size)) = first {
            let mut note = format!(
                "Bytes were counted by the simulator, by the rules of the {model}, at {}",
                format::size(size)
            );
            let is_device = matches!(target, Target::Device(_));
            let own = if is_device { "; the rates are this device's, at its own size" } else { "" };
            // Writing to a string cannot fail.
            let _ = write!(note, "{own}. A point above a slope is served by caches.");
            notes.push(note);
        }
    }
    if !missing.is_empty() {
        let names = missing.join(", ");
        notes.push(format!("Not shown, because the simulator has not counted its bytes: {names}."));
    }
    notes
}

#[cfg(test)]
mod tests;
