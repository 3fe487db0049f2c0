//! Gives the program for Windows its icon, its version and its manifest.

use std::{env, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=../assets/package/warpbench.ico");
    println!("cargo::rerun-if-changed=../assets/package/warpbench.exe.manifest");
    if env::var("CARGO_CFG_TARGET_OS").as_deref() != Ok("windows") {
        return Ok(());
    }
    // The resource compiler works in a folder of its own.
    let app = env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?;
    let package = format!("{app}/../assets/package");
    winresource::WindowsResource::new()
        .set_icon(&format!("{package}/warpbench.ico"))
        .set_manifest_file(&format!("{package}/warpbench.exe.manifest"))
        .compile_for("warpbench")
}
