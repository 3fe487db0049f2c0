// expect: barrier 11
// grid: 1  buffers: 64 64
// A barrier for buffers must be passed by all threads as well.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lid: u32) {
    if lid != 13u {
        storageBarrier();
    }
    output[lid] = lid;
}
