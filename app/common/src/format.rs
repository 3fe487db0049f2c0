//! Numbers for people: those of comparisons, and what only the workbench says.

pub use warpbench_compare::number::{
    count, error, percent, power_of_ten, rate, seconds, significant, size, times,
};

/// A time that is waited for.
pub fn wait(seconds: f64) -> String {
    let whole = seconds.round().clamp(1.0, 1e9) as u64;
    match whole {
        0..90 => format!("{whole} s"),
        90..5400 => format!("{} min", (whole + 30) / 60),
        _ => format!("{} h {} min", whole / 3600, whole % 3600 / 60),
    }
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
    fn waits_are_said_as_people_do() {
        let check = |seconds: f64, expected: &str| assert_eq!(wait(seconds), expected);
        check(0.2, "1 s");
        check(75.4, "75 s");
        check(100.0, "2 min");
        check(5399.0, "90 min");
        check(9000.0, "2 h 30 min");
    }
}
