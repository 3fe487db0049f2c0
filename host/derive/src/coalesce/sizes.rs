//! Names for the sizes of tiles.

use super::kernel::NaiveKernel;
use super::plan::Plan;
use std::collections::BTreeMap;

/// Constants of the generated kernel, by value.
#[derive(Clone, Debug, Default)]
pub struct Sizes {
    names: BTreeMap<i64, String>,
    /// Name, value and what it says, in the order of their declaration.
    pub declared: Vec<(String, String, &'static str)>,
}

impl Sizes {
    /// Names the sizes of a plan. A constant that the kernel uses for the same size is
    /// taken; `known` has those of the file.
    pub fn of(plan: &Plan, kernel: &mut NaiveKernel, known: &[(i64, String)]) -> Sizes {
        let mut sizes = Sizes::default();
        for (value, name) in known {
            let is_size = ["TILE", "BLOCK", "THREADS"].iter().any(|word| name.contains(word));
            if is_size && kernel.words.contains(name) {
                sizes.names.entry(*value).or_insert_with(|| name.clone());
            }
        }
        let tiles: Vec<_> = plan.regions.iter().flat_map(|own| &own.tiles).collect();
        for tile in &tiles {
            sizes.declare(tile.cols, "TILE", kernel, None, "Columns of a tile.");
        }
        for tile in tiles.iter().filter(|tile| tile.rows > 1) {
            sizes.declare(tile.rows, "ROWS", kernel, None, "Rows of a tile, one for each thread.");
        }
        for tile in &tiles {
            if tile.pitch != tile.cols {
                let value = format!("{} + 1", sizes.shown(tile.cols));
                let why = "Words from one row of a tile to the next: one more spreads a column over all banks.";
                sizes.declare(tile.pitch, "PITCH", kernel, Some(value), why);
            }
        }
        sizes
    }

    fn declare(
        &mut self,
        value: i64,
        name: &str,
        kernel: &mut NaiveKernel,
        written: Option<String>,
        why: &'static str,
    ) {
        if self.names.contains_key(&value) {
            return;
        }
        let name = kernel.fresh(&[name]);
        self.declared.push((name.clone(), written.unwrap_or_else(|| value.to_string()), why));
        self.names.insert(value, name);
    }

    /// A size, by its name if it has one.
    pub fn shown(&self, value: i64) -> String {
        self.names.get(&value).cloned().unwrap_or_else(|| value.to_string())
    }
}
