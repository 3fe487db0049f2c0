// Balls that fall and bounce: four numbers per ball, kept in global memory.

// Threads per block.
const BLOCK = 128u;

// Steps that a ball is followed for.
const STEPS = 5u;

// The numbers of a ball.
const HEIGHT = 0u;
const SPEED = 1u;
const PATH = 2u;
const BOUNCES = 3u;

struct Params {
    n: u32,
}

@group(0) @binding(0) var<storage, read> start: array<f32>;
@group(0) @binding(1) var<storage, read_write> state: array<f32>;
@group(0) @binding(2) var<storage, read_write> paths: array<f32>;
@group(0) @binding(3) var<storage, read_write> bounces: array<f32>;
@group(0) @binding(4) var<uniform> params: Params;

// Where a field of a ball lies, of n balls.
fn place(ball: u32, field: u32, n: u32) -> u32 {
    // A structure of arrays: all heights, then all speeds, and so on.
    return field * n + ball;
}

// Drops each ball from its start and follows it.
@compute @workgroup_size(BLOCK)
fn bounce(
    @builtin(workgroup_id) block: vec3<u32>,
    @builtin(local_invocation_id) thread: vec3<u32>,
) {
    let ball = block.x * BLOCK + thread.x;
    let n = params.n;
    if ball >= n {
        return;
    }
    state[place(ball, HEIGHT, n)] = start[ball];
    state[place(ball, SPEED, n)] = 0.0;
    state[place(ball, PATH, n)] = 0.0;
    state[place(ball, BOUNCES, n)] = 0.0;

    for (var step = 0u; step < STEPS; step += 1u) {
        var speed = state[place(ball, SPEED, n)] - 2.0;
        var height = state[place(ball, HEIGHT, n)] + speed;
        state[place(ball, PATH, n)] += abs(speed);
        if height < 0.0 {
            height = -height;
            speed = -speed;
            state[place(ball, BOUNCES, n)] += 1.0;
        }
        state[place(ball, SPEED, n)] = speed;
        state[place(ball, HEIGHT, n)] = height;
    }

    paths[ball] = state[place(ball, PATH, n)];
    bounces[ball] = state[place(ball, BOUNCES, n)];
}
