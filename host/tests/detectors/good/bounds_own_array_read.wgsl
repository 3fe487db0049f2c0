// expect: nothing
// grid: 1  buffers: 64 64
// A window of the thread's own is read past its end, and that is thrown away.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

@compute @workgroup_size(64)
fn main(
    @builtin(local_invocation_index) lid: u32,
    @builtin(subgroup_invocation_id) lane: u32,
    @builtin(subgroup_size) size: u32,
) {
    var window = array<u32, 4>(lid, lid + 1u, lid + 2u, lid + 3u);
    let x = window[lid % 5u];
    output[lid] = select(x, 0u, lid % 5u == 4u);
}
