// Blocks of 16 x 16, renamed, with a while loop and select.

struct Places {
    width: u32,
    height: u32,
}

@group(0) @binding(0) var<uniform> params: Places;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@group(0) @binding(2) var<storage, read> mask: array<u32>;
@group(0) @binding(3) var<storage, read> image: array<f32>;

const HALO = 4u;
const BLOCK_X = 16u;
const BLOCK_Y = 16u;
const WIDE = BLOCK_X + HALO;
const WORDS = WIDE * (BLOCK_Y + HALO);

var<workgroup> pixels: array<f32, WORDS>;

@compute @workgroup_size(BLOCK_X, BLOCK_Y)
fn template_match(
    @builtin(workgroup_id) block: vec3<u32>,
    @builtin(local_invocation_index) t: u32,
    @builtin(local_invocation_id) at: vec3<u32>,
    @builtin(global_invocation_id) place: vec3<u32>,
) {
    let sides = vec2(params.width, params.height) + HALO;
    let corner = block.xy * vec2(BLOCK_X, BLOCK_Y);
    var word = t;
    while word < WORDS {
        let pixel = corner + vec2(word % WIDE, word / WIDE);
        if all(pixel < sides) {
            pixels[word] = image[pixel.y * sides.x + pixel.x];
        }
        word += BLOCK_X * BLOCK_Y;
    }
    workgroupBarrier();
    if place.x >= params.width || place.y >= params.height {
        return;
    }
    var sum = 0.0;
    for (var k = 0u; k < 25u; k++) {
        let pixel = pixels[(at.y + k / 5u) * WIDE + at.x + k % 5u];
        sum += select(0.0, pixel, mask[k] > 0u);
    }
    output[place.y * params.width + place.x] = sum;
}
