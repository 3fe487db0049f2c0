#!/usr/bin/env bash
# Runs every kernel on every GPU of this machine at sizes that fill a large card,
# then the vendor's libraries beside them. Takes the binary as its argument.
set -euo pipefail
warpbench=${1:-target/release/warpbench}

"$warpbench" bench --backend cuda --backend wgpu --markdown \
    --size reduce=268435456 --size peak_read=268435456 --size peak_copy=268435456 \
    --size transpose=16384 --size matmul=4096
printf '\n## The vendor'\''s libraries\n\n'
python3 "$(dirname "$0")/vendor.py"
