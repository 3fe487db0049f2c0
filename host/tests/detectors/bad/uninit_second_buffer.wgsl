// expect: warning uninit 16
// grid: 1  buffers: 64 64
// The first round reads the buffer that the second round fills.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

var<workgroup> tiles: array<array<u32, 64>, 2>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lid: u32) {
    var sum = 0u;
    for (var step = 0u; step < 2u; step++) {
        tiles[step][lid] = input[lid];
        workgroupBarrier();
        sum += tiles[1u - step][63u - lid];
        workgroupBarrier();
    }
    output[lid] = sum;
}
