//! How fast every rung is, and how much faster than the one before it.

use super::{
    Bar, BarSeries, Bars, Figure, Kind, Plot, class_word, id_of, kernels, timed, title_of,
};
use crate::ceilings::{Ceilings, Metric};
use crate::merge::{Class, Row};
use crate::results::{Record, Role};
use crate::statistics::Spread;
use crate::{flags, number};
use warpbench_catalog as catalog;
use warpbench_catalog::Rung;

/// Bars of a family: how fast each kernel is on each row. Kernels that are judged by
/// their arithmetic are never in one figure with those that memory limits.
pub(super) fn rates(class: Class, family: &str, rows: &[&Row<'_>]) -> Vec<Figure> {
    let metrics = [Metric::Bandwidth, Metric::Arithmetic].into_iter();
    metrics.filter_map(|metric| by_metric(class, family, rows, metric)).collect()
}

fn by_metric(class: Class, family: &str, rows: &[&Row<'_>], metric: Metric) -> Option<Figure> {
    let mut groups = kernels(family, rows);
    groups.retain(|kernel| {
        let mut records = rows.iter().flat_map(|row| row.records());
        let own = records.find(|record| record.kernel == *kernel && record.role == Role::Suite);
        own.is_some_and(|record| Metric::of(&record.work) == metric)
    });
    let series = series_of(rows, &groups, |row, kernel| {
        let (record, spread) = timed(row, kernel, Role::Suite)?;
        let ceilings = Ceilings::of(row.run, &row.device.id);
        let rate = |seconds: f64| metric.rate(&record.work, seconds);
        let ceiling = ceilings.least(&record.work).and_then(|(least, _)| rate(least));
        let value = rate(spread.median)?;
        // The slower quartile is the lower rate.
        let (low, high) = (rate(spread.high)?, rate(spread.low)?);
        let flags = flags::of_record(record);
        let mut detail = details(record, &spread);
        detail.extend(flags.iter().map(ToString::to_string));
        Some(Bar { value, low, high, ceiling, detail, flagged: !flags.is_empty() })
    });
    let title = title_of(family);
    let about = match metric {
        Metric::Bandwidth => {
            "Bytes that must move over the time that it took: higher is better. The whisker spans \
             the middle half of the samples, the line across a bar is what this device was measured \
             to do at best."
        }
        Metric::Arithmetic => {
            "Operations that must be done over the time that it took: higher is better. The \
             whisker spans the middle half of the samples, the line across a bar is what this \
             device was measured to do at best."
        }
    };
    let word = match metric {
        Metric::Bandwidth => "bandwidth",
        Metric::Arithmetic => "arithmetic",
    };
    figure(class, (family, word, Kind::Rates), &title, about, metric.unit(), groups, series, 0.0)
}

/// Bars of a family: how many times faster each rung is than the one before it.
pub(super) fn speedups(class: Class, family: &str, rows: &[&Row<'_>]) -> Option<Figure> {
    let mut groups = kernels(family, rows);
    groups.retain(|kernel| rung_before(kernel).is_some());
    let series = series_of(rows, &groups, |row, kernel| {
        let (record, spread) = timed(row, kernel, Role::Suite)?;
        let (before, earlier) = timed(row, rung_before(kernel)?, Role::Suite)?;
        if before.size != record.size {
            return None;
        }
        let value = earlier.median / spread.median;
        let detail = vec![
            format!("{} after {}", number::seconds(spread.median), number::seconds(earlier.median)),
            format!("the rung before is {}", before.kernel),
        ];
        let flagged = [record, before].iter().any(|record| !flags::of_record(record).is_empty());
        // The fastest against the slowest quartile, and the other way round.
        let (low, high) = (earlier.low / spread.high, earlier.high / spread.low);
        Some(Bar { value, low, high, ceiling: None, detail, flagged })
    });
    let title = format!("{}: speed-up over the rung before", title_of(family));
    let about = "How many times faster a rung is than the one before it, on the same device at the \
                 same size. Bars start at 1, where nothing changed; below it the rung is slower.";
    figure(class, (family, "speedups", Kind::Speedups), &title, about, "×", groups, series, 1.0)
}

/// The rung that a kernel is a step up from, if it is one.
#[must_use]
pub(crate) fn rung_before(kernel: &str) -> Option<&'static str> {
    let (family, variant) = catalog::find(kernel).ok()?;
    match variant.rung {
        Rung::Faster | Rung::Contested(_) => {
            let place = family.variants.iter().position(|known| known.name == variant.name)?;
            family.variants.get(place.checked_sub(1)?).map(|before| before.name)
        }
        Rung::First | Rung::Apart(_) => None,
    }
}

/// What hovering over a measurement says.
pub(super) fn details(record: &Record, spread: &Spread) -> Vec<String> {
    let mut detail = vec![
        format!("size {}", number::size(&record.size)),
        format!(
            "{} median of {} ({} to {})",
            number::seconds(spread.median),
            spread.count,
            number::seconds(spread.min),
            number::seconds(spread.max)
        ),
    ];
    for (metric, name) in [(Metric::Bandwidth, "GB/s"), (Metric::Arithmetic, "GFLOP/s")] {
        let rate = metric.rate(&record.work, spread.median);
        detail.extend(rate.map(|rate| format!("{} {name}", number::significant(rate))));
    }
    if let Some(share) = record.of_ceiling {
        let of = match share.of {
            crate::results::Ceiling::Read => "reading",
            crate::results::Ceiling::Copy => "copying",
            crate::results::Ceiling::Arithmetic => "multiplying and adding",
        };
        detail.push(format!("{:.0} % of {of} on this device", share.percent));
    }
    detail
}

fn series_of(
    rows: &[&Row<'_>],
    groups: &[String],
    bar: impl Fn(&Row<'_>, &str) -> Option<Bar>,
) -> Vec<BarSeries> {
    let series = rows.iter().map(|row| BarSeries {
        row: row.index,
        bars: groups.iter().map(|kernel| bar(row, kernel)).collect(),
    });
    series.filter(|series| series.bars.iter().any(Option::is_some)).collect()
}

#[expect(clippy::too_many_arguments, reason = "the fields of a figure, each named at the call")]
fn figure(
    class: Class,
    (family, word, kind): (&str, &str, Kind),
    title: &str,
    about: &str,
    unit: &str,
    groups: Vec<String>,
    series: Vec<BarSeries>,
    base: f64,
) -> Option<Figure> {
    if series.is_empty() {
        return None;
    }
    Some(Figure {
        id: id_of(&[class_word(class), family, word]),
        title: title.to_owned(),
        about: about.to_owned(),
        kind,
        class,
        family: Some(family.to_owned()),
        plot: Plot::Bars(Bars { unit: unit.to_owned(), groups, series, base, log: false }),
    })
}
