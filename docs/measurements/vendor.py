"""What the vendor's libraries reach on this card, timed as Warpbench times.

Needs PyTorch and CuPy. TF32 is off. Before each repeat 128 MiB are overwritten,
which empties the cache and lets the launch be queued before the clock starts.
"""

import statistics

import cupy
import torch

torch.backends.cuda.matmul.allow_tf32 = False
torch.backends.cudnn.allow_tf32 = False
scratch = cupy.empty(128 * 1024 * 1024, dtype=cupy.uint8)


def median_seconds(run, repeats=50):
    for _ in range(5):
        run()
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


def main():
    print("| library call | size | time | rate |")
    print("| --- | --- | ---: | ---: |")

    # Both libraries on one stream, so that events of one time the other.
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream), cupy.cuda.Stream.from_external(stream):
        n = 1 << 28
        values = cupy.random.uniform(-1, 1, n, dtype=cupy.float32)
        tensor = torch.as_tensor(values, device="cuda")
        for name, run in [
            ("CUB sum, through CuPy", lambda: values.sum()),
            ("PyTorch sum", lambda: tensor.sum()),
        ]:
            seconds = median_seconds(run)
            print(f"| {name} | {n:,} | {seconds * 1e6:.1f} µs | {4 * n / seconds / 1e9:,.0f} GB/s |")
        del values, tensor

        size = 4096
        a = torch.rand(size, size, device="cuda") * 2 - 1
        b = torch.rand(size, size, device="cuda") * 2 - 1
        c = torch.empty_like(a)
        seconds = median_seconds(lambda: torch.matmul(a, b, out=c))
        rate = 2 * size**3 / seconds / 1e9
        print(f"| cuBLAS fp32, through PyTorch | {size}³ | {seconds * 1e6:.0f} µs | {rate:,.0f} GFLOP/s |")

        size = 16384
        matrix = torch.rand(size, size, device="cuda")
        other = torch.empty_like(matrix)
        for name, run in [
            ("PyTorch copy", lambda: other.copy_(matrix)),
            ("PyTorch transposed copy", lambda: other.copy_(matrix.t())),
        ]:
            seconds = median_seconds(run)
            rate = 8 * size * size / seconds / 1e9
            print(f"| {name} | {size}² | {seconds * 1e6:.0f} µs | {rate:,.0f} GB/s |")


main()
