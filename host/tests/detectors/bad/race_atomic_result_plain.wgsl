// expect: race 23 25
// grid: 1  buffers: 64 64
// The count is atomic, but its copy for the block is not.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

var<workgroup> count: atomic<u32>;
var<workgroup> shared_value: u32;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lid: u32) {
    if lid == 0u {
        atomicStore(&count, 0u);
        shared_value = 0u;
    }
    workgroupBarrier();
    let before = atomicAdd(&count, 1u);
    if before == 0u {
        shared_value = lid;
    }
    workgroupBarrier();
    output[lid] = shared_value;
    if before == 1u {
        shared_value = before;
    }
}
