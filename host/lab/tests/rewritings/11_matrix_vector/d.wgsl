// Blocks of 64, tiles of 64 rows and 32 columns, renamed.

const BLOCK = 64u;
const DEPTH = 32u;
const PITCH = DEPTH + 1u;

struct Sides {
    rows: u32,
    cols: u32,
}

@group(0) @binding(0) var<uniform> params: Sides;
@group(0) @binding(1) var<storage, read> left: array<f32>;
@group(0) @binding(2) var<storage, read> right: array<f32>;
@group(0) @binding(3) var<storage, read> matrix: array<f32>;
@group(0) @binding(4) var<storage, read_write> transposed: array<f32>;
@group(0) @binding(5) var<storage, read_write> product: array<f32>;

var<workgroup> words: array<f32, BLOCK * PITCH>;

@compute @workgroup_size(BLOCK)
fn matvec(
    @builtin(workgroup_id) block: vec3<u32>,
    @builtin(local_invocation_index) t: u32,
    @builtin(global_invocation_id) place: vec3<u32>,
) {
    var sum = 0.0;
    if block.y == 1u {
        if place.x < params.cols {
            var at = place.x;
            for (var row = 0u; row < params.rows; row++) {
                sum += matrix[at] * left[row];
                at += params.cols;
            }
            transposed[place.x] = sum;
        }
        return;
    }
    for (var first = 0u; first < params.cols; first += DEPTH) {
        for (var k = t; k < BLOCK * DEPTH; k += BLOCK) {
            let row = block.x * BLOCK + k / DEPTH;
            let col = first + k % DEPTH;
            if row < params.rows && col < params.cols {
                words[k / DEPTH * PITCH + k % DEPTH] = matrix[row * params.cols + col] * right[col];
            } else {
                words[k / DEPTH * PITCH + k % DEPTH] = 0.0;
            }
        }
        workgroupBarrier();
        for (var j = 0u; j < DEPTH; j++) {
            sum += words[t * PITCH + j];
        }
        workgroupBarrier();
    }
    if place.x < params.rows {
        product[place.x] = sum;
    }
}
