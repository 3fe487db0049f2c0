// ends
// grid = [1]
// [[buffer]]
// name = 'longest'
// type = 'u32'
// len = 1
// expect = [118]

@group(0) @binding(0) var<storage, read_write> longest: array<atomic<u32>>;

@compute @workgroup_size(64)
fn collatz(@builtin(local_invocation_index) t: u32) {
    var n = t + 34u;
    var steps = 0u;
    while (n != 1u) {
        n = select(3u * n + 1u, n / 2u, n % 2u == 0u);
        steps += 1u;
    }
    atomicMax(&longest[0], steps);
}
