// pattern: FidelityFX, by AMD
// expect: nothing
// grid: 2 2  buffers: 1024 4 1 3
// Each block brings its tile down to one texel, and the last goes on with the texels of all.

@group(0) @binding(0) var<storage, read> image: array<u32>;
@group(0) @binding(1) var<storage, read_write> mid: array<atomic<u32>>;
@group(0) @binding(2) var<storage, read_write> counter: array<atomic<u32>>;
@group(0) @binding(3) var<storage, read_write> top: array<u32>;

var<workgroup> texels: array<array<u32, 16>, 16>;
var<workgroup> counted: u32;

@compute @workgroup_size(8, 8)
fn main(
    @builtin(local_invocation_id) local: vec3<u32>,
    @builtin(local_invocation_index) index: u32,
    @builtin(workgroup_id) group: vec3<u32>,
) {
    for (var i = index; i < 256u; i += 64u) {
        let x = group.x * 16u + i % 16u;
        let y = group.y * 16u + i / 16u;
        texels[i / 16u][i % 16u] = image[y * 32u + x];
    }
    workgroupBarrier();
    for (var side = 8u; side > 0u; side /= 2u) {
        var sum = 0u;
        if local.x < side && local.y < side {
            let x = local.x * 2u;
            let y = local.y * 2u;
            sum = texels[y][x] + texels[y][x + 1u] + texels[y + 1u][x] + texels[y + 1u][x + 1u];
        }
        workgroupBarrier();
        if local.x < side && local.y < side {
            texels[local.y][local.x] = sum / 4u;
        }
        workgroupBarrier();
    }
    if index == 0u {
        atomicStore(&mid[group.y * 2u + group.x], texels[0][0]);
        counted = atomicAdd(&counter[0], 1u);
    }
    if workgroupUniformLoad(&counted) != 3u {
        return;
    }
    if index == 0u {
        var sum = 0u;
        for (var i = 0u; i < 4u; i++) {
            sum += atomicLoad(&mid[i]);
        }
        top[0] = sum / 4u;
        atomicStore(&counter[0], 0u);
    }
}
