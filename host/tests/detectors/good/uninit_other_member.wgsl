// expect: nothing
// grid: 1  buffers: 64 64
// A structure is read as a whole; of it only what was written is used.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

struct Cell {
    mass: u32,
    charge: u32,
}
var<workgroup> cells: array<Cell, 64>;

@compute @workgroup_size(64)
fn main(
    @builtin(local_invocation_index) lid: u32,
    @builtin(subgroup_invocation_id) lane: u32,
    @builtin(subgroup_size) size: u32,
) {
    cells[lid].mass = input[lid];
    workgroupBarrier();
    let cell = cells[63u - lid];
    output[lid] = cell.mass;
}
