//! The instruction loop, once for any processor and once more for those with
//! wide vectors, which do it in half the time. The results are the same to the
//! bit.

use super::error::RunError;
use super::launch::Task;
use super::observer::Observer;
use super::residents::run_task;

/// Runs the blocks of a task as fast as this processor can.
pub(super) fn run<const L: usize, O: Observer>(
    task: &Task<'_>,
    observer: &mut O,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<u64, RunError> {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("fma")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
    {
        #[expect(unsafe_code, reason = "the processor must have what the function uses")]
        // SAFETY: all features of the function were asked for just now.
        return unsafe { with_avx2::<L, O>(task, observer, go_on) };
    }
    run_task::<L, O>(task, observer, go_on)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,fma,lzcnt,popcnt")]
fn with_avx2<const L: usize, O: Observer>(
    task: &Task<'_>,
    observer: &mut O,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<u64, RunError> {
    run_task::<L, O>(task, observer, go_on)
}
