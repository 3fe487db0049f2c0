// Shared-memory accesses of one warp in known patterns, for Nsight Compute to count
// (`shared-atomics.sh`), and the same ones by the clock.
//
//   shared-atomics list      prints one line per launch, in the order of the launches
//   shared-atomics count     launches them: one block of one warp each
//   shared-atomics clock     prints how many cycles a request of each takes
//   shared-atomics histogram FILE.ptx
//                            times `histogram_shared` of that file on inputs of 1 to 256 values
//
// Where the lanes go is read from memory, so that no compiler can see that lanes meet.

#include <cuda.h>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

constexpr int LANES = 32;
constexpr int REPEATS = 8;
constexpr int WORDS = 4096;
constexpr int CLOCK_WARPS = 32;
constexpr int CLOCK_REPEATS = 512;

enum class Op {
    AddOne,        // atomicAdd(p, 1), result unused: what a histogram does
    AddValue,      // a value that the compiler does not know
    AddValueUsed,  // the same, and the old value is kept
    AddOneUsed,
    Min,
    Or,
    ExchangeUsed,
    CompareUsed,   // one compare-exchange, no loop
    AddFloat,
    AddFloatUsed,
    Add64,
    Add64Used,
    Compare64Used,
    Load32,
    Load64,
    Load128,
    Store32,
    Store64,
    Store128,
};

struct Named {
    Op op;
    const char *name;
    int bytes;
    bool atomic;
};

const Named OPS[] = {
    {Op::AddOne, "add_one", 4, true},
    {Op::AddValue, "add", 4, true},
    {Op::AddValueUsed, "add_used", 4, true},
    {Op::AddOneUsed, "add_one_used", 4, true},
    {Op::Min, "min", 4, true},
    {Op::Or, "or", 4, true},
    {Op::ExchangeUsed, "exchange_used", 4, true},
    {Op::CompareUsed, "compare_used", 4, true},
    {Op::AddFloat, "add_f32", 4, true},
    {Op::AddFloatUsed, "add_f32_used", 4, true},
    {Op::Add64, "add_u64", 8, true},
    {Op::Add64Used, "add_u64_used", 8, true},
    {Op::Compare64Used, "compare_u64_used", 8, true},
    {Op::Load32, "load32", 4, false},
    {Op::Load64, "load64", 8, false},
    {Op::Load128, "load128", 16, false},
    {Op::Store32, "store32", 4, false},
    {Op::Store64, "store64", 8, false},
    {Op::Store128, "store128", 16, false},
};

template <Op OP>
__device__ __forceinline__ uint32_t once(char *shared, int element, uint32_t value) {
    auto words = reinterpret_cast<uint32_t *>(shared);
    auto wide = reinterpret_cast<unsigned long long *>(shared);
    if constexpr (OP == Op::AddOne) {
        atomicAdd(words + element, 1u);
    } else if constexpr (OP == Op::AddValue) {
        atomicAdd(words + element, value);
    } else if constexpr (OP == Op::AddValueUsed) {
        return atomicAdd(words + element, value);
    } else if constexpr (OP == Op::AddOneUsed) {
        return atomicAdd(words + element, 1u);
    } else if constexpr (OP == Op::Min) {
        atomicMin(words + element, value);
    } else if constexpr (OP == Op::Or) {
        atomicOr(words + element, value);
    } else if constexpr (OP == Op::ExchangeUsed) {
        return atomicExch(words + element, value);
    } else if constexpr (OP == Op::CompareUsed) {
        return atomicCAS(words + element, value, value + 1);
    } else if constexpr (OP == Op::AddFloat) {
        atomicAdd(reinterpret_cast<float *>(shared) + element, __uint_as_float(value));
    } else if constexpr (OP == Op::AddFloatUsed) {
        float old = atomicAdd(reinterpret_cast<float *>(shared) + element, __uint_as_float(value));
        return __float_as_uint(old);
    } else if constexpr (OP == Op::Add64) {
        atomicAdd(wide + element, (unsigned long long)value);
    } else if constexpr (OP == Op::Add64Used) {
        return (uint32_t)atomicAdd(wide + element, (unsigned long long)value);
    } else if constexpr (OP == Op::Compare64Used) {
        return (uint32_t)atomicCAS(wide + element, (unsigned long long)value, 1ull);
    } else if constexpr (OP == Op::Load32) {
        return *const_cast<volatile uint32_t *>(words + element);
    } else if constexpr (OP == Op::Load64) {
        uint32_t a, b;
        uint32_t address = (uint32_t)__cvta_generic_to_shared(wide + element);
        asm volatile("ld.volatile.shared.v2.u32 {%0,%1}, [%2];" : "=r"(a), "=r"(b) : "r"(address));
        return a ^ b;
    } else if constexpr (OP == Op::Load128) {
        uint32_t a, b, c, d;
        uint32_t address = (uint32_t)__cvta_generic_to_shared(shared + 16 * element);
        asm volatile("ld.volatile.shared.v4.u32 {%0,%1,%2,%3}, [%4];"
                     : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
                     : "r"(address));
        return a ^ b ^ c ^ d;
    } else if constexpr (OP == Op::Store32) {
        *const_cast<volatile uint32_t *>(words + element) = value;
    } else if constexpr (OP == Op::Store64) {
        uint32_t address = (uint32_t)__cvta_generic_to_shared(wide + element);
        asm volatile("st.volatile.shared.v2.u32 [%0], {%1,%1};" ::"r"(address), "r"(value));
    } else if constexpr (OP == Op::Store128) {
        uint32_t address = (uint32_t)__cvta_generic_to_shared(shared + 16 * element);
        asm volatile("st.volatile.shared.v4.u32 [%0], {%1,%1,%1,%1};" ::"r"(address), "r"(value));
    }
    return 0;
}

/// Every lane with an element of its own does the same thing `repeats` times.
template <Op OP>
__global__ void pattern(const int *elements, uint32_t value, int repeats, uint32_t *out,
                        long long *cycles) {
    extern __shared__ __align__(16) char shared[];
    int element = elements[threadIdx.x % LANES];
    uint32_t kept = 0;
    __syncthreads();
    long long start = clock64();
    if (element >= 0) {
#pragma unroll 1
        for (int i = 0; i < repeats; i++) kept ^= once<OP>(shared, element, value);
    }
    __syncthreads();
    long long took = clock64() - start;
    if (cycles && threadIdx.x == 0) *cycles = took;
    // Whatever was kept has to be seen by somebody, or it would not be kept.
    out[threadIdx.x] = kept;
}

/// A word that the compiler knows to be one and the same for all lanes.
__global__ void uniform(uint32_t value, uint32_t *out) {
    __shared__ uint32_t counter;
    for (int i = 0; i < REPEATS; i++) atomicAdd(&counter, value);
    out[threadIdx.x] = value;
}

struct Pattern {
    std::string name;
    std::vector<int> elements;  // by lane; -1: the lane does nothing
};

Pattern make(std::string name, const std::function<int(int)> &element) {
    Pattern pattern{name, {}};
    for (int lane = 0; lane < LANES; lane++) pattern.elements.push_back(element(lane));
    return pattern;
}

std::vector<Pattern> patterns() {
    std::vector<Pattern> all;
    auto number = [](const char *name, int n) { return name + std::to_string(n); };
    for (int k : {1, 2, 4, 8, 16, 32}) {
        // Every word is wanted by k lanes: neighbours, and lanes far apart.
        all.push_back(make(number("neighbours_", k), [=](int lane) { return lane / k; }));
        all.push_back(make(number("apart_", k), [=](int lane) { return lane % (LANES / k); }));
        // Only k of the lanes meet, the others have words and banks of their own.
        all.push_back(make(number("some_", k), [=](int lane) { return lane < k ? 0 : lane; }));
        // All words are in one bank, each wanted by k lanes.
        all.push_back(make(number("bank_neighbours_", k), [=](int l) { return l / k * 32; }));
        all.push_back(make(number("bank_apart_", k), [=](int l) { return l % (LANES / k) * 32; }));
    }
    for (int stride : {2, 4, 8, 16, 32, 3, 33}) {
        all.push_back(make(number("stride_", stride), [=](int lane) { return stride * lane; }));
    }
    for (int k : {2, 8}) {
        for (int stride : {4, 16}) {
            auto name = number("equal_", k) + number("_stride_", stride);
            all.push_back(make(name, [=](int lane) { return lane / k * stride; }));
        }
    }
    for (int active : {1, 5, 16}) {
        all.push_back(make(number("first_", active), [=](int l) { return l < active ? 0 : -1; }));
    }
    // 16, 8, 4, 2, 1 and 1 lanes, in banks of their own and in one bank.
    auto halves = [](int lane) {
        return lane < 16 ? 0 : lane < 24 ? 1 : lane < 28 ? 2 : lane < 30 ? 3 : lane - 26;
    };
    all.push_back(make("halves", halves));
    all.push_back(make("halves_bank", [=](int lane) { return 32 * halves(lane); }));
    // A word of many lanes in one bank, many words of one lane in another.
    all.push_back(make("two_banks", [](int l) { return l < 16 ? 0 : 1 + 32 * (l - 16); }));
    all.push_back(make("crossed", [](int l) { return l % 2 ? 0 : 32 * (l / 2); }));
    uint32_t state = 1;
    auto random = [&](int below) {
        state = state * 1664525u + 1013904223u;
        return (int)((state >> 8) % (uint32_t)below);
    };
    for (int below : {4, 16, 64, 256, 256, 1024, 1024}) {
        auto name = number("random_", below) + number("_", (int)all.size());
        all.push_back(make(name, [&](int) { return random(below); }));
    }
    // Values as 8-byte and 16-byte accesses of the guides have them.
    all.push_back(make("swap_pairs", [](int lane) { return lane ^ 1; }));
    all.push_back(make("halves_equal", [](int lane) { return lane % 16; }));
    all.push_back(make("quarters_equal", [](int lane) { return lane % 8; }));
    return all;
}

void must(cudaError_t error) {
    if (error == cudaSuccess) return;
    fprintf(stderr, "%s\n", cudaGetErrorString(error));
    exit(1);
}

void must(CUresult error) {
    if (error == CUDA_SUCCESS) return;
    fprintf(stderr, "driver error %d\n", (int)error);
    exit(1);
}

struct Arguments {
    int *elements;
    uint32_t *out;
    long long *cycles;
};

template <Op OP>
void launch(const Arguments &to, int threads, int repeats) {
    size_t bytes = 16 * WORDS;
    must(cudaFuncSetAttribute(pattern<OP>, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes));
    pattern<OP><<<1, threads, bytes>>>(to.elements, 3, repeats, to.out, to.cycles);
    must(cudaGetLastError());
}

template <Op... ALL>
void dispatch(Op op, const Arguments &to, int threads, int repeats) {
    ((op == ALL ? launch<ALL>(to, threads, repeats) : void()), ...);
}

void start(Op op, const Arguments &to, int threads, int repeats) {
    dispatch<Op::AddOne, Op::AddValue, Op::AddValueUsed, Op::AddOneUsed, Op::Min, Op::Or,
             Op::ExchangeUsed, Op::CompareUsed, Op::AddFloat, Op::AddFloatUsed, Op::Add64,
             Op::Add64Used, Op::Compare64Used, Op::Load32, Op::Load64, Op::Load128, Op::Store32,
             Op::Store64, Op::Store128>(op, to, threads, repeats);
}

/// Which patterns an operation is tried with: everything for the first few, the
/// main ones for those that should not differ.
bool wanted(Op op, const Pattern &pattern) {
    switch (op) {
        case Op::Min:
        case Op::Or:
        case Op::AddOneUsed:
        case Op::ExchangeUsed:
        case Op::Add64:
        case Op::Compare64Used:
        case Op::AddFloatUsed:
            return pattern.name.rfind("neighbours_", 0) == 0 || pattern.name.rfind("stride_", 0) == 0 ||
                   pattern.name.rfind("random_", 0) == 0;
        default:
            return true;
    }
}

void histogram(const char *file) {
    CUmodule module;
    CUfunction kernel;
    must(cuModuleLoad(&module, file));
    must(cuModuleGetFunction(&kernel, module, "histogram_shared"));
    printf("values,n,seconds\n");
    for (uint64_t n : {1ull << 24, 1ull << 26}) {
        uint32_t *input, *bins;
        must(cudaMalloc(&input, 4 * n));
        must(cudaMalloc(&bins, 4 * 256));
        for (uint32_t values : {1u, 2u, 4u, 8u, 16u, 32u, 64u, 256u}) {
            std::vector<uint32_t> host(n);
            uint32_t state = 1;
            for (auto &value : host) {
                state = state * 1664525u + 1013904223u;
                value = (state >> 8) % values;
            }
            must(cudaMemcpy(input, host.data(), 4 * n, cudaMemcpyHostToDevice));
            cudaEvent_t before, after;
            must(cudaEventCreate(&before));
            must(cudaEventCreate(&after));
            float best = 1e9f;
            for (int round = 0; round < 12; round++) {
                must(cudaMemset(bins, 0, 4 * 256));
                void *arguments[] = {&input, &n, &bins};
                must(cudaEventRecord(before));
                must(cuLaunchKernel(kernel, 1024, 1, 1, 256, 1, 1, 0, 0, arguments, nullptr));
                must(cudaEventRecord(after));
                must(cudaDeviceSynchronize());
                float ms;
                must(cudaEventElapsedTime(&ms, before, after));
                if (round >= 2 && ms < best) best = ms;
            }
            printf("%u,%llu,%.4e\n", values, (unsigned long long)n, best / 1e3);
        }
        must(cudaFree(input));
        must(cudaFree(bins));
    }
}

int main(int count, char **texts) {
    std::string mode = count > 1 ? texts[1] : "";
    auto all = patterns();
    for (auto &pattern : all) {
        for (int element : pattern.elements) {
            if (element >= WORDS) {
                fprintf(stderr, "%s is too long\n", pattern.name.c_str());
                return 1;
            }
        }
    }
    if (mode == "list") {
        printf("op,pattern,bytes,requests,elements\n");
        for (auto &named : OPS) {
            for (auto &pattern : all) {
                if (!wanted(named.op, pattern)) continue;
                printf("%s,%s,%d,%d,", named.name, pattern.name.c_str(), named.bytes, REPEATS);
                for (int lane = 0; lane < LANES; lane++) {
                    printf("%s%d", lane ? " " : "", pattern.elements[lane]);
                }
                printf("\n");
            }
        }
        printf("add_uniform,one_word,4,%d,\n", REPEATS);
        return 0;
    }
    must(cudaFree(nullptr));
    if (mode == "histogram" && count > 2) {
        histogram(texts[2]);
        return 0;
    }
    Arguments to{};
    must(cudaMalloc(&to.elements, sizeof(int) * LANES));
    must(cudaMalloc(&to.out, sizeof(uint32_t) * LANES * CLOCK_WARPS));
    long long *cycles;
    must(cudaMalloc(&cycles, sizeof(long long)));
    if (mode == "clock") printf("op,pattern,one_warp,many_warps\n");
    for (auto &named : OPS) {
        for (auto &pattern : all) {
            if (!wanted(named.op, pattern)) continue;
            must(cudaMemcpy(to.elements, pattern.elements.data(), sizeof(int) * LANES,
                            cudaMemcpyHostToDevice));
            if (mode == "count") {
                start(named.op, to, LANES, REPEATS);
            } else if (mode == "clock") {
                to.cycles = cycles;
                double took[2];
                int turn = 0;
                for (int warps : {1, CLOCK_WARPS}) {
                    long long best = 1ll << 60;
                    for (int round = 0; round < 3; round++) {
                        start(named.op, to, LANES * warps, CLOCK_REPEATS);
                        long long found;
                        must(cudaMemcpy(&found, cycles, sizeof found, cudaMemcpyDeviceToHost));
                        if (found < best) best = found;
                    }
                    took[turn++] = (double)best / CLOCK_REPEATS / warps;
                }
                printf("%s,%s,%.2f,%.2f\n", named.name, pattern.name.c_str(), took[0], took[1]);
            }
        }
    }
    if (mode == "count") {
        uniform<<<1, LANES>>>(3, to.out);
        must(cudaGetLastError());
    }
    must(cudaDeviceSynchronize());
    return 0;
}
