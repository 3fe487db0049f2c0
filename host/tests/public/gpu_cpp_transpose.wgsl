// pattern: gpu.cpp, by Answer.AI
// expect: nothing
// grid: 2 3  buffers: 450 450
// A transpose through a tile with a column of padding, four rows for each thread.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

const ROWS = 18u;
const COLS = 25u;
const TILE = 16u;
var<workgroup> tile: array<array<u32, 17>, 16>;

@compute @workgroup_size(16, 4)
fn main(@builtin(local_invocation_id) at: vec3<u32>, @builtin(workgroup_id) group: vec3<u32>) {
    let x = group.y * TILE + at.x;
    for (var j = at.y; j < TILE; j += 4u) {
        let y = group.x * TILE + j;
        if x < COLS && y < ROWS {
            tile[j][at.x] = input[y * COLS + x];
        }
    }
    workgroupBarrier();
    let row = group.x * TILE + at.x;
    for (var j = at.y; j < TILE; j += 4u) {
        let col = group.y * TILE + j;
        if row < ROWS && col < COLS {
            output[col * ROWS + row] = tile[at.x][j];
        }
    }
}
