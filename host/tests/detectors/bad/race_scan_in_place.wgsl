// expect: race 17 19
// grid: 1  buffers: 64 64
// An inclusive scan that reads and writes one array between two barriers.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

var<workgroup> tile: array<u32, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lid: u32) {
    tile[lid] = input[lid];
    workgroupBarrier();
    for (var distance = 1u; distance < 64u; distance *= 2u) {
        var sum = tile[lid];
        if lid >= distance {
            sum += tile[lid - distance];
        }
        tile[lid] = sum;
        workgroupBarrier();
    }
    output[lid] = tile[lid];
}
