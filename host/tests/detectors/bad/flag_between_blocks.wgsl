// expect: race 16 21
// grid: 3  buffers: 64 1 1 3
// The first block hands a word over behind an atomic flag, which orders nothing else.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> word: array<u32>;
@group(0) @binding(2) var<storage, read_write> flag: array<atomic<u32>>;
@group(0) @binding(3) var<storage, read_write> output: array<u32>;

@compute @workgroup_size(32)
fn main(@builtin(local_invocation_index) lid: u32, @builtin(workgroup_id) group: vec3<u32>) {
    if lid != 0u {
        return;
    }
    if group.x == 0u {
        word[0] = input[5];
        atomicStore(&flag[0], 1u);
    } else {
        while atomicLoad(&flag[0]) == 0u {
        }
        output[group.x] = word[0];
    }
}
