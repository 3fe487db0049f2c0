// expect: warning bounds 9
// grid: 1  buffers: 64
@group(0) @binding(0) var<storage, read_write> output: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) t: u32) {
    let values = vec3(t, t * 2u, t * 3u);
    // There is no fourth component.
    output[t] = values[t % 4u];
}
