// ends
// grid = [1]
// [[buffer]]
// name = 'out'
// type = 'u32'
// len = 64
// init = 'iota'
// expect = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63]

@group(0) @binding(0) var<storage, read_write> out: array<u32>;

@compute @workgroup_size(64)
fn binary_search(@builtin(local_invocation_index) t: u32) {
    var low = 0u;
    var high = 64u;
    while (low < high) {
        let middle = (low + high) / 2u;
        if (out[middle] < t) {
            low = middle + 1u;
        } else {
            high = middle;
        }
    }
    out[low] = low;
}
