//! Figure of predictions: predicted against measured times.

use super::{Axis, Figure, Kind, Plot, Point, PointSeries, Points, Quantity, Style, id_of};
use crate::merge::{Class, Row};
use crate::number;
use crate::results::{Record, Role};

pub(super) fn predicted(class: Class, rows: &[&Row<'_>]) -> Option<Figure> {
    let dots: Vec<PointSeries> = rows.iter().filter_map(|row| of_row(row)).collect();
    let ends = || dots.iter().flat_map(|series| series.points.iter().flat_map(|p| [p.x, p.y]));
    let (lowest, highest) = (ends().min_by(f64::total_cmp)?, ends().max_by(f64::total_cmp)?);
    let line = |name: &str, factor: f64| PointSeries {
        row: None,
        name: name.to_owned(),
        style: Style::Limit,
        points: [lowest / 1.5, highest * 1.5].map(|x| Point::of_limit(x, x * factor)).to_vec(),
    };
    let mut series = vec![
        line("predicted as measured", 1.0),
        line("twice as long", 2.0),
        line("half as long", 0.5),
    ];
    series.extend(dots);
    let axis =
        |title: &str| Axis { title: title.to_owned(), quantity: Quantity::Seconds, log: true };
    Some(Figure {
        id: id_of(&[class.name(), "predicted"]),
        title: "Predicted against measured".to_owned(),
        about:
            "What the simulator predicts with its model of the same device, over what the device \
                took. On the middle line both agree; the others are a factor of two away. The \
                simulator knows the source and not the machine code that a compiler makes of it."
                .to_owned(),
        kind: Kind::Predicted,
        class,
        family: None,
        plot: Plot::Points(Points { x: axis("measured"), y: axis("predicted"), series }),
    })
}

fn of_row(row: &Row<'_>) -> Option<PointSeries> {
    let points: Vec<Point> = row.records().filter_map(point).collect();
    let (row, name) = (Some(row.index), row.label.clone());
    (!points.is_empty()).then_some(PointSeries { row, name, style: Style::Dots, points })
}

fn point(record: &Record) -> Option<Point> {
    let simulated = record.simulated.as_ref().filter(|simulated| simulated.is_of_device)?;
    if matches!(record.role, Role::Control | Role::Sweep) {
        return None;
    }
    let measured = record.median()?;
    let predicted = simulated.seconds;
    (measured > 0.0 && predicted > 0.0).then(|| Point {
        kernel: Some(record.kernel.clone()),
        x: measured,
        y: predicted,
        low: None,
        high: None,
        detail: vec![
            record.kernel.clone(),
            format!("size {}", number::size(&record.size)),
            format!(
                "{} measured, {} predicted ({:.2}×)",
                number::seconds(measured),
                number::seconds(predicted),
                predicted / measured
            ),
            format!("bound by {}", simulated.bound),
        ],
    })
}
