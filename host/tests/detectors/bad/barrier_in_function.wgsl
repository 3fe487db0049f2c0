// expect: barrier 9
// grid: 1  buffers: 64 64
// Only some threads call the function with the barrier.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

fn settle() {
    workgroupBarrier();
}

var<workgroup> tile: array<u32, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lid: u32) {
    tile[lid] = input[lid];
    if lid > 20u {
        settle();
    }
    output[lid] = tile[lid];
}
