//! The roofline: what each kernel computes for the bytes that must move, under what
//! the device can do.

use super::rates::details;
use super::{Axis, Figure, Kind, Plot, Point, PointSeries, Points, Quantity, Style, id_of};
use crate::ceilings::Metric;
use crate::merge::{Class, Row};
use crate::results::Role;
use crate::roof::{Roof, intensity};

/// Lines go this far beyond the points, as a factor.
const MARGIN: f64 = 2.0;

pub(super) fn roofline(class: Class, rows: &[&Row<'_>]) -> Option<Figure> {
    let dots: Vec<PointSeries> = rows.iter().filter_map(|row| dots(row)).collect();
    let xs = || dots.iter().flat_map(|series| series.points.iter().map(|point| point.x));
    let lowest = xs().min_by(f64::total_cmp)? / MARGIN;
    let highest = xs().max_by(f64::total_cmp)? * MARGIN;
    let mut series: Vec<PointSeries> =
        rows.iter().filter_map(|row| roof(row, lowest, highest)).collect();
    series.extend(dots);
    let axis =
        |title: &str| Axis { title: title.to_owned(), quantity: Quantity::Number, log: true };
    Some(Figure {
        id: id_of(&[class.name(), "roofline"]),
        title: "Roofline".to_owned(),
        about:
            "Operations per second over operations for each byte that must move. A point can be \
                no higher than its device's roof: the slope is the speed of its memory, the flat \
                part that of its arithmetic, both measured. Kernels that compute nothing are not \
                on it."
                .to_owned(),
        kind: Kind::Roofline,
        class,
        family: None,
        plot: Plot::Points(Points { x: axis("operations per byte"), y: axis("GFLOP/s"), series }),
    })
}

fn dots(row: &Row<'_>) -> Option<PointSeries> {
    let points: Vec<Point> = row
        .records()
        .filter(|record| record.role == Role::Suite)
        .filter_map(|record| {
            let spread = record.spread()?;
            let work = &record.work;
            let rate = |seconds: f64| Metric::Arithmetic.rate(work, seconds);
            let mut detail = vec![record.kernel.clone()];
            detail.extend(details(row, record, &spread));
            Some(Point {
                kernel: Some(record.kernel.clone()),
                x: intensity(work)?,
                y: rate(spread.median)?,
                low: rate(spread.high),
                high: rate(spread.low),
                detail,
            })
        })
        .collect();
    let series =
        PointSeries { row: Some(row.index), name: row.label.clone(), style: Style::Dots, points };
    (!series.points.is_empty()).then_some(series)
}

/// The roof of a device, from the lowest intensity to beyond its ridge.
fn roof(row: &Row<'_>, lowest: f64, highest: f64) -> Option<PointSeries> {
    let roof = Roof::of(&row.ceilings).into_iter().next()?;
    let end = roof.ridge().map_or(highest, |ridge| highest.max(ridge * MARGIN));
    let corners = roof.corners(lowest, end).into_iter();
    let points = corners.map(|[x, y]| Point::of_limit(x, y)).collect();
    let name = format!("roof of {}", row.label);
    Some(PointSeries { row: Some(row.index), name, style: Style::Limit, points })
}
