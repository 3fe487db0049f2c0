// expect: barrier 16
// grid: 1  buffers: 64 64
// Threads leave the loop one after the other.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lid: u32) {
    var i = 0u;
    loop {
        if i > lid / 8u {
            break;
        }
        i++;
        workgroupBarrier();
    }
    output[lid] = i;
}
