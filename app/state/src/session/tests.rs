//! What goes wrong in the background stays there: the window hears of it and goes on.

use super::*;
use crate::command::{Command, apply};
use crate::comparison::session::ComparisonSession;
use crate::labs::Labs;
use crate::options::Options;
use crate::state::{RunStatus, State};
use crate::timings::session::TimingsSession;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};
use warpbench_common::labs::Shelf;
use warpbench_front::Language;
use warpbench_texts::lessons::RungId;

/// Longer than anything here takes.
const PATIENCE: Duration = Duration::from_secs(60);

/// A state that nothing is drawn of, and how many events it was woken for.
fn state(services: Services) -> (State, Arc<AtomicUsize>) {
    let woken = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&woken);
    let session = Session::with(services, move || {
        count.fetch_add(1, Ordering::SeqCst);
    });
    let Options { devices, workers, dialog, results_dialog, suite, .. } = Options::isolated();
    let comparison = ComparisonSession::start(results_dialog, Arc::clone(&workers), suite, || {});
    let timings = TimingsSession::start(devices, workers, || {});
    let labs = Labs::start(Shelf::default(), dialog, || {});
    let state = State::new(session, None, timings, comparison, labs, egui::Context::default());
    (state, woken)
}

fn wait_until(mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < PATIENCE, "it never comes to that");
        thread::sleep(Duration::from_millis(1));
    }
}

fn settle(state: &mut State) {
    wait_until(|| {
        state.receive();
        !state.is_busy()
    });
}

/// Services that panic in their first calls and work from then on.
fn failing(checks: usize, runs: usize) -> Services {
    let left = |count: usize| {
        let left = AtomicUsize::new(count);
        move || left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |n| n.checked_sub(1)).is_ok()
    };
    let (fails_to_check, fails_to_run) = (left(checks), left(runs));
    Services {
        check: Arc::new(move |key, text| {
            assert!(!fails_to_check(), "injected");
            diagnose(key, text)
        }),
        prepare: Arc::new(move |setup, text| {
            assert!(!fails_to_run(), "injected");
            prepare(setup, text)
        }),
        ..Services::default()
    }
}

#[test]
fn a_panic_in_a_run_is_told_and_the_next_run_works() {
    let (mut state, _) = state(failing(0, 2));
    for runs in 1..=2 {
        settle(&mut state);
        let RunStatus::Failed(reason) = &state.status else { panic!("{:?}", state.status) };
        let kernel = state.variant().name;
        assert!(reason.contains(&format!("run {kernel} on a model of the H200")), "{reason}");
        assert!(state.notices.iter().any(|notice| notice.is_bad && notice.text == *reason));
        assert!(state.player.is_none(), "{runs}");
        state.run();
    }
    settle(&mut state);
    assert_eq!(state.status, RunStatus::Done);
    assert!(state.player.is_some() && state.simulation.is_some());
}

#[test]
fn a_panic_in_a_check_is_told_and_the_next_check_works() {
    let (mut state, _) = state(failing(1, 0));
    settle(&mut state);
    let key = state.stepped_document().key.clone();
    let mut type_text = |text: &str| {
        state.documents.get_mut(&key).expect("it is there").set(text.to_owned());
        state.check(&key);
        settle(&mut state);
        let told = state.notices.iter().filter(|notice| notice.is_bad).count();
        (told, state.stepped_document().diagnostics.len())
    };
    assert_eq!(type_text("nonsense"), (1, 0));
    assert_eq!(type_text("more nonsense").0, 1);
    assert!(type_text("nonsense again").1 > 0);
    assert_eq!(state.status, RunStatus::Done);
}

#[test]
fn a_run_that_was_cancelled_is_never_under_way_again() {
    let (mut state, woken) = state(Services::default());
    settle(&mut state);
    for events in 1..=2 {
        // The recording is there, and perhaps the counts, but nobody has looked yet.
        let before = woken.load(Ordering::SeqCst);
        state.run();
        wait_until(|| woken.load(Ordering::SeqCst) >= before + events);
        state.cancel_run();
        state.receive();
        assert_eq!(state.status, RunStatus::Cancelled, "{events} events");
        assert!(!state.is_busy());
    }
    state.run();
    settle(&mut state);
    assert_eq!(state.status, RunStatus::Done);
}

/// To derive and check a kernel takes longer than a frame may.
#[test]
fn a_kernel_is_derived_after_the_command_for_it_has_returned() {
    let (go, wait) = mpsc::channel::<()>();
    let wait = std::sync::Mutex::new(wait);
    let derive = move |request: &DeriveRequest| {
        wait.lock().expect("nobody panics").recv_timeout(PATIENCE).expect("it is let go");
        derive(request)
    };
    let (mut state, _) = state(Services { derive: Arc::new(derive), ..Services::default() });
    let rung = RungId::of_name("scale_rows_naive").expect("a rung");
    for command in [Command::OpenRung(rung), Command::StepLanguage(Language::Rust)] {
        apply(command, &mut state);
        settle(&mut state);
    }
    apply(Command::Coalesce, &mut state);
    state.receive();
    assert!(state.is_busy() && !state.stepped_document().is_edited());
    go.send(()).expect("it waits");
    settle(&mut state);
    let document = state.stepped_document();
    assert!(document.text.contains("shared_array!"), "{}", document.text);
}

#[test]
fn a_thread_that_has_gone_is_replaced() {
    let session = Session::start(|| {});
    // Nobody is at the other end.
    session.checks.lose_thread();
    let (key, text) = ("lab.wgsl".to_owned(), "fn f() { let x = ; }".to_owned());
    session.send(SessionRequest::Check { key, revision: 7, text });
    let mut event = None;
    wait_until(|| {
        event = session.next();
        event.is_some()
    });
    match event {
        Some(SessionEvent::Checked { revision: 7, diagnostics, .. }) => {
            assert_eq!(diagnostics.len(), 1);
        }
        other => panic!("{other:?}"),
    }
}
