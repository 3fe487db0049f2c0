// ends
// grid = [1]
// [[buffer]]
// name = 'out'
// type = 'u32'
// len = 32
// expect = [32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63]

@group(0) @binding(0) var<storage, read_write> out: array<u32>;
var<workgroup> values: array<atomic<u32>, 32>;
var<workgroup> ready: atomic<u32>;

@compute @workgroup_size(64)
fn consumer_before_producer(@builtin(local_invocation_index) t: u32) {
    if (t < 32u) {
        while (atomicLoad(&ready) < 32u) {
        }
        out[t] = atomicLoad(&values[t]);
    } else {
        atomicStore(&values[t - 32u], t);
        atomicAdd(&ready, 1u);
    }
}
