// expect: barrier 11
// grid: 1  buffers: 64 128
// Each arm has a barrier of its own.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

@compute @workgroup_size(128)
fn main(@builtin(local_invocation_index) lid: u32) {
    if lid < 64u {
        workgroupBarrier();
    } else {
        workgroupBarrier();
    }
    output[lid] = lid;
}
