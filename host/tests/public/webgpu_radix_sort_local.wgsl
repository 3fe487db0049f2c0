// pattern: WebGPU-Radix-Sort, by kishimisu
// expect: nothing
// grid: 2  buffers: 128 128 8
// Places within a block for two bits at a time: one scan for each of the four digits.

@group(0) @binding(0) var<storage, read> keys: array<u32>;
@group(0) @binding(1) var<storage, read_write> places: array<u32>;
@group(0) @binding(2) var<storage, read_write> counts: array<u32>;

const THREADS = 64u;
var<workgroup> sums: array<u32, 128>;

@compute @workgroup_size(8, 8)
fn main(@builtin(local_invocation_index) tid: u32, @builtin(workgroup_id) group: vec3<u32>) {
    let element = keys[group.x * THREADS + tid];
    let digit = (element * 7u) & 3u;
    for (var b = 0u; b < 4u; b++) {
        let bit = u32(digit == b);
        // The halves of the array take turns as source and target.
        var source = 0u;
        sums[tid] = bit;
        workgroupBarrier();
        for (var offset = 1u; offset < THREADS; offset *= 2u) {
            var sum = sums[source + tid];
            if tid >= offset {
                sum += sums[source + tid - offset];
            }
            source = THREADS - source;
            sums[source + tid] = sum;
            workgroupBarrier();
        }
        if bit == 1u {
            places[group.x * THREADS + tid] = sums[source + tid] - 1u;
        }
        if tid == THREADS - 1u {
            counts[b * 2u + group.x] = sums[source + tid];
        }
        workgroupBarrier();
    }
}
