// expect: nothing
// grid: 1  buffers: 64 64
// Lanes part, meet again, and come to the barrier together.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

var<workgroup> tile: array<u32, 64>;

@compute @workgroup_size(50)
fn main(@builtin(local_invocation_index) lid: u32) {
    var x = input[lid];
    if x % 2u == 0u {
        x = x / 2u;
    } else {
        for (var i = 0u; i < lid % 7u; i++) {
            x += i;
        }
    }
    tile[lid] = x;
    workgroupBarrier();
    output[lid] = tile[49u - lid];
}
