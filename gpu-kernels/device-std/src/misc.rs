//! For debuggers, profilers and clocks.

use core::arch::asm;

/// Stops a debugger here.
#[inline(always)]
pub fn breakpoint() {
    // SAFETY: a breakpoint changes nothing that the kernel sees.
    unsafe { asm!("brkpt;") }
}

/// Adds one for this warp to a counter of the profiler, 0 to 7.
///
/// # Panics
///
/// If there is no counter of that number.
#[inline(always)]
pub fn profiler_counter(counter: u32) {
    macro_rules! count {
        ($($number:literal)*) => {
            // SAFETY: a counter changes nothing that the kernel sees.
            unsafe {
                match counter {
                    $($number => asm!(concat!("pmevent ", $number, ";")),)*
                    _ => panic!("the profiler's counters are 0 to 7"),
                }
            }
        };
    }
    count!(0 1 2 3 4 5 6 7)
}

/// The cycles that this multiprocessor has counted.
#[inline(always)]
pub fn clock() -> u64 {
    let cycles: u64;
    // SAFETY: reading a special register has no preconditions.
    unsafe { asm!("mov.u64 {}, %clock64;", out(reg64) cycles) }
    cycles
}
