// expect: nothing
// grid: 1  buffers: 64 64
// An atomic counter that nobody sets to zero: WGSL does.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

var<workgroup> count: atomic<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lid: u32) {
    let ticket = atomicAdd(&count, 1u);
    output[ticket] = lid;
}
