//! Tables with aligned columns, for a terminal or for Markdown.

/// On which side of its column a cell stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// Rows of cells below a head.
#[derive(Debug)]
pub(super) struct Table {
    head: Vec<(String, Side)>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with these columns and no rows.
    pub(super) fn new(columns: &[(&str, Side)]) -> Table {
        let head = columns.iter().map(|&(name, side)| (name.to_owned(), side)).collect();
        Table { head, rows: Vec::new() }
    }

    /// Adds a row; cells it lacks stay empty.
    pub(super) fn row(&mut self, cells: impl IntoIterator<Item = impl Into<String>>) {
        let mut cells: Vec<String> = cells.into_iter().map(Into::into).collect();
        cells.resize(self.head.len(), String::new());
        self.rows.push(cells);
    }

    /// For a terminal: columns two blanks apart, no lines.
    pub(super) fn plain(&self) -> String {
        let widths = self.widths();
        let head = self.head.iter().map(|(name, _)| name.as_str());
        let mut text = self.line(head, &widths, "  ");
        for row in &self.rows {
            text += &self.line(row.iter().map(String::as_str), &widths, "  ");
        }
        text
    }

    /// For a document.
    pub(super) fn markdown(&self) -> String {
        let widths = self.widths();
        let bordered = |line: String| format!("| {} |\n", line.trim_end_matches('\n'));
        let head = self.head.iter().map(|(name, _)| name.as_str());
        let mut text = bordered(self.padded(head, &widths, " | "));
        let rules: Vec<String> = self
            .head
            .iter()
            .zip(&widths)
            .map(|(&(_, side), &width)| match side {
                Side::Left => "-".repeat(width),
                Side::Right => "-".repeat(width.saturating_sub(1)) + ":",
            })
            .collect();
        text += &format!("| {} |\n", rules.join(" | "));
        for row in &self.rows {
            text += &bordered(self.padded(row.iter().map(String::as_str), &widths, " | "));
        }
        text
    }

    fn widths(&self) -> Vec<usize> {
        (0..self.head.len())
            .map(|column| {
                let cells = self.rows.iter().map(|row| row[column].chars().count());
                cells.chain([self.head[column].0.chars().count(), 2]).max().unwrap_or(2)
            })
            .collect()
    }

    fn line<'a>(
        &self,
        cells: impl Iterator<Item = &'a str>,
        widths: &[usize],
        between: &str,
    ) -> String {
        format!("{}\n", self.padded(cells, widths, between).trim_end())
    }

    fn padded<'a>(
        &self,
        cells: impl Iterator<Item = &'a str>,
        widths: &[usize],
        between: &str,
    ) -> String {
        cells
            .zip(widths)
            .zip(&self.head)
            .map(|((cell, &width), &(_, side))| match side {
                Side::Left => format!("{cell:<width$}"),
                Side::Right => format!("{cell:>width$}"),
            })
            .collect::<Vec<_>>()
            .join(between)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let mut table = Table::new(&[("kernel", Side::Left), ("time", Side::Right)]);
        table.row(["vecadd", "1.25 µs"]);
        table.row(["x"]);
        table
    }

    #[test]
    fn columns_line_up_in_a_terminal() {
        assert_eq!(table().plain(), "kernel     time\nvecadd  1.25 µs\nx\n");
    }

    #[test]
    fn markdown_keeps_the_sides() {
        assert_eq!(
            table().markdown(),
            "| kernel |    time |\n| ------ | ------: |\n| vecadd | 1.25 µs |\n| x      |         |\n"
        );
    }
}
