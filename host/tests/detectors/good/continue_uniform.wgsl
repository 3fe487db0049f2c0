// expect: nothing
// grid: 1  buffers: 64 64
// All threads skip the same rounds.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lid: u32) {
    var sum = 0u;
    for (var i = 0u; i < 4u; i++) {
        if i % 2u == 0u {
            continue;
        }
        sum += i;
        workgroupBarrier();
    }
    output[lid] = sum;
}
