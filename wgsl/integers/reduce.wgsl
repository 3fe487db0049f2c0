// The kernels of reduce.wgsl for 32-bit integers, whose sums wrap around and are
// exact. What each rung does is said there.

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

@group(0) @binding(0) var<storage, read> input_i32: array<i32>;
@group(0) @binding(0) var<storage, read> input4_i32: array<vec4<i32>>;
@group(0) @binding(1) var<storage, read_write> output_i32: array<i32>;
var<workgroup> tile_i32: array<i32, BLOCK>;
var<workgroup> subgroup_sums_i32: array<i32, SUBGROUPS>;

// Neighbours first: at each step half of the remaining threads stop, and those
// at work are spread thinly over every warp.
@compute @workgroup_size(BLOCK)
fn reduce_interleaved_divergent_i32(
    @builtin(workgroup_id) block: vec3<u32>,
    @builtin(num_workgroups) grid: vec3<u32>,
    @builtin(local_invocation_id) thread: vec3<u32>,
) {
    let t = thread.x;
    let block_id = block_index(block, grid);
    let i = block_id * BLOCK + t;
    var value = 0i;
    if i < arrayLength(&input_i32) {
        value = input_i32[i];
    }
    tile_i32[t] = value;
    workgroupBarrier();

    for (var stride = 1u; stride < BLOCK; stride *= 2u) {
        // The remainder of a division by 2 * stride, which is a power of two.
        if (t & (2u * stride - 1u)) == 0u {
            tile_i32[t] += tile_i32[t + stride];
        }
        workgroupBarrier();
    }

    if block_id < arrayLength(&output_i32) && t == 0u {
        output_i32[block_id] = tile_i32[0];
    }
}

// The same additions by consecutive threads: whole warps stop together, but
// their addresses lie 2 * stride apart and meet in the same banks.
@compute @workgroup_size(BLOCK)
fn reduce_interleaved_strided_i32(
    @builtin(workgroup_id) block: vec3<u32>,
    @builtin(num_workgroups) grid: vec3<u32>,
    @builtin(local_invocation_id) thread: vec3<u32>,
) {
    let t = thread.x;
    let block_id = block_index(block, grid);
    let i = block_id * BLOCK + t;
    var value = 0i;
    if i < arrayLength(&input_i32) {
        value = input_i32[i];
    }
    tile_i32[t] = value;
    workgroupBarrier();

    for (var stride = 1u; stride < BLOCK; stride *= 2u) {
        let left = 2u * stride * t;
        if left < BLOCK {
            tile_i32[left] += tile_i32[left + stride];
        }
        workgroupBarrier();
    }

    if block_id < arrayLength(&output_i32) && t == 0u {
        output_i32[block_id] = tile_i32[0];
    }
}

// The upper half is added to the lower half: consecutive threads touch
// consecutive words, which wastes neither warps nor banks.
@compute @workgroup_size(BLOCK)
fn reduce_sequential_i32(
    @builtin(workgroup_id) block: vec3<u32>,
    @builtin(num_workgroups) grid: vec3<u32>,
    @builtin(local_invocation_id) thread: vec3<u32>,
) {
    let t = thread.x;
    let block_id = block_index(block, grid);
    let i = block_id * BLOCK + t;
    var value = 0i;
    if i < arrayLength(&input_i32) {
        value = input_i32[i];
    }
    tile_i32[t] = value;
    workgroupBarrier();

    for (var stride = BLOCK / 2u; stride > 0u; stride /= 2u) {
        if t < stride {
            tile_i32[t] += tile_i32[t + stride];
        }
        workgroupBarrier();
    }

    if block_id < arrayLength(&output_i32) && t == 0u {
        output_i32[block_id] = tile_i32[0];
    }
}

// Half of the threads used to stop after loading. Now every thread adds two
// elements as it loads them, and a block covers twice as many.
@compute @workgroup_size(BLOCK)
fn reduce_first_add_i32(
    @builtin(workgroup_id) block: vec3<u32>,
    @builtin(num_workgroups) grid: vec3<u32>,
    @builtin(local_invocation_id) thread: vec3<u32>,
) {
    let t = thread.x;
    let block_id = block_index(block, grid);
    let i = block_id * (2u * BLOCK) + t;
    var sum = 0i;
    if i < arrayLength(&input_i32) {
        sum = input_i32[i];
    }
    if i + BLOCK < arrayLength(&input_i32) {
        sum += input_i32[i + BLOCK];
    }
    tile_i32[t] = sum;
    workgroupBarrier();

    for (var stride = BLOCK / 2u; stride > 0u; stride /= 2u) {
        if t < stride {
            tile_i32[t] += tile_i32[t + stride];
        }
        workgroupBarrier();
    }

    if block_id < arrayLength(&output_i32) && t == 0u {
        output_i32[block_id] = tile_i32[0];
    }
}

// Once the threads at work are lanes of one subgroup, the block need not wait
// for the others: a barrier of the subgroup is enough.
@compute @workgroup_size(BLOCK)
fn reduce_last_warp_i32(
    @builtin(workgroup_id) block: vec3<u32>,
    @builtin(num_workgroups) grid: vec3<u32>,
    subgroup: Subgroup,
) {
    let t = thread_index(subgroup);
    let block_id = block_index(block, grid);
    let i = block_id * (2u * BLOCK) + t;
    var sum = 0i;
    if i < arrayLength(&input_i32) {
        sum = input_i32[i];
    }
    if i + BLOCK < arrayLength(&input_i32) {
        sum += input_i32[i + BLOCK];
    }
    tile_i32[t] = sum;
    workgroupBarrier();

    var stride = BLOCK / 2u;
    while stride > subgroup.size {
        if t < stride {
            tile_i32[t] += tile_i32[t + stride];
        }
        workgroupBarrier();
        stride /= 2u;
    }

    if subgroup.id == 0u {
        while stride > 0u {
            if t < stride {
                tile_i32[t] += tile_i32[t + stride];
            }
            subgroupBarrier();
            stride /= 2u;
        }
    }

    if block_id < arrayLength(&output_i32) && t == 0u {
        output_i32[block_id] = tile_i32[0];
    }
}

// Lanes of a subgroup can read each other's registers. Shared memory carries
// one value per subgroup, and one barrier is left.
@compute @workgroup_size(BLOCK)
fn reduce_shuffle_i32(
    @builtin(workgroup_id) block: vec3<u32>,
    @builtin(num_workgroups) grid: vec3<u32>,
    subgroup: Subgroup,
) {
    let t = thread_index(subgroup);
    let block_id = block_index(block, grid);
    let i = block_id * (2u * BLOCK) + t;
    var sum = 0i;
    if i < arrayLength(&input_i32) {
        sum = input_i32[i];
    }
    if i + BLOCK < arrayLength(&input_i32) {
        sum += input_i32[i + BLOCK];
    }

    sum = block_sum_i32(sum, subgroup);
    if block_id < arrayLength(&output_i32) && t == 0u {
        output_i32[block_id] = sum;
    }
}

// A fixed number of blocks strides through the whole input. Each thread keeps
// several wide loads under way, which is what it takes to saturate the memory.
@compute @workgroup_size(BLOCK)
fn reduce_grid_stride_i32(
    @builtin(workgroup_id) block: vec3<u32>,
    @builtin(num_workgroups) grid: vec3<u32>,
    subgroup: Subgroup,
) {
    let t = thread_index(subgroup);
    let block_id = block_index(block, grid);
    let n = params.n;
    let vectors = n / 4u;

    // Four running sums, so that no addition waits for the one before it.
    var a = vec4<i32>(0i);
    var b = vec4<i32>(0i);
    var c = vec4<i32>(0i);
    var d = vec4<i32>(0i);
    let stride = grid.x * grid.y * GRID_STRIDE_VECTORS;
    var i = block_id * GRID_STRIDE_VECTORS + t;
    while i + 3u * BLOCK < vectors {
        let p = input4_i32[i];
        let q = input4_i32[i + BLOCK];
        let r = input4_i32[i + 2u * BLOCK];
        let s = input4_i32[i + 3u * BLOCK];
        a += p;
        b += q;
        c += r;
        d += s;
        i += stride;
    }
    // The last turn may be cut short.
    while i < vectors {
        a += input4_i32[i];
        i += BLOCK;
    }
    let total = (a + b) + (c + d);
    var sum = (total.x + total.y) + (total.z + total.w);

    // At most three elements do not fill a vector.
    let tail = 4u * vectors + block_id * BLOCK + t;
    if tail < n {
        sum += input4_i32[tail / 4u][tail % 4u];
    }

    sum = block_sum_i32(sum, subgroup);
    if block_id < arrayLength(&output_i32) && t == 0u {
        output_i32[block_id] = sum;
    }
}

// The sum over the block, in its first thread: each subgroup by shuffles, then
// the first of them the subgroups' sums in the same way.
fn block_sum_i32(value: i32, subgroup: Subgroup) -> i32 {
    var sum = subgroup_sum_i32(value, subgroup.size);
    if subgroup.lane == 0u {
        subgroup_sums_i32[subgroup.id] = sum;
    }
    workgroupBarrier();

    if subgroup.id == 0u {
        sum = 0i;
        if subgroup.lane < subgroup.count {
            sum = subgroup_sums_i32[subgroup.lane];
        }
        // More sums than lanes: subgroups are narrow.
        for (var i = subgroup.lane + subgroup.size; i < subgroup.count; i += subgroup.size) {
            sum += subgroup_sums_i32[i];
        }
        sum = subgroup_sum_i32(sum, subgroup.size);
    }
    return sum;
}

// The sum over the subgroup, in its first lane. What a lane gets from past the
// end is undefined, but never reaches the first.
fn subgroup_sum_i32(value: i32, size: u32) -> i32 {
    var sum = value;
    for (var delta = size / 2u; delta > 0u; delta /= 2u) {
        sum += subgroupShuffleDown(sum, delta);
    }
    return sum;
}
