// Renamed, blocks of 32, the loop counts down.

const BLOCK = 32u;

struct Params {
    balls: u32,
}

@group(0) @binding(4) var<storage, read> start: array<f32>;
@group(0) @binding(3) var<storage, read_write> state: array<f32>;
@group(0) @binding(2) var<storage, read_write> paths: array<f32>;
@group(0) @binding(1) var<storage, read_write> bounces: array<f32>;
@group(0) @binding(0) var<uniform> params: Params;

@compute @workgroup_size(BLOCK)
fn bounce(@builtin(global_invocation_id) id: vec3<u32>) {
    let height_at = id.x;
    if height_at < params.balls {
        let speed_at = height_at + params.balls;
        let path_at = speed_at + params.balls;
        let bounces_at = path_at + params.balls;
        state[bounces_at] = 0.0;
        state[path_at] = 0.0;
        state[speed_at] = 0.0;
        state[height_at] = start[id.x];
        for (var left = 5u; left > 0u; left -= 1u) {
            var speed = state[speed_at] - 2.0;
            var height = state[height_at] + speed;
            state[path_at] = state[path_at] + abs(speed);
            if height < 0.0 {
                state[bounces_at] = state[bounces_at] + 1.0;
                height = -height;
                speed = -speed;
            }
            state[height_at] = height;
            state[speed_at] = speed;
        }
        bounces[id.x] = state[bounces_at];
        paths[id.x] = state[path_at];
    }
}
