// expect: warning uninit 16
// grid: 1  buffers: 64 64
// Only the first half of the bins is set to zero.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

var<workgroup> bins: array<u32, 32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lid: u32) {
    if lid < 16u {
        bins[lid] = 0u;
    }
    workgroupBarrier();
    output[lid] = bins[lid / 2u];
}
