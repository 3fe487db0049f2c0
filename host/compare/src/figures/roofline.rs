//! The roofline: what each kernel computes for the bytes that must move, under what
//! the device can do.

use super::rates::details;
use super::{
    Axis, Figure, Kind, Plot, Point, PointSeries, Points, Quantity, Style, class_word, id_of,
};
use crate::ceilings::{Ceilings, Metric};
use crate::merge::{Class, Row};
use crate::results::Role;
use crate::statistics::Spread;

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
        id: id_of(&[class_word(class), "roofline"]),
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
            let spread = Spread::of(&record.measured()?.samples)?;
            let work = &record.work;
            let rate = |seconds: f64| Metric::Arithmetic.rate(work, seconds);
            let mut detail = vec![record.kernel.clone()];
            detail.extend(details(record, &spread));
            (work.bytes > 0).then_some(())?;
            Some(Point {
                kernel: Some(record.kernel.clone()),
                x: work.operations as f64 / work.bytes as f64,
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

/// The roof of a device: along its memory's speed up to its arithmetic.
fn roof(row: &Row<'_>, lowest: f64, highest: f64) -> Option<PointSeries> {
    let ceilings = Ceilings::of(row.run, &row.device.id);
    let memory = ceilings.read.or(ceilings.copy)?;
    let at = |x: f64| Point::of_limit(x, x * memory);
    let mut points = vec![at(lowest)];
    match ceilings.arithmetic {
        Some(most) => {
            let ridge = most / memory;
            points[0].y = points[0].y.min(most);
            if ridge > lowest {
                points.push(at(ridge));
            }
            let end = highest.max(ridge * MARGIN);
            points.push(Point::of_limit(end, most));
        }
        None => points.push(at(highest)),
    }
    let name = format!("roof of {}", row.label);
    Some(PointSeries { row: Some(row.index), name, style: Style::Limit, points })
}
