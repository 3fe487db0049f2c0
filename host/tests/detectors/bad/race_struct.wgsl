// expect: race 17 18
// grid: 1  buffers: 64 64
// A thread writes a member of its neighbour's structure, which that thread
// reads.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

struct Cell {
    mass: u32,
    place: vec3<u32>,
}
var<workgroup> cells: array<Cell, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lid: u32) {
    cells[lid].mass = input[lid];
    output[lid] = cells[63u - lid].mass;
}
