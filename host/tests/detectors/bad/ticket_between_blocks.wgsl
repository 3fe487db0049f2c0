// expect: race 15 17
// grid: 4  buffers: 64 2 8
// A ticket lock: the turns are atomic, what is done in them is not.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> turns: array<atomic<u32>, 2>;
@group(0) @binding(2) var<storage, read_write> list: array<u32>;

@compute @workgroup_size(32)
fn main(@builtin(local_invocation_index) lid: u32, @builtin(workgroup_id) group: vec3<u32>) {
    if lid == 0u {
        let mine = atomicAdd(&turns[0], 1u) + 1u;
        while atomicLoad(&turns[1]) != mine {
        }
        let end = list[0];
        list[1u + end] = input[mine];
        list[0] = end + 1u;
        atomicAdd(&turns[1], 1u);
    }
}
