// expect: nothing
// grid: 2  buffers: 256 2
// Sums of subgroups meet in shared memory.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

var<workgroup> sums: array<u32, 8>;

@compute @workgroup_size(128)
fn main(
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(local_invocation_index) lid: u32,
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(subgroup_invocation_id) lane: u32,
    @builtin(subgroup_size) width: u32,
) {
    let sum = subgroupAdd(input[id.x]);
    if lane == 0u {
        sums[lid / width] = sum;
    }
    workgroupBarrier();
    if lid == 0u {
        var total = 0u;
        for (var i = 0u; i < 128u / width; i++) {
            total += sums[i];
        }
        output[group.x] = total;
    }
}
