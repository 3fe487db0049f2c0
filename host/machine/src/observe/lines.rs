//! Finding lines in a text.

/// Knows where the lines of a text start.
pub(super) struct LineIndex {
    /// Where each line after the first starts.
    starts: Vec<usize>,
}

impl LineIndex {
    pub(super) fn new(text: &str) -> LineIndex {
        let newlines = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        LineIndex { starts: newlines.map(|(at, _)| at + 1).collect() }
    }

    /// The line of a byte, from 1.
    pub(super) fn line(&self, byte: usize) -> u32 {
        1 + self.starts.partition_point(|&start| start <= byte) as u32
    }

    /// The column of a byte in its line, from 1, in bytes.
    pub(super) fn column(&self, byte: usize) -> u32 {
        let lines_before = self.starts.partition_point(|&start| start <= byte);
        let start = lines_before.checked_sub(1).map_or(0, |line| self.starts[line]);
        1 + (byte - start) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_start_at_one() {
        let index = LineIndex::new("ab\n\nc");
        for (byte, place) in [(0, (1, 1)), (1, (1, 2)), (2, (1, 3)), (3, (2, 1)), (4, (3, 1))] {
            assert_eq!((index.line(byte), index.column(byte)), place, "byte {byte}");
        }
        // Behind the end is on the last line.
        assert_eq!((index.line(9), index.column(9)), (3, 6));
    }
}
