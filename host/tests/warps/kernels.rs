//! Kernels for warps of 32 threads. Each thread has a word of the input and one
//! of the output; `THREADS` is how many a block has.

/// What every kernel starts with.
pub(crate) const HEAD: &str = "
@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
var<workgroup> tile: array<u32, THREADS>;
var<workgroup> shared_word: u32;
var<workgroup> counter: atomic<u32>;

// The lanes that there are in the thread's warp.
fn lanes(t: u32) -> u32 { return min(32u, THREADS - t / 32u * 32u); }
fn place(thread: Thread) -> u32 { return thread.block.x * THREADS + thread.t; }

fn warp_sum(value: u32, t: u32) -> u32 {
    var sum = value;
    for (var delta = 16u; delta > 0u; delta /= 2u) {
        let other = subgroupShuffleDown(sum, delta);
        if t % 32u + delta < lanes(t) { sum += other; }
    }
    return sum;
}
";

/// Kernels by their names: the body of `main`, and functions before it.
pub(crate) const KERNELS: &[(&str, &str, &str)] = &[
    (
        "inputs",
        "",
        "output[i] = countOneBits(subgroupBallot(true).x) * 77u + thread.lane + 100u * thread.warp + 10000u * thread.size + 1000000u * thread.warps;",
    ),
    ("sum", "", "output[i] = warp_sum(input[i], thread.t);"),
    (
        "scan",
        "",
        "
        var sum = input[i];
        for (var delta = 1u; delta < 32u; delta *= 2u) {
            let other = subgroupShuffleUp(sum, delta);
            if thread.lane >= delta { sum += other; }
        }
        output[i] = sum;",
    ),
    (
        "first warp",
        "",
        "
        var sum = input[i];
        if thread.t < 32u {
            var delta = 16u;
            while delta > 0u {
                let other = subgroupShuffleXor(sum, delta);
                if (thread.lane ^ delta) < lanes(thread.t) { sum = sum * 3u + other; }
                delta /= 2u;
            }
        }
        output[i] = sum;",
    ),
    (
        "block sum",
        "",
        "
        var sum = warp_sum(input[i], thread.t);
        if thread.lane == 0u { tile[thread.warp] = sum; }
        workgroupBarrier();
        if thread.t < 32u {
            sum = 0u;
            if thread.t < thread.warps { sum = tile[thread.t]; }
            sum = warp_sum(sum, thread.t);
        }
        if thread.t == 0u { output[i] = sum; }",
    ),
    (
        "loops of different lengths",
        "",
        "
        var v = input[i];
        for (var k = 0u; k <= thread.warp; k++) {
            v += subgroupShuffle(v, k * 5u % lanes(thread.t));
        }
        output[i] = v;",
    ),
    (
        "helper in a branch",
        "",
        "
        var v = input[i];
        if thread.warp % 2u == 1u {
            v = warp_sum(v, thread.t) + 1u;
        } else if thread.warp == 2u {
            v = warp_sum(v * 3u, thread.t) + 2u;
        } else {
            v *= 7u;
        }
        output[i] = v;",
    ),
    (
        "early return",
        "",
        "
        output[i] = 5u;
        if thread.warp == 1u { return; }
        let v = warp_sum(input[i], thread.t);
        if thread.lane > 3u { output[i] = v; return; }
        output[i] = subgroupBallot(v % 2u == 0u).x;",
    ),
    (
        "return from loops in a helper",
        "
        fn search(value: u32, t: u32) -> u32 {
            var v = value;
            for (var k = 0u; k < 5u; k++) {
                for (var j = 0u; j < 3u; j++) {
                    let mask = subgroupBallot(v % 7u == j).x;
                    if (mask >> (t % 32u) & 1u) == 1u { return v * 100u + k * 10u + j; }
                    v = v / 2u + mask % 5u;
                }
                if k == t / 32u + 1u { return v; }
            }
            return 1u;
        }",
        "
        if thread.lane % 2u == 0u { output[i] = search(input[i], thread.t); }",
    ),
    (
        "break and continue",
        "",
        "
        var v = input[i];
        var k = 0u;
        loop {
            k++;
            if k > thread.warp + 2u { break; }
            if k % 2u == 0u { continue; }
            v += subgroupShuffle(v, lanes(thread.t) - 1u);
        }
        k = 0u;
        loop {
            if k > thread.lane % 5u { break; }
            if (v >> k) % 2u == 0u { k++; continue; }
            v ^= countOneBits(subgroupBallot(true).x) << 8u;
            k++;
        }
        output[i] = v;",
    ),
    (
        "break if",
        "",
        "
        var v = input[i];
        var k = 0u;
        loop {
            let other = subgroupShuffleXor(v, 1u);
            if (thread.lane ^ 1u) < lanes(thread.t) { v = v * 3u + other + k; }
            continuing {
                k++;
                break if k > thread.warp;
            }
        }
        output[i] = v;",
    ),
    (
        "votes",
        "",
        "
        let v = input[i];
        var word = 0u;
        if subgroupAll(v % 16u != 3u) { word |= 1u; }
        if subgroupAny(v % 64u == 3u) { word |= 2u; }
        if thread.lane % 3u == 0u {
            if subgroupAll(v % 8u != 3u) { word |= 4u; }
            word ^= subgroupBallot(v % 2u == 1u).x << 4u;
        } else if subgroupAny(v % 32u == 3u) {
            word |= 8u;
        }
        output[i] = word;",
    ),
    (
        "last warp",
        "",
        "
        tile[thread.t] = input[i];
        workgroupBarrier();
        for (var stride = THREADS / 2u; stride > 16u; stride /= 2u) {
            if thread.t < stride { tile[thread.t] += tile[thread.t + stride]; }
            workgroupBarrier();
        }
        if thread.t < 32u {
            for (var stride = 16u; stride > 0u; stride /= 2u) {
                var other = 0u;
                if thread.t < stride && thread.t + stride < THREADS { other = tile[thread.t + stride]; }
                subgroupBarrier();
                if thread.t < stride { tile[thread.t] += other; }
                subgroupBarrier();
            }
        }
        if thread.t == 0u { output[i] = tile[0]; }",
    ),
    (
        "barriers in functions",
        "
        fn neighbour(value: u32, t: u32) -> u32 {
            tile[t] = value;
            workgroupBarrier();
            let other = tile[(t + 1u) % THREADS];
            workgroupBarrier();
            return other;
        }
        fn twice(value: u32, t: u32) -> u32 {
            return neighbour(neighbour(value, t), t) + subgroupShuffle(value, 0u);
        }",
        "
        var v = neighbour(input[i], thread.t);
        for (var k = 0u; k < 3u; k++) { v = twice(v, thread.t) % 1000u; }
        output[i] = v;",
    ),
    (
        "switch",
        "",
        "
        var v = input[i];
        switch thread.warp {
            case 0u: { v = warp_sum(v, thread.t); }
            case 1u, 2u: {
                if v % 2u == 0u { break; }
                v = subgroupBallot(v % 3u == 0u).x;
            }
            default: {
                for (var k = 0u; k < 2u; k++) {
                    switch v % 4u {
                        case 1u: { continue; }
                        case 2u: { v += 1u; }
                        default: { v += countOneBits(subgroupBallot(true).x); }
                    }
                    v ^= 64u;
                }
            }
        }
        output[i] = v;",
    ),
    (
        "vectors and floats",
        "",
        "
        let v = vec3<f32>(f32(input[i] % 100u), f32(thread.lane), -1.5);
        var w = subgroupShuffleXor(v, 1u);
        if (thread.lane ^ 1u) >= lanes(thread.t) { w = v; }
        let s = subgroupShuffle(vec2<i32>(i32(thread.t), -3), 1u);
        var sum = w.x + w.y * 100.0 + w.z;
        if thread.warp < 2u { sum += subgroupShuffle(sum, 2u); }
        output[i] = bitcast<u32>(sum) + u32(s.x + s.y);",
    ),
    (
        "pointers",
        "
        fn add(sum: ptr<function, u32>, t: u32) {
            *sum = warp_sum(*sum, t);
        }",
        "
        var parts: array<u32, 4>;
        var sum = input[i];
        if thread.warp != 1u {
            parts[thread.lane % 4u] = sum;
            add(&sum, thread.t);
            parts[(thread.lane + 1u) % 4u] += sum;
            let p = &parts[thread.lane % 3u];
            let v = *p;
            let mask = subgroupBallot(v > 9u).x;
            *p += mask % 7u;
        }
        output[i] = parts[0] + parts[1] * 2u + parts[2] * 3u + parts[3] * 5u;",
    ),
    (
        "inactive threads read nothing outside",
        "",
        "
        if thread.warp == 0u {
            let j = thread.lane * 3u % lanes(thread.t) + thread.block.x * THREADS;
            let v = input[j];
            let w = subgroupShuffle(v, 3u) % THREADS;
            output[i] = input[w] + v;
        } else {
            output[i] = 1u;
        }",
    ),
    (
        "atomics",
        "",
        "
        var v = input[i];
        if thread.t == 0u { atomicStore(&counter, 0u); }
        workgroupBarrier();
        if thread.warp == 0u && thread.lane < 10u {
            let before = atomicAdd(&counter, 0u);
            let mask = subgroupBallot(before == 0u).x;
            let swap = atomicCompareExchangeWeak(&counter, 77u, 1u);
            let any = subgroupAny(swap.exchanged);
            if !any { v = mask + swap.old_value; }
        }
        output[i] = v;",
    ),
    (
        "first and quads",
        "",
        "
        var v = input[i];
        if thread.lane % 5u == thread.warp % 5u {
            v = subgroupBroadcastFirst(v);
        }
        v += subgroupBroadcast(v, 2u);
        let x = quadSwapX(v);
        let y = quadSwapY(v);
        let d = quadSwapDiagonal(v);
        let b = quadBroadcast(v, 1u);
        let is_whole = (thread.lane | 3u) < lanes(thread.t);
        output[i] = select(v, x + 3u * y + 5u * d + 7u * b, is_whole);",
    ),
    (
        "uniform loads",
        "",
        "
        var v = input[i];
        for (var k = 0u; k < 3u; k++) {
            if thread.t == k { shared_word = v; }
            let word = workgroupUniformLoad(&shared_word);
            if subgroupAny(v == word) { v += 1u; }
        }
        output[i] = v + workgroupUniformLoad(&shared_word);",
    ),
];

/// What a thread knows. naga tells the threads of a block with several dimensions
/// nothing about their warps, so these work it out.
fn thread(block: [u32; 2]) -> &'static str {
    match block {
        [_, 1] => {
            "struct Thread {
                @builtin(local_invocation_index) t: u32,
                @builtin(subgroup_invocation_id) lane: u32,
                @builtin(workgroup_id) block: vec3<u32>,
                @builtin(subgroup_id) warp: u32,
                @builtin(subgroup_size) size: u32,
                @builtin(num_subgroups) warps: u32,
            }
            alias Input = Thread;
            fn known(input: Thread) -> Thread { return input; }"
        }
        _ => {
            "struct Thread { t: u32, lane: u32, block: vec3<u32>, warp: u32, size: u32, warps: u32 }
            struct Input {
                @builtin(workgroup_id) block: vec3<u32>,
                @builtin(local_invocation_id) t: vec3<u32>,
            }
            fn known(given: Input) -> Thread {
                let t = given.t.y * WIDTH + given.t.x;
                return Thread(t, t % 32u, given.block, t / 32u, 32u, (THREADS + 31u) / 32u);
            }"
        }
    }
}

/// The text of a kernel for blocks of this size.
pub(crate) fn text(functions: &str, body: &str, block: [u32; 2]) -> String {
    let [x, y] = block;
    format!(
        "const THREADS = {}u;\nconst WIDTH = {x}u;\n{}\n{HEAD}\n{functions}\n\
         @compute @workgroup_size({x}, {y}) fn main(from_machine: Input) {{\n\
         let thread = known(from_machine);\nlet i = place(thread);\n{body}\n}}\n",
        x * y,
        thread(block)
    )
}
