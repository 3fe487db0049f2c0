//! Gives the program for Windows its icon, its version and its manifest.

fn main() -> std::io::Result<()> {
    let package = "../assets/package";
    println!("cargo::rerun-if-changed={package}/warpbench.ico");
    println!("cargo::rerun-if-changed={package}/warpbench.exe.manifest");
    if std::env::var("CARGO_CFG_TARGET_OS").as_deref() != Ok("windows") {
        return Ok(());
    }
    winresource::WindowsResource::new()
        .set_icon(&format!("{package}/warpbench.ico"))
        .set_manifest_file(&format!("{package}/warpbench.exe.manifest"))
        .compile()
}
