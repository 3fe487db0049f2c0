//! Prints the kernels of an annotated file.

use warpbench_front::Source;

fn main() {
    let path = std::env::args().nth(1).unwrap_or_default();
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    match warpbench_derive::translate(&Source { path, text }) {
        Ok(translation) => print!("{}", translation.text()),
        Err(error) => eprint!("{error}"),
    }
}
