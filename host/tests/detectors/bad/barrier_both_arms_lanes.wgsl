// expect: barrier 11; barrier 13
// grid: 1  buffers: 64 64
// Each arm has a barrier of its own, and lanes of one warp take both.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lid: u32) {
    if lid % 2u == 0u {
        workgroupBarrier();
    } else {
        workgroupBarrier();
    }
    output[lid] = lid;
}
