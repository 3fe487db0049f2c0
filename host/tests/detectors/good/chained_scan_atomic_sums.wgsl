// expect: nothing
// grid: 4  buffers: 256 5 256
// The sum travels in the atomic word that the next block waits for.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> sums: array<atomic<u32>>;
@group(0) @binding(2) var<storage, read_write> output: array<u32>;

const READY = 0x80000000u;
var<workgroup> before: u32;

@compute @workgroup_size(64)
fn main(
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(local_invocation_index) lid: u32,
    @builtin(workgroup_id) group: vec3<u32>,
) {
    if lid == 0u {
        var sum = 0u;
        if group.x > 0u {
            var word = 0u;
            while (word & READY) == 0u {
                word = atomicLoad(&sums[group.x]);
            }
            sum = word & ~READY;
        }
        before = sum;
        atomicStore(&sums[group.x + 1u], (sum + input[group.x]) | READY);
    }
    workgroupBarrier();
    output[id.x] = before + input[lid];
}
