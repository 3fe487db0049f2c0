//! Two roads to the same card: the kernels in Rust through CUDA, their twins in WGSL
//! through Vulkan.

use super::{Bar, BarSeries, Bars, Figure, Kind, Plot, id_of, timed};
use crate::ladder;
use crate::merge::{Class, Row};
use crate::number;
use crate::results::Role;
use warpbench_report::Backend;

/// Below this share of CUDA's speed a kernel is listed with the reason.
const EXPECTED: f64 = 0.8;

/// A kernel on one card by both roads.
#[derive(Clone, Debug, PartialEq)]
pub struct ApiPair {
    /// Places of the rows among all.
    pub cuda: usize,
    pub other: usize,
    pub kernel: String,
    pub size: Vec<u64>,
    /// Medians, in seconds.
    pub cuda_seconds: f64,
    pub other_seconds: f64,
}

impl ApiPair {
    /// The speed of the other road as a share of CUDA's.
    #[must_use]
    pub fn share(&self) -> f64 {
        self.cuda_seconds / self.other_seconds
    }

    #[must_use]
    pub fn is_expected(&self) -> bool {
        self.share() >= EXPECTED
    }
}

/// All kernels that were measured by both roads at the same size, the furthest behind
/// first.
#[must_use]
pub fn api_pairs(rows: &[Row<'_>]) -> Vec<ApiPair> {
    let mut pairs = Vec::new();
    for cuda in rows.iter().filter(|row| row.device.backend == Backend::Cuda) {
        let others = rows.iter().filter(|row| {
            row.device.backend == Backend::Wgpu
                && row.run.run.id == cuda.run.run.id
                && row.device.card() == cuda.device.card()
        });
        for other in others {
            pairs.extend(cuda.records().filter(|record| record.role == Role::Suite).filter_map(
                |record| {
                    let (_, by_cuda) = timed(cuda, &record.kernel, Role::Suite)?;
                    let (twin, by_other) = timed(other, &record.kernel, Role::Suite)?;
                    (twin.size == record.size).then(|| ApiPair {
                        cuda: cuda.index,
                        other: other.index,
                        kernel: record.kernel.clone(),
                        size: record.size.clone(),
                        cuda_seconds: by_cuda.median,
                        other_seconds: by_other.median,
                    })
                },
            ));
        }
    }
    pairs.sort_by(|a, b| a.share().total_cmp(&b.share()));
    pairs
}

/// How many of all are fast enough.
#[must_use]
pub fn api_summary(fine: usize, all: usize) -> String {
    format!(
        "{fine} of {all} kernels ({:.0} %) reach at least {:.0} % of CUDA's speed through WGSL on \
         the same card.",
        100.0 * fine as f64 / all.max(1) as f64,
        100.0 * EXPECTED
    )
}

pub(super) fn figures(rows: &[Row<'_>]) -> Vec<Figure> {
    let pairs = api_pairs(rows);
    let mut others: Vec<usize> = pairs.iter().map(|pair| pair.other).collect();
    others.sort_unstable();
    others.dedup();
    others
        .iter()
        .map(|&other| {
            let mut own: Vec<&ApiPair> = pairs.iter().filter(|pair| pair.other == other).collect();
            own.sort_by_key(|pair| ladder::place(&pair.kernel));
            of_card(&rows[other], &own)
        })
        .collect()
}

fn of_card(row: &Row<'_>, pairs: &[&ApiPair]) -> Figure {
    let bars = pairs.iter().map(|pair| {
        let value = 100.0 * pair.share();
        Some(Bar {
            value,
            low: value,
            high: value,
            ceiling: None,
            detail: vec![
                format!("size {}", number::size(&pair.size)),
                format!("{} through CUDA", number::seconds(pair.cuda_seconds)),
                format!("{} through {}", number::seconds(pair.other_seconds), row.device.api),
            ],
            flagged: !pair.is_expected(),
        })
    });
    let series = vec![BarSeries { row: row.index, bars: bars.collect() }];
    let groups = pairs.iter().map(|pair| pair.kernel.clone()).collect();
    Figure {
        id: id_of(&["gpu", "cuda-against", &row.device.api, &row.run.machine.name, &row.device.id]),
        title: format!("{}: {} against CUDA", row.device.name, row.device.api),
        about: format!(
            "The speed of the WGSL twin through {} in percent of the kernel in Rust through CUDA, \
             on the same card at the same size. At 100 both are equally fast; what is below {:.0} \
             is listed with the reason.",
            row.device.api,
            100.0 * EXPECTED
        ),
        kind: Kind::Apis,
        class: Class::Gpu,
        family: None,
        plot: Plot::Bars(Bars {
            unit: "% of CUDA".to_owned(),
            groups,
            series,
            base: 100.0,
            log: false,
        }),
    }
}
