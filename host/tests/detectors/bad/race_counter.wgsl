// expect: race 16 16
// grid: 1  buffers: 64 64
// Every thread increments a shared counter.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

var<workgroup> shared_value: u32;

@compute @workgroup_size(50)
fn main(@builtin(local_invocation_index) lid: u32) {
    if lid == 0u {
        shared_value = 0u;
    }
    workgroupBarrier();
    shared_value = shared_value + 1u;
    workgroupBarrier();
    output[lid] = shared_value;
}
