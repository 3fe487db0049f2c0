// expect: nothing
// grid: 1  buffers: 65 13
// The next value is fetched before the loop knows that there is none, and is never used.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

@compute @workgroup_size(13)
fn main(@builtin(local_invocation_index) lid: u32) {
    var sum = 0u;
    var ahead = input[lid];
    for (var i = lid; i < 65u; i += 13u) {
        let current = ahead;
        ahead = input[i + 13u];
        sum += current;
    }
    output[lid] = sum;
}
