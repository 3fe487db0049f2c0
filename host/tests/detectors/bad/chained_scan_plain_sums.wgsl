// expect: race 26 23
// grid: 4  buffers: 256 5 6 256
// Every block waits for the flag of the one before and then reads its plain sum.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> sums: array<u32>;
@group(0) @binding(2) var<storage, read_write> ready: array<atomic<u32>>;
@group(0) @binding(3) var<storage, read_write> output: array<u32>;

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
            while atomicLoad(&ready[group.x]) != 100u {
            }
            sum = sums[group.x];
        }
        before = sum;
        sums[group.x + 1u] = sum + input[group.x];
        atomicStore(&ready[group.x + 1u], 100u);
    }
    workgroupBarrier();
    output[id.x] = before + input[lid];
}
