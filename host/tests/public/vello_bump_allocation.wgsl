// pattern: Vello, by the Linebender project
// expect: nothing
// grid: 3  buffers: 192 2 400
// Threads count, one asks for room for all, and a failure elsewhere makes the whole block leave.

struct Bump {
    failed: atomic<u32>,
    lines: atomic<u32>,
}

@group(0) @binding(0) var<storage, read> sizes: array<u32>;
@group(0) @binding(1) var<storage, read_write> bump: Bump;
@group(0) @binding(2) var<storage, read_write> lines: array<u32>;

var<workgroup> sh_counts: array<u32, 64>;
var<workgroup> sh_start: u32;
var<workgroup> sh_failed: u32;

@compute @workgroup_size(64)
fn main(
    @builtin(global_invocation_id) global_id: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    if local == 0u {
        sh_failed = atomicLoad(&bump.failed);
    }
    let failed = workgroupUniformLoad(&sh_failed);
    if failed != 0u {
        return;
    }
    let count = sizes[global_id.x] % 4u;
    var sum = count;
    sh_counts[local] = sum;
    for (var i = 0u; i < 6u; i++) {
        workgroupBarrier();
        if local >= 1u << i {
            sum += sh_counts[local - (1u << i)];
        }
        workgroupBarrier();
        sh_counts[local] = sum;
    }
    if local == 63u {
        var start = atomicAdd(&bump.lines, sum);
        if start + sum > arrayLength(&lines) {
            atomicOr(&bump.failed, 1u);
            start = 0xffffffffu;
        }
        sh_start = start;
    }
    let start = workgroupUniformLoad(&sh_start);
    if start == 0xffffffffu {
        return;
    }
    for (var i = 0u; i < count; i++) {
        lines[start + sum - count + i] = global_id.x;
    }
}
