// Each block adds up its part of the input in shared memory.

override BLOCK: u32 = 64;

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> sums: array<u32>;

var<workgroup> part: array<u32, BLOCK>;

@compute @workgroup_size(BLOCK)
fn block_sum(
    @builtin(global_invocation_id) global: vec3<u32>,
    @builtin(local_invocation_index) thread: u32,
    @builtin(workgroup_id) block: vec3<u32>,
) {
    part[thread] = select(0u, input[global.x], global.x < arrayLength(&input));
    for (var step = BLOCK / 2u; step > 0u; step /= 2u) {
        workgroupBarrier();
        if thread < step {
            part[thread] += part[thread + step];
        }
    }
    if thread == 0u {
        sums[block.x] = part[0];
    }
}
