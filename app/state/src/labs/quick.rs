//! Checks that are made while somebody types.
//!
//! They are a part of the whole check: one of its sizes, one seed, one model, two
//! schedules. What fails there fails in the whole check as well; what passes may
//! still fail elsewhere.

use warpbench_lab::Size;
use warpbench_lab::check::{Against, Check, CheckKind};
use warpbench_lab::lab::Lab;

/// The part of a check that is made while somebody types, if it has one. A prediction
/// is entered before the run, and nobody is to find it by trying.
pub fn quick(lab: &Lab, check: &Check) -> Option<Check> {
    if check.hidden {
        return None;
    }
    let kind = match &check.kind {
        CheckKind::Results { against: Against::Cases(_), .. } => check.kind.clone(),
        // Those behind the known ones are the graders'.
        CheckKind::Results { sizes, known, against, .. } => CheckKind::Results {
            sizes: vec![nearest(&lab.size, &sizes[..(*known).min(sizes.len())])?],
            known: 1,
            seeds: 1,
            against: against.clone(),
        },
        CheckKind::Findings { none, sizes, schedules, models } => CheckKind::Findings {
            none: none.clone(),
            sizes: vec![nearest(&lab.size, sizes)?],
            schedules: (*schedules).min(2),
            models: models[..1.min(models.len())].to_vec(),
        },
        CheckKind::Counters { that, sizes, models } => CheckKind::Counters {
            that: that.clone(),
            sizes: vec![nearest(&lab.size, sizes)?],
            models: models[..1.min(models.len())].to_vec(),
        },
        CheckKind::Prediction { .. } | CheckKind::Speed { .. } => return None,
    };
    Some(Check { kind, ..check.clone() })
}

/// The size that is most like the one that the lab tries first: the results at others
/// than a check's own are not known.
fn nearest(wanted: &Size, sizes: &[Size]) -> Option<Size> {
    let volume = |size: &Size| size.values().map(|side| (*side as f64).max(1.0).ln()).sum::<f64>();
    let away = |size: &Size| (volume(size) - volume(wanted)).abs();
    sizes.iter().min_by(|a, b| away(a).total_cmp(&away(b))).cloned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_size_that_is_most_like_the_first() {
        let size = |n: u64| Size::from([("n".to_owned(), n)]);
        let check = |wanted: u64, sizes: &[u64], expected: Option<u64>| {
            let sizes: Vec<Size> = sizes.iter().map(|n| size(*n)).collect();
            assert_eq!(nearest(&size(wanted), &sizes), expected.map(size), "{wanted} {sizes:?}");
        };
        check(1000, &[1, 31, 257, 1009], Some(1009));
        check(1000, &[1000, 1001], Some(1000));
        check(8, &[1, 31], Some(31));
        check(5, &[1, 31], Some(1));
        check(5, &[], None);
        check(0, &[0, 7], Some(0));
    }
}
