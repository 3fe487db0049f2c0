//! Writes the page of result files, for whoever works on the page.
//!
//! ```sh
//! cargo run -p warpbench-compare --example page -- page.html A.json B.json
//! ```

use std::error::Error;
use warpbench_compare::notes::Notes;
use warpbench_compare::{Collection, page::page, read};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let out = arguments.next().ok_or("the page's file, then result files")?;
    let mut runs = Vec::new();
    for path in arguments {
        runs.push(read(&std::fs::read_to_string(path)?)?);
    }
    std::fs::write(out, page(&Collection::of(runs)?, &Notes::default())?)?;
    Ok(())
}
