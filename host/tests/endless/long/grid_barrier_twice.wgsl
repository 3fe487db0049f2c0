// ends
// grid = [70]
// [[buffer]]
// name = 'arrived'
// type = 'u32'
// len = 2
// expect = [70, 70]

@group(0) @binding(0) var<storage, read_write> arrived: array<atomic<u32>>;

@compute @workgroup_size(32)
fn grid_barrier_twice(@builtin(local_invocation_index) t: u32, @builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) grid: vec3<u32>) {
    for (var phase = 0u; phase < 2u; phase++) {
        if (t == 0u) {
            atomicAdd(&arrived[phase], 1u);
            while (atomicLoad(&arrived[phase]) < grid.x) {
            }
        }
        workgroupBarrier();
    }
}
