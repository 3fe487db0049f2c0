// expect: nothing
// grid: 1  buffers: 64
@group(0) @binding(0) var<storage, read_write> output: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) t: u32) {
    var last = array<u32, 8>();
    for (var i = 0u; i < 8u; i += 1u) {
        last[i] = t + i;
    }
    if t < 4u {
        // Only these lanes have such an index.
        output[t] = last[t + 4u];
    } else {
        output[t] = vec4(t, 1u, 2u, 3u)[t % 4u];
    }
}
