// ends
// grid = [1]
// [[buffer]]
// name = 'turn'
// type = 'u32'
// len = 1
// [[buffer]]
// name = 'out'
// type = 'u32'
// len = 64
// expect = [63, 62, 61, 60, 59, 58, 57, 56, 55, 54, 53, 52, 51, 50, 49, 48, 47, 46, 45, 44, 43, 42, 41, 40, 39, 38, 37, 36, 35, 34, 33, 32, 31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]

@group(0) @binding(0) var<storage, read_write> turn: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read_write> out: array<u32>;

@compute @workgroup_size(64)
fn lanes_in_reverse(@builtin(local_invocation_index) t: u32) {
    let mine = 63u - t;
    while (atomicLoad(&turn[0]) != mine) {
    }
    out[t] = mine;
    atomicStore(&turn[0], mine + 1u);
}
