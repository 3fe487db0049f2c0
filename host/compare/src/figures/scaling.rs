//! Figure of scaling: how a kernel's speed depends on its size, with launch cost, caches and
//! memory as plateaus.

use super::rates::details;
use super::{Axis, Figure, Kind, Plot, Point, PointSeries, Points, Quantity, Style, id_of};
use crate::ceilings::Metric;
use crate::ladder;
use crate::merge::{Class, Row};
use crate::results::{Record, Role};

pub(super) fn scaling(class: Class, rows: &[&Row<'_>]) -> Vec<Figure> {
    let swept = |row: &Row<'_>| -> Vec<String> {
        let records = row.records().filter(|record| record.role == Role::Sweep);
        records.map(|record| record.kernel.clone()).collect()
    };
    let mut kernels: Vec<String> = rows.iter().flat_map(|row| swept(row)).collect();
    kernels.sort_by_key(|kernel| (ladder::place(kernel), kernel.clone()));
    kernels.dedup();
    kernels.iter().filter_map(|kernel| of_kernel(class, kernel, rows)).collect()
}

fn of_kernel(class: Class, kernel: &str, rows: &[&Row<'_>]) -> Option<Figure> {
    let series: Vec<PointSeries> = rows
        .iter()
        .filter_map(|row| {
            let own = row
                .records()
                .filter(|record| record.role == Role::Sweep && record.kernel == kernel);
            let mut points: Vec<Point> = own.filter_map(|record| point(row, record)).collect();
            points.sort_by(|a, b| a.x.total_cmp(&b.x));
            let (row, name) = (Some(row.index), row.label.clone());
            (!points.is_empty()).then_some(PointSeries { row, name, style: Style::Line, points })
        })
        .collect();
    if series.is_empty() {
        return None;
    }
    Some(Figure {
        id: id_of(&[class.name(), kernel, "scaling"]),
        title: format!("{kernel}: speed over size"),
        about:
            "Small problems are all launch: the line rises with their size. Then come plateaus, \
                one for each cache that still holds the problem, and at last memory itself. Caches \
                are left as they are between repeats here, unlike in the other figures."
                .to_owned(),
        kind: Kind::Scaling,
        class,
        family: None,
        plot: Plot::Points(Points {
            x: Axis { title: "bytes that move".to_owned(), quantity: Quantity::Bytes, log: true },
            y: Axis { title: "GB/s".to_owned(), quantity: Quantity::Number, log: true },
            series,
        }),
    })
}

fn point(row: &Row<'_>, record: &Record) -> Option<Point> {
    let spread = record.spread()?;
    let rate = |seconds: f64| Metric::Bandwidth.rate(&record.work, seconds);
    Some(Point {
        kernel: Some(record.kernel.clone()),
        x: record.work.bytes as f64,
        y: rate(spread.median)?,
        low: rate(spread.high),
        high: rate(spread.low),
        detail: details(row, record, &spread),
    })
}
