//! Answers a request per line on this machine, as a worker does in a browser.

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::io::Result<()> {
    for request in std::io::stdin().lines() {
        println!("{}", warpbench::requests::answer(&request?));
    }
    Ok(())
}

#[cfg(target_arch = "wasm32")]
fn main() {}
