// expect: nothing
// grid: 1  buffers: 64 64
// The place to write to is counted with an atomic.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

var<workgroup> count: atomic<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lid: u32) {
    if lid == 0u {
        atomicStore(&count, 0u);
    }
    workgroupBarrier();
    if input[lid] % 2u == 0u {
        output[atomicAdd(&count, 1u)] = input[lid];
    }
}
