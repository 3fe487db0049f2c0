// pattern: WebGPU samples, by the WebGPU samples authors
// expect: nothing
// grid: 2  buffers: 256 256
// A local bitonic sort with flips and disperses; two elements for each thread.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

const THREADS = 64u;
var<workgroup> local_data: array<u32, 128>;

fn flip_indices(thread: u32, height: u32) -> vec2<u32> {
    let half = height / 2u;
    let block = thread / half * height;
    let within = thread % half;
    return vec2(block + within, block + height - 1u - within);
}

fn disperse_indices(thread: u32, height: u32) -> vec2<u32> {
    let half = height / 2u;
    let at = thread / half * height + thread % half;
    return vec2(at, at + half);
}

fn compare_and_swap(pair: vec2<u32>) {
    if local_data[pair.x] > local_data[pair.y] {
        let kept = local_data[pair.x];
        local_data[pair.x] = local_data[pair.y];
        local_data[pair.y] = kept;
    }
}

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lid: u32, @builtin(workgroup_id) group: vec3<u32>) {
    let offset = group.x * THREADS * 2u;
    for (var i = lid; i < THREADS * 2u; i += THREADS) {
        local_data[i] = (input[offset + i] * 37u) % 128u;
    }
    workgroupBarrier();
    for (var height = 2u; height <= THREADS * 2u; height *= 2u) {
        compare_and_swap(flip_indices(lid, height));
        workgroupBarrier();
        for (var half = height / 2u; half > 1u; half /= 2u) {
            compare_and_swap(disperse_indices(lid, half));
            workgroupBarrier();
        }
    }
    output[offset + lid] = local_data[lid];
    output[offset + lid + THREADS] = local_data[lid + THREADS];
}
