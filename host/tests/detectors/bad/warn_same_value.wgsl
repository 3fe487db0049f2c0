// expect: warning race 18 18
// grid: 1  buffers: 64 64
// Several threads set a flag to the same value: it works, but nothing promises
// it.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

var<workgroup> shared_value: u32;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lid: u32) {
    if lid == 0u {
        shared_value = 0u;
    }
    workgroupBarrier();
    if input[lid] > 10u {
        shared_value = 1u;
    }
    workgroupBarrier();
    output[lid] = shared_value;
}
