//! `warpbench list`.

use super::exit::Verdict;
use anyhow::Result;
use serde::Serialize;
use warpbench_catalog::{Element, FAMILIES, Rung, Variant};
use warpbench_common::format;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Entry {
    family: &'static str,
    name: &'static str,
    title: &'static str,
    shows: &'static str,
    element: Element,
    dimensions: Vec<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'static str>,
}

pub(super) fn run(arguments: &Arguments) -> Result<Verdict> {
    if arguments.json {
        let entries: Vec<Entry> = FAMILIES
            .iter()
            .flat_map(|family| family.variants.iter().map(|variant| entry(family.name, variant)))
            .collect();
        println!("{}", serde_json::to_string_pretty(&entries)?);
        return Ok(Verdict::Right);
    }
    let width = warpbench_catalog::variants()
        .map(|(_, variant)| variant.name.len())
        .max()
        .unwrap_or_default();
    for (i, family) in FAMILIES.iter().enumerate() {
        if i > 0 {
            println!();
        }
        println!("{} ({})", family.title, family.name);
        for variant in family.variants {
            println!("  {:width$}  {}  [{}]", variant.name, variant.title, sizes(variant));
        }
    }
    Ok(Verdict::Right)
}

fn entry(family: &'static str, variant: &'static Variant) -> Entry {
    Entry {
        family,
        name: variant.name,
        title: variant.title,
        shows: variant.shows,
        element: variant.element,
        dimensions: variant.dimensions.iter().map(|dimension| dimension.name).collect(),
        note: match variant.rung {
            Rung::Contested(why) | Rung::Comparison(why) => Some(why),
            Rung::First | Rung::Faster => None,
        },
    }
}

/// What the size means, and what it is on a processor and on a GPU if nothing
/// else is asked for.
fn sizes(variant: &Variant) -> String {
    let names: Vec<&str> = variant.dimensions.iter().map(|dimension| dimension.name).collect();
    let default = |given: &[u64]| variant.size(given).map(|size| format::size(&size));
    match (default(variant.small), default(variant.large)) {
        (Ok(small), Ok(large)) => format!("{}: {small}; on a GPU {large}", names.join(",")),
        _ => names.join(","),
    }
}
