// pattern: Brush, by Arthur Brussée
// expect: nothing
// grid: 2  buffers: 150 512
// Splats are loaded in batches by all pixels of a tile; the tile is done when all its pixels are.

@group(0) @binding(0) var<storage, read> splats: array<u32>;
@group(0) @binding(1) var<storage, read_write> image: array<u32>;

const PIXELS = 256u;
const SPLATS = 150u;
var<workgroup> batch: array<u32, 256>;
var<workgroup> done_count: atomic<u32>;
var<workgroup> done: u32;

@compute @workgroup_size(16, 16)
fn main(@builtin(local_invocation_index) local: u32, @builtin(workgroup_id) tile: vec3<u32>) {
    var light = 0u;
    var is_done = false;
    let first = tile.x * 100u;
    for (var start = first; start < SPLATS; start += 64u) {
        if local == 0u {
            done = atomicLoad(&done_count);
        }
        if workgroupUniformLoad(&done) == PIXELS {
            break;
        }
        let remaining = min(64u, SPLATS - start);
        if local < remaining {
            batch[local] = splats[start + local];
        }
        workgroupBarrier();
        for (var i = 0u; i < remaining && !is_done; i++) {
            light += (batch[i] + local) % 7u;
            if light > 40u + local / 8u {
                is_done = true;
                atomicAdd(&done_count, 1u);
            }
        }
        workgroupBarrier();
    }
    image[tile.x * PIXELS + local] = light;
}
