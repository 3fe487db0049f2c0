//! Memory limit of a simulation, if nobody says otherwise.

use std::sync::OnceLock;
use sysinfo::{Pid, ProcessRefreshKind, ProcessesToUpdate, System};

/// Where nothing is known of the machine: what any machine has.
const UNKNOWN: u64 = 1 << 30;

/// Half of what this process can have at most; the rest is for everything else on the
/// machine.
pub fn default_limit() -> u64 {
    most() / 2
}

/// What this process can have at most. The system is asked once.
pub fn most() -> u64 {
    static MOST: OnceLock<u64> = OnceLock::new();
    *MOST.get_or_init(|| least(&Ceilings::of_this_process()))
}

/// What keeps this process from taking more memory, as far as it is known.
#[derive(Clone, Copy, Debug, Default)]
struct Ceilings {
    /// What the machine has.
    physical: Option<u64>,
    /// What its container or session may take.
    cgroup: Option<u64>,
    /// What is left of its address space, which `ulimit -v` bounds.
    address_space: Option<u64>,
}

impl Ceilings {
    fn of_this_process() -> Ceilings {
        let Ok(mut system) = System::new() else { return Ceilings::default() };
        system.refresh_memory();
        let physical = Some(system.total_memory()).filter(|&bytes| bytes > 0);
        let Ok(pid) = sysinfo::get_current_pid() else {
            return Ceilings { physical, ..Ceilings::default() };
        };
        let (taken, cgroup) = of_process(&mut system, pid);
        let left = address_space().map(|most| most.saturating_sub(taken));
        Ceilings { physical, cgroup, address_space: left }
    }
}

/// The address space that a process has taken, and what its group may have.
fn of_process(system: &mut System, pid: Pid) -> (u64, Option<u64>) {
    let wanted = ProcessRefreshKind::nothing().with_memory();
    system.refresh_processes_specifics(ProcessesToUpdate::Some(&[pid]), false, wanted);
    let Some(process) = system.process(pid) else { return (0, None) };
    let cgroup = process.cgroup_limits().map(|limits| limits.total_memory);
    (process.virtual_memory(), cgroup.filter(|&bytes| bytes > 0))
}

/// The address space that this process may have.
#[cfg(unix)]
fn address_space() -> Option<u64> {
    use rustix::process::{Resource, getrlimit};
    let soft = [Resource::As, Resource::Data].map(|resource| getrlimit(resource).current);
    soft.into_iter().flatten().min()
}

#[cfg(not(unix))]
fn address_space() -> Option<u64> {
    None
}

fn least(ceilings: &Ceilings) -> u64 {
    let Ceilings { physical, cgroup, address_space } = *ceilings;
    [physical, cgroup, address_space].into_iter().flatten().min().unwrap_or(UNKNOWN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lowest_ceiling_counts() {
        let check = |physical, cgroup, address_space, expected: u64| {
            let ceilings = Ceilings { physical, cgroup, address_space };
            assert_eq!(least(&ceilings), expected, "{ceilings:?}");
        };
        check(Some(16 << 30), None, None, 16 << 30);
        check(Some(16 << 30), Some(4 << 30), None, 4 << 30);
        check(Some(16 << 30), Some(4 << 30), Some(1 << 30), 1 << 30);
        check(Some(16 << 30), None, Some(0), 0);
        check(None, None, None, UNKNOWN);
    }

    #[test]
    fn this_machine_has_some() {
        assert!(default_limit() > 64 << 20, "{}", default_limit());
    }
}
