// endless
// grid = [5]
// [[buffer]]
// name = 'arrived'
// type = 'u32'
// len = 1

@group(0) @binding(0) var<storage, read_write> arrived: array<atomic<u32>>;

@compute @workgroup_size(64)
fn grid_barrier_one_too_few(@builtin(local_invocation_index) t: u32, @builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) grid: vec3<u32>) {
    if (t == 0u) {
        if (block.x != 3u) {
            atomicAdd(&arrived[0], 1u);
        }
        while (atomicLoad(&arrived[0]) < grid.x) { // here
        }
    }
    workgroupBarrier();
}
