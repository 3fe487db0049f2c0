//! Whoever types into the workbench when it is killed loses less than a second.
//!
//! The test starts itself as a child that opens the workbench without a display
//! and types into its editor, key by key, through the same window code as a
//! user. The parent kills it with a signal that cannot be caught, a hundred
//! times, and reads what is on disk.

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};
use warpbench_state::command::{self, apply};
use warpbench_state::options::Options;
use warpbench_window::Workbench;

#[path = "../witness/mod.rs"]
mod witness;

use witness::Witness;

/// The folder of the child, and what makes a process one.
const FOLDER: &str = "WARPBENCH_KILL_FOLDER";

/// Kills in all, and in how many folders side by side.
const KILLS: usize = 100;
const SIDE_BY_SIDE: usize = 2;

/// What is older than this must be on disk, if the machine has the time.
const MOST_LOST: Duration = Duration::from_secs(1);

/// The document that is typed into: what the workbench opens first.
const DOCUMENT: &str = "first_warp.rs";

/// A line that is typed.
fn line(number: u64) -> String {
    format!("// edit {number}\n")
}

/// The number of a line that was typed, if it is one.
fn number(line: &str) -> Option<u64> {
    line.strip_prefix("// edit ")?.parse().ok()
}

/// Types until it is killed. Does nothing unless the parent has started it.
#[test]
fn child() {
    let Some(folder) = std::env::var_os(FOLDER).map(PathBuf::from) else { return };
    let options = Options { folder: Some(folder), ..Options::isolated() };
    let mut options = Some(options);
    let draw = move |ui: &mut egui::Ui, workbench: &mut Option<Workbench>| {
        let workbench = workbench.get_or_insert_with(|| {
            Workbench::new(ui.ctx(), options.take().expect("is opened once"))
        });
        workbench.ui(ui);
    };
    let mut bench = Harness::builder().with_size([1440.0, 900.0]).build_ui_state(draw, None);
    bench.run_steps(2);
    let text = |bench: &Harness<'_, Option<Workbench>>| {
        let state = &bench.state().as_ref().expect("is open").state;
        state.stepped_document().text.clone()
    };
    let newest = text(&bench).lines().filter_map(number).max().unwrap_or(0);
    if text(&bench).lines().count() > 1_000 {
        let state = &mut bench.state_mut().as_mut().expect("is open").state;
        apply(command::Command::ResetText(DOCUMENT.to_owned()), state);
    }
    bench.get_by_role(egui::accesskit::Role::MultilineTextInput).focus();
    bench.run_steps(2);
    let mut random = Pcg64Mcg::seed_from_u64(newest);
    for edit in newest + 1.. {
        bench.event(egui::Event::Text(line(edit)));
        bench.run_steps(1);
        assert!(text(&bench).contains(&line(edit)), "it was not typed");
        println!("edit {edit}");
        std::io::stdout().flush().expect("the parent listens");
        thread::sleep(Duration::from_millis(random.next_u64() % 20));
    }
}

/// What a parent saw of a child.
struct Life {
    /// The newest edit of all.
    newest: u64,
    /// When edits were seen.
    seen: Vec<(u64, Instant)>,
    killed: Instant,
}

impl Life {
    /// The newest edit that was made longer before the kill than it may be lost.
    fn owed(&self, most_lost: Duration) -> u64 {
        let is_owed = |(_, at): &&(u64, Instant)| *at + most_lost < self.killed;
        self.seen.iter().filter(is_owed).map(|(edit, _)| *edit).max().unwrap_or(0)
    }
}

/// Starts a child, lets it type for a while and kills it.
fn live_and_die(folder: &Path, typing: Duration) -> Life {
    let mut child = Command::new(std::env::current_exe().expect("this test"))
        .args(["--exact", "child", "--nocapture", "--test-threads=1"])
        .env(FOLDER, folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the child starts");
    let output = BufReader::new(child.stdout.take().expect("is piped"));
    let (sender, edits) = mpsc::channel();
    thread::spawn(move || {
        for line in output.lines().map_while(Result::ok) {
            if let Some(edit) = line.strip_prefix("edit ").and_then(|edit| edit.parse().ok()) {
                sender.send((edit, Instant::now())).expect("the parent listens");
            }
        }
    });
    // The child's start is not what is measured.
    let first = edits.recv_timeout(Duration::from_secs(60)).expect("the child types");
    thread::sleep(typing);
    let killed = Instant::now();
    child.kill().expect("can be killed");
    child.wait().expect("is dead");
    let seen: Vec<(u64, Instant)> = std::iter::once(first).chain(edits).collect();
    Life { newest: seen.iter().map(|(edit, _)| *edit).max().unwrap_or(0), seen, killed }
}

/// Kills so many children in a folder; returns the age of the oldest edit that
/// was lost.
fn kill(folder: &Path, kills: usize, seed: u64, witness: &Witness) -> Duration {
    let original = warpbench_catalog::find("first_warp").expect("is there").0;
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let mut oldest = Duration::ZERO;
    for round in 0..kills {
        let typing = match round % 5 {
            0 => 1200 + random.next_u64() % 600,
            _ => random.next_u64() % 700,
        };
        let born = Instant::now();
        let life = live_and_die(folder, Duration::from_millis(typing));
        let owed = life.owed(MOST_LOST + witness.allowance(born));
        let path = folder.join("documents").join(DOCUMENT);
        // A text that was reset has no file.
        let text =
            std::fs::read_to_string(&path).unwrap_or_else(|_| original.sources.rust.to_owned());
        // Without what was typed it is the original, whole.
        let rest: String =
            text.split_inclusive('\n').filter(|line| number(line.trim_end()).is_none()).collect();
        assert_eq!(rest, original.sources.rust, "round {round}: half written");
        let saved = text.lines().filter_map(number).max().unwrap_or(0);
        assert!(saved <= life.newest + 1, "round {round}: {saved} was never typed");
        assert!(saved >= owed, "round {round}: {saved} is on disk, {owed} is owed");
        let lost = life.seen.iter().find(|(edit, _)| *edit > saved);
        oldest = oldest.max(lost.map_or(Duration::ZERO, |(_, at)| life.killed - *at));
        let stray = std::fs::read_dir(folder.join("documents")).expect("is there");
        let stray =
            stray.flatten().filter(|entry| entry.file_name().to_string_lossy().contains("tmp"));
        assert!(stray.count() <= 1, "round {round}: temporary files pile up");
    }
    oldest
}

#[test]
fn a_hundred_kills_lose_nothing_older_than_a_second() {
    if std::env::var_os(FOLDER).is_some() {
        return;
    }
    let folders: Vec<_> =
        (0..SIDE_BY_SIDE).map(|_| tempfile::tempdir().expect("a folder")).collect();
    let beside = tempfile::tempdir().expect("a folder");
    let witness = Witness::start(beside.path());
    let oldest = thread::scope(|scope| {
        let kills = folders.iter().zip(1..).map(|(folder, seed)| {
            let witness = &witness;
            scope.spawn(move || kill(folder.path(), KILLS / SIDE_BY_SIDE, seed, witness))
        });
        let kills: Vec<_> = kills.collect();
        kills.into_iter().map(|kill| kill.join().expect("nothing is lost")).max()
    });
    println!("{KILLS} kills; the oldest edit that was lost was {oldest:?} old");
}
