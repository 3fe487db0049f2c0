// expect: nothing
// grid: 1  buffers: 40 64
// What nobody has written is read and thrown away.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

var<workgroup> tile: array<u32, 66>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lid: u32) {
    if lid < 40u {
        tile[lid + 1u] = input[lid];
    }
    workgroupBarrier();
    let left = tile[lid];
    let right = tile[lid + 2u];
    output[lid] = select(0u, left, lid > 0u && lid <= 40u) + select(0u, right, lid < 39u);
}
