// Renamed, blocks of 512, the first threads do the additions.

const BLOCK = 512u;
const PREDICTED = 48u;

struct Shape {
    width: u32,
}

@group(0) @binding(2) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@group(0) @binding(0) var<uniform> params: Shape;

var<workgroup> sums: array<f32, BLOCK>;

@compute @workgroup_size(BLOCK)
fn row_sums(
    @builtin(local_invocation_index) t: u32,
    @builtin(workgroup_id) group: vec3<u32>,
) {
    let begin = group.x * params.width;
    var own = 0.0;
    var col = t;
    while col < params.width {
        own = own + input[begin + col];
        col = col + BLOCK;
    }
    sums[t] = own;
    workgroupBarrier();

    var gap = 1u;
    while gap < BLOCK {
        let left = t * gap * 2u;
        if left + gap < BLOCK {
            sums[left] = sums[left] + sums[left + gap];
        }
        gap = gap * 2u;
        workgroupBarrier();
    }
    if t == 0u {
        output[group.x] = sums[0];
    }
}
