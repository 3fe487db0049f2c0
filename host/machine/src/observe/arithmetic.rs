//! Arithmetic at which rustc would panic.
//!
//! WGSL defines a result for every operation. Rust defines none where it does not
//! fit: a debug build panics, and a release build goes on with what wraps round,
//! which is seldom what its author had in mind. Division by zero panics in every
//! build.

use super::Divisible;
use super::finding::{CountedFindings, UnlocatedFinding};
use super::kernel::{LaunchedKernel, block_name, do_so_here, lanes};
use super::words;
use crate::finding::{FindingKind, Severity};
use crate::sim::code::{Code, Scalar};
use crate::sim::{Launch, Observer, Site, Unfit, exact};
use std::sync::Arc;
use warpbench_semantics::{CheckSubject, CheckedOperation};

/// Looks for arithmetic without a result that fits.
#[derive(Clone, Debug, Default)]
pub struct ArithmeticDetector {
    kernel: Arc<LaunchedKernel>,
    /// What was found, by instruction, and in how many lanes.
    found: CountedFindings,
}

impl ArithmeticDetector {
    pub fn new() -> ArithmeticDetector {
        ArithmeticDetector::default()
    }

    /// One finding for each operation of the source.
    pub fn findings(&self) -> Vec<UnlocatedFinding> {
        self.found.findings()
    }

    fn describe(&self, site: &Site, unfit: &Unfit<'_>) -> UnlocatedFinding {
        let threads = self.kernel.threads_of(site.warp, unfit.lanes);
        let first = lanes(unfit.lanes).next().unwrap_or(0);
        let others = do_so_here(&threads);
        let fault = Fault {
            operation: unfit.operation,
            of: unfit.of,
            bits: unfit.bits,
            is_pointer_sized: unfit.is_pointer_sized,
            a: unfit.a.get(first),
            b: unfit.b.get(first),
        };
        UnlocatedFinding {
            kind: FindingKind::Arithmetic,
            severity: Severity::Error,
            message: format!(
                "thread {} of {} {}{others}: {}",
                threads.first().copied().unwrap_or(0),
                block_name(site.block),
                fault.what(),
                fault.consequence(),
            ),
            op: site.op,
            other_op: None,
            lanes: threads,
            block: Some(site.block),
            address: None,
            step: Some(site.step),
        }
    }
}

impl Observer for ArithmeticDetector {
    fn launch(&mut self, code: &Code, launch: &Launch, buffer_bytes: &[u32]) {
        self.kernel = Arc::new(LaunchedKernel::new(code, launch, buffer_bytes));
    }

    fn unfit(&mut self, site: &Site, unfit: &Unfit<'_>) {
        if unfit.operation.subject() != CheckSubject::Arithmetic {
            return;
        }
        let more = u64::from(unfit.lanes.count_ones());
        let mut found = std::mem::take(&mut self.found);
        found.add(site.op, more, || self.describe(site, unfit));
        self.found = found;
    }
}

impl Divisible for ArithmeticDetector {
    fn part(&self) -> ArithmeticDetector {
        ArithmeticDetector { kernel: Arc::clone(&self.kernel), found: CountedFindings::default() }
    }

    fn join(&mut self, part: ArithmeticDetector) {
        self.found.join(part.found);
    }
}

/// One lane's operation that went wrong.
#[derive(Clone, Copy, Debug)]
struct Fault {
    operation: CheckedOperation,
    of: Scalar,
    bits: u32,
    is_pointer_sized: bool,
    a: i128,
    b: i128,
}

impl Fault {
    /// The operation as it would be written with these numbers.
    fn expression(&self) -> String {
        let (a, b) = (self.a, self.b);
        // A method of a negative number needs parentheses around it.
        let subject = if a < 0 { format!("({a})") } else { a.to_string() };
        match self.operation {
            CheckedOperation::Add => format!("{a} + {b}"),
            CheckedOperation::Sub => format!("{a} - {b}"),
            CheckedOperation::Mul => format!("{a} * {b}"),
            CheckedOperation::Div => format!("{a} / {b}"),
            CheckedOperation::Rem => format!("{a} % {b}"),
            CheckedOperation::Neg => format!("-{subject}"),
            CheckedOperation::ShiftLeft => format!("{a} << {b}"),
            CheckedOperation::ShiftRight => format!("{a} >> {b}"),
            CheckedOperation::Abs => format!("{subject}.abs()"),
            CheckedOperation::Pow => format!("{subject}.pow({b})"),
            CheckedOperation::DivCeil => format!("{subject}.div_ceil({b})"),
            CheckedOperation::DivEuclid => format!("{subject}.div_euclid({b})"),
            CheckedOperation::RemEuclid => format!("{subject}.rem_euclid({b})"),
            CheckedOperation::NextMultipleOf => format!("{subject}.next_multiple_of({b})"),
            CheckedOperation::NextPowerOfTwo => format!("{subject}.next_power_of_two()"),
            CheckedOperation::Ilog2 => format!("{subject}.ilog2()"),
            CheckedOperation::Index => format!("[{a}]"),
            CheckedOperation::PartEnd => format!("[..{a}]"),
            CheckedOperation::PartOrder => format!("[{a}..{b}]"),
            CheckedOperation::Aligned => format!("{subject}.is_multiple_of({b})"),
            CheckedOperation::Reach => format!("[{a}]"),
            CheckedOperation::IntoUsize => format!("{subject} as usize"),
            CheckedOperation::IntoIsize => format!("{subject} as isize"),
        }
    }

    fn divides(&self) -> bool {
        use CheckedOperation::{Div, DivCeil, DivEuclid, NextMultipleOf, Rem, RemEuclid};
        matches!(self.operation, Div | Rem | DivCeil | DivEuclid | RemEuclid | NextMultipleOf)
    }

    fn shifts(&self) -> bool {
        matches!(self.operation, CheckedOperation::ShiftLeft | CheckedOperation::ShiftRight)
    }

    /// The name of the type in the source.
    fn type_name(&self) -> &'static str {
        match (self.is_pointer_sized, self.of.is_signed(), self.bits) {
            (true, true, _) => "isize",
            (true, false, _) => "usize",
            (_, true, 8) => "i8",
            (_, false, 8) => "u8",
            (_, true, 16) => "i16",
            (_, false, 16) => "u16",
            _ => words::scalar(self.of),
        }
    }

    /// What the thread does, and what is wrong with it.
    fn what(&self) -> String {
        let (expression, name, bits) = (self.expression(), self.type_name(), self.bits);
        match self.operation {
            _ if self.divides() && self.b == 0 => {
                format!("computes `{expression}`, which divides by zero")
            }
            CheckedOperation::Ilog2 => {
                format!("computes `{expression}`, which has no result")
            }
            _ if self.shifts() => format!("computes `{expression}` with a {name} of {bits} bits"),
            _ => format!("computes `{expression}` as {name}, in which it does not fit"),
        }
    }

    /// What follows from it, and what to do.
    fn consequence(&self) -> String {
        const DEBUG: &str = "rustc panics here in a debug build, and a release build";
        match self.operation {
            _ if self.divides() && self.b == 0 => {
                "rustc panics here in every build. Test for zero before dividing.".to_owned()
            }
            CheckedOperation::Ilog2 => {
                "rustc panics here in every build. Test the number first.".to_owned()
            }
            // Only the least number divided by minus one.
            _ if self.divides() && self.operation != CheckedOperation::NextMultipleOf => {
                "rustc panics here in every build. Test for the least number, or use a wider type."
                    .to_owned()
            }
            CheckedOperation::ShiftLeft | CheckedOperation::ShiftRight => {
                let by = self.b.rem_euclid(self.bits.into());
                let instead = match self.operation {
                    CheckedOperation::ShiftLeft => "wrapping_shl",
                    _ => "wrapping_shr",
                };
                format!(
                    "{DEBUG} shifts by {by}. Use `{instead}` if that is meant, else test the \
                     distance first."
                )
            }
            _ => format!("{DEBUG} goes on with {}. {}", self.wrapped(), self.cure()),
        }
    }

    /// What a release build goes on with.
    fn wrapped(&self) -> i128 {
        let (a, b) = (self.a, self.b);
        let result = match self.operation {
            CheckedOperation::Add => a.wrapping_add(b),
            CheckedOperation::Sub => a.wrapping_sub(b),
            CheckedOperation::Mul => a.wrapping_mul(b),
            CheckedOperation::Pow => a.wrapping_pow(u32::try_from(b).unwrap_or(u32::MAX)),
            CheckedOperation::Neg | CheckedOperation::Abs => a.wrapping_neg(),
            CheckedOperation::NextPowerOfTwo => 0,
            _ => exact(self.operation, (self.of, self.bits), a, b).unwrap_or(0),
        };
        let bits = self.bits;
        let low = result & ((1 << bits) - 1);
        if self.of.is_signed() && low >> (bits - 1) & 1 == 1 { low - (1 << bits) } else { low }
    }

    fn cure(&self) -> &'static str {
        match self.operation {
            CheckedOperation::Add => {
                "Use `wrapping_add` if that is meant, or a wider type, or test the numbers first."
            }
            CheckedOperation::Sub if self.of.is_signed() => {
                "Use `wrapping_sub` if that is meant, or a wider type, or test the numbers first."
            }
            CheckedOperation::Sub => {
                "Use `wrapping_sub` if that is meant, `saturating_sub` to stop at zero, or test \
                 the numbers first."
            }
            CheckedOperation::Mul => {
                "Use `wrapping_mul` if that is meant, or a wider type, or test the numbers first."
            }
            CheckedOperation::Neg => {
                "Use `wrapping_neg` if that is meant, or test for the least number first."
            }
            CheckedOperation::Abs => "Use `unsigned_abs`, whose result always fits.",
            _ => "Use a wider type, or test the numbers first.",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use CheckedOperation as C;

    #[test]
    fn faults_say_what_happened_and_what_follows() {
        let check = |operation, of, (a, b): (i128, i128), what: &str, consequence: &[&str]| {
            let fault =
                Fault { operation, of, bits: 32 * of.words(), is_pointer_sized: false, a, b };
            assert_eq!(fault.what(), what);
            for part in consequence {
                let found = fault.consequence();
                assert!(found.contains(part), "{found}");
            }
        };
        let least = i128::from(i32::MIN);
        check(
            C::Sub,
            Scalar::U32,
            (0, 1),
            "computes `0 - 1` as u32, in which it does not fit",
            &["debug build", "goes on with 4294967295", "`wrapping_sub`", "`saturating_sub`"],
        );
        check(
            C::Mul,
            Scalar::I32,
            (65536, 32768),
            "computes `65536 * 32768` as i32, in which it does not fit",
            &["goes on with -2147483648", "`wrapping_mul`"],
        );
        check(
            C::Mul,
            Scalar::U64,
            (u64::MAX.into(), u64::MAX.into()),
            "computes `18446744073709551615 * 18446744073709551615` as u64, in which it does not \
             fit",
            &["goes on with 1."],
        );
        check(
            C::Rem,
            Scalar::U32,
            (7, 0),
            "computes `7 % 0`, which divides by zero",
            &["every build", "Test for zero"],
        );
        check(
            C::Div,
            Scalar::I32,
            (least, -1),
            "computes `-2147483648 / -1` as i32, in which it does not fit",
            &["every build", "wider type"],
        );
        check(
            C::ShiftLeft,
            Scalar::U32,
            (1, 40),
            "computes `1 << 40` with a u32 of 32 bits",
            &["shifts by 8", "`wrapping_shl`"],
        );
        check(
            C::ShiftRight,
            Scalar::I64,
            (1, -1),
            "computes `1 >> -1` with a i64 of 64 bits",
            &["shifts by 63", "`wrapping_shr`"],
        );
        check(
            C::Abs,
            Scalar::I32,
            (least, least),
            "computes `(-2147483648).abs()` as i32, in which it does not fit",
            &["goes on with -2147483648", "`unsigned_abs`"],
        );
        check(
            C::Pow,
            Scalar::U32,
            (3, 21),
            "computes `3.pow(21)` as u32, in which it does not fit",
            &["goes on with 1870418611"],
        );
        check(
            C::Ilog2,
            Scalar::U32,
            (0, 0),
            "computes `0.ilog2()`, which has no result",
            &["every build"],
        );
    }
}
