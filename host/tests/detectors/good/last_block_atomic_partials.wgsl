// expect: nothing
// grid: 4  buffers: 256 4 1 1
// The same with the partial sums as atomic words.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> partial: array<atomic<u32>>;
@group(0) @binding(2) var<storage, read_write> ticket: array<atomic<u32>>;
@group(0) @binding(3) var<storage, read_write> output: array<u32>;

var<workgroup> tile: array<u32, 64>;

@compute @workgroup_size(64)
fn main(
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(local_invocation_index) lid: u32,
    @builtin(workgroup_id) group: vec3<u32>,
) {
    tile[lid] = input[id.x];
    workgroupBarrier();
    for (var stride = 32u; stride > 0u; stride /= 2u) {
        if lid < stride {
            tile[lid] += tile[lid + stride];
        }
        workgroupBarrier();
    }
    if lid == 0u {
        atomicStore(&partial[group.x], tile[0]);
        if atomicAdd(&ticket[0], 1u) == 3u {
            var sum = 0u;
            for (var i = 0u; i < 4u; i++) {
                sum += atomicLoad(&partial[i]);
            }
            output[0] = sum;
        }
    }
}
