//! Filtered board: what a view and a filter leave of it.

use super::action::ComparisonView;
use super::board::Board;
use std::collections::BTreeSet;
use warpbench_catalog as catalog;
use warpbench_compare::figures::{Bars, Figure, Kind, Plot, Points, Style};
use warpbench_compare::merge::Class as DeviceClass;

/// A device of a run, whatever else is open.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DeviceKey {
    pub run: String,
    pub device: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ComparisonFilter {
    /// Software adapters and processors are never shown beside GPUs; nothing stands
    /// for the first class that there is.
    pub class: Option<DeviceClass>,
    /// The family whose kernels are shown, by its name; nothing stands for all.
    pub family: Option<String>,
    /// Parts of kernels' names; a kernel that has any of them is shown.
    pub words: String,
    /// Devices that are not shown.
    pub hidden: BTreeSet<DeviceKey>,
}

impl ComparisonFilter {
    /// Whether a kernel is shown.
    pub fn wants(&self, kernel: &str) -> bool {
        let family = || catalog::find(kernel).map(|(family, _)| family.name).unwrap_or_default();
        if self.family.as_ref().is_some_and(|wanted| *wanted != family()) {
            return false;
        }
        let words = self.words.to_lowercase();
        let mut words = words.split([' ', ',']).filter(|word| !word.is_empty()).peekable();
        words.peek().is_none() || words.any(|word| kernel.contains(word))
    }

    /// Whether it leaves something out.
    pub fn is_set(&self) -> bool {
        self.family.is_some() || !self.words.trim().is_empty() || !self.hidden.is_empty()
    }
}

/// What is drawn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shown {
    /// The classes of all devices.
    pub classes: Vec<DeviceClass>,
    /// The one that is shown.
    pub class: Option<DeviceClass>,
    pub figures: Vec<Figure>,
    /// Places in the board's pairs.
    pub pairs: Vec<usize>,
    /// Places in the board's counters, those that differ first.
    pub counters: Vec<usize>,
    /// How many of them differ.
    pub differing: usize,
}

impl Shown {
    pub fn of(board: &Board, view: ComparisonView, filter: &ComparisonFilter) -> Shown {
        let mut classes: Vec<DeviceClass> = board.rows.iter().map(|row| row.class).collect();
        classes.sort();
        classes.dedup();
        let class = filter.class.filter(|class| classes.contains(class));
        let class = class.or(classes.first().copied());
        let is_shown = |row: usize| {
            let row = board.rows.get(row);
            row.is_some_and(|row| Some(row.class) == class && !filter.hidden.contains(&row.key))
        };
        let mut shown = Shown { classes, class, ..Shown::default() };
        match view {
            ComparisonView::Files => {}
            ComparisonView::Figures(kind) => {
                let own = board
                    .figures
                    .iter()
                    .filter(|figure| figure.kind == kind && Some(figure.class) == class);
                shown.figures = own.filter_map(|one| filtered(one, filter, &is_shown)).collect();
                if kind == Kind::Apis {
                    shown.pairs = places(&board.pairs, |pair| {
                        let pair = &pair.pair;
                        is_shown(pair.cuda) && is_shown(pair.other) && filter.wants(&pair.kernel)
                    });
                }
            }
            ComparisonView::Counters => {
                let mut counters = places(&board.counters, |counter| {
                    is_shown(counter.row.row) && filter.wants(&counter.row.kernel)
                });
                let agrees = |place: &usize| board.counters[*place].row.agrees();
                counters.sort_by_key(agrees);
                shown.differing = counters.iter().filter(|place| !agrees(place)).count();
                shown.counters = counters;
            }
        }
        shown
    }
}

/// Where what is wanted stands.
fn places<T>(all: &[T], is_wanted: impl Fn(&T) -> bool) -> Vec<usize> {
    (0..all.len()).filter(|&place| is_wanted(&all[place])).collect()
}

/// What is left of a figure; nothing where that is nothing.
fn filtered(
    figure: &Figure,
    filter: &ComparisonFilter,
    is_shown: &dyn Fn(usize) -> bool,
) -> Option<Figure> {
    let plot = match &figure.plot {
        Plot::Bars(bars) => Plot::Bars(filtered_bars(bars, filter, is_shown)?),
        Plot::Points(points) => Plot::Points(filtered_points(points, filter, is_shown)?),
    };
    Some(Figure { plot, ..figure.clone() })
}

fn filtered_bars(
    bars: &Bars,
    filter: &ComparisonFilter,
    is_shown: &dyn Fn(usize) -> bool,
) -> Option<Bars> {
    let mut left = bars.clone();
    left.series.retain(|series| is_shown(series.row));
    // A kernel without a bar among those that are left is none to name.
    let has_bar = |group: usize| {
        left.series.iter().any(|series| series.bars.get(group).is_some_and(Option::is_some))
    };
    let kept: Vec<usize> = (0..bars.groups.len())
        .filter(|&group| filter.wants(&bars.groups[group]) && has_bar(group))
        .collect();
    left.groups = kept.iter().map(|&group| bars.groups[group].clone()).collect();
    for series in &mut left.series {
        series.bars = kept.iter().map(|&group| series.bars[group].clone()).collect();
    }
    (!left.groups.is_empty()).then_some(left)
}

fn filtered_points(
    points: &Points,
    filter: &ComparisonFilter,
    is_shown: &dyn Fn(usize) -> bool,
) -> Option<Points> {
    let mut left = points.clone();
    left.series.retain(|series| series.row.is_none_or(is_shown));
    for series in left.series.iter_mut().filter(|series| series.style != Style::Limit) {
        series
            .points
            .retain(|point| point.kernel.as_ref().is_none_or(|kernel| filter.wants(kernel)));
    }
    left.series.retain(|series| !series.points.is_empty());
    left.series.iter().any(|series| series.style != Style::Limit).then_some(left)
}
