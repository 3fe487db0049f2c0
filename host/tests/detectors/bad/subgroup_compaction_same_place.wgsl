// expect: race 13 13
// grid: 1  buffers: 128 128
// Every subgroup starts at the first place again.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

@compute @workgroup_size(128)
fn main(@builtin(local_invocation_index) lid: u32) {
    let keep = input[lid] % 3u == 0u;
    let place = subgroupExclusiveAdd(select(0u, 1u, keep));
    if keep {
        output[place] = input[lid];
    }
}
