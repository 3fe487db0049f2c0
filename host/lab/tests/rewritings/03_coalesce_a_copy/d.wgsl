// Renamed: all loads of a thread first, then all stores.

const BLOCK = 96u;
const PER_THREAD = 4u;

struct Params {
    count: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@group(0) @binding(2) var<storage, read> input: array<f32>;

@compute @workgroup_size(BLOCK)
fn copy(
    @builtin(local_invocation_index) lane: u32,
    @builtin(workgroup_id) group: vec3<u32>,
) {
    var held: array<f32, PER_THREAD>;
    let start = group.x * (PER_THREAD * BLOCK) + lane;
    for (var turn = 0u; turn < PER_THREAD; turn++) {
        let source = start + turn * BLOCK;
        if source < params.count {
            held[turn] = input[source];
        }
    }
    for (var turn = 0u; turn < PER_THREAD; turn++) {
        let to = start + turn * BLOCK;
        if to < params.count {
            output[to] = held[turn];
        }
    }
}
