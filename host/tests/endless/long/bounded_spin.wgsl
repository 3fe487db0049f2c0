// ends
// grid = [3]
// [[buffer]]
// name = 'flag'
// type = 'u32'
// len = 1
// [[buffer]]
// name = 'out'
// type = 'u32'
// len = 1
// expect = [5000]

@group(0) @binding(0) var<storage, read_write> flag: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read_write> out: array<atomic<u32>>;

@compute @workgroup_size(64)
fn bounded_spin(@builtin(local_invocation_index) t: u32) {
    var tries = 0u;
    loop {
        if (atomicLoad(&flag[0]) != 0u || tries == 5000u) {
            break;
        }
        tries++;
    }
    atomicMax(&out[0], tries);
}
