//! The examples of the programming guides, generation by generation.

use super::*;

/// Strided accesses to 32-bit words: `(stride, turns, fewest, degree)`.
fn strides(banks: Banks, expected: &[(u64, u64, u64, u64)]) {
    for &(stride, turns, fewest, degree) in expected {
        let addresses = lanes(32, |lane| 4 * (stride * lane + 7));
        check(banks, LOAD4, &addresses, (turns, fewest, degree));
        check(banks, (BankAccess::Store, 4), &addresses, (turns, fewest, degree));
    }
}

/// CUDA C Programming Guide 3.2, G.3.3.1: a stride of `s` words has no conflict if
/// a half-warp is no longer than 16 over the greatest common divisor of `s` and 16,
/// so with odd strides. Figure G-3 has strides of 1, 2 and 3 words.
#[test]
fn strided_accesses_of_compute_capability_1() {
    for model in ["8800 GTX", "GTX 280"] {
        strides(
            banks(model),
            &[
                (1, 2, 2, 1),
                (2, 4, 2, 2),
                (3, 2, 2, 1),
                (4, 8, 2, 4),
                (6, 4, 2, 2),
                (8, 16, 2, 8),
                (16, 32, 2, 16),
                (17, 2, 2, 1),
                (32, 32, 2, 16),
            ],
        );
    }
}

/// CUDA C Programming Guide 3.2, G.3.3.2 and figures G-4 and G-5: one broadcast word
/// per half-warp and step.
#[test]
fn broadcasts_of_compute_capability_1() {
    let check_half = |words: [u64; 16], turns: u64| {
        for model in ["8800 GTX", "GTX 280"] {
            let addresses: Vec<_> = words.iter().map(|word| Some(4 * word)).collect();
            check(banks(model), LOAD4, &addresses, (turns, 1, turns));
        }
    };
    // A permutation of the banks, and all lanes at one word.
    check_half([3, 0, 2, 1, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14], 1);
    check_half([9; 16], 1);
    // Several lanes at one word of bank 5, the others in banks of their own: no
    // conflict if that word is the broadcast word.
    check_half([0, 1, 2, 5, 5, 4, 5, 5, 8, 5, 10, 11, 12, 13, 14, 15], 1);
    // Two lanes at each word: one word is given to both of its lanes, the
    // others to one lane each, and the rest comes one by one, but side by side.
    check_half([0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7], 2);
    // Two words with eight lanes each, in two banks and in one.
    check_half([0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1], 2);
    check_half([0, 0, 0, 0, 0, 0, 0, 0, 16, 16, 16, 16, 16, 16, 16, 16], 2);
    // Four words with four lanes each: 4, then 3, then 2 lanes at a broadcast.
    check_half([0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3], 4);
    // The halves of a warp broadcast a word each.
    for model in ["8800 GTX", "GTX 280"] {
        check(banks(model), LOAD4, &lanes(32, |lane| 4 * (lane / 16)), (2, 2, 1));
        // Of lanes that store to one word only one gets its way, so they do not queue.
        check(banks(model), (BankAccess::Store, 4), &lanes(32, |lane| lane / 16), (2, 2, 1));
    }
}

/// CUDA C Programming Guide 3.2, G.3.3.3: an array of bytes read by neighbouring
/// lanes has conflicts, read at every fourth byte it has none.
#[test]
fn small_accesses_of_compute_capability_1() {
    let byte = (BankAccess::Load, 1);
    check(banks("GTX 280"), byte, &lanes(32, |lane| lane), (8, 2, 4));
    check(banks("GTX 280"), byte, &lanes(32, |lane| 4 * lane), (2, 2, 1));
}

/// CUDA C Programming Guide 3.2, G.3.3.4: a double is fetched by two requests with a
/// stride of two words, which conflict two ways; a structure of three words by
/// three with a stride of three, which do not; one of two words by two that do.
#[test]
fn wide_accesses_of_compute_capability_1() {
    for model in ["8800 GTX", "GTX 280"] {
        let banks = banks(model);
        check(banks, (BankAccess::Load, 8), &lanes(32, |lane| 8 * lane), (8, 4, 2));
        check(banks, (BankAccess::Store, 8), &lanes(32, |lane| 8 * lane), (8, 4, 2));
        check(banks, (BankAccess::Load, 12), &lanes(32, |lane| 12 * lane), (6, 6, 1));
        check(banks, (BankAccess::Load, 16), &lanes(32, |lane| 16 * lane), (32, 8, 4));
        // Split by hand into two arrays of words there is no conflict.
        check(banks, LOAD4, &lanes(32, |lane| 4 * lane), (2, 2, 1));
    }
}

/// CUDA C Programming Guide 4.2, F.4.3 and F.4.3.1: 32 banks, and a stride of `s`
/// words has no conflict if it is odd. Figures F-2 and F-3.
#[test]
fn strided_and_irregular_accesses_of_compute_capability_2() {
    let strided =
        [(1, 1, 1, 1), (2, 2, 1, 2), (3, 1, 1, 1), (8, 8, 1, 8), (32, 32, 1, 32), (33, 1, 1, 1)];
    for model in ["C2050", "P100", "RTX 4090", "H200"] {
        strides(banks(model), &strided);
        let load = |address: fn(u64) -> u64, turns: u64| {
            check(banks(model), LOAD4, &lanes(32, address), (turns, 1, turns));
        };
        // A permutation.
        load(|lane| 4 * (lane ^ 21), 1);
        // Lanes 3, 4, 6, 7 and 9 at the same word of bank 5.
        load(|lane| if matches!(lane, 3 | 4 | 6 | 7 | 9) { 4 * 5 } else { 4 * lane }, 1);
        // Everybody at one word; two and four words at once, which the first
        // cards could not give.
        load(|_| 64, 1);
        load(|lane| 4 * (lane / 16), 1);
        load(|lane| 4 * (lane % 4), 1);
        load(|lane| 128 * (lane / 16), 2);
        // Bytes of one word are no conflict any more.
        check(banks(model), (BankAccess::Load, 1), &lanes(32, |lane| lane), (1, 1, 1));
    }
}

/// CUDA C Programming Guide 4.2, F.4.3.2: three words are fetched one by one without
/// a conflict; doubles by half-warps without one; of 128 bits one has to add one to
/// the words of a quarter-warp in one bank.
#[test]
fn wide_accesses_of_compute_capability_2() {
    let fermi = banks("C2050");
    check(fermi, (BankAccess::Load, 12), &lanes(32, |lane| 12 * lane), (3, 3, 1));
    check(fermi, (BankAccess::Load, 8), &lanes(32, |lane| 8 * lane), (2, 2, 1));
    check(fermi, (BankAccess::Load, 8), &lanes(32, |lane| 16 * lane), (4, 2, 2));
    check(fermi, (BankAccess::Load, 16), &lanes(32, |lane| 16 * lane), (8, 4, 2));
    check(fermi, (BankAccess::Load, 16), &lanes(32, |lane| 32 * lane), (12, 4, 3));
}

/// Compute capability 3.x with banks of four and of eight bytes.
fn kepler(bank_bytes: u32) -> Banks {
    let mut shared = model::find("C2050").expect("built in").shared.clone();
    shared.bank_bytes = bank_bytes;
    shared.rule = if bank_bytes == 4 { BankRule::MulticastPairs } else { BankRule::Multicast };
    Banks::from(&shared)
}

/// CUDA C Programming Guide 8.0, H.4.3: with 4-byte banks words `i` and `i + 32` of an
/// aligned stretch of 64 words are no conflict, with 8-byte banks the halves of 8
/// bytes are none. The figure of 4-byte banks has strides of one, two and three
/// words, all without a conflict.
#[test]
fn compute_capability_3() {
    for mode in [kepler(4), kepler(8)] {
        for stride in [1, 2] {
            check(mode, LOAD4, &lanes(32, |lane| 4 * stride * lane), (1, 1, 1));
        }
        // Doubles side by side come in one turn, and 16 bytes in two.
        check(mode, (BankAccess::Load, 8), &lanes(32, |lane| 8 * lane), (1, 1, 1));
        check(mode, (BankAccess::Load, 16), &lanes(32, |lane| 16 * lane), (2, 2, 1));
        check(mode, LOAD4, &lanes(32, |_| 64), (1, 1, 1));
    }
    check(kepler(4), LOAD4, &lanes(32, |lane| 4 * 3 * lane), (1, 1, 1));
    check(kepler(8), LOAD4, &lanes(32, |lane| 4 * 3 * lane), (2, 1, 2));
    // Rows of 32 words: with 4-byte banks two rows of an aligned pair come together.
    check(kepler(4), LOAD4, &lanes(32, |lane| 128 * lane), (16, 1, 16));
    check(kepler(4), LOAD4, &lanes(2, |lane| 128 * lane), (1, 1, 1));
    check(kepler(4), LOAD4, &lanes(2, |lane| 128 * (lane + 1)), (2, 1, 2));
    // With 8-byte banks they are 16 banks apart.
    check(kepler(8), LOAD4, &lanes(2, |lane| 128 * (lane + 1)), (1, 1, 1));
    check(kepler(8), LOAD4, &lanes(32, |lane| 256 * lane), (32, 1, 32));
}

/// CUDA C Programming Guide 8.0, H.5.3: 32 bits per bank and turn, so accesses of
/// 8 and 16 bytes are served by halves and quarters of a warp.
#[test]
fn wide_accesses_of_compute_capability_5_and_later() {
    for model in ["P100", "RTX 4090", "H200"] {
        let banks = banks(model);
        check(banks, (BankAccess::Load, 8), &lanes(32, |lane| 8 * lane), (2, 2, 1));
        check(banks, (BankAccess::Load, 16), &lanes(32, |lane| 16 * lane), (4, 4, 1));
        // Eight bytes every 16: a half-warp covers each second pair of banks twice.
        check(banks, (BankAccess::Load, 8), &lanes(32, |lane| 16 * lane), (4, 2, 2));
        check(banks, (BankAccess::Load, 12), &lanes(32, |lane| 12 * lane), (3, 3, 1));
    }
}
