//! List of devices, asked of workers: a driver that crashes or hangs while it is asked takes
//! nothing along but its own answer.

#[cfg(not(target_family = "wasm"))]
use super::client::Worker;
#[cfg(not(target_family = "wasm"))]
use crate::cpu;
use crate::{DeviceError, Devices};
use std::time::Duration;
#[cfg(not(target_family = "wasm"))]
use warpbench_report::DeviceDetails;
use warpbench_report::{Backend, DeviceInfo};

/// Enough for any driver that works: the slowest start takes seconds.
pub const LIST_DEADLINE: Duration = Duration::from_secs(30);

/// Looks for devices on all backends, or on some. Each has a worker of its own, and
/// all of them are asked at once; the processor needs none. Whoever has not
/// answered by the deadline is missing, and the reason says so.
#[cfg(not(target_family = "wasm"))]
pub fn devices(worker: &Worker, backends: &[Backend], deadline: Duration) -> Devices {
    use std::thread;
    thread::scope(|scope| {
        let asked: Vec<_> = backends
            .iter()
            .map(|&backend| {
                let asked = thread::Builder::new().spawn_scoped(scope, move || match backend {
                    Backend::Cpu => Ok(vec![cpu::info()]),
                    _ => worker.list(backend, deadline),
                });
                (backend, asked)
            })
            .collect();
        let answers = asked.into_iter().map(|(backend, asked)| {
            let failed = |error: &str| {
                let reason = format!("it could not be asked for its devices{error}");
                Err(DeviceError::Unavailable { backend, reason })
            };
            let answer = match asked {
                Ok(thread) => thread.join().unwrap_or_else(|_| failed("")),
                Err(error) => failed(&format!(" ({error})")),
            };
            (backend, answer)
        });
        devices_of(answers, deadline)
    })
}

/// Puts together what workers answered of each backend, which had until the
/// deadline to do so.
pub fn devices_of(
    answers: impl IntoIterator<Item = (Backend, Result<Vec<DeviceInfo>, DeviceError>)>,
    deadline: Duration,
) -> Devices {
    let answers = answers.into_iter();
    Devices::of(
        answers.map(|(backend, answer)| (backend, answer.map_err(|error| reason(error, deadline)))),
    )
}

/// What drivers say of the devices of one backend, in the order of [`devices`].
/// Nothing where the driver is gone meanwhile: the devices are known without it.
#[cfg(not(target_family = "wasm"))]
pub fn describe(worker: &Worker, backend: Backend, deadline: Duration) -> Vec<DeviceDetails> {
    match backend {
        Backend::Cpu => vec![cpu::details()],
        _ => worker.describe(backend, deadline).unwrap_or_default(),
    }
}

/// Why a backend has no devices, in words about its driver.
fn reason(error: DeviceError, deadline: Duration) -> String {
    match error {
        DeviceError::Unavailable { reason, .. } => reason,
        DeviceError::WorkerCrashed { how, stderr, .. } => {
            let words = match stderr.trim() {
                "" => String::new(),
                words => format!("; its last words:\n{words}"),
            };
            format!(
                "its driver crashed when it was asked for its devices, {how}; install the driver \
                 anew, or another version of it{words}"
            )
        }
        DeviceError::Deadline { .. } => format!(
            "its driver did not say within {} s what devices it has; a restart of the machine may \
             help",
            deadline.as_secs_f64()
        ),
        other => other.to_string(),
    }
}
