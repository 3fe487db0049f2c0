//! Tells how slow the machine itself is while a test measures a promise.
//!
//! A second is promised between an edit and its file. Where other processes have
//! the disk and the cores, a file takes longer than that whoever writes it. So a
//! witness does all the time what saving does, write, sync and rename, and the
//! promise is held to a second and what the witness had to wait.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// How long the witness rests between two files.
const REST: Duration = Duration::from_millis(20);

/// An edit may wait for a file that is being written, then for its own; and the
/// process must have its turn to be asked and to answer.
const TURNS: u32 = 4;

/// A file that was written: from when to when.
type Turn = (Instant, Instant);

pub(crate) struct Witness {
    turns: Arc<Mutex<Vec<Turn>>>,
    stop: Option<mpsc::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Witness {
    /// Begins to write files into a folder.
    pub(crate) fn start(folder: &Path) -> Witness {
        let turns = Arc::new(Mutex::new(Vec::new()));
        let (stop, stopped) = mpsc::channel();
        let (folder, noted): (PathBuf, _) = (folder.to_owned(), Arc::clone(&turns));
        let thread = thread::spawn(move || {
            loop {
                let start = Instant::now();
                let rest = stopped.recv_timeout(REST);
                if rest != Err(RecvTimeoutError::Timeout) {
                    return;
                }
                write(&folder);
                let turn = (start + REST, Instant::now());
                noted.lock().unwrap_or_else(PoisonError::into_inner).push(turn);
            }
        });
        Witness { turns, stop: Some(stop), thread: Some(thread) }
    }

    /// What the machine may add to the promise for what happened since a time.
    pub(crate) fn allowance(&self, since: Instant) -> Duration {
        let turns = self.turns.lock().unwrap_or_else(PoisonError::into_inner);
        let slowest = turns.iter().filter(|(_, end)| *end >= since).map(|turn| turn.1 - turn.0);
        TURNS * slowest.max().unwrap_or_default()
    }
}

impl Drop for Witness {
    fn drop(&mut self) {
        self.stop = None;
        if let Some(thread) = self.thread.take() {
            // A witness that failed has said why.
            let _ = thread.join();
        }
    }
}

/// Replaces a file as the store does.
fn write(folder: &Path) {
    let (new, old) = (folder.join("new"), folder.join("old"));
    let mut file = File::create(&new).expect("a file");
    file.write_all(&[b'w'; 4096]).expect("it is written");
    file.sync_data().expect("it is brought to the disk");
    std::fs::rename(new, old).expect("it is renamed");
    if cfg!(unix) {
        File::open(folder).and_then(|folder| folder.sync_all()).expect("its name as well");
    }
}
