// expect: bounds 10
// grid: 1  buffers: 64
@group(0) @binding(0) var<storage, read_write> output: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) t: u32) {
    var last = array<u32, 8>();
    for (var i = 0u; i <= 8u; i += 1u) {
        // The last turn is one too many.
        last[i] = t + i;
    }
    output[t] = last[t % 8u];
}
