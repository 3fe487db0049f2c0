// expect: race 16 16
// grid: 1  buffers: 64 1
// A minimum by all threads at once.

@group(0) @binding(0) var<storage, read> input: array<i32>;
@group(0) @binding(1) var<storage, read_write> output: array<i32>;

var<workgroup> least: i32;

@compute @workgroup_size(50)
fn main(@builtin(local_invocation_index) lid: u32) {
    if lid == 0u {
        least = 1000;
    }
    workgroupBarrier();
    least = min(least, input[lid] - 20);
    workgroupBarrier();
    if lid == 0u {
        output[0] = least;
    }
}
