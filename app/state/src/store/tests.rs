//! One window at a time. `conflicts` and `random` have two, `kill` has many
//! processes.

mod conflicts;
mod kill;
mod random;

use super::file::Folder;
use super::{Event, POLL_INTERVAL, SAVE_INTERVAL, Store, StoreError, key};
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

const KEY: &str = "reduce.rs";

fn folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

fn open(folder: &TempDir) -> Store {
    Store::open(folder.path().to_owned()).expect("the store opens")
}

/// The names of everything in `documents`, hidden files included, without the
/// lock.
fn listing(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder.join("documents"))
        .expect("the folder is there")
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("Unicode"))
        .filter(|name| name != ".lock")
        .collect();
    names.sort();
    names
}

/// Polls until the events contain one that `wanted` accepts, and returns it.
fn wait_for(store: &Store, wanted: impl Fn(&Event) -> bool) -> Event {
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(20) {
        if let Some(event) = store.events().into_iter().find(|event| wanted(event)) {
            return event;
        }
        thread::sleep(Duration::from_millis(5));
    }
    panic!("the event did not come");
}

fn is_failed(event: &Event) -> bool {
    matches!(event, Event::Failed { .. })
}

fn is_saved(event: &Event) -> bool {
    matches!(event, Event::Saved { .. })
}

#[test]
fn what_is_no_text_is_left_alone() {
    let folder = folder();
    let path = folder.path().join("documents").join(KEY);
    let bytes = b"fn \xff\xfe";
    fs::create_dir_all(folder.path().join("documents")).expect("a folder");
    fs::write(&path, bytes).expect("a file");
    let store = open(&folder);
    let error = store.load(KEY).expect_err("it is no text");
    assert!(matches!(error, StoreError::NotText { .. }), "{error}");
    // It is looked at again and again, and never shown as something else.
    thread::sleep(POLL_INTERVAL * 2);
    assert_eq!(store.events(), []);
    store.save(KEY, "mine").expect("a key");
    let conflict = wait_for(&store, |event| matches!(event, Event::Conflict { .. }));
    let Event::Conflict { ours_at: Some(ours_at), .. } = conflict else { panic!("{conflict:?}") };
    assert_eq!(fs::read(&path).expect("theirs"), bytes);
    assert_eq!(fs::read_to_string(ours_at).expect("ours"), "mine");
}

#[test]
fn keys_are_plain_file_names() {
    let longest = "k".repeat(128);
    for good in ["reduce.rs", "matmul.wgsl", "Makefile", "a-b_c 1.rs", "größe.rs", &longest] {
        assert!(key::check(good).is_ok(), "{good}");
    }
    let too_long = "k".repeat(129);
    let bad = [
        "",
        ".",
        "..",
        ".lock",
        ".saving-1-1",
        "a/b.rs",
        "/etc/passwd",
        "../a.rs",
        "a\\b.rs",
        "a..rs",
        "a.",
        "a ",
        "a\0b",
        "a\nb",
        "c:a.rs",
        "a*.rs",
        &too_long,
    ];
    let folder = folder();
    let store = open(&folder);
    for bad in bad {
        assert!(matches!(store.save(bad, "x"), Err(StoreError::Key { .. })), "{bad:?}");
        assert!(matches!(store.load(bad), Err(StoreError::Key { .. })), "{bad:?}");
        assert!(matches!(store.save_json(bad, &1), Err(StoreError::Key { .. })), "{bad:?}");
    }
    store.flush().unwrap();
    assert_eq!(listing(folder.path()), [""; 0]);
}

#[test]
fn texts_come_back_as_they_were() {
    let folder = folder();
    for text in ["", "x", "a\r\nb\n", "\u{feff}ä\0∑", &"line\n".repeat(20_001)] {
        let store = open(&folder);
        store.load(KEY).unwrap();
        store.save(KEY, text).unwrap();
        assert_eq!(store.load(KEY).unwrap().as_deref(), Some(text), "before it is written");
        store.flush().unwrap();
        assert!(!store.has_unsaved());
        assert_eq!(fs::read(store.document_path(KEY).unwrap()).unwrap(), text.as_bytes());
        drop(store);
        assert_eq!(open(&folder).load(KEY).unwrap().as_deref(), Some(text), "after a restart");
    }
    assert_eq!(open(&folder).documents().unwrap(), [KEY]);
}

#[test]
fn dropping_the_store_writes_what_is_left() {
    let folder = folder();
    let store = open(&folder);
    for number in 0..=33 {
        store.save(KEY, format!("text {number}")).unwrap();
        store.save("matmul.wgsl", format!("other {number}")).unwrap();
    }
    drop(store);
    let read = |key| fs::read_to_string(folder.path().join("documents").join(key)).unwrap();
    assert_eq!((read(KEY), read("matmul.wgsl")), ("text 33".to_owned(), "other 33".to_owned()));
}

#[test]
fn a_reset_removes_the_file() {
    let folder = folder();
    let store = open(&folder);
    store.reset(KEY).unwrap();
    store.save(KEY, "edited").unwrap();
    store.flush().unwrap();
    store.reset(KEY).unwrap();
    store.flush().unwrap();
    assert_eq!(listing(folder.path()), [""; 0]);
    assert_eq!(store.load(KEY).unwrap(), None);
    store.save(KEY, "again").unwrap();
    store.flush().unwrap();
    assert_eq!(open(&folder).load(KEY).unwrap().as_deref(), Some("again"));
}

/// A reader that looks all the time never sees a part of a text.
#[test]
fn a_reader_sees_the_old_text_or_the_new_one() {
    let folder = folder();
    let documents = Folder::open(folder.path().join("documents")).unwrap();
    let text = |number: usize| vec![b'a' + (number % 26) as u8; 1 + (number * 7919) % 300_000];
    documents.lock().unwrap().replace(KEY, &text(0)).unwrap();
    let (done, reads) = (AtomicBool::new(false), AtomicUsize::new(0));
    thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                let bytes = documents.read(KEY).unwrap().expect("there is always a file");
                assert!((0..100).any(|number| text(number)[..] == bytes[..]), "{}", bytes.len());
                reads.fetch_add(1, Ordering::Relaxed);
            }
        });
        for number in 1..100 {
            documents.lock().unwrap().replace(KEY, &text(number)).unwrap();
        }
        done.store(true, Ordering::Relaxed);
    });
    assert!(reads.into_inner() > 1);
    assert_eq!(listing(folder.path()), [KEY]);
}

#[test]
fn typing_is_written_in_few_pieces() {
    let folder = folder();
    let store = open(&folder);
    let (start, mut saved, mut text) = (Instant::now(), 0, String::new());
    while start.elapsed() < Duration::from_millis(550) {
        text.push('x');
        store.save(KEY, text.clone()).unwrap();
        saved += store.events().iter().filter(|event| is_saved(event)).count();
        thread::sleep(Duration::from_millis(1));
    }
    let most = start.elapsed().as_millis() / SAVE_INTERVAL.as_millis() + 1;
    assert!(saved >= 1 && saved as u128 <= most, "{saved} of at most {most}");
    store.flush().unwrap();
    assert_eq!(fs::read_to_string(store.document_path(KEY).unwrap()).unwrap(), text);
}

#[test]
fn the_waker_is_called_when_there_are_events() {
    let folder = folder();
    let store = open(&folder);
    let (sender, woken) = std::sync::mpsc::channel();
    store.set_waker(move || sender.send(()).unwrap_or_default());
    store.save(KEY, "text").unwrap();
    woken.recv_timeout(Duration::from_secs(20)).expect("the waker is called");
    assert!(store.events().iter().any(is_saved));
}

/// A folder stands where the document belongs; root is not stopped by
/// permissions, but by that.
#[test]
fn what_cannot_be_written_is_kept_and_tried_again() {
    let folder = folder();
    let store = open(&folder);
    let path = store.document_path(KEY).unwrap();
    fs::create_dir(&path).unwrap();
    assert!(matches!(store.load(KEY), Err(StoreError::File { .. })));
    store.save(KEY, "precious").unwrap();
    store.save("matmul.wgsl", "unharmed").unwrap();
    let Event::Failed { reason, .. } = wait_for(&store, is_failed) else { unreachable!() };
    assert!(reason.contains("reduce.rs") && reason.contains("Move the folder"), "{reason}");
    let error = store.flush().unwrap_err().to_string();
    assert!(error.starts_with("not saved: reduce.rs. cannot"), "{error}");
    assert!(store.flush().is_err());
    assert_eq!(store.load(KEY).unwrap().as_deref(), Some("precious"));
    assert!(!store.events().iter().any(is_failed), "the same reason is reported once");

    fs::remove_dir(&path).unwrap();
    wait_for(&store, |event| is_saved(event) && event.key() == KEY);
    assert_eq!(fs::read_to_string(path).unwrap(), "precious");
    assert_eq!(listing(folder.path()), ["matmul.wgsl", KEY]);
}

/// Each reason is reported, and the folder is made again when it can be.
#[test]
fn another_reason_is_reported_again() {
    let folder = folder();
    let store = open(&folder);
    let documents = folder.path().join("documents");
    fs::create_dir(documents.join(KEY)).unwrap();
    store.save(KEY, "precious").unwrap();
    let first = wait_for(&store, is_failed);
    // The store makes the folder again whenever it tries, even in between.
    while fs::write(&documents, "in the way").is_err() {
        let _ = fs::remove_dir_all(&documents);
    }
    let second = wait_for(&store, is_failed);
    assert_ne!(first, second);
    fs::remove_file(&documents).unwrap();
    wait_for(&store, is_saved);
    assert_eq!(fs::read_to_string(documents.join(KEY)).unwrap(), "precious");
}

#[test]
fn a_store_without_its_folder_says_so() {
    let folder = folder();
    fs::write(folder.path().join("documents"), "in the way").unwrap();
    let error = Store::open(folder.path().to_owned()).unwrap_err().to_string();
    assert!(error.contains("documents") && error.contains("move it away"), "{error}");
}

#[test]
fn a_window_that_hangs_in_its_turn_is_reported() {
    let folder = folder();
    let store = open(&folder);
    let other = Folder::open(folder.path().join("documents")).unwrap();
    let turn = other.lock().unwrap();
    store.save(KEY, "waits").unwrap();
    let Event::Failed { reason, .. } = wait_for(&store, is_failed) else { unreachable!() };
    assert!(reason.contains("another window"), "{reason}");
    drop(turn);
    store.flush().unwrap();
    assert_eq!(listing(folder.path()), [KEY]);
}

#[test]
fn opening_removes_what_dead_processes_left() {
    let folder = folder();
    drop(open(&folder));
    let documents = folder.path().join("documents");
    fs::write(documents.join(".saving-1-1"), "half").unwrap();
    fs::write(documents.join("saving-1-1"), "a document").unwrap();
    drop(open(&folder));
    assert_eq!(listing(folder.path()), ["saving-1-1"]);
}

#[test]
fn settings_come_back_and_the_last_writer_wins() {
    let folder = folder();
    let (first, second) = (open(&folder), open(&folder));
    assert_eq!(first.load_json("theme"), None);
    first.save_json("theme", &serde_json::json!({"dark": true})).unwrap();
    assert_eq!(first.load_json("theme").unwrap()["dark"], true, "before it is written");
    first.flush().unwrap();
    second.save_json("theme", &serde_json::json!({"dark": false})).unwrap();
    second.flush().unwrap();
    assert_eq!(first.load_json("theme").unwrap()["dark"], false);
    assert_eq!(first.events(), []);
}

#[test]
fn broken_settings_are_moved_aside() {
    for broken in [&b""[..], b"{\"dark\": tr", b"\xff\xfe", b"{} {}"] {
        let folder = folder();
        let store = open(&folder);
        let path = folder.path().join("settings/theme.json");
        fs::write(&path, broken).unwrap();
        assert_eq!(store.load_json("theme"), None);
        let events = store.events();
        let [Event::Settings { name, reason }] = &events[..] else { panic!("{events:?}") };
        assert!(name == "theme" && reason.contains("theme.json.broken"), "{reason}");
        assert!(!path.exists());
        assert_eq!(fs::read(path.with_extension("json.broken")).unwrap(), broken);
        store.save_json("theme", &1).unwrap();
        store.flush().unwrap();
        assert_eq!(store.load_json("theme"), Some(1.into()));
        assert_eq!(store.events(), []);
    }
}
