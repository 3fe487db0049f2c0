// expect: barrier 12
// grid: 1  buffers: 64 128
// The two halves of the block go round differently often.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

@compute @workgroup_size(128)
fn main(@builtin(local_invocation_index) lid: u32) {
    let rounds = 1u + lid / 64u;
    for (var i = 0u; i < rounds; i++) {
        workgroupBarrier();
    }
    output[lid] = rounds;
}
