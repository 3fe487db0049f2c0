//! A kernel that forgets a barrier, and what the machine's listeners say of it.

use std::error::Error;
use warpbench_front::wgsl;
use warpbench_machine::observe::detectors::Detectors;
use warpbench_machine::sim;

const TEXT: &str = "\
@group(0) @binding(0) var<storage, read_write> a: array<u32>;
var<workgroup> tile: array<u32, 64>;
@compute @workgroup_size(64)
fn reverse(@builtin(local_invocation_index) i: u32) {
    tile[i] = a[i];
    // workgroupBarrier();
    a[i] = tile[63u - i];
}
";

fn main() -> Result<(), Box<dyn Error>> {
    let checked = wgsl::check(TEXT, "reverse.wgsl")?;
    let code = sim::compile(&checked.module, &checked.info, &checked.semantics, "reverse")?;
    let launch = sim::Launch {
        grid: [1, 1, 1],
        warp_width: 32,
        most_instructions: 10_000,
        ..sim::Launch::default()
    };
    let mut buffers = sim::Buffers(vec![(0..64).collect()]);
    let mut detectors = Detectors::all();
    let ended = sim::run(&code, &launch, &mut buffers, &mut detectors);
    detectors.ended(&ended);
    for found in detectors.findings() {
        let found = found.locate(&code, TEXT);
        println!("line {}: {}: {}", found.line, found.kind.name(), found.message);
    }
    Ok(ended?)
}
