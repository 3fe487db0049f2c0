//! The comparison for elsewhere: as a table to paste, and as files.

pub mod csv;
pub mod markdown;
pub mod png;
pub mod save;
pub mod svg;
mod svg_roofline;

use super::roofline::Roofline;
use super::sheet::Sheet;

/// What a file can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Csv,
    Png,
    Svg,
}

impl Format {
    /// The ending of its files' names.
    pub fn ending(self) -> &'static str {
        match self {
            Format::Csv => "csv",
            Format::Png => "png",
            Format::Svg => "svg",
        }
    }

    /// What it is, in words.
    pub fn words(self) -> &'static str {
        match self {
            Format::Csv => "Comma-separated values",
            Format::Png => "PNG picture",
            Format::Svg => "SVG picture",
        }
    }
}

/// What is written down: the comparison, and the roofline if there is one.
#[derive(Clone, Debug)]
pub struct Picture {
    pub sheet: Sheet,
    pub roofline: Option<Roofline>,
    /// The colour of the roofline's target, by its place in the list.
    pub series: usize,
}

impl Picture {
    /// What a file of a format holds.
    pub fn render(&self, format: Format) -> Result<Vec<u8>, String> {
        match format {
            Format::Csv => Ok(csv::of(&self.sheet).into_bytes()),
            Format::Svg => Ok(svg::of(self).into_bytes()),
            Format::Png => png::of(&svg::of(self), png::SCALE),
        }
    }

    /// What its files are called.
    pub fn name(&self, format: Format) -> String {
        format!("warpbench-{}.{}", self.sheet.name, format.ending())
    }
}
