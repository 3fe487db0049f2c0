// expect: race 11 17
// grid: 1  buffers: 64 64
// A function writes to shared memory; its caller does not wait.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

var<workgroup> tile: array<u32, 64>;

fn put(at: u32, value: u32) {
    tile[at] = value;
}

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lid: u32) {
    put(lid, input[lid]);
    output[lid] = tile[(lid + 5u) % 64u];
}
