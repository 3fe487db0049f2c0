// expect: warning bounds 11
// grid: 2  buffers: 100 128
// The index that is tested is not the one that is read.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if id.x < 100u {
        let next = input[id.x + 1u];
        output[id.x] = next * 2u;
    }
}
