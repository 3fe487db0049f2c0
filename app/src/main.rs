//! The workbench and its command line, in one binary; in a browser, the workbench.

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    warpbench::main()
}

#[cfg(target_arch = "wasm32")]
fn main() {
    warpbench::main();
}
