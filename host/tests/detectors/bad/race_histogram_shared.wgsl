// expect: race 16 16
// grid: 1  buffers: 64 64
// A histogram in shared memory without atomics.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

var<workgroup> bins: array<u32, 8>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lid: u32) {
    if lid < 8u {
        bins[lid] = 0u;
    }
    workgroupBarrier();
    bins[input[lid] % 8u] += 1u;
    workgroupBarrier();
    if lid < 8u {
        output[lid] = bins[lid];
    }
}
