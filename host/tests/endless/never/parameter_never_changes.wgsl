// endless
// grid = [1]
// [[buffer]]
// name = 'out'
// type = 'u32'
// len = 1
// [[buffer]]
// name = 'n'
// type = 'u32'
// data = [5, 0, 0, 0]

@group(0) @binding(0) var<storage, read_write> out: array<u32>;
@group(0) @binding(1) var<uniform> n: vec4<u32>;

@compute @workgroup_size(32)
fn parameter_never_changes(@builtin(local_invocation_index) t: u32) {
    var i = 0u;
    while (n.x > 0u) { // here
        i += 1u;
    }
    out[0] = i;
}
