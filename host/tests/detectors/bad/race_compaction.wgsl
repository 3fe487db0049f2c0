// expect: race 17 18
// grid: 1  buffers: 64 200
// The place to write to is counted without an atomic.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

var<workgroup> shared_value: u32;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lid: u32) {
    if lid == 0u {
        shared_value = 0u;
    }
    workgroupBarrier();
    if input[lid] % 2u == 0u {
        let place = shared_value;
        shared_value = place + 1u;
        output[place + lid] = input[lid];
    }
}
