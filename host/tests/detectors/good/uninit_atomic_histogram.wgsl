// expect: nothing
// grid: 1  buffers: 64 64
// Bins of atomics start as zero by WGSL's rule.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

var<workgroup> bins: array<atomic<u32>, 8>;

@compute @workgroup_size(64)
fn main(
    @builtin(local_invocation_index) lid: u32,
    @builtin(subgroup_invocation_id) lane: u32,
    @builtin(subgroup_size) size: u32,
) {
    atomicAdd(&bins[input[lid] % 8u], 1u);
    workgroupBarrier();
    if lid < 8u {
        output[lid] = atomicLoad(&bins[lid]);
    }
}
