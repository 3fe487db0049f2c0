// Template matching: for every place in an image, the sum of the pixels that a
// template of zeros and ones lets through.

struct Params {
    width: u32,
    height: u32,
}

@group(0) @binding(0) var<storage, read> image: array<f32>;
@group(0) @binding(1) var<storage, read> mask: array<u32>;
@group(0) @binding(2) var<storage, read_write> output: array<f32>;
@group(0) @binding(3) var<uniform> params: Params;

// Side of the template.
const TEMPLATE = 5u;

// Threads per block, x.
const BLOCK_X = 16u;

// Threads per block, y.
const BLOCK_Y = 8u;

// One thread per place. It fetches its whole window for itself.
@compute @workgroup_size(BLOCK_X, BLOCK_Y)
fn template_match(
    @builtin(workgroup_id) block: vec3<u32>,
    @builtin(local_invocation_id) thread: vec3<u32>,
) {
    let x = block.x * BLOCK_X + thread.x;
    let y = block.y * BLOCK_Y + thread.y;
    let cols = params.width + TEMPLATE - 1u;

    if x < params.width && y < params.height {
        var sum = 0.0;
        for (var i = 0u; i < TEMPLATE; i += 1u) {
            for (var j = 0u; j < TEMPLATE; j += 1u) {
                if mask[i * TEMPLATE + j] != 0u {
                    sum += image[(y + i) * cols + x + j];
                }
            }
        }
        output[y * params.width + x] = sum;
    }
}
