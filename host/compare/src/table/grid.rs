//! Tables with aligned columns, for a terminal or for Markdown.

use super::column::{Align, Column};

#[derive(Clone, Debug)]
pub struct Table {
    columns: Vec<Align>,
    /// The names of the columns, then a row each.
    lines: Vec<Vec<String>>,
}

impl Table {
    /// A table with these columns and no rows.
    #[must_use]
    pub fn new(columns: &[(&str, Align)]) -> Table {
        let names = columns.iter().map(|&(name, _)| name.to_owned()).collect();
        Table { columns: columns.iter().map(|&(_, align)| align).collect(), lines: vec![names] }
    }

    /// A table with a row for each entry, as its columns show them to people.
    pub fn of<'c, 'e, T: 'c + 'e>(
        columns: impl IntoIterator<Item = &'c Column<T>>,
        entries: impl IntoIterator<Item = &'e T>,
    ) -> Table {
        let columns: Vec<&Column<T>> = columns.into_iter().collect();
        let heads: Vec<(&str, Align)> =
            columns.iter().map(|column| (column.head, column.align)).collect();
        let mut table = Table::new(&heads);
        for entry in entries {
            table.row(columns.iter().map(|column| (column.cell)(entry).shown()));
        }
        table
    }

    /// Adds a row; cells it lacks stay empty.
    pub fn row(&mut self, cells: impl IntoIterator<Item = impl Into<String>>) {
        let mut cells: Vec<String> = cells.into_iter().map(Into::into).collect();
        cells.resize(self.columns.len(), String::new());
        self.lines.push(cells);
    }

    /// The names of the columns with their sides.
    pub fn heads(&self) -> impl Iterator<Item = (&str, Align)> {
        self.lines[0].iter().map(String::as_str).zip(self.columns.iter().copied())
    }

    /// The rows without the names of the columns.
    #[must_use]
    pub fn rows(&self) -> &[Vec<String>] {
        &self.lines[1..]
    }

    /// The same table without the columns that say nothing.
    #[must_use]
    pub fn without_empty_columns(&self) -> Table {
        let says: Vec<bool> = (0..self.columns.len())
            .map(|column| self.rows().iter().any(|row| !row[column].is_empty()))
            .collect();
        let kept = |at: usize| says[at] || self.rows().is_empty();
        let columns = (0..self.columns.len()).filter(|&at| kept(at));
        Table {
            columns: columns.clone().map(|at| self.columns[at]).collect(),
            lines: self
                .lines
                .iter()
                .map(|line| columns.clone().map(|at| line[at].clone()).collect())
                .collect(),
        }
    }

    /// Columns two blanks apart, without rules.
    #[must_use]
    pub fn plain(&self) -> String {
        let widths = self.widths(&self.lines);
        let padded = self.lines.iter().map(|line| self.padded(line, &widths).join("  "));
        padded.map(|line| format!("{}\n", line.trim_end())).collect()
    }

    #[must_use]
    pub fn markdown(&self) -> String {
        let escape = |line: &Vec<String>| line.iter().map(|cell| escaped(cell)).collect();
        let mut lines: Vec<Vec<String>> = self.lines.iter().map(escape).collect();
        let widths = self.widths(&lines);
        let rule = self.columns.iter().zip(&widths).map(|(align, &width)| match align {
            Align::Left => "-".repeat(width),
            Align::Right => "-".repeat(width - 1) + ":",
        });
        let rule = rule.collect();
        lines = lines.iter().map(|line| self.padded(line, &widths)).collect();
        lines.insert(1, rule);
        lines.iter().map(|cells| format!("| {} |\n", cells.join(" | "))).collect()
    }

    /// How wide each column is: at least two, which Markdown's rule needs.
    fn widths(&self, lines: &[Vec<String>]) -> Vec<usize> {
        let width = |column: usize| {
            let cells = lines.iter().map(|line| line[column].chars().count());
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

/// Words in which Markdown sees nothing but words.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '|' | '\\' | '<' | '[' | ']' | '`' | '*') {
            escaped.push('\\');
        }
        escaped.push(if c == '\n' { ' ' } else { c });
    }
    escaped
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
    fn columns_that_say_nothing_are_left_out() {
        let columns = [("kernel", Align::Left), ("predicted", Align::Right), ("a", Align::Right)];
        let mut table = Table::new(&columns);
        assert_eq!(table.without_empty_columns().plain(), "kernel  predicted   a\n");
        table.row(["vecadd", "", "1"]);
        table.row(["x", "", ""]);
        assert_eq!(table.without_empty_columns().plain(), "kernel   a\nvecadd   1\nx\n");
    }

    #[test]
    fn markdown_keeps_the_sides() {
        assert_eq!(
            table().markdown(),
            "| kernel |    time |\n| ------ | ------: |\n| vecadd | 1.25 µs |\n| x      |         |\n"
        );
    }

    #[test]
    fn markdown_is_not_broken_by_what_stands_in_it() {
        let mut table = Table::new(&[("device", Align::Left)]);
        table.row(["A|B <b>\nC"]);
        assert_eq!(table.markdown().lines().last(), Some("| A\\|B \\<b> C |"));
    }
}
