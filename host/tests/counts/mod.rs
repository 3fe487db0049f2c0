//! How many cases there are, as `tests/counts.txt` of the crate says: a number that is
//! another fails, so that nobody loses one unseen. `UPDATE_SNAPSHOTS=1` writes the file
//! anew.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// Tests run side by side, and one at a time may write the file.
static FILE: Mutex<()> = Mutex::new(());

/// Compares the number of cases of a name with the one in the file.
pub(crate) fn check(name: &str, number: usize) {
    let _file = FILE.lock().unwrap_or_else(PoisonError::into_inner);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/counts.txt");
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    let mut numbers: BTreeMap<&str, usize> = text
        .lines()
        .map(|line| {
            let (name, number) = line.rsplit_once(' ').expect("a name and a number");
            (name, number.parse().expect("a number"))
        })
        .collect();
    let known = numbers.insert(name, number);
    if known == Some(number) {
        return;
    }
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        let lines = numbers.iter().map(|(name, number)| format!("{name} {number}\n"));
        std::fs::write(&path, lines.collect::<String>()).expect("writable");
        return;
    }
    let known = known.map_or("nothing".to_owned(), |known| known.to_string());
    panic!(
        "{name}: there are {number}, and {} says {known}; if that is right, repeat with \
         UPDATE_SNAPSHOTS=1",
        path.display()
    );
}
