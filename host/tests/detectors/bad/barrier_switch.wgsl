// expect: barrier 15
// grid: 1  buffers: 64 64
// Only one case of a switch has the barrier.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lid: u32) {
    switch lid % 3u {
        case 0u: {
            output[lid] = 1u;
        }
        case 1u: {
            workgroupBarrier();
        }
        default: {
            output[lid] = 2u;
        }
    }
}
