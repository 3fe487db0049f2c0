// pattern: WebGPU marching cubes, by Will Usher
// expect: nothing
// grid: 2  buffers: 256 2
// A work-efficient exclusive scan in place: up the tree, the root set to zero, down the tree.

@group(0) @binding(0) var<storage, read_write> values: array<u32>;
@group(0) @binding(1) var<storage, read_write> block_sums: array<u32>;

const SIZE = 128u;
var<workgroup> chunk: array<u32, 128>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lid: u32, @builtin(workgroup_id) group: vec3<u32>) {
    let first = group.x * SIZE;
    chunk[2u * lid] = values[first + 2u * lid];
    chunk[2u * lid + 1u] = values[first + 2u * lid + 1u];
    var offset = 1u;
    for (var d = SIZE >> 1u; d > 0u; d = d >> 1u) {
        workgroupBarrier();
        if lid < d {
            let a = offset * (2u * lid + 1u) - 1u;
            let b = offset * (2u * lid + 2u) - 1u;
            chunk[b] += chunk[a];
        }
        offset = offset << 1u;
    }
    if lid == 0u {
        block_sums[group.x] = chunk[SIZE - 1u];
        chunk[SIZE - 1u] = 0u;
    }
    for (var d = 1u; d < SIZE; d = d << 1u) {
        offset = offset >> 1u;
        workgroupBarrier();
        if lid < d {
            let a = offset * (2u * lid + 1u) - 1u;
            let b = offset * (2u * lid + 2u) - 1u;
            let kept = chunk[a];
            chunk[a] = chunk[b];
            chunk[b] += kept;
        }
    }
    workgroupBarrier();
    values[first + 2u * lid] = chunk[2u * lid];
    values[first + 2u * lid + 1u] = chunk[2u * lid + 1u];
}
