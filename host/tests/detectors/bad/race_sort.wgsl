// expect: race 19 21
// grid: 1  buffers: 64 64
// Odd-even sort without a barrier between its phases.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

var<workgroup> tile: array<u32, 64>;

@compute @workgroup_size(32)
fn main(@builtin(local_invocation_index) lid: u32) {
    tile[lid] = input[lid];
    tile[lid + 32u] = input[lid + 32u];
    workgroupBarrier();
    for (var round = 0u; round < 4u; round++) {
        let i = 2u * lid;
        let low = min(tile[i], tile[i + 1u]);
        tile[i + 1u] = max(tile[i], tile[i + 1u]);
        tile[i] = low;
        if lid < 31u {
            let high = max(tile[i + 1u], tile[i + 2u]);
            tile[i + 1u] = min(tile[i + 1u], tile[i + 2u]);
            tile[i + 2u] = high;
        }
        workgroupBarrier();
    }
    output[lid] = tile[lid];
}
