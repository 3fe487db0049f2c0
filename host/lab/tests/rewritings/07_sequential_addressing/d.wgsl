// Renamed, blocks of 128, the barrier at the head of the loop.

const BLOCK = 128u;

struct Shape {
    width: u32,
}

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@group(0) @binding(2) var<uniform> params: Shape;

var<workgroup> sums: array<f32, BLOCK>;

@compute @workgroup_size(BLOCK)
fn row_sums(
    @builtin(local_invocation_id) thread: vec3<u32>,
    @builtin(workgroup_id) group: vec3<u32>,
) {
    let lane = thread.x;
    var own = 0.0;
    for (var col = lane; col < params.width; col += BLOCK) {
        own += input[params.width * group.x + col];
    }
    sums[lane] = own;

    var half = BLOCK;
    loop {
        workgroupBarrier();
        half = half >> 1u;
        if half == 0u {
            break;
        }
        if lane < half {
            sums[lane] += sums[lane + half];
        }
    }
    if lane == 0u {
        output[group.x] = sums[lane];
    }
}
