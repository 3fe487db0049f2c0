// pattern: GPUPrefixSums, by Thomas Smith
// expect: nothing
// grid: 5  buffers: 320 7 2 320
// A chained scan with look-back: state and sum share a word, tiles are numbered as they start.

@group(0) @binding(0) var<storage, read> scan_in: array<u32>;
@group(0) @binding(1) var<storage, read_write> reductions: array<atomic<u32>>;
@group(0) @binding(2) var<storage, read_write> index: array<atomic<u32>>;
@group(0) @binding(3) var<storage, read_write> scan_out: array<u32>;

const BLOCK = 64u;
const REDUCTION = 0x40000000u;
const INCLUSIVE = 0x80000000u;
const VALUE = 0x3fffffffu;

var<workgroup> wg_tile: u32;
var<workgroup> wg_prefix: u32;
var<workgroup> wg_sums: array<u32, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lid: u32) {
    if lid == 0u {
        wg_tile = atomicAdd(&index[0], 1u);
    }
    let tile = workgroupUniformLoad(&wg_tile);
    let i = tile * BLOCK + lid;
    var sum = scan_in[i];
    wg_sums[lid] = sum;
    for (var distance = 1u; distance < BLOCK; distance *= 2u) {
        workgroupBarrier();
        if lid >= distance {
            sum += wg_sums[lid - distance];
        }
        workgroupBarrier();
        wg_sums[lid] = sum;
    }
    if lid == BLOCK - 1u {
        let state = select(REDUCTION, INCLUSIVE, tile == 0u);
        atomicStore(&reductions[tile], state | sum);
        wg_prefix = 0u;
        if tile > 0u {
            var prefix = 0u;
            var look = tile - 1u;
            loop {
                let word = atomicLoad(&reductions[look]);
                if (word & INCLUSIVE) != 0u {
                    prefix += word & VALUE;
                    break;
                }
                if (word & REDUCTION) != 0u {
                    prefix += word & VALUE;
                    look -= 1u;
                }
            }
            atomicStore(&reductions[tile], INCLUSIVE | (prefix + sum));
            wg_prefix = prefix;
        }
    }
    workgroupBarrier();
    scan_out[i] = wg_prefix + sum;
}
