// expect: warning uninit 16
// grid: 1  buffers: 64 64
// What nobody has written is carried round the loop and stored in the end.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

var<workgroup> tile: array<u32, 70>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lid: u32) {
    tile[lid] = input[lid];
    workgroupBarrier();
    var sum = 0u;
    for (var i = 0u; i < 7u; i++) {
        sum += tile[lid + i];
    }
    output[lid] = sum;
}
