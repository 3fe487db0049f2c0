// Blocks of 32, renamed, while loops.

const BLOCK = 32u;

struct Length {
    n: u32,
}

@group(0) @binding(0) var<uniform> params: Length;
@group(0) @binding(1) var<storage, read_write> bins: array<atomic<u32>, 256>;
@group(0) @binding(2) var<storage, read> input: array<u32>;

var<workgroup> own: array<atomic<u32>, 256>;

@compute @workgroup_size(BLOCK)
fn histogram(
    @builtin(local_invocation_index) me: u32,
    @builtin(global_invocation_id) place: vec3<u32>,
    @builtin(num_workgroups) grid: vec3<u32>,
) {
    var bin = me;
    while bin < 256u {
        atomicStore(&own[bin], 0u);
        bin += BLOCK;
    }
    workgroupBarrier();
    var i = place.x;
    while i < params.n {
        let value = input[i];
        atomicAdd(&own[value], 1u);
        i += BLOCK * grid.x;
    }
    workgroupBarrier();
    bin = me;
    loop {
        let count = atomicLoad(&own[bin]);
        if count != 0u {
            atomicAdd(&bins[bin], count);
        }
        bin += BLOCK;
        if bin >= 256u {
            break;
        }
    }
}
