//! What Nsight Compute counted on an H200, request by request.
//!
//! `h200.csv` is made of what `docs/measurements/shared-atomics.sh` printed there (driver
//! 580, nvcc 13.0 for sm_90): for every operation and every pattern of elements by
//! lane (-1: the lane does nothing) the wavefronts of shared memory and the bank
//! conflicts, both for one request. Of an operation that is a loop they are the
//! sums over its loads and compare-exchanges.

use super::*;

const COUNTED: &str = include_str!("h200.csv");

/// What an operation of the file is to the banks.
fn access_of(op: &str) -> BankAccess {
    match op.trim_end_matches("_used") {
        "add_one" if op.ends_with("_used") => BankAccess::Atomic(AtomicShape::Update),
        "add_one" => BankAccess::Atomic(AtomicShape::Count),
        "add" | "min" | "or" | "exchange" => BankAccess::Atomic(AtomicShape::Update),
        "compare" | "compare_u64" => BankAccess::Atomic(AtomicShape::Compare),
        "add_f32" | "add_u64" => BankAccess::Atomic(AtomicShape::Loop),
        load if load.starts_with("load") => BankAccess::Load,
        store if store.starts_with("store") => BankAccess::Store,
        other => panic!("{other} is not known"),
    }
}

#[test]
fn an_h200_counts_the_same() {
    let h200 = banks("H200");
    let mut rows = 0;
    for row in COUNTED.lines().skip(1) {
        let [op, pattern, bytes, elements, wavefronts, conflicts] =
            row.split(',').collect::<Vec<_>>()[..]
        else {
            panic!("{row}")
        };
        let number = |text: &str| text.parse::<u64>().expect(row);
        let bytes_per_lane = number(bytes);
        let address = |element: &str| element.parse().ok().map(|at: u64| at * bytes_per_lane);
        let addresses: Vec<_> = elements.split(' ').map(address).collect();
        let access = WarpAccess { addresses: &addresses, bytes_per_lane };
        let kind = access_of(op);
        let found = cost(h200, kind, &access);
        assert_eq!(found.turns, number(wavefronts), "{op} {pattern}: {found:?}");
        // Of a compare-exchange's two wavefronts per lane the counter takes one for a
        // conflict, and of the attempts of a loop none.
        let lost = found.turns - found.least_turns;
        let counted = match kind {
            BankAccess::Atomic(AtomicShape::Loop) => None,
            BankAccess::Atomic(AtomicShape::Compare) => Some(lost / 2),
            _ => Some(lost),
        };
        assert!(counted.is_none_or(|counted| counted == number(conflicts)), "{op} {pattern}");
        rows += 1;
    }
    assert_eq!(rows, 836);
}

/// The rows that the rule was asked for, readable: lanes that meet at one word, the
/// others in banks of their own.
#[test]
fn equal_addresses_one_two_eight_and_thirty_two() {
    let check = |shape: AtomicShape, model: &str, expected: [u64; 4]| {
        let found = [1, 2, 8, 32].map(|equal| {
            let addresses = lanes(32, |lane| if lane < equal { 0 } else { 4 * lane });
            let access = WarpAccess { addresses: &addresses, bytes_per_lane: 4 };
            let found = cost(banks(model), BankAccess::Atomic(shape), &access);
            assert_eq!(found.lanes_on_word, equal, "{shape:?} {model}");
            assert_eq!(found.conflicts(), 0, "{shape:?} {model}");
            found.turns
        });
        assert_eq!(found, expected, "{shape:?} {model}");
    };
    check(AtomicShape::Update, "H200", [1, 2, 8, 32]);
    check(AtomicShape::Count, "H200", [1, 1, 1, 1]);
    check(AtomicShape::Compare, "H200", [2, 4, 16, 64]);
    check(AtomicShape::Loop, "H200", [3, 6, 24, 96]);
    // Before compute capability 8.0 nobody counts lanes together.
    check(AtomicShape::Count, "P100", [1, 2, 8, 32]);
    check(AtomicShape::Count, "C2050", [1, 2, 8, 32]);
}
