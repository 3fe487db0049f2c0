// expect: nothing
// grid: 1  buffers: 256 64
// Two tiles in turn need only one barrier per round.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

var<workgroup> tiles: array<u32, 128>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lid: u32) {
    var sum = 0u;
    for (var step = 0u; step < 4u; step++) {
        let half = step % 2u * 64u;
        tiles[half + lid] = input[step * 64u + lid];
        workgroupBarrier();
        for (var i = 0u; i < 64u; i++) {
            sum += tiles[half + i];
        }
    }
    output[lid] = sum;
}
