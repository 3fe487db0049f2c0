// expect: nothing
// grid: 1  buffers: 64 64  budget: 100000
// A long loop that ends.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lid: u32) {
    var x = lid + 1u;
    var steps = 0u;
    while x != 1u && steps < 500u {
        if x % 2u == 0u {
            x /= 2u;
        } else {
            x = 3u * x + 1u;
        }
        steps++;
    }
    output[lid] = steps;
}
