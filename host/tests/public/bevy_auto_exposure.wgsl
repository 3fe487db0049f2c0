// pattern: Bevy, by the Bevy contributors
// expect: nothing
// grid: 1  buffers: 64 1
// The histogram is taken over and cleared for the next frame; one thread finds the mean.

@group(0) @binding(0) var<storage, read_write> histogram: array<atomic<u32>, 64>;
@group(0) @binding(1) var<storage, read_write> exposure: array<f32>;

var<workgroup> sums: array<u32, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) index: u32) {
    let count = atomicExchange(&histogram[index], 0u);
    sums[index] = count;
    storageBarrier();
    workgroupBarrier();
    if index == 0u {
        var total = 0u;
        for (var i = 0u; i < 64u; i++) {
            total += sums[i];
            sums[i] = total;
        }
        let low = total / 10u;
        let high = total * 9u / 10u;
        var weighted = 0.0;
        var weight = 0.0;
        for (var i = 1u; i < 64u; i++) {
            let inside = min(sums[i], high) - min(max(sums[i - 1u], low), min(sums[i], high));
            weighted += f32(inside) * f32(i);
            weight += f32(inside);
        }
        exposure[0] = weighted / max(weight, 1.0);
    }
}
