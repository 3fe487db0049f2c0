//! Tables with aligned columns, for a terminal or for Markdown.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Align {
    Left,
    Right,
}

#[derive(Debug)]
pub(super) struct Table {
    columns: Vec<Align>,
    /// The names of the columns, then a row each.
    lines: Vec<Vec<String>>,
}

impl Table {
    /// A table with these columns and no rows.
    pub(super) fn new(columns: &[(&str, Align)]) -> Table {
        let names = columns.iter().map(|&(name, _)| name.to_owned()).collect();
        Table { columns: columns.iter().map(|&(_, align)| align).collect(), lines: vec![names] }
    }

    /// Adds a row; cells it lacks stay empty.
    pub(super) fn row(&mut self, cells: impl IntoIterator<Item = impl Into<String>>) {
        let mut cells: Vec<String> = cells.into_iter().map(Into::into).collect();
        cells.resize(self.columns.len(), String::new());
        self.lines.push(cells);
    }

    /// Columns two blanks apart, without rules.
    pub(super) fn plain(&self) -> String {
        let widths = self.widths();
        let padded = self.lines.iter().map(|line| self.padded(line, &widths).join("  "));
        padded.map(|line| format!("{}\n", line.trim_end())).collect()
    }

    pub(super) fn markdown(&self) -> String {
        let widths = self.widths();
        let rule = self.columns.iter().zip(&widths).map(|(align, &width)| match align {
            Align::Left => "-".repeat(width),
            Align::Right => "-".repeat(width - 1) + ":",
        });
        let mut lines: Vec<_> = self.lines.iter().map(|line| self.padded(line, &widths)).collect();
        lines.insert(1, rule.collect());
        lines.iter().map(|cells| format!("| {} |\n", cells.join(" | "))).collect()
    }

    /// How wide each column is: at least two, which Markdown's rule needs.
    fn widths(&self) -> Vec<usize> {
        let width = |column: usize| {
            let cells = self.lines.iter().map(|line| line[column].chars().count());
            cells.max().unwrap_or_default().max(2)
        };
        (0..self.columns.len()).map(width).collect()
    }

    fn padded(&self, cells: &[String], widths: &[usize]) -> Vec<String> {
        let columns = cells.iter().zip(widths).zip(&self.columns);
        columns
            .map(|((cell, &width), align)| match align {
                Align::Left => format!("{cell:<width$}"),
                Align::Right => format!("{cell:>width$}"),
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let mut table = Table::new(&[("kernel", Align::Left), ("time", Align::Right)]);
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
