// expect: race 21 21
// grid: 1  buffers: 256 1
// A lock in shared memory, taken by one thread of each subgroup.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

var<workgroup> lock: atomic<u32>;
var<workgroup> total: u32;

@compute @workgroup_size(256)
fn main(@builtin(local_invocation_index) lid: u32) {
    if lid == 0u {
        atomicStore(&lock, 0u);
        total = 0u;
    }
    workgroupBarrier();
    if lid % 64u == 0u {
        while atomicExchange(&lock, 1u) != 0u {
        }
        total += input[lid];
        atomicStore(&lock, 0u);
    }
    workgroupBarrier();
    if lid == 0u {
        output[0] = total;
    }
}
