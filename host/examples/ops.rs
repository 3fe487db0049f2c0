use warpbench_host::{catalog, front::wgsl, sim};
fn main() {
    let name = std::env::args().nth(1).unwrap_or_default();
    let (family, _) = catalog::find(&name).expect("name");
    let checked = wgsl::check(family.sources.wgsl, family.name).expect("valid");
    let code = sim::compile(&checked, &name).expect("compiles");
    for (i, (op, span)) in code.ops.iter().zip(&code.spans).enumerate() {
        println!("{i:4} {:4} {op:?}", span.location(family.sources.wgsl).line_number);
    }
    println!("registers {}", code.registers);
}
