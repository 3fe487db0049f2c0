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
use super::ceilings::Origin;
use super::job::{Outcome, RunKey};
use super::ladder::Ladder;
use super::state::Timings;
use super::target::{Target, describe};
use crate::format;
use std::fmt::Write;

/// A roofline of one target.
#[derive(Clone, Debug, PartialEq)]
pub struct Roofline {
    pub target: String,
    /// What the bytes are.
    pub intensity: Intensity,
    /// What the axis of intensity says.
    pub axis: &'static str,
    /// The slopes, the lowest first.
    pub slopes: Vec<Slope>,
    /// The flat roof: operations, in 10⁹ per second.
    pub flat: Option<f64>,
    /// Where slopes and roof come from.
    pub origin: Origin,
    /// A point for each rung that has one.
    pub points: Vec<Point>,
    /// What has to be known to read it.
    pub notes: Vec<String>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Slope {
    pub name: &'static str,
    /// In 10⁹ bytes per second.
    pub gb_per_s: f64,
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
        let slope = self.slopes.first().map(|slope| slope.gb_per_s * intensity);
        match (slope, self.flat) {
            (Some(slope), Some(flat)) => Some(slope.min(flat)),
            (slope, flat) => slope.or(flat),
        }
    }

    /// What is seen: decimal logarithms of intensity and rate, whole decades.
    pub fn bounds(&self) -> [(f64, f64); 2] {
        let ridge = match (self.slopes.first(), self.flat) {
            (Some(slope), Some(flat)) => Some(flat / slope.gb_per_s),
            _ => None,
        };
        let x = self.points.iter().map(|point| point.intensity).chain(ridge);
        let x = decades(x, (0.1, 10.0));
        let at_left = self.roof(10_f64.powf(x.0));
        let y = self.points.iter().map(|point| point.gflop_per_s);
        [x, decades(y.chain(self.flat).chain(at_left), (1.0, 1000.0))]
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
    let slopes = [
        ("memory", ceilings.and_then(|ceilings| ceilings.read.or(ceilings.copy))),
        ("second-level cache", ceilings.and_then(|ceilings| ceilings.cache)),
    ];
    let slopes: Vec<Slope> = slopes
        .into_iter()
        .filter_map(|(name, rate)| rate.map(|gb_per_s| Slope { name, gb_per_s }))
        .collect();
    if points.is_empty() && slopes.is_empty() {
        return Err("Nothing has been measured on this device yet. Run the ladder.".to_owned());
    }
    let origin = ceilings.map_or(Origin::Measured, |ceilings| ceilings.origin);
    let mut roofline = Roofline {
        target: describe(what).0,
        intensity,
        axis: match intensity {
            Intensity::Counted => "operations per byte that warps move, before caches",
            Intensity::Least => "operations per byte that must move at least",
        },
        slopes,
        flat: ceilings.and_then(|ceilings| ceilings.arithmetic),
        origin,
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
            let Some((rate, least)) = timings.outcome(key).and_then(performance) else { continue };
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

/// The rate of a right result, and operations per byte that must move.
fn performance(outcome: &Outcome) -> Option<(f64, f64)> {
    let (flops, bytes, rate) = match outcome {
        Outcome::Measured(m) => (m.flops, m.bytes, m.gflop_per_s?),
        Outcome::Simulated(s) if s.checked && s.seconds > 0.0 => {
            (s.flops, s.bytes, s.flops as f64 / s.seconds / 1e9)
        }
        Outcome::Simulated(_) => return None,
    };
    (flops > 0 && bytes > 0).then(|| (rate, flops as f64 / bytes as f64))
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
        Origin::Measured if roofline.slopes.is_empty() || roofline.flat.is_none() => {
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
