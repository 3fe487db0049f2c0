//! Exported pictures: the elements that they are made of.

#[cfg(not(target_arch = "wasm32"))]
use super::png;
use super::svg;
use crate::timings::action::FileFormat;
use crate::timings::comparison::Comparison;
use crate::timings::roofline::Roofline;
use warpbench_compare::table::csv;

/// What is written down: the comparison, and the roofline if there is one.
#[derive(Clone, Debug)]
pub struct Picture {
    pub comparison: Comparison,
    pub roofline: Option<Roofline>,
    /// The colour of the roofline's target, by its place in the list.
    pub series: usize,
}

impl Picture {
    /// What a file of a format holds.
    pub fn render(&self, format: FileFormat) -> Result<Vec<u8>, String> {
        match format {
            FileFormat::Csv => {
                let table = csv(&self.comparison.entries()).map_err(|error| error.to_string())?;
                Ok(table.into_bytes())
            }
            FileFormat::Svg => Ok(self.svg().into_bytes()),
            #[cfg(not(target_arch = "wasm32"))]
            FileFormat::Png => png::of(&self.svg(), png::SCALE),
        }
    }

    pub fn svg(&self) -> String {
        let roofline = self.roofline.as_ref().map(|roofline| (roofline, self.series));
        svg::of(&self.comparison, roofline)
    }

    /// What its files are called.
    pub fn name(&self, format: FileFormat) -> String {
        format!("warpbench-{}.{}", self.comparison.name, format.ending())
    }
}

#[cfg(test)]
#[path = "picture_tests.rs"]
mod tests;
