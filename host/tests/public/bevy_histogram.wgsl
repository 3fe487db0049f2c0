// pattern: Bevy, by the Bevy contributors
// expect: nothing
// grid: 2 2  buffers: 840 64
// Pixels are counted in shared memory, each block adds its counts once, some hang over the image.

@group(0) @binding(0) var<storage, read> pixels: array<u32>;
@group(0) @binding(1) var<storage, read_write> histogram: array<atomic<u32>, 64>;

const WIDTH = 30u;
const HEIGHT = 28u;
var<workgroup> local_histogram: array<atomic<u32>, 64>;

@compute @workgroup_size(16, 16)
fn main(
    @builtin(global_invocation_id) global: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    if local < 64u {
        atomicStore(&local_histogram[local], 0u);
    }
    workgroupBarrier();
    if global.x < WIDTH && global.y < HEIGHT {
        let luminance = pixels[global.y * WIDTH + global.x];
        atomicAdd(&local_histogram[luminance / 7u % 64u], 1u);
    }
    workgroupBarrier();
    if local < 64u {
        atomicAdd(&histogram[local], atomicLoad(&local_histogram[local]));
    }
}
