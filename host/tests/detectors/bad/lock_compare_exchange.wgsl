// expect: race 17 19
// grid: 4  buffers: 64 1 8
// The same with a compare and exchange, around a list and its length.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> lock: array<atomic<u32>>;
@group(0) @binding(2) var<storage, read_write> list: array<u32>;

@compute @workgroup_size(32)
fn main(@builtin(local_invocation_index) lid: u32, @builtin(workgroup_id) group: vec3<u32>) {
    if lid == 0u {
        loop {
            if atomicCompareExchangeWeak(&lock[0], 0u, 1u).exchanged {
                break;
            }
        }
        let end = list[0];
        list[1u + end] = input[group.x];
        list[0] = end + 1u;
        atomicStore(&lock[0], 0u);
    }
}
