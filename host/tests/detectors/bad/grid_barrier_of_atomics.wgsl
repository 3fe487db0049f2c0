// expect: race 11 19
// grid: 3  buffers: 1 192 192
// All blocks wait for each other at a counter, which orders none of their plain words.

@group(0) @binding(0) var<storage, read_write> arrived: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read_write> words: array<u32>;
@group(0) @binding(2) var<storage, read_write> output: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) lid: u32) {
    words[id.x] = id.x + 7u;
    storageBarrier();
    if lid == 0u {
        atomicAdd(&arrived[0], 1u);
        while atomicLoad(&arrived[0]) < 3u {
        }
    }
    storageBarrier();
    output[id.x] = words[191u - id.x];
}
