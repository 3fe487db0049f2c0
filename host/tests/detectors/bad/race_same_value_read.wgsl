// expect: race 17 20
// grid: 1  buffers: 64 64
// A flag that several threads set alike is read with no barrier between.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

var<workgroup> shared_value: u32;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lid: u32) {
    if lid == 0u {
        shared_value = 0u;
    }
    workgroupBarrier();
    if lid % 16u == 0u {
        shared_value = 1u;
    }
    if lid == 0u {
        output[lid] = shared_value;
    }
}
