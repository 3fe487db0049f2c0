//! Answers a request per line on this machine, as `run.mjs` does in a browser's
//! engine.

use std::io;

fn main() -> io::Result<()> {
    for request in io::stdin().lines() {
        println!("{}", warpbench_wasm_test::answer(&request?));
    }
    Ok(())
}
