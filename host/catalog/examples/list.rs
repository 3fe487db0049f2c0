//! The catalogue, with what a small problem of every variant is made of.

use std::error::Error;
use warpbench_catalog::variants;

fn main() -> Result<(), Box<dyn Error>> {
    for (family, variant) in variants() {
        let problem = variant.problem(variant.small, 1)?;
        println!("{:<28} {} ({})", variant.name, variant.title, family.title);
        for launch in &problem.launches {
            println!("    {} on {:?} blocks of {:?}", launch.entry, launch.grid, launch.block);
        }
        println!("    {} bytes moved, {} operations", problem.bytes_moved, problem.operations);
    }
    Ok(())
}
