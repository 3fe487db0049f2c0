//! Two windows on one folder.

use super::super::{Event, Keep, Store, StoreError, conflict};
use super::{KEY, folder, listing, open, wait_for};
use std::fs;
use std::path::PathBuf;
use tempfile::TempDir;

/// Two windows that have loaded `base`; then the second writes `theirs`, and
/// the first saves `ours`. Returns the folder, the first window, the second,
/// and what the first is told.
fn both_change(
    base: Option<&str>,
    theirs: Option<&str>,
    ours: Option<&str>,
) -> (TempDir, Store, Store, Vec<Event>) {
    let folder = folder();
    if let Some(base) = base {
        let store = open(&folder);
        store.save(KEY, base).unwrap();
    }
    let (first, second) = (open(&folder), open(&folder));
    for store in [&first, &second] {
        assert_eq!(store.load(KEY).unwrap().as_deref(), base);
    }
    for (store, text) in [(&second, theirs), (&first, ours)] {
        match text {
            Some(text) => store.save(KEY, text).unwrap(),
            None => store.reset(KEY).unwrap(),
        }
        store.flush().unwrap();
    }
    let events = first.events();
    (folder, first, second, events)
}

fn at(folder: &TempDir, name: &str) -> PathBuf {
    folder.path().join("documents").join(name)
}

fn read(folder: &TempDir, name: &str) -> String {
    fs::read_to_string(at(folder, name)).unwrap()
}

fn conflict(folder: &TempDir, theirs: Option<&str>, ours_at: Option<&str>) -> Event {
    Event::Conflict {
        key: KEY.to_owned(),
        theirs: theirs.map(str::to_owned),
        ours_at: ours_at.map(|name| at(folder, name)),
    }
}

const CONFLICT: &str = "reduce.conflict-1.rs";

#[test]
fn the_second_to_write_overwrites_nothing() {
    let cases = [
        (None, Some("theirs"), Some("ours")),
        (Some("base"), Some("theirs"), Some("ours")),
        (Some("base"), None, Some("ours")),
        (Some("base"), Some("theirs"), None),
        (Some("base"), Some(""), Some("ours")),
    ];
    for (base, theirs, ours) in cases {
        let (folder, first, _second, events) = both_change(base, theirs, ours);
        let ours_at = ours.map(|_| CONFLICT);
        assert_eq!(events, [conflict(&folder, theirs, ours_at)]);
        let mut files: Vec<&str> = ours_at.into_iter().collect();
        files.extend(theirs.map(|_| KEY));
        assert_eq!(listing(folder.path()), files);
        assert_eq!(first.load(KEY).unwrap().as_deref(), ours, "the window keeps its text");
        let beside: Vec<PathBuf> = ours_at.map(|name| at(&folder, name)).into_iter().collect();
        assert_eq!(first.conflict_files(KEY).unwrap(), beside);
        if let Some(ours) = ours {
            assert_eq!(read(&folder, CONFLICT), ours);
        }
    }
}

#[test]
fn the_same_change_twice_is_no_conflict() {
    for same in [Some("same"), None] {
        let (folder, _first, _second, events) = both_change(Some("base"), same, same);
        assert!(matches!(events[..], [Event::Saved { .. }]), "{events:?}");
        assert_eq!(listing(folder.path()).len(), same.iter().len());
    }
}

#[test]
fn a_document_that_was_not_loaded_is_not_overwritten() {
    let folder = folder();
    drop(open(&folder));
    fs::write(at(&folder, KEY), b"not \xff text").unwrap();
    let store = open(&folder);
    assert!(matches!(store.load(KEY), Err(StoreError::NotText { .. })));
    store.save(KEY, "ours").unwrap();
    store.flush().unwrap();
    assert_eq!(fs::read(at(&folder, KEY)).unwrap(), b"not \xff text");
    store.resolve(KEY, Keep::Ours).unwrap();
    store.flush().unwrap();
    assert_eq!(read(&folder, KEY), "ours");
    assert_eq!(fs::read(at(&folder, "reduce.conflict-2.rs")).unwrap(), b"not \xff text");
}

#[test]
fn typing_goes_on_beside_until_ours_is_kept() {
    let (folder, first, second, _) = both_change(Some("base"), Some("theirs"), Some("ours"));
    first.save(KEY, "ours, longer").unwrap();
    first.flush().unwrap();
    assert_eq!(
        (read(&folder, KEY), read(&folder, CONFLICT)),
        ("theirs".into(), "ours, longer".into())
    );
    // The other window is not held up, and its newer text is what is kept.
    second.save(KEY, "theirs, longer").unwrap();
    second.flush().unwrap();
    first.refresh(KEY).unwrap();
    first.flush().unwrap();
    assert!(first.events().contains(&conflict(&folder, Some("theirs, longer"), Some(CONFLICT))));

    first.resolve(KEY, Keep::Ours).unwrap();
    first.flush().unwrap();
    let kept = "reduce.conflict-2.rs";
    assert_eq!(listing(folder.path()), [kept, KEY]);
    assert_eq!(
        (read(&folder, KEY), read(&folder, kept)),
        ("ours, longer".into(), "theirs, longer".into())
    );
    let resolved = Event::Resolved {
        key: KEY.to_owned(),
        keep: Keep::Ours,
        loser_at: Some(at(&folder, kept)),
    };
    assert!(first.events().contains(&resolved));

    // From here on both are in step again.
    let changed = wait_for(&second, |event| matches!(event, Event::Changed { .. }));
    let text = Some("ours, longer".to_owned());
    assert_eq!(changed, Event::Changed { key: KEY.to_owned(), text });
    second.save(KEY, "after").unwrap();
    second.flush().unwrap();
    assert_eq!(read(&folder, KEY), "after");
}

#[test]
fn theirs_can_be_taken_and_ours_stays_beside() {
    for theirs in [Some("theirs"), None] {
        let (folder, first, _second, _) = both_change(Some("base"), theirs, Some("ours"));
        first.resolve(KEY, Keep::Theirs).unwrap();
        first.flush().unwrap();
        let loser_at = Some(at(&folder, CONFLICT));
        let key = || KEY.to_owned();
        assert_eq!(
            first.events(),
            [
                Event::Resolved { key: key(), keep: Keep::Theirs, loser_at },
                Event::Changed { key: key(), text: theirs.map(str::to_owned) },
            ]
        );
        assert_eq!(read(&folder, CONFLICT), "ours");
        first.save(KEY, "edited theirs").unwrap();
        first.flush().unwrap();
        assert_eq!(read(&folder, KEY), "edited theirs");
        assert_eq!(listing(folder.path()), [CONFLICT, KEY]);
    }
}

#[test]
fn a_reset_that_met_a_change_can_be_kept() {
    let (folder, first, _second, _) = both_change(Some("base"), Some("theirs"), None);
    first.resolve(KEY, Keep::Ours).unwrap();
    first.flush().unwrap();
    assert_eq!(listing(folder.path()), [CONFLICT]);
    assert_eq!(read(&folder, CONFLICT), "theirs");
    assert_eq!(first.documents().unwrap(), [""; 0]);
}

#[test]
fn a_conflict_that_came_to_nothing_leaves_no_file() {
    for keep in [Keep::Ours, Keep::Theirs] {
        let (folder, first, second, _) = both_change(Some("base"), Some("theirs"), Some("ours"));
        second.save(KEY, "ours").unwrap();
        second.flush().unwrap();
        first.resolve(KEY, keep).unwrap();
        first.flush().unwrap();
        assert_eq!(listing(folder.path()), [KEY], "{keep:?}");
        first.save(KEY, "on").unwrap();
        first.flush().unwrap();
        assert_eq!(read(&folder, KEY), "on", "{keep:?}");
    }
}

#[test]
fn deciding_without_a_conflict_does_nothing() {
    let folder = folder();
    let store = open(&folder);
    store.save(KEY, "text").unwrap();
    store.resolve(KEY, Keep::Theirs).unwrap();
    store.flush().unwrap();
    assert_eq!(listing(folder.path()), [KEY]);
    assert!(matches!(store.events()[..], [Event::Saved { .. }]));
}

/// The window types after the other one has written, but before it has taken
/// the event that says so: its text belongs to the older one.
#[test]
fn a_change_counts_as_seen_only_when_it_was_taken() {
    for takes_event in [false, true] {
        let folder = folder();
        let (first, second) = (open(&folder), open(&folder));
        first.load(KEY).unwrap();
        second.save(KEY, "theirs").unwrap();
        second.flush().unwrap();
        first.refresh(KEY).unwrap();
        first.flush().unwrap();
        if takes_event {
            let text = Some("theirs".to_owned());
            assert_eq!(first.events(), [Event::Changed { key: KEY.to_owned(), text }]);
        }
        first.save(KEY, "ours").unwrap();
        first.flush().unwrap();
        let (document, events) = (read(&folder, KEY), first.events());
        if takes_event {
            assert_eq!(document, "ours");
            assert!(matches!(events[..], [Event::Saved { .. }]), "{events:?}");
        } else {
            assert_eq!(document, "theirs");
            assert_eq!(events, [conflict(&folder, Some("theirs"), Some(CONFLICT))]);
        }
    }
}

#[test]
fn an_idle_window_hears_of_changes_and_resets() {
    let folder = folder();
    let (first, second) = (open(&folder), open(&folder));
    first.load(KEY).unwrap();
    second.load(KEY).unwrap();
    for text in [Some("one"), Some("two"), None] {
        match text {
            Some(text) => second.save(KEY, text).unwrap(),
            None => second.reset(KEY).unwrap(),
        }
        let changed = wait_for(&first, |event| matches!(event, Event::Changed { .. }));
        let text = text.map(str::to_owned);
        assert_eq!(changed, Event::Changed { key: KEY.to_owned(), text });
    }
}

#[test]
fn conflict_files_are_told_by_their_names() {
    let cases = [
        ("reduce.conflict-1.rs", "reduce.rs", true),
        ("reduce.conflict-12.rs", "reduce.rs", true),
        ("Makefile.conflict-1", "Makefile", true),
        ("a.b.conflict-3.rs", "a.b.rs", true),
        ("reduce.conflict-1.wgsl", "reduce.rs", false),
        ("reduce.conflict-.rs", "reduce.rs", false),
        ("reduce.conflict-x.rs", "reduce.rs", false),
        ("reduce.rs", "reduce.rs", false),
        ("conflict-1.rs", "rs", false),
    ];
    for (name, key, expected) in cases {
        assert_eq!(conflict::is_conflict_of(name, key), expected, "{name} of {key}");
        let of_any = expected || name == "reduce.conflict-1.wgsl";
        assert_eq!(conflict::is_conflict(name), of_any, "{name}");
    }
}
