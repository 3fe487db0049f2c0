// pattern: ONNX Runtime Web, by Microsoft
// expect: nothing
// grid: 4  buffers: 228 4
// A sum over a row by a block that is no power of two: what is odd is left for the next step.

@group(0) @binding(0) var<storage, read> x: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

const REDUCE = 57u;
const THREADS = 24u;
var<workgroup> best: array<u32, 24>;

fn div_ceil(a: u32, b: u32) -> u32 {
    return (a - 1u) / b + 1u;
}

@compute @workgroup_size(24)
fn main(@builtin(local_invocation_index) local: u32, @builtin(workgroup_id) row: vec3<u32>) {
    var value = 0u;
    for (var k = local; k < REDUCE; k += THREADS) {
        value += x[row.x * REDUCE + k];
    }
    best[local] = value;
    workgroupBarrier();
    var size = min(REDUCE, THREADS);
    for (var current = size; current > 1u; current = size) {
        size = div_ceil(current, 2u);
        if local < current / 2u {
            best[local] += best[local + size];
        }
        workgroupBarrier();
    }
    if local == 0u {
        output[row.x] = best[0];
    }
}
