//! A class run that is killed at any moment goes on where it was.

use super::support::Desk;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::collections::BTreeMap;
use std::process::{Child, Stdio};
use std::time::{Duration, SystemTime};

const SUBMISSIONS: usize = 90;
const KILLS: usize = 12;

/// The results that are there, with when they were written.
fn finished(desk: &Desk) -> BTreeMap<String, (Vec<u8>, SystemTime)> {
    if !desk.path("out/results").exists() {
        return BTreeMap::new();
    }
    let files = desk.files("out/results").into_iter();
    files
        .filter(|(name, _)| name.ends_with(".json"))
        .map(|(name, bytes)| {
            let about = std::fs::metadata(desk.path("out/results").join(&name)).expect("is there");
            (name, (bytes, about.modified().expect("a time")))
        })
        .collect()
}

/// How many results there are.
fn count(desk: &Desk) -> usize {
    let entries = std::fs::read_dir(desk.path("out/results")).into_iter().flatten().flatten();
    entries.filter(|entry| entry.path().extension().is_some_and(|end| end == "json")).count()
}

#[test]
fn kills_lose_nothing_and_repeat_nothing() {
    let desk = Desk::new();
    desk.class("class", SUBMISSIONS);
    desk.run(&["grade", "1", "--dir", "class", "--out", "whole"]).ended(0);
    let mut random = Pcg64Mcg::seed_from_u64(15);
    let mut kills_in_between = 0;
    for round in 0..KILLS {
        let before = finished(&desk);
        let mut child = desk
            .command(&["grade", "1", "--dir", "class", "--out", "out", "--resume"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("starts");
        // Some are killed while they start, the others some time after a result or two
        // more, however fast this machine is.
        if round % 4 != 0 {
            let more = 1 + random.next_u64() as usize % 4;
            let is_over = |child: &mut Child| child.try_wait().expect("can be asked").is_some();
            while count(&desk) < before.len() + more && !is_over(&mut child) {
                std::thread::sleep(Duration::from_millis(1));
            }
        }
        std::thread::sleep(Duration::from_millis(random.next_u64() % 60));
        child.kill().expect("can be killed");
        child.wait().expect("is dead");
        let after = finished(&desk);
        for (name, result) in &before {
            assert!(after.get(name) == Some(result), "round {round}: {name} was lost or repeated");
        }
        for (name, (bytes, _)) in &after {
            let whole: Result<serde_json::Value, _> = serde_json::from_slice(bytes);
            assert!(whole.is_ok(), "round {round}: {name} is not whole");
        }
        kills_in_between += usize::from(!after.is_empty() && after.len() < SUBMISSIONS);
    }
    let before = finished(&desk);
    let said = desk.run(&["grade", "1", "--dir", "class", "--out", "out", "--resume"]).ended(0);
    let left = SUBMISSIONS - before.len();
    assert!(said.out.contains(&format!("{left} were graded now")), "{said:?}");
    let after = finished(&desk);
    assert!(before.iter().all(|(name, result)| after.get(name) == Some(result)));
    // What comes out is what comes out without a kill, to the byte, and nothing else.
    assert!(desk.files("out") == desk.files("whole"));
    assert!(kills_in_between >= KILLS / 2, "{kills_in_between}");
    println!("{KILLS} kills, {kills_in_between} of them with some results and not all");
}
