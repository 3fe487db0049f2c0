// expect: nothing
// grid: 1  buffers: 64 64
// Several threads set a flag with an atomic.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

var<workgroup> flag: atomic<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lid: u32) {
    if lid == 0u {
        atomicStore(&flag, 0u);
    }
    workgroupBarrier();
    if input[lid] > 10u {
        atomicMax(&flag, 1u);
    }
    workgroupBarrier();
    output[lid] = atomicLoad(&flag);
}
