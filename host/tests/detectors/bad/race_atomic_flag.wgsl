// expect: race 19 22
// grid: 1  buffers: 64 64
// An atomic flag orders no other accesses in WGSL.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

var<workgroup> flag: atomic<u32>;
var<workgroup> data: u32;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lid: u32) {
    if lid == 0u {
        atomicStore(&flag, 0u);
        data = 0u;
    }
    workgroupBarrier();
    if lid == 0u {
        data = input[3];
        atomicAdd(&flag, 1u);
    } else if atomicAdd(&flag, 0u) == 1u {
        output[lid] = data;
    }
}
