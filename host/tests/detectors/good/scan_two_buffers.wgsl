// expect: nothing
// grid: 1  buffers: 64 64
// A scan that alternates between two arrays with one barrier per step.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

var<workgroup> both: array<u32, 128>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lid: u32) {
    var start = 0u;
    both[lid] = input[lid];
    workgroupBarrier();
    for (var distance = 1u; distance < 64u; distance *= 2u) {
        var sum = both[start + lid];
        if lid >= distance {
            sum += both[start + lid - distance];
        }
        start = 64u - start;
        both[start + lid] = sum;
        workgroupBarrier();
    }
    output[lid] = both[start + lid];
}
