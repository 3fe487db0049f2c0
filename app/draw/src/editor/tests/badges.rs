//! Badges against what the accesses did, counted once more from the trace: for
//! every rung of every lesson under every model.

use super::super::costs::{BadgeKind, lines_from};
use std::collections::BTreeMap;
use warpbench_machine::model::{self, DeviceModel};
use warpbench_machine::observe::WarpAccess;
use warpbench_machine::observe::accesses::{AccessCounts, AccessVerb, AccessedMemory};
use warpbench_machine::observe::banks::{self, BankAccess, Banks};
use warpbench_machine::observe::coalescing::TransferDirection;
use warpbench_machine::observe::trace::{Trace, TracedAccess};
use warpbench_machine::observe::transactions::list_transactions;
use warpbench_machine::sim::{AccessKind, Schedule, Space};
use warpbench_simulate::recording::RecordingRequest;
use warpbench_simulate::report::Simulation;
use warpbench_state::session;
use warpbench_state::setup::Setup;
use warpbench_texts::lessons::RungId;

/// What the accesses of one kind did at a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Sum {
    requests: u64,
    /// Transactions, or turns of shared memory.
    took: u64,
    bytes: u64,
    /// How many of them would have done.
    least: u64,
    least_bytes: u64,
}

/// A line, whether the memory is shared, and what is done to it.
type Key = (u32, bool, &'static str);

fn add(sums: &mut BTreeMap<Key, Sum>, key: Key, one: Sum) {
    let sum = sums.entry(key).or_default();
    *sum = Sum {
        requests: sum.requests + one.requests,
        took: sum.took + one.took,
        bytes: sum.bytes + one.bytes,
        least: sum.least + one.least,
        least_bytes: sum.least_bytes + one.least_bytes,
    };
}

/// What the report says.
fn reported(accesses: &[AccessCounts]) -> BTreeMap<Key, Sum> {
    let mut sums = BTreeMap::new();
    for access in accesses {
        let is_shared = access.memory == AccessedMemory::Shared;
        let counts = &access.counts;
        let sum = match is_shared {
            true => Sum {
                requests: counts.shared_requests,
                took: counts.shared_turns,
                least: counts.least_shared_turns(),
                ..Sum::default()
            },
            false => Sum {
                requests: counts.global_requests,
                took: counts.global_transactions,
                bytes: counts.global_bytes_moved,
                least: access.least_transactions,
                least_bytes: access.least_bytes_moved,
            },
        };
        add(&mut sums, (access.line, is_shared, access.verb.name()), sum);
    }
    sums
}

/// The same from the addresses in a trace, as the pictures of memory count.
fn counted(trace: &Trace, model: &DeviceModel, sums: &mut BTreeMap<Key, Sum>) {
    for step in (0..trace.len()).filter_map(|step| trace.step(step)) {
        let Some(line) = step.line else { continue };
        for access in step.accesses.iter().filter(|access| access.mask != 0) {
            let verb = match access.kind {
                AccessKind::Load => AccessVerb::Load,
                AccessKind::Store => AccessVerb::Store,
                _ => AccessVerb::Atomic,
            };
            let is_shared = access.space == Space::Shared;
            let sum = match is_shared {
                true => {
                    let shape = trace.atomic_shape(step.op);
                    let kind = BankAccess::of(access.kind, shape);
                    let lanes = wanted(access, |lane| access.offsets[lane].into());
                    let asked = of_warp(&lanes, access);
                    let cost = banks::cost(Banks::from(&model.shared), kind, &asked);
                    let least = cost.turns - cost.conflicts() - cost.same_word_turns;
                    Sum { requests: 1, took: cost.turns, least, ..Sum::default() }
                }
                false => of_global(access, model),
            };
            add(sums, (line, is_shared, verb.name()), sum);
        }
    }
}

fn of_global(access: &TracedAccess, model: &DeviceModel) -> Sum {
    let direction = match access.kind {
        AccessKind::Load | AccessKind::AtomicLoad => TransferDirection::Load,
        _ => TransferDirection::Store,
    };
    let cost = |lanes: &[Option<u64>]| {
        let found = list_transactions(model, direction, &of_warp(lanes, access));
        (found.len() as u64, found.iter().map(|one| one.bytes).sum::<u64>())
    };
    let (took, bytes) = cost(&wanted(access, |lane| access.offsets[lane].into()));
    let (least, least_bytes) = cost(&wanted(access, |lane| lane as u64 * u64::from(access.bytes)));
    Sum { requests: 1, took, bytes, least: least.min(took), least_bytes: least_bytes.min(bytes) }
}

fn of_warp<'a>(lanes: &'a [Option<u64>], access: &TracedAccess) -> WarpAccess<'a> {
    WarpAccess { addresses: lanes, bytes_per_lane: access.bytes.into() }
}

fn wanted(access: &TracedAccess, address: impl Fn(usize) -> u64) -> Vec<Option<u64>> {
    (0..64).map(|lane| (access.mask >> lane & 1 == 1).then(|| address(lane))).collect()
}

/// Runs a rung under a model: what is reported, and what its launches did. Nothing
/// where the device has no room for a block.
fn run(rung_id: RungId, model: &'static DeviceModel) -> Option<(Simulation, BTreeMap<Key, Sum>)> {
    let mut setup = Setup { model, ..Setup::new() };
    setup.open(rung_id);
    let name = rung_id.rung().variant.name;
    let prepared = match session::prepare(&setup, None) {
        Err(error) if error.to_string().contains("choose another model") => return None,
        prepared => prepared.unwrap_or_else(|error| panic!("{name}: {error}")),
    };
    let mut sums = BTreeMap::new();
    for launch in 0..prepared.launches() {
        // The grids of later launches are smaller than the first one's.
        let [x, y, z] = prepared.known().grid.unwrap_or([1; 3]);
        let blocks = (0..z).flat_map(|c| (0..y).flat_map(move |b| (0..x).map(move |a| [a, b, c])));
        let request = RecordingRequest {
            launch,
            blocks: blocks.collect(),
            schedule: Schedule::InOrder,
            most_bytes: usize::MAX,
        };
        let recording =
            prepared.record(&request, &|| true).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert!(recording.trace.is_complete(), "{name}");
        counted(&recording.trace, model, &mut sums);
    }
    let simulation = prepared.run().unwrap_or_else(|error| panic!("{name}: {error}"));
    Some((simulation, sums))
}

#[test]
fn badges_say_what_the_accesses_did() {
    let mut refused = Vec::new();
    for rung_id in RungId::all() {
        for model in model::builtin() {
            let told = format!("{} on {}", rung_id.rung().variant.name, model.name);
            let Some((simulation, sums)) = run(rung_id, model) else {
                refused.push(told);
                continue;
            };
            assert_eq!(reported(&simulation.accesses), sums, "{told}");
            check_badges(&simulation, &told);
        }
    }
    // Few kernels are too much for the first cards, and none for those of today.
    assert!(refused.iter().all(|told| !told.contains("H200")), "{refused:?}");
    assert!(refused.len() <= 2 * RungId::all().count(), "{refused:?}");
}

/// Every line's badges, against its accesses and nothing else.
fn check_badges(simulation: &Simulation, told: &str) {
    for line in lines_from(&simulation.lines, &simulation.accesses, 0) {
        let of_all = |of: fn(&AccessCounts) -> u64| line.accesses.iter().map(of).sum::<u64>();
        let requests = of_all(|access| access.counts.global_requests);
        assert_eq!(requests, line.counts.global_requests, "{told}, line {}", line.line);
        let turns = of_all(|access| access.counts.shared_turns);
        assert_eq!(turns, line.counts.shared_turns, "{told}, line {}", line.line);
        let badges = line.badges();
        for badge in &badges {
            assert!(!badge.text.contains("sec/") && !badge.text.is_empty(), "{told}: {badge:?}");
            let is_wasteful = badge.text.contains("would do") || badge.text.contains('×');
            if badge.kind != BadgeKind::Divergence {
                assert_eq!(badge.heat > 0.0, is_wasteful, "{told}: {badge:?}");
            }
        }
        for access in line.accesses {
            let of_kind = |kind| badges.iter().filter(move |badge| badge.kind == kind);
            let mut own = match access.memory {
                AccessedMemory::Global => of_kind(BadgeKind::Global),
                AccessedMemory::Shared if access.waste() > 1.0 => of_kind(BadgeKind::Shared),
                AccessedMemory::Shared => continue,
            };
            let heat = super::super::costs::heat(access.waste());
            assert!(own.any(|badge| badge.heat == heat), "{told}, line {}: {badges:?}", line.line);
        }
    }
}

#[test]
fn a_coalesced_load_is_cool_under_every_model() {
    for model in model::builtin() {
        for variant in ["reduce_sequential", "saxpy", "vecadd"] {
            let Some(rung_id) = RungId::of_variant(variant) else { continue };
            let (simulation, _) = run(rung_id, model).expect("small blocks");
            let loads = simulation.accesses.iter().filter(|access| {
                access.memory == AccessedMemory::Global && access.verb == AccessVerb::Load
            });
            let mut count = 0;
            for load in loads {
                count += 1;
                assert_eq!(load.waste(), 1.0, "{variant} on {}: {load:?}", model.name);
            }
            assert!(count > 0, "{variant} on {}", model.name);
        }
    }
}
