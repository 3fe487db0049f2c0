//! A comparison that is killed at any moment goes on where it was: no finished
//! measurement is lost, and none is made twice.

use super::{Desk, has_adapter};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::collections::BTreeMap;
use std::process::{Child, Stdio};
use std::time::Duration;
use warpbench_compare::results::{Record, RecordKey};

const KILLS: usize = 10;

const SUITE: &str = "reduce,copy,transpose,matvec,histogram";

/// What is finished, by what tells it apart. Times come from a clock, so that equal
/// records are the same measurement.
fn finished(desk: &Desk) -> BTreeMap<String, Record> {
    if !desk.path("r.json").exists() {
        return BTreeMap::new();
    }
    let records = desk.results("r.json").measurements.into_iter();
    let name = |key: RecordKey<'_>| format!("{key:?}");
    records.map(|record| (name(record.key()), record)).collect()
}

#[test]
fn kills_lose_nothing_and_repeat_nothing() {
    let desk = Desk::new();
    let device = if has_adapter() { "wgpu:0" } else { "cpu" };
    let line =
        format!("compare --devices {device} --suite {SUITE} --sizes 64 --repeat 3 --no-simulator");
    desk.run(&format!("{line} --out whole.json"), 0);
    let whole = desk.results("whole.json").measurements.len();
    let mut random = Pcg64Mcg::seed_from_u64(16);
    let mut in_between = 0;
    for round in 0..KILLS {
        let before = finished(&desk);
        let mut child = desk
            .command(&format!("{line} --out r.json --resume"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("starts");
        // Some are killed while they start, the others some time after a measurement
        // or two more, however fast this machine is.
        if round % 4 != 0 {
            let more = 1 + random.next_u64() as usize % 3;
            let is_over = |child: &mut Child| child.try_wait().expect("can be asked").is_some();
            while finished(&desk).len() < before.len() + more && !is_over(&mut child) {
                std::thread::sleep(Duration::from_millis(2));
            }
        }
        std::thread::sleep(Duration::from_millis(random.next_u64() % 200));
        // The worker ends by itself when whoever asked is gone.
        child.kill().expect("can be killed");
        child.wait().expect("is dead");
        let after = finished(&desk);
        for (name, record) in &before {
            assert!(after.get(name) == Some(record), "round {round}: {name} was lost or repeated");
        }
        in_between += usize::from(!after.is_empty() && after.len() < whole);
    }
    let before = finished(&desk);
    let text = desk.run(&format!("{line} --out r.json --resume"), 0);
    if !before.is_empty() {
        let said = format!("{} of {whole} measurements are there already", before.len());
        assert!(text.contains(&said), "{text}");
    }
    let after = finished(&desk);
    assert!(before.iter().all(|(name, record)| after.get(name) == Some(record)));
    let keys = |name: &str| {
        let mut keys: Vec<String> =
            desk.results(name).measurements.iter().map(|r| format!("{:?}", r.key())).collect();
        keys.sort();
        keys
    };
    assert_eq!(keys("r.json"), keys("whole.json"), "each is there once");
    assert!(in_between >= KILLS / 2, "{in_between}");
    let left: Vec<_> = std::fs::read_dir(desk.path("")).expect("a folder").flatten().collect();
    assert!(left.len() <= 3, "{left:?}");
    println!("{KILLS} kills, {in_between} of them with some measurements and not all");
}
