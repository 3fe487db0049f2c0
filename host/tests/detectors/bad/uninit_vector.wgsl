// expect: warning uninit 16
// grid: 1  buffers: 64 64
// Three of four components are written, all are read.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

var<workgroup> quads: array<vec4<u32>, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lid: u32) {
    quads[lid].x = lid;
    quads[lid].y = lid;
    quads[lid].z = lid;
    workgroupBarrier();
    let quad = quads[63u - lid];
    output[lid] = quad.x + quad.w;
}
