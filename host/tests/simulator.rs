//! Every WGSL kernel of the catalogue on the simulator, at awkward sizes, under
//! every schedule and at several widths, against the reference.

use warpbench_host::catalog::{self, Precision, Variant};
use warpbench_host::front::wgsl;
use warpbench_host::model;
use warpbench_host::observe::counters::{Counters, Counts};
use warpbench_host::sim::{self, Schedule, Settings};

const SEED: u64 = 7;

fn check(variant: &Variant, checked: &wgsl::Checked, size: &[u64], width: u32, schedule: Schedule) {
    let problem = variant.problem(size, SEED).expect("a small size");
    let mut contents = problem.contents();
    let expected = variant.reference(size, &contents, Precision::Double);
    let settings = Settings { warp_width: width, schedule, most_instructions: 1 << 32 };
    sim::run_problem(checked, &problem, &mut contents, &settings, &mut ())
        .unwrap_or_else(|error| panic!("{}: {error}", variant.name));
    let error = contents[problem.output].max_error(&expected);
    assert!(
        error <= problem.tolerance,
        "{} at {size:?}, width {width}, {schedule:?}: off by {error:e}",
        variant.name
    );
}

fn sizes(variant: &Variant) -> &'static [&'static [u64]] {
    match variant.dimensions.len() {
        1 => &[&[0], &[1], &[31], &[33], &[1000], &[4097]],
        2 if variant.name.starts_with("copy") => &[&[1, 1], &[33, 3], &[1000, 7]],
        2 => &[&[1, 1], &[31, 33], &[40, 65]],
        _ => &[&[1, 1, 1], &[31, 33, 17], &[20, 40, 36]],
    }
}

#[test]
fn every_kernel_is_right_at_awkward_sizes() {
    for (family, variant) in catalog::variants() {
        let checked = wgsl::check(family.sources.wgsl, family.name).expect("checked elsewhere");
        for size in sizes(variant) {
            check(variant, &checked, size, 32, Schedule::InOrder);
        }
    }
}

#[test]
fn every_kernel_is_right_under_every_schedule_and_width() {
    for (family, variant) in catalog::variants() {
        let checked = wgsl::check(family.sources.wgsl, family.name).expect("checked elsewhere");
        let size: &[u64] = match variant.dimensions.len() {
            1 => &[777],
            2 => &[37, 41],
            _ => &[19, 35, 21],
        };
        for width in [16, 32, 64] {
            for schedule in [Schedule::InOrder, Schedule::RoundRobin, Schedule::Shuffled(3)] {
                check(variant, &checked, size, width, schedule);
            }
        }
    }
}

/// What a kernel does at a size, under a model.
fn count(name: &str, size: &[u64], model: &str) -> Counts {
    let (family, variant) = catalog::find(name).expect(name);
    let checked = wgsl::check(family.sources.wgsl, family.name).expect("checked elsewhere");
    let model = model::find(model).expect(model);
    let problem = variant.problem(size, SEED).expect("a small size");
    let settings = Settings {
        warp_width: model.warp_width,
        schedule: Schedule::InOrder,
        most_instructions: 1 << 32,
    };
    let mut counters = Counters::new(model);
    sim::run_problem(&checked, &problem, &mut problem.contents(), &settings, &mut counters)
        .unwrap_or_else(|error| panic!("{name}: {error}"));
    counters.counts
}

#[test]
fn a_copy_costs_what_its_addresses_say() {
    // 1,024 elements are 32 warps: one load and one store each. Side by side
    // that is 4 sectors per request. The stride spreads the loads; the stores
    // stay as they are.
    let check = |size: &[u64], name: &str, sectors: u64| {
        let counts = count(name, size, "h200");
        assert_eq!(counts.global_requests, 64, "{name} {size:?}");
        assert_eq!(counts.global_sectors, sectors, "{name} {size:?}");
    };
    check(&[1024], "copy_coalesced", 32 * (4 + 4));
    check(&[1024, 1], "copy_offset", 32 * (5 + 4));
    check(&[1024, 8], "copy_offset", 32 * (4 + 4));
    check(&[1024, 1], "copy_strided", 32 * (4 + 4));
    check(&[1024, 2], "copy_strided", 32 * (8 + 4));
    check(&[1024, 8], "copy_strided", 32 * (32 + 4));
    check(&[1024, 32], "copy_strided", 32 * (32 + 4));
    // On the 8800 an offset of one turns a half-warp's one transaction into 16.
    let even = count("copy_offset", &[1024, 0], "8800 gtx").global_transactions;
    let odd = count("copy_offset", &[1024, 1], "8800 gtx").global_transactions;
    assert_eq!((even, odd), (64 + 64, 64 * 16 + 64));
}

#[test]
fn padding_cures_the_bank_conflicts_of_a_transpose() {
    // A 64x64 matrix is four tiles of 32 rows; each warp reads a column of the
    // tile for each row it writes: 128 reads of 32 words in one bank.
    let tiled = count("transpose_tiled", &[64, 64], "h200");
    assert_eq!((tiled.max_bank_conflict_degree, tiled.bank_conflicts), (32, 128 * 31));
    assert_eq!(tiled.shared_requests, 256);
    let padded = count("transpose_padded", &[64, 64], "h200");
    assert_eq!((padded.max_bank_conflict_degree, padded.bank_conflicts), (1, 0));
    // Without the tile every store touches 32 sectors.
    assert_eq!(count("transpose_naive", &[64, 64], "h200").global_sectors, 128 * (4 + 32));
}

#[test]
fn matvec_needs_its_padding_on_sixteen_banks_too() {
    let conflicts = |name, model| count(name, &[64, 64], model).bank_conflicts;
    for model in ["8800 gtx", "h200"] {
        assert!(conflicts("matvec_rows", model) > 0, "{model}");
        assert_eq!(conflicts("matvec_rows_padded", model), 0, "{model}");
    }
}

#[test]
fn the_reduction_ladder_removes_what_it_says() {
    // One block of 256 elements, eight warps, eight steps.
    let at = |name: &str| count(name, &[256], "h200");
    // Modulo: the first five steps split every one of the eight warps; then one
    // thread per warp or less is left, which splits the warps that still have
    // one: 4, 2 and 1. The last store splits the first warp.
    assert_eq!(at("reduce_interleaved_divergent").divergent_branches, 5 * 8 + 4 + 2 + 1 + 1);
    // Contiguous threads split a warp only in the last five steps.
    let strided = at("reduce_interleaved_strided");
    assert_eq!(strided.divergent_branches, 5 + 1);
    assert!(strided.bank_conflicts > 0);
    let sequential = at("reduce_sequential");
    assert_eq!((sequential.divergent_branches, sequential.bank_conflicts), (5 + 1, 0));
    // A barrier after the load and after each of eight steps; the last warp
    // needs none for its six; shuffles leave one.
    assert_eq!(sequential.barriers, 9);
    assert_eq!(at("reduce_last_warp").barriers, 3);
    assert_eq!(at("reduce_shuffle").barriers, 1);
}
