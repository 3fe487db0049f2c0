//! Limits of a process that grades, and how its end tells that it exceeded one.
//!
//! The process bounds itself. Where the system has signals, the kernel counts its
//! processor time and ends it; Windows has no such limit for a process that is its
//! own, so a thread looks at the clock.

use std::process::ExitStatus;

/// The processor time, in seconds, after which such a process is ended: reading a text
/// asks no clock.
pub(super) const MOST_SECONDS: u64 = 8;
/// The memory of such a process, as address space where that can be bounded. A run has
/// an eighth of it, by its own account.
const MOST_BYTES: u64 = 1 << 30;

/// What ended a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// Its processor time was used up.
    Time,
    /// Somebody ended it.
    Outside,
    /// It did so by itself.
    Own,
}

#[cfg(unix)]
pub(super) use unix::{bound_memory, bound_time, end_of};
#[cfg(windows)]
pub(super) use windows::{bound_memory, bound_time, end_of};

#[cfg(unix)]
mod unix {
    use super::*;
    use cpu_time::ProcessTime;
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    /// Bounds what this process may have from now on.
    pub(in super::super) fn bound_memory() {
        for (resource, most) in [(Resource::As, MOST_BYTES), (Resource::Core, 0)] {
            let limit = getrlimit(resource);
            let most = limit.maximum.map_or(most, |held| held.min(most));
            // Where it cannot be set, the machine's own limit holds.
            let _ = setrlimit(resource, Rlimit { current: Some(most), maximum: limit.maximum });
        }
    }

    /// Gives the next submission its processor time.
    pub(in super::super) fn bound_time() {
        let limit = getrlimit(Resource::Cpu);
        let most = ProcessTime::now().as_duration().as_secs() + 1 + MOST_SECONDS;
        let most = limit.maximum.map_or(most, |held| held.min(most));
        let _ = setrlimit(Resource::Cpu, Rlimit { current: Some(most), maximum: limit.maximum });
    }

    pub(in super::super) fn end_of(status: ExitStatus) -> End {
        // The numbers of signals that all systems with signals share.
        const HUNG_UP: i32 = 1;
        const INTERRUPTED: i32 = 2;
        const KILLED: i32 = 9;
        const TERMINATED: i32 = 15;
        const CPU_TIME: i32 = 24;
        match std::os::unix::process::ExitStatusExt::signal(&status) {
            Some(CPU_TIME) => End::Time,
            Some(INTERRUPTED | TERMINATED | KILLED | HUNG_UP) => End::Outside,
            _ => End::Own,
        }
    }
}

#[cfg(windows)]
mod windows {
    use super::*;
    use cpu_time::ProcessTime;
    use std::sync::Once;
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::thread;
    use std::time::Duration;

    /// The exit code of a process whose time was used up; nothing else in this program
    /// has it.
    const TIME_USED_UP: i32 = 152;
    /// The one of a process that `taskkill` or another program ended.
    const TERMINATED: i32 = 1;
    /// The one of a process that Ctrl+C ended, as Windows writes it.
    const INTERRUPTED: i32 = 0xC000_013A_u32.cast_signed();

    /// The processor time of this process at which it has to end.
    static MOST_MILLISECONDS: AtomicU64 = AtomicU64::new(u64::MAX);

    /// Bounds what this process may have from now on.
    pub(in super::super) fn bound_memory() {
        if let Err(error) = warpbench_common::win32::bound_memory(MOST_BYTES) {
            // Then the machine's own limit holds.
            tracing::warn!("the memory of a process that grades cannot be bounded: {error}");
        }
    }

    /// Gives the next submission its processor time.
    pub(in super::super) fn bound_time() {
        static WATCH: Once = Once::new();
        MOST_MILLISECONDS.store(milliseconds() + 1000 * (1 + MOST_SECONDS), Ordering::Relaxed);
        WATCH.call_once(|| {
            thread::spawn(|| {
                while milliseconds() < MOST_MILLISECONDS.load(Ordering::Relaxed) {
                    thread::sleep(Duration::from_millis(100));
                }
                std::process::exit(TIME_USED_UP);
            });
        });
    }

    fn milliseconds() -> u64 {
        u64::try_from(ProcessTime::now().as_duration().as_millis()).unwrap_or(u64::MAX)
    }

    pub(in super::super) fn end_of(status: ExitStatus) -> End {
        match status.code() {
            Some(TIME_USED_UP) => End::Time,
            Some(TERMINATED | INTERRUPTED) => End::Outside,
            _ => End::Own,
        }
    }
}
