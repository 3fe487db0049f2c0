//! A process types and is killed at a random moment, a hundred times.
//!
//! The test starts its own binary again with only [`child`] to run. The child
//! types into two documents and says after each edit which it was; the parent
//! kills it and looks at what lies on disk.

use super::super::Store;
use super::listing;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::collections::HashMap;
use std::env;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

#[path = "../../../../tests/witness/mod.rs"]
mod witness;

use witness::Witness;

const FOLDER: &str = "WARPBENCH_STORE_KILL_FOLDER";
const SEED: &str = "WARPBENCH_STORE_KILL_SEED";
const KEYS: [&str; 2] = ["reduce.rs", "matmul.wgsl"];
/// Each lane has its own folder, and its children come one after the other.
const LANES: u64 = 4;
const ROUNDS_PER_LANE: u64 = 25;
const MAX_BODY_BYTES: usize = 200_000;
/// What is older than this is on disk, if the machine has the time.
const MOST_LOST: Duration = Duration::from_secs(1);

/// A document that says which edit it is of, and whether it is complete.
struct Text {
    number: u64,
    body: String,
}

impl Text {
    fn render(&self) -> String {
        let Self { number, body } = self;
        format!("// edit {number}\n{body}\n// sum {:016x}\n", self.sum())
    }

    /// The text on disk; `None` if it is not complete.
    fn parse(text: &str) -> Option<Self> {
        let (number, rest) = text.strip_prefix("// edit ")?.split_once('\n')?;
        let (body, sum) = rest.strip_suffix('\n')?.rsplit_once("\n// sum ")?;
        let text = Self { number: number.parse().ok()?, body: body.to_owned() };
        (u64::from_str_radix(sum, 16).ok()? == text.sum()).then_some(text)
    }

    fn sum(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.number, &self.body).hash(&mut hasher);
        hasher.finish()
    }

    fn edit(&mut self, random: &mut Pcg64Mcg) {
        self.number += 1;
        let place = random.random_range(0..=self.body.len());
        let letter = char::from(random.random_range(b'a'..=b'z'));
        match random.random_range(0..100) {
            0..3 => self.body.insert_str(place, &letter.to_string().repeat(5000)),
            3..20 if place < self.body.len() => {
                self.body.remove(place);
            }
            _ => self.body.insert(place, letter),
        }
        if self.body.len() > MAX_BODY_BYTES {
            self.body.truncate(MAX_BODY_BYTES / 2);
        }
    }
}

/// The time in microseconds, comparable between the two processes.
fn now_us() -> u64 {
    let time = SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970");
    time.as_micros().try_into().expect("before the year 500000")
}

/// Types until it is killed. Does nothing unless [`kills_lose_nothing`] asks.
#[test]
fn child() {
    let (Ok(folder), Ok(seed)) = (env::var(FOLDER), env::var(SEED)) else { return };
    let store = Store::open(folder.into()).expect("the store opens");
    let mut random = Pcg64Mcg::seed_from_u64(seed.parse().expect("a number"));
    let mut texts = KEYS.map(|key| match store.load(key).expect("a text") {
        Some(text) => Text::parse(&text).expect("a complete text"),
        None => Text { number: 0, body: String::new() },
    });
    let mut out = std::io::stdout().lock();
    // libtest has begun a line.
    writeln!(out).expect("the parent listens");
    for (key, text) in texts.iter().enumerate() {
        writeln!(out, "found {key} {} {}", text.number, now_us()).expect("the parent listens");
    }
    let start = Instant::now();
    // The limit is for a parent that dies.
    while start.elapsed() < Duration::from_secs(20) {
        for _ in 0..random.random_range(5..80) {
            let key = random.random_range(0..KEYS.len());
            texts[key].edit(&mut random);
            store.save(KEYS[key], texts[key].render()).expect("a good key");
            writeln!(out, "edit {key} {} {}", texts[key].number, now_us())
                .expect("the parent listens");
            thread::sleep(Duration::from_millis(random.random_range(1..=20)));
        }
        thread::sleep(Duration::from_millis(random.random_range(0..200)));
    }
}

/// What the child said: for each document the edits and when they were made.
struct Said {
    edits: [HashMap<u64, u64>; 2],
    found: [u64; 2],
    killed_us: u64,
}

/// Starts a child, lets it type for a while, and kills it.
fn type_and_kill(folder: &Path, seed: u64, typing: Duration) -> Said {
    let module = module_path!().split_once("::").expect("a module of a crate").1;
    let mut child = Command::new(env::current_exe().expect("a path"))
        .args(["--exact", &format!("{module}::child"), "--nocapture"])
        .args(["--test-threads", "1"])
        .env(FOLDER, folder)
        .env(SEED, seed.to_string())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the test starts itself");
    let (started, starts) = mpsc::channel();
    let out = BufReader::new(child.stdout.take().expect("a pipe"));
    let reader = thread::spawn(move || {
        let (mut edits, mut found) = ([HashMap::new(), HashMap::new()], [0; 2]);
        for line in out.lines().map_while(Result::ok) {
            let words: Vec<&str> = line.split(' ').collect();
            // A line that the kill cut short has fewer words, or fewer digits
            // in its last; those are as many as in any other time.
            let (verb, [key, number, at]) = match words[..] {
                [verb @ ("found" | "edit"), key, number, at] if at.len() == 16 => {
                    (verb, [key, number, at].map(|word| word.parse::<u64>().expect("a number")))
                }
                _ => continue,
            };
            if verb == "found" {
                found[key as usize] = number;
                let _ = started.send(());
            } else {
                edits[key as usize].insert(number, at);
            }
        }
        (edits, found)
    });
    starts.recv_timeout(Duration::from_secs(60)).expect("the child starts typing");
    thread::sleep(typing);
    let killed_us = now_us();
    child.kill().expect("the child can be killed");
    let status = child.wait().expect("the child ends");
    assert!(!status.success(), "the child ended by itself");
    let (edits, found) = reader.join().expect("the child's words are read");
    Said { edits, found, killed_us }
}

/// Checks one document after a kill. Returns the age of the oldest edit that
/// was lost, in microseconds.
fn check(text: Option<&str>, said: &Said, key: usize, most_lost: Duration) -> u64 {
    let (edits, found) = (&said.edits[key], said.found[key]);
    let number = text.map_or(0, |text| {
        let start = || text.chars().take(100).collect::<String>();
        Text::parse(text).unwrap_or_else(|| panic!("half written: {}", start())).number
    });
    let last = edits.keys().copied().max().unwrap_or(found);
    // The kill may have come between saving and saying so.
    assert!((found..=last + 1).contains(&number), "{number} is not of {found} to {last}");
    let lost = edits.get(&(number + 1)).map_or(0, |at| said.killed_us.saturating_sub(*at));
    let is_kept = u128::from(lost) <= most_lost.as_micros();
    assert!(is_kept, "an edit of {} ms before the kill is lost", lost / 1000);
    lost
}

/// Kills children of one lane. Returns the age of the oldest edit that was lost
/// in any round, in microseconds, and how many edits there were.
fn lane(lane: u64) -> (u64, usize) {
    let (folder, beside) = (super::folder(), super::folder());
    let witness = Witness::start(beside.path());
    let mut random = Pcg64Mcg::seed_from_u64(lane);
    let (mut worst_us, mut edits) = (0, 0);
    let mut on_disk = [0; 2];
    for round in 0..ROUNDS_PER_LANE {
        // Only a child that types for more than a second can lose an edit that
        // is older.
        let typing_ms = if round % 5 == lane % 5 {
            random.random_range(1200..=1800)
        } else {
            random.random_range(5..=400)
        };
        let seed = lane * ROUNDS_PER_LANE + round;
        let born = Instant::now();
        let said = type_and_kill(folder.path(), seed, Duration::from_millis(typing_ms));
        let most_lost = MOST_LOST + witness.allowance(born);
        assert_eq!(said.found, on_disk, "the child goes on from what it finds");
        let store = Store::open(folder.path().to_owned()).expect("the store opens");
        for key in 0..KEYS.len() {
            let text = store.load(KEYS[key]).expect("a text");
            worst_us = worst_us.max(check(text.as_deref(), &said, key, most_lost));
            on_disk[key] = text.and_then(|text| Text::parse(&text)).map_or(0, |text| text.number);
            edits += said.edits[key].len();
        }
        // No temporary files, and no conflicts of a process with its past.
        let names = listing(folder.path());
        assert!(names.iter().all(|name| KEYS.contains(&name.as_str())), "{names:?}");
    }
    (worst_us, edits)
}

/// No text that is older than a second is lost, and no file is half written.
/// This is the one time that is asserted, because it is what we promise; what the
/// machine itself makes everybody wait is added.
#[test]
fn kills_lose_nothing() {
    let lanes: Vec<_> = (0..LANES).map(|number| thread::spawn(move || lane(number))).collect();
    let results: Vec<(u64, usize)> =
        lanes.into_iter().map(|lane| lane.join().expect("a lane without a loss")).collect();
    let worst_us = results.iter().map(|(worst, _)| *worst).max().unwrap_or(0);
    let edits: usize = results.iter().map(|(_, edits)| edits).sum();
    println!(
        "{} kills, {edits} edits; the oldest edit that was lost was {} ms old",
        LANES * ROUNDS_PER_LANE,
        worst_us / 1000
    );
    assert!(edits > 0, "nobody typed");
}

#[test]
fn a_text_that_is_not_complete_is_told() {
    let whole = Text { number: 31, body: "a\nb".to_owned() }.render();
    assert_eq!(Text::parse(&whole).map(|text| text.number), Some(31));
    for length in 0..whole.len() {
        assert!(Text::parse(&whole[..length]).is_none(), "{length}");
    }
    assert!(Text::parse(&whole.replace("31", "32")).is_none());
}
