// Tree reduction: the sum of any number of elements.
//
// Each launch leaves one partial sum per block; the host launches again on the
// partial sums until one is left. Every rung mends what the one before it
// wastes.

// Threads per block.
const BLOCK = 256u;

// Vectors of four elements that a block of reduce_grid_stride reads per turn of
// its loop: four per thread, all under way before the first is used.
const GRID_STRIDE_VECTORS = 4u * BLOCK;

// The most sums that the subgroups of a block leave: none has fewer than four
// lanes.
const SUBGROUPS = BLOCK / 4u;

// The block's number. A grid may have 65,535 blocks per dimension at most, so
// a longer one is folded into several rows. The last row may be longer than
// needed: a block without a place in the output keeps its sum to itself.
fn block_index(block: vec3<u32>, grid: vec3<u32>) -> u32 {
    return block.y * grid.x + block.x;
}

// A thread's subgroup: the warp of other APIs, of any width.
struct Subgroup {
    @builtin(subgroup_id) id: u32,
    @builtin(subgroup_size) size: u32,
    @builtin(subgroup_invocation_id) lane: u32,
    @builtin(num_subgroups) count: u32,
}

// The thread's number, such that the lanes of a subgroup have consecutive ones.
fn thread_index(subgroup: Subgroup) -> u32 {
    return subgroup.id * subgroup.size + subgroup.lane;
}

struct Params {
    n: u32,
}

@group(0) @binding(2) var<uniform> params: Params;

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(0) var<storage, read> input4: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
var<workgroup> tile: array<f32, BLOCK>;
var<workgroup> subgroup_sums: array<f32, SUBGROUPS>;

// Neighbours first: at each step half of the remaining threads stop, and those
// at work are spread thinly over every warp.
@compute @workgroup_size(BLOCK)
fn reduce_interleaved_divergent(
    @builtin(workgroup_id) block: vec3<u32>,
    @builtin(num_workgroups) grid: vec3<u32>,
    @builtin(local_invocation_id) thread: vec3<u32>,
) {
    let t = thread.x;
    let block_id = block_index(block, grid);
    let i = block_id * BLOCK + t;
    var value = 0.0;
    if i < arrayLength(&input) {
        value = input[i];
    }
    tile[t] = value;
    workgroupBarrier();

    for (var stride = 1u; stride < BLOCK; stride *= 2u) {
        // The remainder of a division by 2 * stride, which is a power of two.
        if (t & (2u * stride - 1u)) == 0u {
            tile[t] += tile[t + stride];
        }
        workgroupBarrier();
    }

    if block_id < arrayLength(&output) && t == 0u {
        output[block_id] = tile[0];
    }
}

// The same additions by consecutive threads: whole warps stop together, but
// their addresses lie 2 * stride apart and meet in the same banks.
@compute @workgroup_size(BLOCK)
fn reduce_interleaved_strided(
    @builtin(workgroup_id) block: vec3<u32>,
    @builtin(num_workgroups) grid: vec3<u32>,
    @builtin(local_invocation_id) thread: vec3<u32>,
) {
    let t = thread.x;
    let block_id = block_index(block, grid);
    let i = block_id * BLOCK + t;
    var value = 0.0;
    if i < arrayLength(&input) {
        value = input[i];
    }
    tile[t] = value;
    workgroupBarrier();

    for (var stride = 1u; stride < BLOCK; stride *= 2u) {
        let left = 2u * stride * t;
        if left < BLOCK {
            tile[left] += tile[left + stride];
        }
        workgroupBarrier();
    }

    if block_id < arrayLength(&output) && t == 0u {
        output[block_id] = tile[0];
    }
}

// The upper half is added to the lower half: consecutive threads touch
// consecutive words, which wastes neither warps nor banks.
@compute @workgroup_size(BLOCK)
fn reduce_sequential(
    @builtin(workgroup_id) block: vec3<u32>,
    @builtin(num_workgroups) grid: vec3<u32>,
    @builtin(local_invocation_id) thread: vec3<u32>,
) {
    let t = thread.x;
    let block_id = block_index(block, grid);
    let i = block_id * BLOCK + t;
    var value = 0.0;
    if i < arrayLength(&input) {
        value = input[i];
    }
    tile[t] = value;
    workgroupBarrier();

    for (var stride = BLOCK / 2u; stride > 0u; stride /= 2u) {
        if t < stride {
            tile[t] += tile[t + stride];
        }
        workgroupBarrier();
    }

    if block_id < arrayLength(&output) && t == 0u {
        output[block_id] = tile[0];
    }
}

// Half of the threads used to stop after loading. Now every thread adds two
// elements as it loads them, and a block covers twice as many.
@compute @workgroup_size(BLOCK)
fn reduce_first_add(
    @builtin(workgroup_id) block: vec3<u32>,
    @builtin(num_workgroups) grid: vec3<u32>,
    @builtin(local_invocation_id) thread: vec3<u32>,
) {
    let t = thread.x;
    let block_id = block_index(block, grid);
    let i = block_id * (2u * BLOCK) + t;
    var sum = 0.0;
    if i < arrayLength(&input) {
        sum = input[i];
    }
    if i + BLOCK < arrayLength(&input) {
        sum += input[i + BLOCK];
    }
    tile[t] = sum;
    workgroupBarrier();

    for (var stride = BLOCK / 2u; stride > 0u; stride /= 2u) {
        if t < stride {
            tile[t] += tile[t + stride];
        }
        workgroupBarrier();
    }

    if block_id < arrayLength(&output) && t == 0u {
        output[block_id] = tile[0];
    }
}

// Once the threads at work are lanes of one subgroup, the block need not wait
// for the others: a barrier of the subgroup is enough.
@compute @workgroup_size(BLOCK)
fn reduce_last_warp(
    @builtin(workgroup_id) block: vec3<u32>,
    @builtin(num_workgroups) grid: vec3<u32>,
    subgroup: Subgroup,
) {
    let t = thread_index(subgroup);
    let block_id = block_index(block, grid);
    let i = block_id * (2u * BLOCK) + t;
    var sum = 0.0;
    if i < arrayLength(&input) {
        sum = input[i];
    }
    if i + BLOCK < arrayLength(&input) {
        sum += input[i + BLOCK];
    }
    tile[t] = sum;
    workgroupBarrier();

    var stride = BLOCK / 2u;
    while stride > subgroup.size {
        if t < stride {
            tile[t] += tile[t + stride];
        }
        workgroupBarrier();
        stride /= 2u;
    }

    if subgroup.id == 0u {
        while stride > 0u {
            if t < stride {
                tile[t] += tile[t + stride];
            }
            subgroupBarrier();
            stride /= 2u;
        }
    }

    if block_id < arrayLength(&output) && t == 0u {
        output[block_id] = tile[0];
    }
}

// Lanes of a subgroup can read each other's registers. Shared memory carries
// one value per subgroup, and one barrier is left.
@compute @workgroup_size(BLOCK)
fn reduce_shuffle(
    @builtin(workgroup_id) block: vec3<u32>,
    @builtin(num_workgroups) grid: vec3<u32>,
    subgroup: Subgroup,
) {
    let t = thread_index(subgroup);
    let block_id = block_index(block, grid);
    let i = block_id * (2u * BLOCK) + t;
    var sum = 0.0;
    if i < arrayLength(&input) {
        sum = input[i];
    }
    if i + BLOCK < arrayLength(&input) {
        sum += input[i + BLOCK];
    }

    sum = block_sum(sum, subgroup);
    if block_id < arrayLength(&output) && t == 0u {
        output[block_id] = sum;
    }
}

// A fixed number of blocks strides through the whole input. Each thread keeps
// several wide loads under way, which is what it takes to saturate the memory.
@compute @workgroup_size(BLOCK)
fn reduce_grid_stride(
    @builtin(workgroup_id) block: vec3<u32>,
    @builtin(num_workgroups) grid: vec3<u32>,
    subgroup: Subgroup,
) {
    let t = thread_index(subgroup);
    let block_id = block_index(block, grid);
    let n = params.n;
    let vectors = n / 4u;

    // Four running sums, so that no addition waits for the one before it.
    var a = vec4<f32>(0.0);
    var b = vec4<f32>(0.0);
    var c = vec4<f32>(0.0);
    var d = vec4<f32>(0.0);
    let stride = grid.x * grid.y * GRID_STRIDE_VECTORS;
    var i = block_id * GRID_STRIDE_VECTORS + t;
    while i + 3u * BLOCK < vectors {
        let p = input4[i];
        let q = input4[i + BLOCK];
        let r = input4[i + 2u * BLOCK];
        let s = input4[i + 3u * BLOCK];
        a += p;
        b += q;
        c += r;
        d += s;
        i += stride;
    }
    // The last turn may be cut short.
    while i < vectors {
        a += input4[i];
        i += BLOCK;
    }
    let total = (a + b) + (c + d);
    var sum = (total.x + total.y) + (total.z + total.w);

    // At most three elements do not fill a vector.
    let tail = 4u * vectors + block_id * BLOCK + t;
    if tail < n {
        sum += input4[tail / 4u][tail % 4u];
    }

    sum = block_sum(sum, subgroup);
    if block_id < arrayLength(&output) && t == 0u {
        output[block_id] = sum;
    }
}

// The sum over the block, in its first thread: each subgroup by shuffles, then
// the first of them the subgroups' sums in the same way.
fn block_sum(value: f32, subgroup: Subgroup) -> f32 {
    var sum = subgroup_sum(value, subgroup.size);
    if subgroup.lane == 0u {
        subgroup_sums[subgroup.id] = sum;
    }
    workgroupBarrier();

    if subgroup.id == 0u {
        sum = 0.0;
        if subgroup.lane < subgroup.count {
            sum = subgroup_sums[subgroup.lane];
        }
        // More sums than lanes: subgroups are narrow.
        for (var i = subgroup.lane + subgroup.size; i < subgroup.count; i += subgroup.size) {
            sum += subgroup_sums[i];
        }
        sum = subgroup_sum(sum, subgroup.size);
    }
    return sum;
}

// The sum over the subgroup, in its first lane. What a lane gets from past the
// end is undefined, but never reaches the first.
fn subgroup_sum(value: f32, size: u32) -> f32 {
    var sum = value;
    for (var delta = size / 2u; delta > 0u; delta /= 2u) {
        sum += subgroupShuffleDown(sum, delta);
    }
    return sum;
}
