#!/bin/bash
# Tries grade.sbatch on a real Slurm: controller and node on this machine, in a folder
# that is removed afterwards. A class of 40 submissions is graded by an array of four
# tasks, merged, and compared with a run without Slurm.
#
#   docs/slurm/try.sh [PROGRAM]        as root, on Debian or Ubuntu
#
# What it needs is installed (slurm-wlm, munge) unless WARPBENCH_NO_INSTALL is set.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
repository=$(cd "$here/../.." && pwd)
program=$(realpath "${1:-$repository/target/release/warpbench}")
tasks=4
count=40

[ -x "$program" ] || { echo "there is no $program; build it, or name another" >&2; exit 1; }
[ "$(id -u)" = 0 ] || { echo "Slurm's daemons are started here, which root has to do" >&2; exit 1; }
if ! command -v slurmctld > /dev/null || ! command -v slurmd > /dev/null || ! command -v munged > /dev/null; then
    if [ -n "${WARPBENCH_NO_INSTALL:-}" ]; then
        echo "slurm-wlm and munge are missing, and WARPBENCH_NO_INSTALL is set" >&2
        exit 1
    fi
    apt-get update
    DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends slurm-wlm munge
fi

work=$(mktemp -d /tmp/warpbench-slurm.XXXXXX)
controller='' node='' keys=''
stop() {
    for daemon in "$node" "$controller" "$keys"; do
        [ -z "$daemon" ] || kill "$daemon" 2> /dev/null || true
    done
    wait 2> /dev/null || true
    rm -rf "$work"
}
trap stop EXIT

# Munge tells Slurm who submits. A daemon, a key and a socket of our own disturb nobody's.
mkdir -p "$work/munge" "$work/state" "$work/spool"
chmod 755 "$work"
dd if=/dev/urandom of="$work/munge/key" bs=1 count=1024 2> /dev/null
chmod 400 "$work/munge/key"
munged --foreground --force --key-file="$work/munge/key" --socket="$work/munge/socket" \
    --pid-file="$work/munge/pid" --log-file="$work/munge/log" --seed-file="$work/munge/seed" \
    > "$work/munged.log" 2>&1 &
keys=$!

cores=$(nproc)
cat > "$work/slurm.conf" <<CONF
ClusterName=try
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmUser=root
SlurmctldPort=16817
SlurmdPort=16818
AuthType=auth/munge
AuthInfo=socket=$work/munge/socket
CryptoType=crypto/munge
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
MpiDefault=none
NodeName=$(hostname -s) NodeAddr=127.0.0.1 CPUs=$cores State=UNKNOWN
PartitionName=try Nodes=$(hostname -s) Default=YES MaxTime=INFINITE State=UP
CONF
export SLURM_CONF="$work/slurm.conf"
slurmctld -D -i > /dev/null 2>&1 &
controller=$!
slurmd -D > /dev/null 2>&1 &
node=$!
for _ in $(seq 60); do
    sinfo --noheader --format=%t 2> /dev/null | grep -q idle && break
    sleep 1
done
if ! sinfo --noheader --format=%t | grep -q idle; then
    echo "Slurm did not start" >&2
    tail -n 20 "$work"/*.log >&2
    exit 1
fi
sinfo

# A class: right kernels, starters, and some that are no kernels.
lab=01_first_kernel
mkdir "$work/class"
for number in $(seq -w "$count"); do
    case $((10#$number % 5)) in
        0) echo "fn (" > "$work/class/student$number.rs" ;;
        1) cp "$repository/assets/labs/$lab/starter.rs" "$work/class/student$number.rs" ;;
        *) cp "$repository/assets/labs/$lab/solution.rs" "$work/class/student$number.rs" ;;
    esac
done

export WARPBENCH="$program"
mkdir "$work/parts"
per_task=$((cores < 2 ? cores : 2))
sbatch --wait --array="1-$tasks" --cpus-per-task="$per_task" --mem=0 \
    --output="$work/parts/log-%a" "$here/grade.sbatch" "$lab" "$work/class" "$work/parts"
tail -n 2 "$work"/parts/log-*
"$program" grade merge "$lab" "$work"/parts/part-* --out "$work/merged"
"$program" grade "$lab" --dir "$work/class" --out "$work/alone"
for file in results.csv canvas.csv moodle.csv results.json; do
    cmp "$work/merged/$file" "$work/alone/$file"
done
diff -r "$work/merged/results" "$work/alone/results"
echo "$count submissions in $tasks tasks of a Slurm array: the same as on one machine, to the byte"
