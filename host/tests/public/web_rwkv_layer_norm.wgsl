// pattern: web-rwkv, by Zhenyuan Zhang
// expect: nothing
// grid: 1 3  buffers: 300 100 300
// A layer norm of vectors of four: sums in steps of a function that ends with a barrier.

@group(0) @binding(0) var<storage, read> x: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read> weight: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> output: array<vec4<f32>>;

const BLOCK = 32u;
const STRIDE = 25u;
var<workgroup> sums: array<vec4<f32>, 32>;
var<workgroup> squares: array<vec4<f32>, 32>;
var<workgroup> mean: f32;
var<workgroup> deviation: f32;

fn reduce_step(index: u32, stride: u32) {
    if index < stride {
        sums[index] += sums[index + stride];
        squares[index] += squares[index + stride];
    }
    workgroupBarrier();
}

@compute @workgroup_size(32, 1, 1)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let index = id.x;
    let base = id.y * STRIDE;
    var sum = vec4<f32>();
    var square = vec4<f32>();
    for (var i = index; i < STRIDE; i += BLOCK) {
        let value = x[base + i];
        sum += value;
        square += value * value;
    }
    sums[index] = sum;
    squares[index] = square;
    workgroupBarrier();
    reduce_step(index, 16u);
    reduce_step(index, 8u);
    reduce_step(index, 4u);
    reduce_step(index, 2u);
    reduce_step(index, 1u);
    if index == 0u {
        mean = dot(sums[0], vec4(1.0)) / f32(4u * STRIDE);
        let square = dot(squares[0], vec4(1.0)) / f32(4u * STRIDE);
        deviation = inverseSqrt(square - mean * mean + 1.0e-5);
    }
    workgroupBarrier();
    for (var i = index; i < STRIDE; i += BLOCK) {
        output[base + i] = (x[base + i] - mean) * deviation * weight[i];
    }
}
