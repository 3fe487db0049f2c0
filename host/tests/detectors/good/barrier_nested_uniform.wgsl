// expect: nothing
// grid: 1  buffers: 64 64
// A barrier two branches deep that all threads of the block take.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

var<workgroup> tile: array<u32, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lid: u32, @builtin(workgroup_id) group: vec3<u32>) {
    tile[lid] = input[lid];
    if group.x == 0u {
        if input[3] == 3u {
            workgroupBarrier();
            output[lid] = tile[63u - lid];
        }
    }
}
