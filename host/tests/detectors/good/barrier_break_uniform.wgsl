// expect: nothing
// grid: 1  buffers: 64 64
// All threads leave the loop together, by a value that all have read.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

var<workgroup> limit: u32;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lid: u32) {
    var i = 0u;
    loop {
        if lid == 0u {
            limit = input[7];
        }
        workgroupBarrier();
        let stop = i >= limit;
        workgroupBarrier();
        if stop {
            break;
        }
        i++;
    }
    output[lid] = i;
}
