//! A kernel in Rust as WGSL, and what a mistake in it looks like.

use std::error::Error;
use warpbench_front::rust::{self, lower::Options};
use warpbench_front::{Source, back, check};

const TEXT: &str = "\
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn scale(x: *mut f32, factor: f32, n: u32) {
    let i = thread::index_1d();
    if i < n {
        unsafe { *x.add(i as usize) *= factor }
    }
}
";

fn main() -> Result<(), Box<dyn Error>> {
    let program = rust::read(TEXT, "scale.rs")?;
    let options = Options { entry: "scale".to_owned(), block: [256, 1, 1], ..Options::default() };
    let lowered = rust::lower_checked(&program, &options, TEXT, "scale.rs")?;
    println!("{}", back::write(&lowered.checked, "scale", back::Target::Wgsl)?.listing()?);

    let text = TEXT.replace("*= factor", "*= n");
    let mistaken = Source { path: "scale.rs".to_owned(), text };
    if let Err(error) = check::check(&mistaken) {
        println!("{error}");
    }
    Ok(())
}
