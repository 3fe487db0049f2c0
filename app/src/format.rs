//! Numbers for people.

/// A time with a fitting unit and three significant digits.
pub(crate) fn seconds(seconds: f64) -> String {
    let (value, unit) = match seconds {
        s if s >= 1.0 => (s, "s"),
        s if s >= 1e-3 => (s * 1e3, "ms"),
        s if s >= 1e-6 => (s * 1e6, "µs"),
        s => (s * 1e9, "ns"),
    };
    format!("{} {unit}", significant(value))
}

/// A rate in 10⁹ per second, or a dash where there is none or it means nothing.
pub(crate) fn rate(value: Option<f64>) -> String {
    match value {
        Some(value) if value > 0.0 => significant(value),
        _ => "–".to_owned(),
    }
}

/// A number with about three significant digits and separators.
pub(crate) fn significant(value: f64) -> String {
    if value >= 1000.0 {
        count(value.round() as u64)
    } else if value >= 100.0 {
        format!("{value:.0}")
    } else if value >= 10.0 {
        format!("{value:.1}")
    } else if value >= 0.01 || value == 0.0 {
        format!("{value:.2}")
    } else {
        format!("{value:.1e}")
    }
}

/// A count with a separator every three digits.
pub(crate) fn count(value: u64) -> String {
    let digits = value.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A size, its numbers joined by multiplication signs.
pub(crate) fn size(numbers: &[u64]) -> String {
    numbers.iter().map(|&number| count(number)).collect::<Vec<_>>().join(" × ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times() {
        let check = |value: f64, expected: &str| assert_eq!(seconds(value), expected);
        check(2.5, "2.50 s");
        check(0.0123, "12.3 ms");
        check(0.000_246, "246 µs");
        check(3.2e-8, "32.0 ns");
        check(1.0, "1.00 s");
    }

    #[test]
    fn counts_and_sizes() {
        let check = |value: u64, expected: &str| assert_eq!(count(value), expected);
        check(0, "0");
        check(999, "999");
        check(1000, "1,000");
        check(268_435_456, "268,435,456");
        assert_eq!(size(&[4096, 33]), "4,096 × 33");
    }

    #[test]
    fn rates() {
        let check = |value: Option<f64>, expected: &str| assert_eq!(rate(value), expected);
        check(None, "–");
        check(Some(0.0), "–");
        check(Some(4365.4), "4,365");
        check(Some(168.4), "168");
        check(Some(0.001), "1.0e-3");
    }
}
