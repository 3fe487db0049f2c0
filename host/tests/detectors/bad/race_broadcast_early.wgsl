// expect: race 13 15
// grid: 1  buffers: 64 64
// All read a value that thread 0 writes just before.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

var<workgroup> shared_value: u32;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lid: u32) {
    if lid == 0u {
        shared_value = input[5];
    }
    output[lid] = shared_value;
}
