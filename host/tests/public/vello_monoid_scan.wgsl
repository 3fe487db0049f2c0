// pattern: Vello, by the Linebender project
// expect: nothing
// grid: 3  buffers: 192 6 384
// A scan of monoids in a block: the neighbour is read, then a barrier, then one's own is written.

struct Monoid {
    paths: u32,
    segments: u32,
}

@group(0) @binding(0) var<storage, read> tags: array<u32>;
@group(0) @binding(1) var<storage, read> reduced: array<Monoid>;
@group(0) @binding(2) var<storage, read_write> scanned: array<Monoid>;

const LG_SIZE = 6u;
var<workgroup> sh_parent: array<Monoid, 64>;
var<workgroup> sh_monoid: array<Monoid, 64>;

fn combine(a: Monoid, b: Monoid) -> Monoid {
    return Monoid(a.paths + b.paths, a.segments + b.segments);
}

@compute @workgroup_size(64)
fn main(
    @builtin(global_invocation_id) global_id: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
    @builtin(workgroup_id) wg_id: vec3<u32>,
) {
    var agg = Monoid(0u, 0u);
    if local < wg_id.x {
        agg = reduced[local];
    }
    sh_parent[local] = agg;
    for (var i = 0u; i < LG_SIZE; i++) {
        workgroupBarrier();
        if local + (1u << i) < 64u {
            agg = combine(agg, sh_parent[local + (1u << i)]);
        }
        workgroupBarrier();
        sh_parent[local] = agg;
    }
    let tag = tags[global_id.x];
    agg = Monoid(tag & 1u, countOneBits(tag));
    sh_monoid[local] = agg;
    for (var i = 0u; i < LG_SIZE; i++) {
        workgroupBarrier();
        if local >= 1u << i {
            agg = combine(sh_monoid[local - (1u << i)], agg);
        }
        workgroupBarrier();
        sh_monoid[local] = agg;
    }
    workgroupBarrier();
    var prefix = sh_parent[0];
    if local > 0u {
        prefix = combine(prefix, sh_monoid[local - 1u]);
    }
    scanned[global_id.x] = prefix;
}
