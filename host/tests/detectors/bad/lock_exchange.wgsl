// expect: race 14 14
// grid: 5  buffers: 64 1 1
// A lock made of an exchange keeps others out, but does not order the plain word.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> lock: array<atomic<u32>>;
@group(0) @binding(2) var<storage, read_write> total: array<u32>;

@compute @workgroup_size(32)
fn main(@builtin(local_invocation_index) lid: u32, @builtin(workgroup_id) group: vec3<u32>) {
    if lid == 0u {
        while atomicExchange(&lock[0], 1u) != 0u {
        }
        total[0] += input[group.x];
        atomicStore(&lock[0], 0u);
    }
}
