//! `warpbench list`.

use crate::format;
use anyhow::Result;
use serde::Serialize;
use std::process::ExitCode;
use warpbench_catalog::{Element, FAMILIES, Rung, Variant};

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// A variant as JSON shows it.
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

pub(super) fn run(arguments: &Arguments) -> Result<ExitCode> {
    if arguments.json {
        let entries: Vec<Entry> = FAMILIES
            .iter()
            .flat_map(|family| family.variants.iter().map(|variant| entry(family.name, variant)))
            .collect();
        println!("{}", serde_json::to_string_pretty(&entries)?);
        return Ok(ExitCode::SUCCESS);
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
    Ok(ExitCode::SUCCESS)
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
            Rung::Contested(why) | Rung::Apart(why) => Some(why),
            Rung::First | Rung::Faster => None,
        },
    }
}

/// What the size means, and what it is on a processor and on a GPU if nothing
/// else is asked for.
fn sizes(variant: &Variant) -> String {
    let names: Vec<&str> = variant.dimensions.iter().map(|dimension| dimension.name).collect();
    let usual = |given: &[u64]| variant.size(given).map(|size| format::size(&size));
    match (usual(variant.small), usual(variant.large)) {
        (Ok(small), Ok(large)) => format!("{}: {small}; on a GPU {large}", names.join(",")),
        _ => names.join(","),
    }
}
