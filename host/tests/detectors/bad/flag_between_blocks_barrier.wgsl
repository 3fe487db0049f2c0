// expect: race 13 26
// grid: 2  buffers: 128 64 1 128
// A barrier for buffers orders the threads of one block, and no flag can carry that on.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> words: array<u32>;
@group(0) @binding(2) var<storage, read_write> flag: array<atomic<u32>>;
@group(0) @binding(3) var<storage, read_write> output: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lid: u32, @builtin(workgroup_id) group: vec3<u32>) {
    if group.x == 0u {
        words[lid] = input[lid] + 1u;
    }
    storageBarrier();
    if lid == 0u {
        if group.x == 0u {
            atomicStore(&flag[0], 1u);
        } else {
            while atomicLoad(&flag[0]) == 0u {
            }
        }
    }
    storageBarrier();
    if group.x == 1u {
        output[lid] = words[63u - lid];
    }
}
