// expect: warning bounds 12
// grid: 1  buffers: 40 1
// A loop that runs up to and with the length.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

@compute @workgroup_size(1)
fn main(@builtin(local_invocation_index) lid: u32) {
    var sum = 0u;
    for (var i = 0u; i <= arrayLength(&input); i++) {
        sum += input[i];
    }
    output[0] = sum;
}
