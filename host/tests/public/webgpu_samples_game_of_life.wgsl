// pattern: WebGPU samples, by the WebGPU samples authors
// expect: nothing
// grid: 4 3  buffers: 260 260
// One step from one grid into the other, with edges that wrap round and a size that fills no block.

@group(0) @binding(0) var<storage, read> current: array<u32>;
@group(0) @binding(1) var<storage, read_write> next: array<u32>;

const WIDTH = 26u;
const HEIGHT = 10u;

fn alive(x: u32, y: u32) -> u32 {
    return current[(y % HEIGHT) * WIDTH + x % WIDTH] & 1u;
}

@compute @workgroup_size(8, 4)
fn main(@builtin(global_invocation_id) at: vec3<u32>) {
    let x = at.x;
    let y = at.y;
    if x >= WIDTH || y >= HEIGHT {
        return;
    }
    let left = x + WIDTH - 1u;
    let above = y + HEIGHT - 1u;
    let count = alive(left, above) + alive(x, above) + alive(x + 1u, above)
        + alive(left, y) + alive(x + 1u, y)
        + alive(left, y + 1u) + alive(x, y + 1u) + alive(x + 1u, y + 1u);
    let survives = count == 2u && alive(x, y) == 1u;
    next[y * WIDTH + x] = u32(count == 3u || survives);
}
