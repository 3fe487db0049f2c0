//! Where two machines disagree about a buffer.

use warpbench_generate::rust::RustField;
use warpbench_generate::{Scalar, Slot};

/// Compares what two machines left in a buffer whose fields repeat after so many
/// bytes. Says where they differ first.
pub(crate) fn compare(
    stride: u32,
    fields: &[RustField],
    expected: &[u32],
    found: &[u32],
) -> Result<(), String> {
    if expected.len() != found.len() {
        return Err(format!("{} words instead of {}", found.len(), expected.len()));
    }
    let stride = (stride as usize).max(1);
    for start in (0..4 * expected.len()).step_by(stride) {
        for field in fields {
            let at = start + field.offset as usize;
            let (Some(a), Some(b)) = (numbers(expected, at, field), numbers(found, at, field))
            else {
                continue;
            };
            if !agree(field, &a, &b) {
                let element = start / stride;
                let place = match fields.len() {
                    1 => format!("element {element}"),
                    _ => format!("element {element}, byte {}", field.offset),
                };
                let (a, b) = (show(field.scalar, &a), show(field.scalar, &b));
                return Err(format!("{place}: {b} instead of {a}, compared {:?}", field.slot));
            }
        }
    }
    Ok(())
}

/// The words that a number begins with, at a byte; one that is narrower than a word is
/// alone in it.
fn numbers(words: &[u32], byte: usize, field: &RustField) -> Option<Vec<u32>> {
    let rest = words.get(byte / 4..).filter(|rest| !rest.is_empty())?;
    let word = rest[0] >> (8 * (byte % 4));
    Some(match field.scalar {
        Scalar::I8 | Scalar::U8 => vec![word & 0xff],
        Scalar::I16 | Scalar::U16 => vec![word & 0xffff],
        _ => rest.iter().take(2).copied().collect(),
    })
}

/// Whether a number agrees, whose first word these begin with.
fn agree(field: &RustField, a: &[u32], b: &[u32]) -> bool {
    match field.scalar {
        Scalar::F64 => {
            let (x, y) = (f64::from_bits(wide(a)), f64::from_bits(wide(b)));
            (x.is_nan() && y.is_nan())
                || wide(a) == wide(b)
                || (field.slot != Slot::Exact && close(field.slot, x, y))
        }
        Scalar::I64 | Scalar::U64 => wide(a) == wide(b),
        // No number is like any other that is none, whatever its bits.
        Scalar::F32 if [a[0], b[0]].map(f32::from_bits).iter().all(|x| x.is_nan()) => true,
        _ => field.slot.agree(a[0], b[0]),
    }
}

fn close(slot: Slot, x: f64, y: f64) -> bool {
    let (relative, absolute) = match slot {
        Slot::Near { relative, absolute } => (f64::from(relative), f64::from(absolute)),
        Slot::Exact | Slot::Float => (0.0, 0.0),
    };
    (x - y).abs() <= absolute.max(relative * x.abs().max(y.abs()))
}

/// Two words as one number; one that is cut off is none.
fn wide(words: &[u32]) -> u64 {
    words.iter().take(2).rev().fold(0, |bits, word| bits << 32 | u64::from(*word))
}

fn show(scalar: Scalar, words: &[u32]) -> String {
    match scalar {
        Scalar::F32 => format!("{:?} ({:#010x})", f32::from_bits(words[0]), words[0]),
        Scalar::F64 => format!("{:?} ({:#018x})", f64::from_bits(wide(words)), wide(words)),
        Scalar::I64 | Scalar::U64 => format!("{} ({:#018x})", wide(words) as i64, wide(words)),
        _ => format!("{} ({:#010x})", words[0] as i32, words[0]),
    }
}
