//! Figure of rates: how fast every rung is, and how much faster than the one before it.

use super::{Bar, BarSeries, Bars, Figure, Kind, Plot, id_of, kernels, timed, title_of};
use crate::ceilings::Metric;
use crate::ladder::kernel_before;
use crate::merge::{Class, Row};
use crate::results::{Record, Role};
use crate::statistics::Spread;
use crate::{flags, number};

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
    let bars = bars(rows, groups, (metric.unit(), 0.0), |row, kernel| {
        let (record, spread) = timed(row, kernel, Role::Suite)?;
        let rate = |seconds: f64| metric.rate(&record.work, seconds);
        let ceiling = row.ceilings.least(&record.work).and_then(|(least, _)| rate(least));
        let value = rate(spread.median)?;
        // The slower quartile is the lower rate.
        let (low, high) = (rate(spread.high)?, rate(spread.low)?);
        let flags = flags::of_record(record);
        let mut detail = details(row, record, &spread);
        detail.extend(flags.iter().map(ToString::to_string));
        Some(Bar { value, low, high, ceiling, detail, flagged: !flags.is_empty() })
    })?;
    let (what, word) = match metric {
        Metric::Bandwidth => ("Bytes that must move", "bandwidth"),
        Metric::Arithmetic => ("Operations that must be done", "arithmetic"),
    };
    let about = format!(
        "{what} over the time that it took: higher is better. The whisker spans the middle half of \
         the samples, the line across a bar is what this device was measured to do at best."
    );
    Some(Figure {
        id: id_of(&[class.name(), family, word]),
        title: title_of(family),
        about,
        kind: Kind::Rates,
        class,
        family: Some(family.to_owned()),
        plot: Plot::Bars(bars),
    })
}

/// Bars of a family: how many times faster each rung is than the one before it.
pub(super) fn speedups(class: Class, family: &str, rows: &[&Row<'_>]) -> Option<Figure> {
    let mut groups = kernels(family, rows);
    groups.retain(|kernel| kernel_before(kernel).is_some());
    let bars = bars(rows, groups, ("×", 1.0), |row, kernel| {
        let (record, spread) = timed(row, kernel, Role::Suite)?;
        let (before, earlier) = timed(row, kernel_before(kernel)?, Role::Suite)?;
        let value = record.timed()?.speedup(&before.timed()?)?;
        let detail = vec![
            format!("{} after {}", number::seconds(spread.median), number::seconds(earlier.median)),
            format!("the rung before is {}", before.kernel),
        ];
        let flagged = [record, before].iter().any(|record| !flags::of_record(record).is_empty());
        // The fastest against the slowest quartile, and the other way round.
        let (low, high) = (earlier.low / spread.high, earlier.high / spread.low);
        Some(Bar { value, low, high, ceiling: None, detail, flagged })
    })?;
    let about = "How many times faster a rung is than the one before it, on the same device at the \
                 same size. Bars start at 1, where nothing changed; below it the rung is slower.";
    Some(Figure {
        id: id_of(&[class.name(), family, "speedups"]),
        title: format!("{}: speed-up over the rung before", title_of(family)),
        about: about.to_owned(),
        kind: Kind::Speedups,
        class,
        family: Some(family.to_owned()),
        plot: Plot::Bars(bars),
    })
}

/// What hovering over a measurement says.
pub(super) fn details(row: &Row<'_>, record: &Record, spread: &Spread) -> Vec<String> {
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
    for metric in [Metric::Bandwidth, Metric::Arithmetic] {
        let rate = metric.rate(&record.work, spread.median);
        detail.extend(rate.map(|rate| format!("{} {}", number::significant(rate), metric.unit())));
    }
    if let Some(share) = row.ceilings.share(&record.work, spread.median) {
        let of = match share.of {
            crate::results::Ceiling::Read => "reading",
            crate::results::Ceiling::Copy => "copying",
            crate::results::Ceiling::Arithmetic => "multiplying and adding",
        };
        detail.push(format!("{:.0} % of {of} on this device", share.percent));
    }
    detail
}

/// Bars of some kernels on every row that has any; nothing where none has.
fn bars(
    rows: &[&Row<'_>],
    groups: Vec<String>,
    (unit, base): (&str, f64),
    bar: impl Fn(&Row<'_>, &str) -> Option<Bar>,
) -> Option<Bars> {
    let series = rows.iter().map(|row| BarSeries {
        row: row.index,
        bars: groups.iter().map(|kernel| bar(row, kernel)).collect(),
    });
    let series: Vec<BarSeries> =
        series.filter(|series| series.bars.iter().any(Option::is_some)).collect();
    let is_any = !series.is_empty();
    is_any.then(|| Bars { unit: unit.to_owned(), groups, series, base, log: false })
}
