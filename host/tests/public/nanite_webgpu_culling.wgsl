// pattern: nanite-webgpu, by Marcin Matuszczyk
// expect: nothing
// grid: 3  buffers: 150 6 150
// Meshlets that can be seen go into a list, and the largest of them is kept beside it.

struct DrawArguments {
    vertices: u32,
    instances: atomic<u32>,
    first_vertex: u32,
    first_instance: u32,
    largest: atomic<u32>,
}
@group(0) @binding(0) var<storage, read> meshlets: array<u32>;
@group(0) @binding(1) var<storage, read_write> draw: DrawArguments;
@group(0) @binding(2) var<storage, read_write> visible: array<u32>;

@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    if id.x == 0u {
        draw.vertices = 384u;
        draw.first_vertex = 0u;
        draw.first_instance = 0u;
    }
    for (var i = id.x; i < arrayLength(&meshlets); i += groups.x * 32u) {
        if meshlets[i] % 5u < 2u {
            let place = atomicAdd(&draw.instances, 1u) - 1u;
            visible[place] = i;
            atomicMax(&draw.largest, meshlets[i]);
        }
    }
}
