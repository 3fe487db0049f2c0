#!/usr/bin/env bash
# Counts what shared-memory atomics of one warp cost, with Nsight Compute, and times
# them. Needs nvcc, ncu and a GPU of the architecture that ARCH names. Writes CSV files
# and the machine code of the kernels into the folder $OUT, or the current one.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
out=${OUT:-.}
arch=${ARCH:-sm_90}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

nvcc -O3 -std=c++17 -arch="$arch" -o "$work/shared-atomics" "$here/shared-atomics.cu" -lcuda
"$work/shared-atomics" list >"$work/list.csv"

# The clock and the histogram first: they need no profiler.
"$work/shared-atomics" clock >"$out/shared-atomics-clock.csv"
"$work/shared-atomics" histogram "$here/../../assets/ptx/histogram.ptx" \
    >"$out/shared-atomics-histogram.csv" || echo "the histogram was not timed" >&2
cuobjdump --dump-sass "$work/shared-atomics" 2>/dev/null |
    grep -E 'Function :|ATOMS|REDUX|LDS|STS|MATCH|VOTE|POPC' >"$out/shared-atomics-sass.txt" || true

# Whatever the profiler of this machine knows about shared memory and its atomics.
ncu --query-metrics 2>/dev/null | awk '{ print $1 }' |
    grep -E '^(l1tex__data_(bank|pipe_lsu_wavefronts).*|smsp__(sass_)?inst_executed.*shared.*|smsp__inst_executed_op_shared.*|l1tex__.*shared.*|idc__.*shared.*)$' |
    grep -vE 'global|local|surface|texture|lg_|distributed|dshared' | sort -u >"$work/known" || true
{
    cat "$work/known"
    printf '%s\n' \
        l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom \
        l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom \
        l1tex__data_bank_conflicts_pipe_lsu_mem_shared \
        l1tex__data_pipe_lsu_wavefronts_mem_shared \
        smsp__inst_executed_op_shared_atom \
        smsp__inst_executed
} | sort -u | sed 's/$/.sum/' | paste -sd, >"$work/metrics"
cp "$work/metrics" "$out/shared-atomics-metrics.txt"

ncu --clock-control none --cache-control none --metrics "$(cat "$work/metrics")" \
    --export "$work/report" --force-overwrite "$work/shared-atomics" count >"$work/log" 2>&1 ||
    { tail -n 20 "$work/log" >&2; exit 1; }
ncu --import "$work/report.ncu-rep" --csv --page raw >"$work/raw.csv"

# One row per launch: what it was, then what was counted, metrics that are always zero left out.
python3 - "$work/list.csv" "$work/raw.csv" >"$out/shared-atomics.csv" <<'PYTHON'
import csv, sys

launches = list(csv.DictReader(open(sys.argv[1])))
rows = [row for row in csv.DictReader(open(sys.argv[2])) if row["ID"].isdigit()]
if len(launches) != len(rows):
    sys.exit(f"{len(launches)} launches are listed and {len(rows)} were counted")
metrics = [name for name in rows[0] if name.endswith(".sum")]
metrics = [name for name in metrics if any(row[name] not in ("", "0", "0.0") for row in rows)]
writer = csv.writer(sys.stdout)
names = list(launches[0])
writer.writerow(names + metrics)
for launch, row in zip(launches, rows):
    writer.writerow([launch[name] for name in names] + [row[name].replace(",", "") for name in metrics])
PYTHON
echo "wrote $out/shared-atomics.csv"
