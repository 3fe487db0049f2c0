// expect: warning race 11 13
// grid: 1  buffers: 64 64
// A barrier for shared memory does not order buffers in WGSL, though it does
// in CUDA.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lid: u32) {
    output[lid] = input[lid];
    workgroupBarrier();
    let other = output[63u - lid];
    storageBarrier();
    output[lid] = other;
}
