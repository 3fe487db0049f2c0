// expect: nothing
// grid: 1  buffers: 64 64
// Few threads set many words to zero in a loop.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

var<workgroup> tile: array<u32, 64>;

@compute @workgroup_size(16)
fn main(@builtin(local_invocation_index) lid: u32) {
    for (var i = lid; i < 64u; i += 16u) {
        tile[i] = 0u;
    }
    workgroupBarrier();
    output[lid] = tile[63u - lid] + tile[lid * 4u];
}
