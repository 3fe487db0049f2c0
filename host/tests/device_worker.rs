//! The program's side of the worker, against processes that misbehave in every
//! way a driver can make them. The processes are shell scripts.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use warpbench_device::worker::{self, Event, Job, Request, Stage, Worker};
use warpbench_device::{DeviceError, Devices, Repeat};
use warpbench_report::{Backend, Clock, DeviceInfo, DeviceKind, Measurement};

const LONG: Duration = Duration::from_secs(30);
const SHORT: Duration = Duration::from_secs(1);
/// How late an answer may be: far more than a busy machine needs, and far less than
/// the workers here would go on by themselves.
const LATE: Duration = Duration::from_secs(20);

fn request() -> Request {
    Request {
        backend: Backend::Wgpu,
        device: 0,
        job: Job::Catalog { variant: "vecadd".to_owned(), size: vec![33], seed: 1 },
        repeat: Repeat::default(),
    }
}

fn measurement() -> Measurement {
    Measurement {
        kernel: "vecadd".to_owned(),
        backend: Backend::Wgpu,
        device: DeviceInfo {
            backend: Backend::Wgpu,
            index: 0,
            name: "GPU".to_owned(),
            kind: DeviceKind::Software,
            driver: "1".to_owned(),
        },
        size: vec![33],
        seed: 1,
        checked: true,
        max_error: Some(0.0),
        tolerance: 0.0,
        seconds: None,
        clock: Clock::Device,
        bytes: 1,
        flops: 1,
        gb_per_s: None,
        gflop_per_s: None,
    }
}

/// A worker that is a shell script. `$DONE`, `$FAILED` and `$TIMING` are events.
fn script(text: &str) -> Worker {
    let line = |event: &Event| serde_json::to_string(event).expect("events can be written");
    let done = line(&Event::Done(Box::new(measurement())));
    let failed = line(&Event::Failed(DeviceError::BadJob { reason: "no such thing".to_owned() }));
    let timing = line(&Event::Progress { stage: Stage::Timing, done: 1, of: 2 });
    let script =
        format!("DONE='{done}'; FAILED='{failed}'; TIMING='{timing}'\nread -r REQUEST\n{text}");
    Worker::new("/bin/sh", ["-c".to_owned(), script])
}

fn run(worker: &Worker, deadline: Duration) -> Result<Measurement, DeviceError> {
    worker.run(&request(), deadline, &AtomicBool::new(false), &mut |_, _, _| {})
}

/// Whether a process is there; one that has ended but was not waited for is.
fn exists(pid: &str) -> bool {
    Path::new("/proc").join(pid).exists()
}

#[test]
fn a_result_comes_through() {
    let worker = script(r#"echo banner; echo "$TIMING"; echo "$DONE""#);
    let mut progress = Vec::new();
    let result = worker.run(&request(), LONG, &AtomicBool::new(false), &mut |stage, done, of| {
        progress.push((stage, done, of));
    });
    assert_eq!(result, Ok(measurement()));
    assert_eq!(progress, [(Stage::Timing, 1, 2)]);
}

#[test]
fn the_request_arrives_as_it_was_sent() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("request");
    let text = format!("printf %s \"$REQUEST\" > '{}'; echo \"$DONE\"", file.display());
    assert!(run(&script(&text), LONG).is_ok());
    let sent: Request = serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap();
    assert_eq!(sent, request());
}

#[test]
fn a_failure_comes_through() {
    let reason = "no such thing".to_owned();
    let expected = Err(DeviceError::BadJob { reason });
    assert_eq!(run(&script(r#"echo "$FAILED""#), LONG), expected);
    // What happens after the last word does not matter.
    assert_eq!(run(&script(r#"echo "$FAILED"; exec sleep 100"#), LONG), expected);
    assert_eq!(run(&script(r#"echo "$DONE"; kill -SEGV $$"#), LONG), Ok(measurement()));
}

#[test]
fn a_crash_says_how_and_shows_the_last_words() {
    let check = |text: &str, how: &str, stage: &str, stderr: &str| {
        let start = Instant::now();
        let error = run(&script(text), LONG).unwrap_err();
        let [how, stage, stderr] = [how, stage, stderr].map(str::to_owned);
        assert_eq!(error, DeviceError::WorkerCrashed { how, stage, stderr }, "{text}");
        assert!(start.elapsed() < LATE, "{text}: {:?}", start.elapsed());
    };
    let opening = "opening the device";
    check("kill -SEGV $$", "signal 11 (segmentation fault)", opening, "");
    check("echo gone >&2; kill -ABRT $$", "signal 6 (aborted)", opening, "gone");
    check("echo \"$TIMING\"; echo bad >&2; exit 101", "exit code 101", "timing the kernel", "bad");
    check("exit 0", "exit code 0", opening, "");
    check("echo not an event", "exit code 0", opening, "not an event");
}

#[test]
fn a_worker_that_hangs_is_ended_at_the_deadline() {
    let check = |text: &str, stage: &str| {
        let folder = tempfile::tempdir().unwrap();
        let pid = folder.path().join("pid");
        let worker = script(&format!("echo $$ > '{}'\n{text}", pid.display()));
        let start = Instant::now();
        let error = run(&worker, SHORT).unwrap_err();
        let late = start.elapsed() - SHORT;
        let stage = stage.to_owned();
        assert_eq!(error, DeviceError::Deadline { seconds: 1.0, stage }, "{text}");
        assert!(late < LATE, "{text}: {late:?} late");
        let pid = std::fs::read_to_string(pid).unwrap();
        assert!(!exists(pid.trim()), "{text}: process {pid} was left behind");
    };
    let opening = "opening the device";
    check("exec sleep 100", opening);
    check("trap '' TERM INT HUP; while :; do :; done", opening);
    check("echo \"$TIMING\"; exec sleep 100", "timing the kernel");
    // Closing the output is no end.
    check("exec >&-; exec sleep 100", opening);
    check("exec >&- 2>&-; exec sleep 100", opening);
}

#[test]
fn a_worker_that_floods_its_pipes_blocks_nobody() {
    for text in [
        "while :; do echo noise; done",
        "while :; do echo noise >&2; done",
        "exec cat /dev/zero",
        "exec cat /dev/zero >&2",
        "while :; do echo \"$TIMING\"; done",
    ] {
        let start = Instant::now();
        let error = run(&script(text), SHORT).unwrap_err();
        assert!(matches!(error, DeviceError::Deadline { .. }), "{text}: {error}");
        let late = start.elapsed() - SHORT;
        assert!(late < LATE, "{text}: {late:?} late");
    }
}

#[test]
fn a_worker_that_does_not_read_blocks_nobody() {
    // Larger than any pipe, so that writing it would wait for a reader.
    let variant = "x".repeat(4 << 20);
    let job = Job::Catalog { variant, size: Vec::new(), seed: 0 };
    let request = Request { job, ..request() };
    let worker = Worker::new("/bin/sleep", ["100"]);
    let start = Instant::now();
    let result = worker.run(&request, SHORT, &AtomicBool::new(false), &mut |_, _, _| {});
    assert!(matches!(result, Err(DeviceError::Deadline { .. })), "{result:?}");
    assert!(start.elapsed() - SHORT < LATE);
}

#[test]
fn a_run_can_be_cancelled() {
    let cancel = AtomicBool::new(false);
    let start = Instant::now();
    let result = thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(100));
            cancel.store(true, Ordering::Relaxed);
        });
        script("exec sleep 100").run(&request(), LONG, &cancel, &mut |_, _, _| {})
    });
    assert_eq!(result, Err(DeviceError::Cancelled));
    assert!(start.elapsed() < LATE, "{:?}", start.elapsed());
}

#[test]
fn the_end_of_its_input_tells_the_worker_to_end() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ended");
    // `cat` returns when its input ends, which is after the result was taken.
    let text = format!("echo \"$DONE\"; cat > /dev/null; echo ended > '{}'", file.display());
    assert_eq!(run(&script(&text), LONG), Ok(measurement()));
    assert_eq!(std::fs::read_to_string(file).unwrap(), "ended\n");
}

#[test]
fn a_program_that_does_not_start_is_named() {
    let error = run(&Worker::new("/no/such/program", [""; 0]), LONG).unwrap_err();
    assert!(matches!(error, DeviceError::Protocol { .. }), "{error}");
    assert!(error.to_string().contains("`/no/such/program` does not start"), "{error}");
}

/// Looks for devices with a worker that is a shell script. `$FOUND` is the answer
/// with one device.
fn devices(text: &str, deadline: Duration) -> Devices {
    let found = Event::Found(vec![measurement().device]);
    let found = serde_json::to_string(&found).expect("events can be written");
    let worker = Worker::new("/bin/sh", ["-c".to_owned(), format!("FOUND='{found}'; {text}")]);
    worker::devices(&worker, &Backend::ALL, deadline)
}

#[test]
fn each_backend_is_asked_for_itself() {
    // The driver of one crashes, that of the other answers.
    let devices = devices(
        r#"read -r R; case "$R" in *cuda*) echo oh >&2; kill -SEGV $$;; *) echo "$FOUND";; esac"#,
        LONG,
    );
    let names: Vec<&str> = devices.found.iter().map(|device| device.name.as_str()).collect();
    assert_eq!((names[0], names.len()), ("GPU", 2), "{devices:?}");
    assert_eq!(devices.found[1].backend, Backend::Cpu);
    let [gap] = &devices.unavailable[..] else { panic!("{devices:?}") };
    assert_eq!(gap.backend, Backend::Cuda);
    let expected = "its driver crashed when it was asked for its devices, signal 11 (segmentation \
                    fault); install the driver anew, or another version of it; its last words:\noh";
    assert_eq!(gap.reason, expected);
}

#[test]
fn drivers_that_misbehave_when_asked_leave_the_processor() {
    let check = |text: &str, deadline: Duration, expected: &str| {
        let start = Instant::now();
        let devices = devices(text, deadline);
        assert!(start.elapsed() < deadline + LATE, "{text}: {:?}", start.elapsed());
        assert_eq!(devices.found.len(), 1, "{text}: {devices:?}");
        assert_eq!(devices.unavailable.len(), 2, "{text}: {devices:?}");
        for gap in &devices.unavailable {
            assert!(gap.reason.contains(expected), "{text}: {}", gap.reason);
        }
    };
    check("kill -ABRT $$", LONG, "crashed when it was asked for its devices, signal 6 (aborted)");
    check("exit 3", LONG, "exit code 3");
    check("exec sleep 100", SHORT, "did not say within 1 s what devices it has");
    check("while :; do echo noise; done", SHORT, "did not say within 1 s");
    let failed = Event::Failed(DeviceError::Unavailable {
        backend: Backend::Cuda,
        reason: "no driver was found".to_owned(),
    });
    let failed = serde_json::to_string(&failed).expect("events can be written");
    check(&format!("echo '{failed}'"), LONG, "no driver was found");
    let wrong = serde_json::to_string(&Event::Done(Box::new(measurement()))).expect("an event");
    check(&format!("echo '{wrong}'"), LONG, "which nobody asked for");
}

#[test]
fn a_server_without_a_desktop_is_no_news() {
    // Libraries complain where this is missing, and it would look like the reason of
    // the crash.
    let text = r#"[ -n "$XDG_RUNTIME_DIR" ] || echo "no XDG_RUNTIME_DIR" >&2; exit 1"#;
    for gap in devices(text, LONG).unavailable {
        assert!(!gap.reason.contains("XDG_RUNTIME_DIR"), "{}", gap.reason);
    }
}
