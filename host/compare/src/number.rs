//! Numbers and dates for people.

/// A time with a fitting unit and three significant digits.
#[must_use]
pub fn seconds(seconds: f64) -> String {
    let (value, unit) = match seconds {
        s if s >= 1.0 => (s, "s"),
        s if s >= 1e-3 => (s * 1e3, "ms"),
        s if s >= 1e-6 => (s * 1e6, "µs"),
        s => (s * 1e9, "ns"),
    };
    format!("{} {unit}", significant(value))
}

/// A number with about three significant digits and separators.
#[must_use]
pub fn significant(value: f64) -> String {
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

/// A rate in 10⁹ per second, or a dash where there is none or it means nothing.
#[must_use]
pub fn rate(value: Option<f64>) -> String {
    match value {
        Some(value) if value > 0.0 => significant(value),
        _ => "–".to_owned(),
    }
}

/// How many times as much or as fast.
#[must_use]
pub fn times(factor: f64) -> String {
    format!("{factor:.2}×")
}

/// A difference from what must come out; nothing where a value is not a number.
#[must_use]
pub fn error(difference: Option<f64>) -> String {
    difference.map_or("not a number".to_owned(), |error| format!("{error:.1e}"))
}

/// A power of ten in full.
#[must_use]
pub fn power_of_ten(exponent: i32) -> String {
    let digits = exponent.unsigned_abs();
    match exponent {
        0.. => count(10_u64.saturating_pow(digits)),
        _ => format!("{:.*}", digits as usize, 10_f64.powi(exponent)),
    }
}

/// A share in percent, with a digit behind the point where that says something.
#[must_use]
pub fn percent(share: f64) -> String {
    match 100.0 * share {
        percent if percent < 9.95 => format!("{percent:.1} %"),
        percent => format!("{} %", count(percent.round() as u64)),
    }
}

/// A count with a separator every three digits.
#[must_use]
pub fn count(value: u64) -> String {
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
#[must_use]
pub fn size(numbers: &[u64]) -> String {
    numbers.iter().map(|&number| count(number)).collect::<Vec<_>>().join(" × ")
}

/// Bytes with a binary unit.
#[must_use]
pub fn bytes(bytes: u64) -> String {
    let units = ["B", "KiB", "MiB", "GiB", "TiB"];
    let mut value = bytes as f64;
    let mut unit = 0;
    while value >= 1024.0 && unit + 1 < units.len() {
        value /= 1024.0;
        unit += 1;
    }
    format!("{} {}", significant(value).trim_end_matches(".00"), units[unit])
}

/// The day and the minute, in universal time, of seconds since 1970.
#[must_use]
pub fn date(unix: u64) -> String {
    // The calendar repeats every 400 years; years begin in March here, so that the
    // day that is sometimes missing comes last.
    let days = unix / 86_400 + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year + year / 4 - year / 100);
    let march_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * march_month + 2) / 5 + 1;
    let month = if march_month < 10 { march_month + 3 } else { march_month - 9 };
    let year = era * 400 + year + u64::from(month <= 2);
    let minutes = unix % 86_400 / 60;
    format!("{year}-{month:02}-{day:02} {:02}:{:02} UTC", minutes / 60, minutes % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        let check = |unix: u64, expected: &str| assert_eq!(date(unix), expected);
        check(0, "1970-01-01 00:00 UTC");
        check(951_782_399, "2000-02-28 23:59 UTC");
        check(951_782_400, "2000-02-29 00:00 UTC");
        check(1_709_164_800, "2024-02-29 00:00 UTC");
        check(4_107_542_400, "2100-03-01 00:00 UTC");
        check(u64::from(u32::MAX), "2106-02-07 06:28 UTC");
    }

    #[test]
    fn numbers_have_units_and_separators() {
        assert_eq!(seconds(0.000_246), "246 µs");
        assert_eq!(seconds(3.2e-8), "32.0 ns");
        assert_eq!(size(&[4096, 33]), "4,096 × 33");
        assert_eq!(bytes(128), "128 B");
        assert_eq!(bytes(1 << 30), "1 GiB");
        assert_eq!(bytes(1_600_000), "1.53 MiB");
        assert_eq!(rate(None), "–");
        assert_eq!(rate(Some(0.0)), "–");
        assert_eq!(rate(Some(4365.4)), "4,365");
        assert_eq!(rate(Some(168.4)), "168");
        assert_eq!(rate(Some(0.001)), "1.0e-3");
        assert_eq!(times(1.266), "1.27×");
        assert_eq!(power_of_ten(-2), "0.01");
        assert_eq!(power_of_ten(0), "1");
        assert_eq!(power_of_ten(4), "10,000");
        assert_eq!(percent(0.004), "0.4 %");
        assert_eq!(percent(0.0996), "10 %");
        assert_eq!(percent(0.427), "43 %");
        assert_eq!(percent(159.86), "15,986 %");
    }
}
