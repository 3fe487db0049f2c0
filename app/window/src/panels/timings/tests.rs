//! The panel in a window that nobody sees.

use super::panel;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use warpbench_catalog::Variant;
use warpbench_front::Language;
use warpbench_state::timings::action::TimingsAction;
use warpbench_state::timings::edited_text::EditedText;
use warpbench_state::timings::fixtures::{edited, gpu, ladder, plausible, rungs, timings, wrong};
use warpbench_state::timings::job::Failure;
use warpbench_state::timings::ladder::Ladder;
use warpbench_state::timings::runner::RunnerEvent;
use warpbench_state::timings::state::{Timings, started};
use warpbench_theme as theme;

/// What a window shows, with what is done in it.
struct Shown {
    timings: Timings,
    rungs: Vec<&'static Variant>,
    edited: Option<EditedText>,
    actions: Vec<TimingsAction>,
}

fn harness(shown: Shown, size: [f32; 2], is_dark: bool) -> Harness<'static, Shown> {
    let mut harness = Harness::builder().with_size(size).with_pixels_per_point(1.5).build_ui_state(
        |ui, shown: &mut Shown| {
            let (edited, size) = (shown.edited.clone(), Some(vec![1024]));
            let ladder = Ladder { edited, size, ..ladder(&shown.rungs) };
            let actions = panel(ui, &shown.timings, &ladder);
            for action in &actions {
                shown.timings.apply(action.clone(), &ladder);
            }
            shown.actions.extend(actions);
        },
        shown,
    );
    theme::install(&harness.ctx);
    let theme = if is_dark { egui::Theme::Dark } else { egui::Theme::Light };
    harness.ctx.set_theme(theme);
    harness.run_steps(4);
    harness
}

fn complete(family: &str) -> Shown {
    let mut timings = timings();
    let rungs = rungs(family);
    let ladder = ladder(&rungs);
    for job in started(&mut timings, TimingsAction::RunLadder, &ladder) {
        timings.ended(job.key, Ok(plausible(&job)));
    }
    Shown { timings, rungs, edited: None, actions: Vec::new() }
}

/// Something of everything: done, wrong, failed, running, waiting, edited.
fn mixed() -> Shown {
    let mut shown = complete("reduce");
    let text = edited("reduce_sequential", Language::Rust, "mine");
    let (variant, text_now) = (shown.rungs[2], Some(text.clone()));
    let ladder = Ladder { variant, edited: text_now, ..ladder(&shown.rungs) };
    for job in started(&mut shown.timings, TimingsAction::RunRung, &ladder) {
        shown.timings.ended(job.key, Ok(plausible(&job)));
    }
    let again = started(&mut shown.timings, TimingsAction::RunLadder, &ladder);
    for job in again {
        let (name, target) = (job.key.variant, job.key.target);
        let ended = match (name, target) {
            ("reduce_shuffle", 2) => Err(Failure::Missing(
                "llvmpipe lacks the feature `subgroups`, which `reduce_shuffle` needs".to_owned(),
            )),
            ("reduce_last_warp", 1) => Ok(wrong(name, &gpu(), &[1000])),
            ("reduce_interleaved_strided", 1) => Err(Failure::Failed(
                "the worker process ended with signal 11 while it was timing the kernel; what it \
                 said last: Segmentation fault (core dumped)"
                    .to_owned(),
            )),
            ("reduce_first_add", 1) => {
                let stage = "timing the kernel".to_owned();
                let event = RunnerEvent::Running { key: job.key, stage, done: 40, of: 100 };
                shown.timings.receive(event);
                continue;
            }
            ("reduce_grid_stride", 1) => continue,
            _ => Ok(plausible(&job)),
        };
        shown.timings.ended(job.key, ended);
    }
    shown.edited = Some(text);
    shown
}

#[test]
fn buttons_and_bars_are_labelled_and_act() {
    let mut harness = harness(complete("reduce"), [900.0, 2400.0], true);
    for label in ["Run this kernel", "Run the ladder", "Stop", "Copy as Markdown", "Save…"] {
        harness.get_by_label(label);
    }
    harness.get_by_label_contains("reduce_sequential on NVIDIA H200 (GPU, cuda): 290 µs median");
    harness
        .get_by_label_contains("reduce_sequential on llvmpipe (LLVM 19.1.7, 256 bits) (software");
    harness.get_by_label_contains("reduce_sequential on H200 model (predicted): ");
    harness.get_by_label("GPU, rung 3: reduce_first_add").click();
    harness.run_steps(2);
    let chosen = harness.state().actions.last().cloned();
    assert!(matches!(chosen, Some(TimingsAction::Choose("reduce_first_add"))));
    harness.get_by_label("Run the ladder").click();
    harness.run_steps(2);
    assert!(harness.state().timings.is_busy());
    harness.get_by_label("Stop").click();
    harness.run_steps(2);
    assert!(!harness.state().timings.is_busy());
    harness.get_by_label_contains("Devices (").click();
    harness.run_steps(2);
    harness.get_by_label("NVIDIA H200 (GPU, wgpu)").click();
    harness.run_steps(2);
    assert!(!harness.state().timings.is_on(1));
    // The list is closed by a click elsewhere.
    harness.get_by_label_contains("Devices (").click();
    harness.run_steps(2);
    harness.get_by_label("Roofline").click();
    harness.run_steps(3);
    harness.get_by_label_contains("Roofline of NVIDIA H200: ");
    harness.get_by_label("Table").click();
    harness.run_steps(3);
    assert_eq!(harness.get_all_by_label("speed-up").count(), 4, "a table for each target");
}

#[test]
fn a_machine_without_results_says_what_to_do() {
    let rungs = rungs("reduce");
    let shown = |timings| Shown { timings, rungs: rungs.clone(), edited: None, actions: vec![] };
    let looking = harness(shown(Timings::new()), [400.0, 300.0], true);
    looking.get_by_label("Looking for the devices of this machine.");
    let idle = harness(shown(timings()), [400.0, 300.0], true);
    idle.get_by_label_contains("Not run on this machine yet.");
    let mut off = timings();
    for index in 0..5 {
        off.apply(TimingsAction::ToggleDevice(index), &ladder(&rungs));
    }
    let off = harness(shown(off), [400.0, 300.0], false);
    off.get_by_label_contains("Tick at least one device");
}

#[test]
fn every_state_of_a_run_is_said_in_words() {
    for (size, is_dark) in [([900.0, 3000.0], true), ([270.0, 6000.0], false)] {
        let harness = harness(mixed(), size, is_dark);
        for words in [
            "Wrong result: largest error",
            "Not run: the worker process ended with signal 11",
            "Not run here: llvmpipe lacks the feature",
            "timing the kernel",
            "waiting",
        ] {
            let said = harness.query_all_by_label_contains(words).count();
            assert!(said > 0, "{words} is not shown in {size:?}");
        }
    }
}
