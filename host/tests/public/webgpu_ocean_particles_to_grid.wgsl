// pattern: WebGPU-Ocean, by matsuoka-601
// expect: nothing
// grid: 3  buffers: 450 300
// Particles scatter mass and momentum to eight cells around them, in fixed point by atomics.

struct Cell {
    momentum: atomic<i32>,
    mass: atomic<i32>,
}
@group(0) @binding(0) var<storage, read> particles: array<array<u32, 3>>;
@group(0) @binding(1) var<storage, read_write> cells: array<Cell>;

const SIDE = 5u;
const SCALE = 1000.0;

fn encode(number: f32) -> i32 {
    return i32(number * SCALE);
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if id.x >= arrayLength(&particles) {
        return;
    }
    let words = particles[id.x];
    let at = vec3(words[0], words[1], words[2]) % vec3(SIDE - 1u);
    let part = vec3(f32(words[0] % 10u), f32(words[1] % 10u), f32(words[2] % 10u)) / 10.0;
    for (var corner = 0u; corner < 8u; corner++) {
        let offset = vec3(corner & 1u, (corner >> 1u) & 1u, corner >> 2u);
        let weights = select(1.0 - part, part, offset == vec3(1u));
        let weight = weights.x * weights.y * weights.z;
        let cell = at + offset;
        let index = (cell.z * SIDE + cell.y) * SIDE + cell.x;
        atomicAdd(&cells[index].mass, encode(weight));
        atomicAdd(&cells[index].momentum, encode(weight * part.x));
    }
}
