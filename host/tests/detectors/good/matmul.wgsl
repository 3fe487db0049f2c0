// expect: nothing
// grid: 1  buffers: 256 64
// A tiled product of matrices.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

var<workgroup> a: array<array<u32, 8>, 8>;
var<workgroup> b: array<array<u32, 8>, 8>;

@compute @workgroup_size(8, 8)
fn main(@builtin(local_invocation_id) at: vec3<u32>) {
    var sum = 0u;
    for (var step = 0u; step < 2u; step++) {
        a[at.y][at.x] = input[at.y * 16u + step * 8u + at.x];
        b[at.y][at.x] = input[(step * 8u + at.y) * 16u + at.x];
        workgroupBarrier();
        for (var k = 0u; k < 8u; k++) {
            sum += a[at.y][k]
                * b[k][at.x];
        }
        workgroupBarrier();
    }
    output[at.y * 8u + at.x] = sum;
}
