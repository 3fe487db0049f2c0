//! How a section is cut into segments.

use super::WARP;

/// How a section is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// Elements of a segment.
    pub width: i64,
    /// Segments of a row.
    pub segments: i64,
    pub rows: i64,
}

impl Cut {
    /// Cuts rows of a length for so many threads. Rows that start anywhere may touch
    /// a segment more.
    pub fn of(rows: i64, length: i64, threads: i64, is_aligned: bool) -> Cut {
        let wanted = length.max(1).unsigned_abs().next_power_of_two().min(WARP as u64) as i64;
        let dividing = 1 << threads.trailing_zeros().min(5);
        let width = wanted.min(dividing);
        let touched = if is_aligned { length } else { length + width - 1 };
        Cut { width, segments: touched.unsigned_abs().div_ceil(width as u64) as i64, rows }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_are_cut_into_segments_of_a_warp() {
        // Rows, length, threads, aligned; width, segments of a row.
        let cases = [
            ((16, 32, 256, true), (32, 1)),
            ((32, 16, 256, true), (16, 1)),
            ((10, 34, 256, false), (32, 3)),
            ((1, 100, 64, true), (32, 4)),
            ((1, 5, 3, true), (1, 5)),
            ((8, 7, 24, false), (8, 2)),
            ((8, 1, 64, true), (1, 1)),
        ];
        for ((rows, length, threads, is_aligned), (width, segments)) in cases {
            let cut = Cut::of(rows, length, threads, is_aligned);
            assert_eq!(cut, Cut { width, segments, rows }, "{rows} rows of {length}");
        }
    }
}
