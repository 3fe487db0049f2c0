//! Cutting of a section into segments.

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
    /// Cuts rows of a length for so many threads, which begin at multiples of a power of two.
    /// One that begins inside of a segment may touch a segment more.
    pub fn of(rows: i64, length: i64, threads: i64, multiple: i64) -> Cut {
        let width = Cut::width(length, threads);
        let touched = length + width - multiple.min(width);
        Cut { width, segments: touched.unsigned_abs().div_ceil(width as u64) as i64, rows }
    }

    /// Elements of a segment.
    pub fn width(length: i64, threads: i64) -> i64 {
        let wanted = length.max(1).unsigned_abs().next_power_of_two().min(WARP as u64) as i64;
        let dividing = 1 << threads.trailing_zeros().min(5);
        wanted.min(dividing)
    }

    /// Segments that are moved at once.
    pub fn teams(self, threads: i64) -> i64 {
        threads / self.width
    }

    /// Whether a team has whole rows: there are enough of them for all.
    pub fn is_by_rows(self, threads: i64) -> bool {
        self.segments == 1 || self.rows >= self.teams(threads)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_are_cut_into_segments_of_a_warp() {
        // Rows, length, threads, what they begin at a multiple of; width, segments of a row.
        let cases = [
            ((16, 32, 256, 32), (32, 1)),
            ((32, 16, 256, 16), (16, 1)),
            ((10, 34, 256, 1), (32, 3)),
            ((10, 34, 256, 2), (32, 2)),
            ((1, 100, 64, 64), (32, 4)),
            ((1, 5, 3, 1), (1, 5)),
            ((8, 7, 24, 1), (8, 2)),
            ((8, 7, 24, 4), (8, 2)),
            ((8, 1, 64, 1), (1, 1)),
        ];
        for ((rows, length, threads, multiple), (width, segments)) in cases {
            let cut = Cut::of(rows, length, threads, multiple);
            assert_eq!(cut, Cut { width, segments, rows }, "{rows} rows of {length}");
        }
    }
}
