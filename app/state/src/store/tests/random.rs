//! Two windows do what comes to their minds, and no text is lost.

use super::super::{Event, Keep, Store};
use super::{KEY, folder, listing, open};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::fs;
use tempfile::TempDir;

/// A window as the store's user sees it.
struct Window {
    store: Store,
    text: Option<String>,
    /// What it last knew to be in the document.
    seen: Option<String>,
    in_conflict: bool,
}

impl Window {
    fn open(folder: &TempDir) -> Self {
        let store = open(folder);
        let text = store.load(KEY).unwrap();
        Self { store, seen: text.clone(), text, in_conflict: false }
    }

    fn take_events(&mut self) {
        for event in self.store.events() {
            match event {
                Event::Changed { text, .. } => {
                    self.text.clone_from(&text);
                    self.seen = text;
                }
                Event::Conflict { .. } => self.in_conflict = true,
                Event::Resolved { .. } => self.in_conflict = false,
                Event::Saved { .. } if !self.in_conflict => self.seen.clone_from(&self.text),
                Event::Saved { .. } => {}
                Event::Failed { .. } | Event::Settings { .. } => panic!("{event:?}"),
            }
        }
    }
}

/// The document and the files beside it.
fn on_disk(folder: &TempDir) -> (Option<String>, Vec<String>) {
    let path = |name: &String| folder.path().join("documents").join(name);
    let (document, beside): (Vec<String>, Vec<String>) =
        listing(folder.path()).into_iter().partition(|name| name == KEY);
    let read = |name: &String| fs::read_to_string(path(name)).unwrap();
    (document.first().map(read), beside.iter().map(read).collect())
}

#[test]
fn two_windows_lose_nothing() {
    let folder = folder();
    let mut random = Pcg64Mcg::seed_from_u64(33);
    let mut windows = [Window::open(&folder), Window::open(&folder)];
    let mut conflicts = 0;
    for step in 0..250 {
        let window = &mut windows[random.random_range(0..2)];
        let (before, _) = on_disk(&folder);
        let action = random.random_range(0..10);
        match action {
            0..5 => {
                window.text = Some(format!("text {step}"));
                window.store.save(KEY, format!("text {step}")).unwrap();
            }
            5 => {
                window.text = None;
                window.store.reset(KEY).unwrap();
            }
            6 => window.store.resolve(KEY, Keep::Ours).unwrap(),
            7 => window.store.resolve(KEY, Keep::Theirs).unwrap(),
            8 => window.store.refresh(KEY).unwrap(),
            _ => window.take_events(),
        }
        window.store.flush().unwrap();

        let (after, beside) = on_disk(&folder);
        let has = |text: &Option<String>| {
            text.is_none() || *text == after || text.as_ref().is_some_and(|t| beside.contains(t))
        };
        // An older text may be gone: the other window saw it and typed on.
        if action < 5 || window.in_conflict {
            assert!(has(&window.text), "step {step}, {action}: {:?} is nowhere", window.text);
        }
        if before != after {
            let knew = window.seen == before || before == window.text;
            assert!(knew || has(&before), "step {step}, {action}: {before:?} was overwritten");
        }
        // Half of the time a window is slow to hear the news.
        if matches!(action, 6 | 7) || random.random_bool(0.5) {
            let was_in_conflict = window.in_conflict;
            window.take_events();
            conflicts += usize::from(window.in_conflict && !was_in_conflict);
        } else if after == window.text {
            window.seen = after;
        }
    }
    assert!(conflicts > 5, "only {conflicts} conflicts: the test tests nothing");
}
