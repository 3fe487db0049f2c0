"""The figures of a card that no data sheet has, for its file in assets/devices.

Needs CuPy. Latencies are those of one thread that chases pointers; rates are
those of a card that does nothing else. Before each timed launch 128 MiB are
overwritten, which lets the launch be queued before the clock starts.
"""

import statistics

import cupy
import numpy

CODE = r"""
extern "C" {
__global__ void nothing() {}

__global__ void chase(const unsigned* ring, unsigned* out, int steps, int warm, long long* cycles) {
    unsigned i = 0;
    for (int t = 0; t < warm; t++) i = __ldcg(ring + i);
    long long start = clock64();
    for (int t = 0; t < steps; t++) i = __ldcg(ring + i);
    cycles[0] = clock64() - start;
    out[0] = i;
}

__global__ void chase_shared(unsigned* out, int steps, long long* cycles) {
    __shared__ unsigned ring[256];
    for (int i = threadIdx.x; i < 256; i += blockDim.x) ring[i] = (i + 33) % 256;
    __syncthreads();
    unsigned i = threadIdx.x;
    long long start = clock64();
    for (int t = 0; t < steps; t++) i = ring[i];
    if (threadIdx.x == 0) cycles[0] = clock64() - start;
    out[threadIdx.x] = i;
}

__global__ void chain(float* out, float x, int steps, long long* cycles) {
    float a = x;
    long long start = clock64();
    #pragma unroll 64
    for (int t = 0; t < steps; t++) a = a * 0.5f + x;
    if (threadIdx.x == 0) cycles[0] = clock64() - start;
    out[threadIdx.x] = a;
}

__global__ void barriers(int turns, long long* cycles) {
    long long start = clock64();
    #pragma unroll 8
    for (int t = 0; t < turns; t++) __syncthreads();
    if (threadIdx.x == 0) cycles[0] = clock64() - start;
}

__global__ void read_l2(const float4* p, float* out, int vectors, int turns) {
    float sum = 0;
    for (int t = 0; t < turns; t++) {
        int i = (blockIdx.x * blockDim.x + threadIdx.x + t * 7919 * blockDim.x) % vectors;
        #pragma unroll
        for (int k = 0; k < 8; k++) {
            float4 v = __ldcg(p + i);
            sum += v.x + v.y + v.z + v.w;
            i += gridDim.x * blockDim.x;
            if (i >= vectors) i -= vectors;
        }
    }
    if (sum == 123.456f) out[0] = sum;
}

// Neighbouring lanes write words a row apart, as in a transposed copy.
__global__ void scatter(float* out, int side) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int k = 0; k < 32; k += 8) out[(size_t)x * side + y + k] = x;
}

__global__ void atomics(unsigned* bins, unsigned mask, int turns) {
    unsigned x = (blockIdx.x * blockDim.x + threadIdx.x) * 2654435761u + 12345u;
    for (int t = 0; t < turns; t++) {
        x = x * 1664525u + 1013904223u;
        atomicAdd(bins + ((x >> 8) & mask), 1u);
    }
}
}
"""

kernel = cupy.RawModule(code=CODE).get_function
SMS = cupy.cuda.runtime.getDeviceProperties(0)["multiProcessorCount"]
scratch = cupy.empty(128 << 20, dtype=cupy.uint8)
out = cupy.zeros(4096, dtype=cupy.float32)
cycles = cupy.zeros(1, dtype=cupy.int64)


def seconds(run, repeats=20):
    """The median time of a run between two events."""
    times = []
    for _ in range(repeats):
        scratch.fill(0)
        start, stop = cupy.cuda.Event(), cupy.cuda.Event()
        start.record()
        run()
        stop.record()
        stop.synchronize()
        times.append(cupy.cuda.get_elapsed_time(start, stop) / 1e3)
    return statistics.median(times)


def launch(name, grid, block, *arguments):
    kernel(name)(grid, block, arguments)


def ring(elements, words_apart):
    order = numpy.random.default_rng(1).permutation(elements)
    words = numpy.zeros(elements * words_apart, dtype=numpy.uint32)
    words[order * words_apart] = numpy.roll(order, -1) * words_apart
    return cupy.asarray(words)


def say(what, value, unit):
    print(f"| {what} | {value:.4g} | {unit} |", flush=True)


def latencies():
    steps = numpy.int32(8192)
    for what, elements, apart, warm in [("L2", 8192, 32, 8192), ("memory", 1 << 20, 512, 0)]:
        words = ring(elements, apart)
        scratch.fill(0)
        launch("chase", (1,), (1,), words, out, steps, numpy.int32(warm), cycles)
        say(f"latency, {what}", float(cycles[0]) / 8192, "cycles")
    launch("chase_shared", (1,), (32,), out, steps, cycles)
    say("latency, shared memory", float(cycles[0]) / 8192, "cycles")
    launch("chain", (1,), (32,), out, numpy.float32(0.3), steps, cycles)
    say("latency, multiply-add", float(cycles[0]) / 8192, "cycles")
    launch("barriers", (1,), (256,), steps, cycles)
    say("barrier of 256 threads", float(cycles[0]) / 8192, "cycles")


def launches():
    nothing = seconds(lambda: None)
    say("no launch", nothing * 1e6, "µs")
    one = seconds(lambda: launch("nothing", (1,), (256,)))
    say("a launch of one empty block", one * 1e6, "µs")
    for blocks in [1 << 16, 1 << 20]:
        many = seconds(lambda: launch("nothing", (blocks,), (256,)))
        say(f"each of {blocks:,} empty blocks", (many - one) / blocks * 1e9, "ns")


def rates():
    for mib in [16, 32]:
        vectors = mib << 16
        data = cupy.zeros(vectors * 4, dtype=cupy.float32)
        time = seconds(lambda: launch(
            "read_l2", (SMS * 8,), (256,), data, out, numpy.int32(vectors), numpy.int32(256)))
        say(f"L2, {mib} MiB", SMS * 8 * 256 * 256 * 8 * 16 / time / 1e9, "GB/s")
    for side in [2048, 8192]:
        target = cupy.zeros(side * side, dtype=cupy.float32)
        time = seconds(lambda: launch(
            "scatter", (side // 32, side // 32), (32, 8), target, numpy.int32(side)))
        say(f"scattered stores, {side}²", side * side / time / 1e9, "per ns")
    for words in [256, 1024, 4096, 1 << 20]:
        bins = cupy.zeros(words, dtype=cupy.uint32)
        time = seconds(lambda: launch(
            "atomics", (SMS * 8,), (256,), bins, numpy.uint32(words - 1), numpy.int32(32)), 5)
        # Random lanes of a warp meet in so many distinct sectors.
        sectors = words / 8
        distinct = sectors * (1 - (1 - 1 / sectors) ** 32)
        rate = SMS * 8 * 256 * distinct / time / 1e9
        say(f"atomics on sectors, {words:,} words", rate, "per ns")
        say("… between two on one sector", sectors / rate, "ns")


print("| figure | value | unit |\n| --- | ---: | --- |")
latencies()
launches()
rates()
