// expect: nothing
// grid: 1  buffers: 64 64
// Values past the last bin count in the last.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

var<workgroup> bins: array<atomic<u32>, 8>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lid: u32) {
    if lid < 8u {
        atomicStore(&bins[lid], 0u);
    }
    workgroupBarrier();
    atomicAdd(&bins[min(input[lid] / 4u, 7u)], 1u);
    workgroupBarrier();
    output[lid] = atomicLoad(&bins[lid % 8u]);
}
