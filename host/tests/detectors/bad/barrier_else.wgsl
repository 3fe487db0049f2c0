// expect: barrier 13
// grid: 1  buffers: 64 64
// The other arm has no barrier.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lid: u32) {
    if input[lid] < 10u {
        output[lid] = 1u;
    } else {
        workgroupBarrier();
    }
}
