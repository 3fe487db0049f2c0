// expect: nothing
// grid: 1  buffers: 64 64
// One thread writes, a barrier, all read.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

var<workgroup> shared_value: u32;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lid: u32) {
    if lid == 17u {
        shared_value = lid;
    }
    workgroupBarrier();
    output[lid] = shared_value;
}
