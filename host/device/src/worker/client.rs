//! The program's side: starts a worker, listens, and ends it when time is up.
//!
//! Nothing here may wait for the worker without a limit. Its three pipes are
//! served by a thread each, so that a worker which does not read, or which
//! writes without end, blocks nobody; the caller's thread only waits for the
//! next event, the deadline or a cancellation, whichever comes first. A worker
//! that hangs inside a driver may survive even a kill for a while: it is waited
//! for briefly, and then left to a thread that collects it when it goes.

use super::inquiry::{Inquiry, Results};
use super::protocol::{Event, Request, Stage};
use crate::DeviceError;
use std::env;
use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use warpbench_report::{Backend, DeviceDetails, DeviceInfo, Measurement};

/// How long a cancellation may go unnoticed.
const GLANCE: Duration = Duration::from_millis(20);
/// How long a worker that was killed, or that has said its last word, is waited
/// for.
const GRACE: Duration = Duration::from_millis(800);
/// Longest event; a longer line is no event.
const LONGEST_LINE: u64 = 4 << 20;
/// Events that may pile up before the worker has to wait.
const BACKLOG: usize = 64;
/// How much of the error output is kept.
const TAIL: usize = 4 << 10;
/// Windows would open a console for each worker that a program without one starts.
#[cfg(windows)]
const CREATE_NO_WINDOW: u32 = 0x0800_0000;

/// How to start a worker: normally this very program, with the argument that
/// makes it call [`super::serve_stdin`].
#[derive(Clone, Debug)]
pub struct Worker {
    pub program: PathBuf,
    pub args: Vec<OsString>,
}

impl Worker {
    /// A worker that is started with these arguments.
    pub fn new(
        program: impl Into<PathBuf>,
        args: impl IntoIterator<Item = impl Into<OsString>>,
    ) -> Worker {
        Worker { program: program.into(), args: args.into_iter().map(Into::into).collect() }
    }

    /// Has a worker do a request. Gives up, and ends the worker, once
    /// `deadline` has passed since the call or `cancel` is set. `progress` is
    /// told the stage, how much of it is done, and of how much.
    pub fn run(
        &self,
        request: &Request,
        deadline: Duration,
        cancel: &AtomicBool,
        progress: &mut dyn FnMut(Stage, usize, usize),
    ) -> Result<Measurement, DeviceError> {
        let done = self.run_custom(request, deadline, cancel, progress);
        done.map(|(measurement, _)| measurement)
    }

    /// Has a worker do a request, and collects what it says about the results of
    /// a kernel that somebody wrote.
    pub fn run_custom(
        &self,
        request: &Request,
        deadline: Duration,
        cancel: &AtomicBool,
        progress: &mut dyn FnMut(Stage, usize, usize),
    ) -> Result<(Measurement, Results), DeviceError> {
        self.ask(Inquiry::run(request, progress)?, deadline, cancel)
    }

    /// Has a worker look for the devices of one backend.
    pub fn list(
        &self,
        backend: Backend,
        deadline: Duration,
    ) -> Result<Vec<DeviceInfo>, DeviceError> {
        self.ask(Inquiry::list(backend)?, deadline, &AtomicBool::new(false))
    }

    /// Has a worker ask the driver of one backend about its devices.
    pub fn describe(
        &self,
        backend: Backend,
        deadline: Duration,
    ) -> Result<Vec<DeviceDetails>, DeviceError> {
        self.ask(Inquiry::describe(backend)?, deadline, &AtomicBool::new(false))
    }

    /// Starts a worker and listens until there is an answer, the deadline has
    /// passed or `cancel` is set. Nothing of the worker is left then.
    fn ask<T>(
        &self,
        mut inquiry: Inquiry<'_, T>,
        deadline: Duration,
        cancel: &AtomicBool,
    ) -> Result<T, DeviceError> {
        let start = Instant::now();
        let mut running = Running::start(self, inquiry.take_line())?;
        let result = loop {
            let left = deadline.saturating_sub(start.elapsed());
            if left.is_zero() {
                break Err(inquiry.late(deadline));
            }
            if cancel.load(Ordering::Relaxed) {
                break Err(DeviceError::Cancelled);
            }
            match running.events.recv_timeout(left.min(GLANCE)) {
                Ok(event) => {
                    if let Some(answer) = inquiry.hear(event) {
                        break answer;
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => match running.ended() {
                    Some(status) => {
                        break Err(inquiry.crashed(how_it_ended(status), running.last_words()));
                    }
                    // Its output is closed but it has not ended yet.
                    None => thread::sleep(GLANCE.min(left)),
                },
            }
        };
        running.end(result.is_ok());
        result
    }
}

/// A worker process and the threads that serve its pipes.
struct Running {
    child: Child,
    events: Receiver<Event>,
    /// The end of what it wrote that was no event.
    noise: Arc<Mutex<Tail>>,
    /// Whether the error output has been read to its end.
    quiet: Receiver<()>,
    /// Dropped to close the worker's input, which ends it.
    input: Option<mpsc::Sender<()>>,
}

impl Running {
    fn start(worker: &Worker, request: String) -> Result<Running, DeviceError> {
        let unusable = |reason: String| DeviceError::Protocol { reason };
        let mut command = Command::new(&worker.program);
        command.args(&worker.args);
        if cfg!(unix) && env::var_os("XDG_RUNTIME_DIR").is_none() {
            // Without it, as on a server, Wayland's library complains several times
            // of a desktop that nobody wants, and that would look like the reason
            // of a crash.
            command.env("XDG_RUNTIME_DIR", env::temp_dir());
        }
        #[cfg(windows)]
        std::os::windows::process::CommandExt::creation_flags(&mut command, CREATE_NO_WINDOW);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|error| {
            unusable(format!("`{}` does not start ({error})", worker.program.display()))
        })?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(stdin), Some(stdout), Some(stderr)) = pipes else {
            let _ = child.kill();
            let _ = child.wait();
            return Err(unusable("its pipes are missing".to_owned()));
        };

        let noise = Arc::new(Mutex::new(Tail::default()));
        let (input, keep_open) = mpsc::channel();
        thread::spawn(move || write_request(stdin, request.as_bytes(), &keep_open));
        let (sender, events) = mpsc::sync_channel(BACKLOG);
        let heard = Arc::clone(&noise);
        thread::spawn(move || read_events(stdout, &sender, &heard));
        let (silence, quiet) = mpsc::channel();
        let heard = Arc::clone(&noise);
        thread::spawn(move || {
            read_noise(stderr, &heard);
            // Nobody may be listening any more.
            let _ = silence.send(());
        });
        Ok(Running { child, events, noise, quiet, input: Some(input) })
    }

    /// How it ended, if it has.
    fn ended(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().ok().flatten()
    }

    /// The end of what a worker wrote that has ended.
    fn last_words(&self) -> String {
        // The process is gone, but its last words may still be in the pipe.
        let _ = self.quiet.recv_timeout(GRACE);
        self.noise.lock().unwrap_or_else(PoisonError::into_inner).text()
    }

    /// Sees to it that nothing is left behind. A worker that gave its result
    /// may end by itself, which closing its input makes it do; any other is
    /// killed.
    fn end(mut self, gently: bool) {
        self.input = None;
        let words = self.noise.lock().unwrap_or_else(PoisonError::into_inner).text();
        if !words.is_empty() {
            tracing::debug!("the worker wrote: {words}");
        }
        if !gently || !self.wait_for_end(GRACE) {
            // This only fails where the process is gone already.
            let _ = self.child.kill();
            if !self.wait_for_end(GRACE) {
                let mut child = self.child;
                thread::spawn(move || child.wait());
            }
        }
    }

    fn wait_for_end(&mut self, limit: Duration) -> bool {
        let start = Instant::now();
        while self.ended().is_none() {
            if start.elapsed() >= limit {
                return false;
            }
            thread::sleep(Duration::from_millis(2));
        }
        true
    }
}

/// Writes the request, and keeps the pipe open until the other side of
/// `keep_open` is dropped.
fn write_request(mut stdin: ChildStdin, request: &[u8], keep_open: &Receiver<()>) {
    if stdin.write_all(request).and_then(|()| stdin.flush()).is_ok() {
        let _ = keep_open.recv();
    }
}

/// Passes events on until the pipe ends or nobody listens any more. Whatever is
/// no event was printed by some library and is kept as noise.
fn read_events(stdout: impl Read, events: &SyncSender<Event>, noise: &Mutex<Tail>) {
    let mut reader = BufReader::new(stdout);
    let mut line = Vec::new();
    loop {
        line.clear();
        match reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        match serde_json::from_slice(&line) {
            Ok(event) => {
                if events.send(event).is_err() {
                    return;
                }
            }
            Err(_) => add(noise, &line),
        }
    }
}

fn read_noise(mut stderr: impl Read, noise: &Mutex<Tail>) {
    let mut chunk = [0; 4096];
    loop {
        match stderr.read(&mut chunk) {
            Ok(0) => return,
            Ok(len) => add(noise, &chunk[..len]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return,
        }
    }
}

fn add(noise: &Mutex<Tail>, bytes: &[u8]) {
    noise.lock().unwrap_or_else(PoisonError::into_inner).add(bytes);
}

/// The last bytes of a text.
#[derive(Debug, Default)]
struct Tail {
    bytes: Vec<u8>,
    /// Whether something came before them.
    cut: bool,
}

impl Tail {
    fn add(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
        if self.bytes.len() > TAIL {
            self.bytes.drain(..self.bytes.len() - TAIL);
            self.cut = true;
        }
    }

    /// The text, which begins with a whole line where its beginning was cut.
    fn text(&self) -> String {
        let text = String::from_utf8_lossy(&self.bytes);
        match text.split_once('\n') {
            Some((_, rest)) if self.cut => format!("…\n{}", rest.trim_end()),
            _ => text.trim().to_owned(),
        }
    }
}

#[cfg(unix)]
fn how_it_ended(status: ExitStatus) -> String {
    use std::os::unix::process::ExitStatusExt;
    let Some(signal) = status.signal() else { return exit_code(status) };
    let name = match signal {
        4 => " (illegal instruction)",
        6 => " (aborted)",
        7 => " (bus error)",
        8 => " (arithmetic error)",
        9 => " (killed, perhaps because memory ran out)",
        11 => " (segmentation fault)",
        15 => " (terminated)",
        _ => "",
    };
    format!("signal {signal}{name}")
}

/// Windows has exceptions in place of signals, and a program that one ends has its
/// number for an exit code.
#[cfg(windows)]
fn how_it_ended(status: ExitStatus) -> String {
    let code = status.code().unwrap_or_default().cast_unsigned();
    let name = match code {
        0xC000_0005 => "access violation",
        0xC000_0017 => "out of memory",
        0xC000_001D => "illegal instruction",
        0xC000_0094 => "arithmetic error",
        0xC000_00FD => "stack overflow",
        0xC000_013A => "ended by Ctrl+C",
        0xC000_0409 => "aborted",
        _ if code >> 30 == 3 => "",
        _ => return exit_code(status),
    };
    let name = if name.is_empty() { String::new() } else { format!(" ({name})") };
    format!("exception {code:#010X}{name}")
}

fn exit_code(status: ExitStatus) -> String {
    status.code().map_or_else(|| status.to_string(), |code| format!("exit code {code}"))
}

#[cfg(test)]
mod tests {
    use super::super::protocol;
    use super::*;

    #[test]
    fn only_the_end_of_the_noise_is_kept() {
        let check = |chunks: &[&str], expected: &str| {
            let mut tail = Tail::default();
            for chunk in chunks {
                tail.add(chunk.as_bytes());
            }
            assert_eq!(tail.text(), expected);
        };
        check(&[], "");
        check(&["one\n", "two\n"], "one\ntwo");
        let long = "x".repeat(TAIL);
        check(&[&long], &long);
        check(
            &["lost\n", &long[7..], "\nlast\n"],
            &format!("…\n{}", &(long[7..].to_owned() + "\nlast")),
        );
        check(&[&long, &long, "\nlast\n"], "…\nlast");
    }

    #[test]
    fn lines_that_are_no_events_are_noise() {
        let events = [
            Event::Progress { stage: Stage::Timing, done: 1, of: 2 },
            Event::Failed(DeviceError::Cancelled),
        ];
        let mut text = b"library banner\n".to_vec();
        for event in &events {
            text.extend(protocol::to_line(event).unwrap().into_bytes());
            text.extend(b"{\"progress\":3}\n\xff\xfe\n");
        }
        let (sender, receiver) = mpsc::sync_channel(BACKLOG);
        let noise = Mutex::new(Tail::default());
        read_events(text.as_slice(), &sender, &noise);
        drop(sender);
        assert_eq!(receiver.iter().collect::<Vec<_>>(), events);
        assert!(noise.lock().unwrap().text().starts_with("library banner\n{\"progress\":3}"));
    }
}
