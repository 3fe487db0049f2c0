// expect: race 15 18
// grid: 1  buffers: 64 64
// Thread 0 writes the next value while others still read the last one.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

var<workgroup> shared_value: u32;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lid: u32) {
    var sum = 0u;
    for (var i = 0u; i < 3u; i++) {
        if lid == 0u {
            shared_value = input[i];
        }
        workgroupBarrier();
        sum += shared_value;
    }
    output[lid] = sum;
}
