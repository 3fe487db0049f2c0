// expect: nothing
// grid: 1  buffers: 64 64
// Two threads write different members of a structure.

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
    cells[63u - lid].place = vec3(lid);
    workgroupBarrier();
    let cell = cells[lid ^ 3u];
    output[lid] = cell.mass + cell.place.y;
}
