// pattern: WONNX, by the WebONNX contributors
// expect: nothing
// grid: 2  buffers: 300 75
// A pool of maxima over windows that hang over the edge of the image.

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

const CHANNELS = 3u;
const SIDE = 10u;
const POOLED = 5u;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) global_id: vec3<u32>) {
    let gidx = global_id.x;
    if gidx < CHANNELS * POOLED * POOLED {
        let channel = gidx / (POOLED * POOLED);
        let y = gidx % (POOLED * POOLED) / POOLED;
        let x = gidx % POOLED;
        var most = -3.4e38;
        for (var i = 0u; i < 3u; i++) {
            let row = y * 2u + i - 1u;
            for (var j = 0u; j < 3u; j++) {
                let col = x * 2u + j - 1u;
                // What lies before the image has wrapped round and is too large.
                if row < SIDE && col < SIDE {
                    most = max(most, input[(channel * SIDE + row) * SIDE + col]);
                }
            }
        }
        output[gidx] = most;
    }
}
