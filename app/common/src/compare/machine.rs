//! Description of this machine.

use sysinfo::System;
use warpbench_compare::results::Machine;

/// This machine, whose processor is called so.
pub fn here(processor: String) -> Machine {
    Machine {
        name: System::host_name().unwrap_or_else(|_| "unknown".to_owned()),
        os: System::long_os_version().unwrap_or_else(|_| std::env::consts::OS.to_owned()),
        architecture: std::env::consts::ARCH.to_owned(),
        processor,
        cores: std::thread::available_parallelism()
            .map_or(1, |cores| u32::try_from(cores.get()).unwrap_or(u32::MAX)),
        memory_bytes: crate::memory::most(),
    }
}
