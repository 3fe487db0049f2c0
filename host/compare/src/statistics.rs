//! Statistics of repeated times, and which differences are more than noise.
//!
//! Times of kernels are not normally distributed: they have a floor and a tail. So
//! everything here goes by ranks. Medians and quartiles show where samples lie, and
//! the Mann-Whitney test says whether one set of samples is slower than another; it
//! asks nothing of how either is distributed. `docs/compare.md` says which questions
//! it answers.

/// Where samples lie, in seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    pub min: f64,
    /// A quarter of the samples is below.
    pub low: f64,
    pub median: f64,
    /// A quarter of the samples is above.
    pub high: f64,
    pub max: f64,
    pub mean: f64,
    pub count: usize,
}

impl Spread {
    /// The spread of samples; nothing where there are none.
    #[must_use]
    pub fn of(samples: &[f64]) -> Option<Spread> {
        let mut sorted = samples.to_vec();
        sorted.sort_by(f64::total_cmp);
        let (&min, &max) = (sorted.first()?, sorted.last()?);
        Some(Spread {
            min,
            low: quantile(&sorted, 0.25),
            median: quantile(&sorted, 0.5),
            high: quantile(&sorted, 0.75),
            max,
            mean: samples.iter().sum::<f64>() / samples.len() as f64,
            count: sorted.len(),
        })
    }

    /// The distance between the quartiles over the median; nothing where the median
    /// is zero.
    #[must_use]
    pub fn relative(&self) -> Option<f64> {
        (self.median > 0.0).then(|| (self.high - self.low) / self.median)
    }
}

/// A quantile of sorted numbers, of which there is at least one, by linear
/// interpolation.
fn quantile(sorted: &[f64], share: f64) -> f64 {
    let place = share * (sorted.len() - 1) as f64;
    let (below, above) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
    below + (above - below) * place.fract()
}

/// Samples at most on either side for which the distribution is counted out.
const EXACT: usize = 25;

/// The one-sided Mann-Whitney test: how likely `later` would be at least this much
/// larger than `earlier` if both came from the same distribution. Nothing where a
/// side is empty.
#[must_use]
pub fn mann_whitney(earlier: &[f64], later: &[f64]) -> Option<f64> {
    if earlier.is_empty() || later.is_empty() {
        return None;
    }
    // For each pair: a point where the later one is larger, half where they tie.
    let mut halves = 0_u64;
    for &after in later {
        for &before in earlier {
            halves += match after.total_cmp(&before) {
                std::cmp::Ordering::Greater => 2,
                std::cmp::Ordering::Equal => 1,
                std::cmp::Ordering::Less => 0,
            };
        }
    }
    let ties = tie_term(earlier, later);
    let is_small = earlier.len() <= EXACT && later.len() <= EXACT;
    Some(if is_small && ties == 0.0 {
        exact(earlier.len(), later.len(), halves / 2)
    } else {
        approximate(earlier.len(), later.len(), halves as f64 / 2.0, ties)
    })
}

/// The share of all orders of `m` and `n` samples in which the second set wins at
/// least `wins` pairs.
fn exact(m: usize, n: usize, wins: u64) -> f64 {
    // `ways[j][u]`: orders of the samples so far, j of them of the second set, in
    // which that wins u pairs. Adding the largest sample of the rest: one of the
    // second set wins against all of the first before it.
    let most = m * n;
    let mut ways = vec![vec![0.0_f64; most + 1]; n + 1];
    for row in &mut ways {
        row[0] = 1.0;
    }
    for first in 1..=m {
        for second in 1..=n {
            // With the largest sample in the first set, or in the second.
            for u in (0..=most).rev() {
                let with_second = if u >= first { ways[second - 1][u - first] } else { 0.0 };
                ways[second][u] += with_second;
            }
        }
    }
    let all: f64 = ways[n].iter().sum();
    let from = usize::try_from(wins).unwrap_or(most).min(most);
    ways[n][from..].iter().sum::<f64>() / all
}

/// The same by the normal distribution, with a correction for ties and for the step
/// from one count to the next.
fn approximate(m: usize, n: usize, wins: f64, ties: f64) -> f64 {
    let (m, n) = (m as f64, n as f64);
    let all = m + n;
    let variance = m * n / 12.0 * ((all + 1.0) - ties / (all * (all - 1.0)));
    if variance <= 0.0 {
        // All samples are equal: nothing is larger than anything.
        return 1.0;
    }
    let z = (wins - m * n / 2.0 - 0.5) / variance.sqrt();
    upper_tail(z)
}

/// The sum of t³ − t over groups of t equal samples.
fn tie_term(earlier: &[f64], later: &[f64]) -> f64 {
    let mut all: Vec<f64> = earlier.iter().chain(later).copied().collect();
    all.sort_by(f64::total_cmp);
    all.chunk_by(|a, b| a == b)
        .map(|group| {
            let t = group.len() as f64;
            t * t * t - t
        })
        .sum()
}

/// How likely a standard normal number is at least `z`, by the approximation 7.1.26
/// of Abramowitz and Stegun, whose error is below 2·10⁻⁷.
fn upper_tail(z: f64) -> f64 {
    let x = z.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * x);
    let series = ((((1.061_405_429 * t - 1.453_152_027) * t + 1.421_413_741) * t - 0.284_496_736)
        * t
        + 0.254_829_592)
        * t;
    let tail = 0.5 * series * (-x * x).exp();
    if z >= 0.0 { tail } else { 1.0 - tail }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spreads_are_quantiles() {
        let check = |samples: &[f64], expected: Option<[f64; 5]>| {
            let spread = Spread::of(samples).map(|s| [s.min, s.low, s.median, s.high, s.max]);
            assert_eq!(spread, expected, "{samples:?}");
        };
        check(&[], None);
        check(&[2.0], Some([2.0; 5]));
        check(&[3.0, 1.0], Some([1.0, 1.5, 2.0, 2.5, 3.0]));
        check(&[5.0, 1.0, 4.0, 2.0, 3.0], Some([1.0, 2.0, 3.0, 4.0, 5.0]));
        let spread = Spread::of(&[1.0, 2.0, 3.0, 4.0, 5.0]).expect("some");
        assert_eq!((spread.mean, spread.relative()), (3.0, Some(2.0 / 3.0)));
        assert_eq!(Spread::of(&[0.0, 0.0]).expect("some").relative(), None);
    }

    #[test]
    fn exact_probabilities_are_those_of_the_tables() {
        // 1 of the 252 orders of 5 and 5 has all of the later ones above.
        let check = |earlier: &[f64], later: &[f64], expected: f64| {
            let p = mann_whitney(earlier, later).expect("samples");
            assert!((p - expected).abs() < 1e-9, "{earlier:?} {later:?}: {p}");
        };
        check(&[1.0, 2.0, 3.0, 4.0, 5.0], &[6.0, 7.0, 8.0, 9.0, 10.0], 1.0 / 252.0);
        check(&[6.0, 7.0, 8.0, 9.0, 10.0], &[1.0, 2.0, 3.0, 4.0, 5.0], 1.0);
        check(&[1.0], &[2.0], 0.5);
        check(&[2.0], &[1.0], 1.0);
        // 3 and 3 samples: of 20 orders, 2 win at least 8 of the 9 pairs.
        check(&[1.0, 2.0, 4.0], &[3.0, 5.0, 6.0], 2.0 / 20.0);
        assert_eq!(mann_whitney(&[], &[1.0]), None);
    }

    #[test]
    fn exact_and_approximate_agree_where_both_can_be_had() {
        for (m, n) in [(20, 20), (25, 15), (10, 25)] {
            for wins in (0..=m * n).step_by(7) {
                let exact = exact(m, n, wins as u64);
                let near = approximate(m, n, wins as f64, 0.0);
                assert!((exact - near).abs() < 0.01, "{m} {n} {wins}: {exact} {near}");
            }
        }
    }

    #[test]
    fn ties_and_equal_samples_are_no_evidence() {
        assert_eq!(mann_whitney(&[1.0; 30], &[1.0; 30]), Some(1.0));
        let p = mann_whitney(&[1.0, 1.0, 2.0, 2.0], &[1.0, 1.0, 2.0, 2.0]).expect("samples");
        assert!(p > 0.5, "{p}");
    }

    #[test]
    fn the_normal_tail_is_known() {
        let check = |z: f64, expected: f64| {
            assert!((upper_tail(z) - expected).abs() < 1e-6, "{z}: {}", upper_tail(z));
        };
        check(0.0, 0.5);
        check(1.644_853_6, 0.05);
        check(-1.644_853_6, 0.95);
        check(3.090_232_3, 0.001);
    }
}
