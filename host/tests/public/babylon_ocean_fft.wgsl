// pattern: Babylon.js ocean demo, by Popov72
// expect: nothing
// grid: 3  buffers: 384 384
// A Fourier transform of each row in shared memory: two halves in turn, one barrier for each stage.

@group(0) @binding(0) var<storage, read> input: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> output: array<vec2<f32>>;

const SIZE = 64u;
var<workgroup> ping_pong: array<array<vec2<f32>, 64>, 2>;

fn product(a: vec2<f32>, b: vec2<f32>) -> vec2<f32> {
    return vec2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) x: u32, @builtin(workgroup_id) row: vec3<u32>) {
    ping_pong[0][x] = input[row.x * SIZE + reverseBits(x) / (1u << 26u)];
    workgroupBarrier();
    var source = 0u;
    for (var half = 1u; half < SIZE; half *= 2u) {
        let within = x % (2u * half);
        let start = x - within;
        let angle = -3.14159265 * f32(within) / f32(half);
        let even = ping_pong[source][start + within % half];
        let odd = ping_pong[source][start + within % half + half];
        ping_pong[1u - source][x] = even + product(vec2(cos(angle), sin(angle)), odd);
        source = 1u - source;
        workgroupBarrier();
    }
    output[row.x * SIZE + x] = ping_pong[source][x];
}
