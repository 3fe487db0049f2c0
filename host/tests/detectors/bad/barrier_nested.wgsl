// expect: barrier 12
// grid: 1  buffers: 64 64
// A barrier two branches deep; the inner one parts the lanes.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lid: u32, @builtin(workgroup_id) group: vec3<u32>) {
    if group.x == 0u {
        if lid >= 40u {
            workgroupBarrier();
        }
    }
    output[lid] = lid;
}
