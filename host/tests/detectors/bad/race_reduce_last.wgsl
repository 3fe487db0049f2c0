// expect: race 13 16
// grid: 1  buffers: 64 64
// Thread 0 takes the sum, thread 63 adds to it, without a barrier.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

var<workgroup> shared_value: u32;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lid: u32) {
    if lid == 63u {
        shared_value = input[0] + 1u;
    }
    if lid == 0u {
        output[0] = shared_value;
    }
}
