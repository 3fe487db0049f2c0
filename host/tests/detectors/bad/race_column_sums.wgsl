// expect: race 16 16
// grid: 1  buffers: 64 64
// Threads of a row add to the same column sum.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

var<workgroup> sums: array<u32, 8>;

@compute @workgroup_size(8, 8)
fn main(@builtin(local_invocation_id) at: vec3<u32>) {
    if at.y == 0u {
        sums[at.x] = 0u;
    }
    workgroupBarrier();
    sums[at.x] += input[at.y * 8u + at.x];
    workgroupBarrier();
    if at.y == 0u {
        output[at.x] = sums[at.x];
    }
}
