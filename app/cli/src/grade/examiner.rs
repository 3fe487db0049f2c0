//! Submissions are graded in processes of their own.
//!
//! A text that is nested so deeply, or takes so much memory or time, that the program
//! ends over it ends only that process: the result says so, and the next submission
//! gets a new one. The process is told the lab by its arguments, then reads a
//! submission as a line of JSON and writes what came of it as another, until nobody
//! asks any more.

use super::ShelfArguments;
use super::limits::{self, End, MOST_SECONDS};
use crate::exit::Verdict;
use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use cpu_time::ProcessTime;
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;
use warpbench_front::Source;
use warpbench_lab::grade::Grader;
use warpbench_lab::outcome::Graded;
use warpbench_lab::{Clock, Limits};

/// The name of the command that such a process runs.
pub(crate) const COMMAND: &str = "grade-worker";

/// The processor time after which a submission is told that its time is used up.
const TIME: Duration = Duration::from_secs(6);
/// How long an answer may take that needs no processor. A machine that has much else
/// to do gives a submission its processor time late.
const PATIENCE: Duration = Duration::from_secs(120);

#[derive(Debug, Args)]
pub(crate) struct WorkerArguments {
    lab: OsString,
    #[command(flatten)]
    shelf: ShelfArguments,
}

#[derive(Debug, Serialize, Deserialize)]
struct Question {
    name: String,
    /// `rs` or `wgsl`.
    ending: String,
    text: String,
}

/// The first line that such a process writes.
#[derive(Debug, Serialize, Deserialize)]
enum Opening {
    /// It is ready; this is what comes of a submission that cannot be run.
    Ready(Box<Graded>),
    /// The lab cannot be used.
    Failed(String),
}

/// Grades what it is asked to, in a process of its own.
pub(crate) fn serve(arguments: &WorkerArguments) -> Result<Verdict> {
    let made = arguments.shelf.shelf().find_path(Path::new(&arguments.lab)).and_then(|lab| {
        let limits = Limits { time: TIME, ..Limits::default() };
        Ok(Grader::new(lab, limits)?)
    });
    let mut out = std::io::stdout().lock();
    let grader = match made {
        Ok(grader) => grader,
        Err(error) => {
            write_line(&mut out, &Opening::Failed(format!("{error:#}")))?;
            return Ok(Verdict::NotDone);
        }
    };
    // What goes wrong is told by the answer; nothing else may be printed.
    std::panic::set_hook(Box::new(|_| {}));
    limits::bound_memory();
    let refused = grader.refuse("", true, String::new());
    write_line(&mut out, &Opening::Ready(Box::new(refused)))?;
    for line in std::io::stdin().lock().lines() {
        let question: Question = serde_json::from_str(&line?)?;
        limits::bound_time();
        write_line(&mut out, &answer(&grader, question))?;
    }
    Ok(Verdict::Right)
}

fn answer(grader: &Grader, question: Question) -> Graded {
    let Question { name, ending, text } = question;
    // Messages quote the text, and the name is not the student's to choose.
    let source = Source { path: format!("kernel.{ending}"), text };
    let started = ProcessTime::now();
    let clock = Clock { elapsed: &|| started.elapsed(), go_on: &|| true };
    let graded = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        grader.grade(&name, &source, &clock)
    }));
    let graded = graded.unwrap_or_else(|_| grader.refuse(&name, ending == "rs", FAULT.to_owned()));
    graded.cleaned()
}

/// What is said where the fault is ours.
const FAULT: &str = "the workbench failed at this text; please report it, with the text";

fn write_line(out: &mut impl Write, value: &impl Serialize) -> Result<()> {
    let mut line = serde_json::to_string(value)?;
    line.push('\n');
    out.write_all(line.as_bytes())?;
    Ok(out.flush()?)
}

/// Who has submissions graded, one after the other.
pub(crate) struct Examiner {
    arguments: Vec<OsString>,
    process: Process,
    /// What comes of a submission that cannot be run.
    refused: Graded,
}

/// A process that grades.
struct Process {
    child: Child,
    questions: ChildStdin,
    answers: Receiver<String>,
    said: Receiver<String>,
}

/// Why there is no answer.
enum Silence {
    /// The submission is why.
    Submission(String),
    /// It was ended from outside.
    Ended,
}

impl Examiner {
    /// Has a lab made ready; what is wrong with it is an error.
    pub(crate) fn new(lab: &Path, shelf: &ShelfArguments) -> Result<Examiner> {
        let mut arguments = vec![COMMAND.into(), lab.into()];
        for (option, folder) in [("--labs", &shelf.labs), ("--hidden", &shelf.hidden)] {
            if let Some(folder) = folder {
                arguments.extend([option.into(), folder.into()]);
            }
        }
        let (process, refused) = Process::start(&arguments)?;
        Ok(Examiner { arguments, process, refused })
    }

    /// What comes of a submission that cannot even be read.
    pub(crate) fn refuse(&self, name: &str, is_rust: bool, why: String) -> Graded {
        let mut graded = self.refused.clone();
        graded.submission = name.to_owned();
        graded.language = if is_rust { "rust" } else { "wgsl" }.to_owned();
        graded.refused = Some(why);
        graded.cleaned()
    }

    /// Grades a text. An error means that it could not be graded, not that it is bad.
    pub(crate) fn grade(&mut self, name: &str, ending: &str, text: &str) -> Result<Graded> {
        let question =
            Question { name: name.to_owned(), ending: ending.to_owned(), text: text.to_owned() };
        // A process that somebody else ended says nothing about the submission.
        for _ in 0..3 {
            match self.process.ask(&question) {
                Ok(graded) => return Ok(graded),
                Err(silence) => {
                    self.process = Process::start(&self.arguments)?.0;
                    if let Silence::Submission(why) = silence {
                        return Ok(self.refuse(name, ending == "rs", why));
                    }
                }
            }
        }
        bail!("the processes that grade are ended by somebody; nothing can be graded here")
    }
}

impl Process {
    fn start(arguments: &[OsString]) -> Result<(Process, Graded)> {
        let program = std::env::current_exe().context("cannot find this program's own file")?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        command.stderr(Stdio::piped());
        #[cfg(unix)]
        {
            // Ctrl+C is for this program. Those that it started end when it does.
            use std::os::unix::process::CommandExt;
            command.process_group(0);
        }
        #[cfg(windows)]
        {
            use std::os::windows::process::CommandExt;
            command.creation_flags(warpbench_common::win32::CREATE_NO_WINDOW);
        }
        let mut child = command.spawn().context("cannot start a process that grades")?;
        let (Some(questions), Some(out), Some(error)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            bail!("cannot talk to a process that grades")
        };
        let (sender, answers) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(out).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        let (sender, said) = channel();
        std::thread::spawn(move || {
            let mut text = Vec::new();
            let _ = error.take(1 << 16).read_to_end(&mut text);
            let _ = sender.send(String::from_utf8_lossy(&text).into_owned());
        });
        let mut process = Process { child, questions, answers, said };
        // The lab is the lecturer's: it may take its time.
        let opening = process.answers.recv().map_err(|_| {
            let said = process.last_words();
            anyhow!("a process that grades ended before it began: {}", said.trim())
        })?;
        match serde_json::from_str(&opening)? {
            Opening::Ready(refused) => Ok((process, *refused)),
            Opening::Failed(why) => Err(anyhow!(why)),
        }
    }

    fn ask(&mut self, question: &Question) -> Result<Graded, Silence> {
        if write_line(&mut self.questions, question).is_err() {
            return Err(self.silence());
        }
        match self.answers.recv_timeout(PATIENCE) {
            Ok(line) => serde_json::from_str(&line).map_err(|_| Silence::Ended),
            Err(RecvTimeoutError::Disconnected) => Err(self.silence()),
            Err(RecvTimeoutError::Timeout) => {
                let _ = self.child.kill();
                Err(Silence::Submission(took_too_long()))
            }
        }
    }

    fn last_words(&mut self) -> String {
        self.said.recv_timeout(Duration::from_secs(5)).unwrap_or_default()
    }

    /// Why the process has ended.
    fn silence(&mut self) -> Silence {
        let status = self.child.wait();
        let said = self.last_words();
        match status {
            Ok(status) => why_ended(status, &said),
            Err(_) => Silence::Ended,
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn took_too_long() -> String {
    format!("the text takes longer than the {MOST_SECONDS} seconds that a submission has")
}

fn why_ended(status: ExitStatus, said: &str) -> Silence {
    let why = if said.contains("memory allocation of") {
        "the text takes more memory than a submission has".to_owned()
    } else if said.contains("overflowed its stack") {
        "the text is nested more deeply than can be read".to_owned()
    } else {
        match limits::end_of(status) {
            End::Time => took_too_long(),
            End::Outside => return Silence::Ended,
            End::Own => FAULT.to_owned(),
        }
    };
    Silence::Submission(why)
}
