// ends
// grid = [2]
// [[buffer]]
// name = 'flag'
// type = 'u32'
// len = 1
// [[buffer]]
// name = 'out'
// type = 'u32'
// len = 1
// expect = [200000]

@group(0) @binding(0) var<storage, read_write> flag: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read_write> out: array<atomic<u32>>;

@compute @workgroup_size(32)
fn slow_producer(@builtin(local_invocation_index) t: u32, @builtin(workgroup_id) block: vec3<u32>) {
    if (t == 0u && block.x == 0u) {
        while (atomicLoad(&flag[0]) == 0u) {
        }
        atomicStore(&out[0], atomicLoad(&flag[0]));
    }
    if (t == 9u && block.x == 1u) {
        var i = 0u;
        while (i < 200000u) {
            i += 1u;
        }
        atomicStore(&flag[0], i);
    }
}
