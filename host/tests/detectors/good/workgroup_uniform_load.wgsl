// expect: nothing
// grid: 2  buffers: 128 128
// A uniform load of shared memory is a barrier before and after.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

var<workgroup> limit: u32;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) lid: u32) {
    var sum = 0u;
    for (var round = 0u; round < 3u; round++) {
        if lid == round {
            limit = input[id.x];
        }
        sum += workgroupUniformLoad(&limit);
    }
    output[id.x] = sum;
}
