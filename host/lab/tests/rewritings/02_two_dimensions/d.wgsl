// Renamed, blocks of 8 by 32, the place taken from one built-in value.

const BLOCK_X = 8u;
const BLOCK_Y = 32u;

struct Shape {
    height: u32,
    width: u32,
}

@group(0) @binding(0) var<uniform> params: Shape;
@group(0) @binding(1) var<storage, read> offset: array<f32>;
@group(0) @binding(2) var<storage, read> gain: array<f32>;
@group(0) @binding(3) var<storage, read> image: array<f32>;
@group(0) @binding(4) var<storage, read_write> output: array<f32>;

@compute @workgroup_size(BLOCK_X, BLOCK_Y)
fn calibrate(@builtin(global_invocation_id) id: vec3<u32>) {
    if id.x >= params.width || id.y >= params.height {
        return;
    }
    let pixel = id.x + params.width * id.y;
    let scaled = gain[id.x] * image[pixel];
    output[pixel] = scaled + offset[id.y];
}
