// expect: nothing
// grid: 3  buffers: 64 1 3
// What is handed over is the atomic word itself.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> word: array<atomic<u32>>;
@group(0) @binding(2) var<storage, read_write> output: array<u32>;

@compute @workgroup_size(32)
fn main(@builtin(local_invocation_index) lid: u32, @builtin(workgroup_id) group: vec3<u32>) {
    if lid != 0u {
        return;
    }
    if group.x == 0u {
        atomicStore(&word[0], input[5]);
    } else {
        var seen = 0u;
        while seen == 0u {
            seen = atomicLoad(&word[0]);
        }
        output[group.x] = seen;
    }
}
