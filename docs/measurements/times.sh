#!/usr/bin/env bash
# Times every kernel with CUDA at three sizes that the simulator can run too, and
# prints set, kernel, size and the median in seconds as h200-times.csv has them.
# Takes the binary as its argument.
set -euo pipefail
warpbench=${1:-target/release/warpbench}

measure() {
    local set=$1
    shift
    "$warpbench" bench --backend cuda --json "${@/#/--size=}" | python3 -c '
import json, sys
for row in json.load(sys.stdin):
    run = row["outcome"]["measured"]
    size = "x".join(map(str, run["size"]))
    print(sys.argv[1], row["kernel"], size, "%.4e" % run["seconds"]["median"], sep=",")
' "$set"
}

echo set,kernel,size,seconds
measure small 1048576 matmul=512 scale_rows=1024 transpose=1024 matvec=1024 \
    template_match=512 jacobi=1024 peak_fma=65536
measure medium 3000000 matmul=700 scale_rows=2000 transpose=3000 matvec=2000,3000 \
    template_match=700 jacobi=1500 peak_fma=150000
measure large 16777216 matmul=1024 scale_rows=4096 transpose=4096 matvec=4096 \
    template_match=1024 jacobi=2048 peak_fma=262144 divergence=4194304
