//! The state with injected measurements.

use super::super::fixtures::{context, edited, machine, measured, plausible, rungs, timings};
use super::super::sheet::{Sheet, State, Text};
use super::*;
use warpbench_front::Language;
use warpbench_machine::model;

fn key(variant: &'static str, target: usize) -> Key {
    Key { variant, target, edited: false }
}

#[test]
fn ceilings_come_first_and_only_once() {
    let mut timings = timings();
    let rungs = rungs("transpose");
    let context = context(&rungs);
    let jobs = started(&mut timings, Action::RunLadder, &context);
    let names: Vec<&str> = jobs.iter().map(|job| job.key.variant).collect();
    let device = ["peak_read", "peak_copy", "peak_fma"].into_iter();
    let ladder = || ["transpose_naive", "transpose_tiled", "transpose_padded"].into_iter();
    let device: Vec<&str> = device.chain(ladder()).collect();
    let mut expected = device.repeat(4);
    // A model has its ceilings already.
    expected.extend(ladder());
    assert_eq!(names, expected);
    assert!(timings.is_busy());
    assert_eq!(timings.waiting(), names.len());
    let again = started(&mut timings, Action::RunLadder, &context);
    assert_eq!(again.len(), 0, "what waits is not asked for twice");
    for job in &jobs {
        timings.ended(job.key, Ok(plausible(job)));
    }
    assert!(!timings.is_busy());
    let again = started(&mut timings, Action::RunRung, &context);
    let names: Vec<&str> = again.iter().map(|job| job.key.variant).collect();
    assert_eq!(names, ["transpose_naive"; 5]);
}

#[test]
fn sizes_suit_the_device_unless_somebody_chose() {
    let mut timings = timings();
    let rungs = rungs("matmul");
    let stepped = [33, 65, 17];
    let context = Context { size: Some(&stepped), ..context(&rungs) };
    let sizes = |timings: &Timings| -> Vec<Vec<u64>> {
        timings.on().map(|(_, target)| timings.size_for(rungs[0], target, &context)).collect()
    };
    let (large, small) = (vec![4096; 3], vec![256; 3]);
    let usual = [large.clone(), large, small.clone(), small.clone(), small];
    assert_eq!(sizes(&timings), usual);
    timings.apply(Action::SteppedSize(true), &context);
    assert_eq!(sizes(&timings), vec![stepped.to_vec(); 5]);
}

#[test]
fn targets_can_be_switched_off() {
    let mut timings = timings();
    let rungs = rungs("vecadd");
    let context = context(&rungs);
    for index in [0, 1, 2, 9] {
        timings.apply(Action::ToggleDevice(index), &context);
    }
    let jobs = started(&mut timings, Action::RunRung, &context);
    assert!(jobs.iter().all(|job| job.key.target >= 3), "{jobs:?}");
    let on: Vec<usize> = timings.on().map(|(index, _)| index).collect();
    assert_eq!((on, timings.plotted()), (vec![3, 4], Some(3)));
    timings.apply(Action::Plot(4), &context);
    assert_eq!(timings.plotted(), Some(4));
    timings.apply(Action::ToggleDevice(4), &context);
    assert_eq!(timings.plotted(), Some(3), "what is off is not drawn");
}

#[test]
fn another_model_is_another_target() {
    let mut timings = timings();
    let on = |timings: &Timings| -> Vec<usize> {
        let models = timings.on().filter(|(_, target)| matches!(target, Target::Model(_)));
        models.map(|(index, _)| index).collect()
    };
    assert_eq!(on(&timings), [4]);
    let h200 = model::find("h200").expect("built in");
    let old = model::find("geforce-8800-gtx").expect("built in");
    timings.set_model(old);
    assert_eq!(on(&timings), [5]);
    timings.set_model(h200);
    assert_eq!((on(&timings), timings.targets().count()), (vec![4], 6));
    timings.found(machine());
    assert_eq!((on(&timings), timings.targets().count()), (vec![4], 6));
}

#[test]
fn cancelling_keeps_what_is_done() {
    let mut timings = timings();
    let rungs = rungs("transpose");
    let context = context(&rungs);
    let jobs = started(&mut timings, Action::RunLadder, &context);
    timings.ended(jobs[0].key, Ok(plausible(&jobs[0])));
    let words = "timing".to_owned();
    timings.receive(Event::Running { key: jobs[1].key, words, done: 1, of: 2 });
    let effects = timings.apply(Action::Cancel, &context);
    assert!(matches!(effects[..], [Effect::Cancel]));
    assert!(!timings.is_busy());
    assert!(timings.outcome(jobs[0].key).is_some());
    assert!(timings.entry(jobs[1].key).is_none());
    let again = started(&mut timings, Action::RunLadder, &context);
    assert!(again.iter().all(|job| job.key != jobs[0].key), "that ceiling is known");
    for job in &again {
        timings.ended(job.key, Ok(plausible(job)));
    }
    started(&mut timings, Action::RunLadder, &context);
    timings.apply(Action::Cancel, &context);
    let is_done = |job: &Job| timings.outcome(job.key).is_some();
    assert!(again.iter().all(is_done), "what was there before is there again");
}

#[test]
fn news_of_a_cancelled_run_does_not_bring_it_back() {
    let mut timings = timings();
    let rungs = rungs("transpose");
    let context = context(&rungs);
    let jobs = started(&mut timings, Action::RunLadder, &context);
    timings.apply(Action::Cancel, &context);
    let words = "timing".to_owned();
    timings.receive(Event::Running { key: jobs[1].key, words, done: 2, of: 2 });
    assert!(timings.entry(jobs[1].key).is_none());
}

#[test]
fn speed_ups_need_the_rung_before_on_the_same_device_at_the_same_size() {
    let mut timings = timings();
    let rungs = rungs("reduce");
    let context = context(&rungs);
    let device = super::super::fixtures::gpu();
    let mut enter = |name: &'static str, target: usize, size: u64, seconds: f64| {
        timings.ended(key(name, target), Ok(measured(name, &device, &[size], seconds)));
    };
    enter("reduce_interleaved_divergent", 0, 1000, 4.0);
    enter("reduce_interleaved_strided", 0, 1000, 2.0);
    enter("reduce_sequential", 0, 2000, 1.0);
    enter("reduce_last_warp", 0, 2000, 1.0);
    enter("reduce_sequential", 1, 1000, 1.0);
    let sheet = Sheet::of(&timings, &context);
    let speedup = |step: usize, column: usize| {
        let rows = &sheet.sections[0].steps[step].rows;
        match &rows.iter().find(|row| row.column == column).expect("a row").state {
            State::Done(figures) => figures.speedup,
            _ => None,
        }
    };
    assert_eq!(speedup(0, 0), None, "the first of its ladder");
    assert_eq!(speedup(1, 0), Some(2.0));
    assert_eq!(speedup(2, 0), None, "another size");
    assert_eq!(speedup(4, 0), None, "the rung before was not run");
    assert_eq!(speedup(2, 1), None, "the rung before ran on another device");
}

#[test]
fn percentages_need_the_ceilings_of_the_device() {
    let mut timings = timings();
    let rungs = rungs("reduce");
    let context = context(&rungs);
    let device = super::super::fixtures::gpu();
    let name = "reduce_grid_stride";
    timings.ended(key(name, 0), Ok(measured(name, &device, &[1 << 26], 100e-6)));
    let share = |timings: &Timings| {
        let sheet = Sheet::of(timings, &context);
        match &sheet.sections[0].steps[6].rows[0].state {
            State::Done(figures) => figures.of_ceiling,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(share(&timings), None);
    timings.ended(key("peak_read", 0), Ok(measured("peak_read", &device, &[1 << 26], 90e-6)));
    let share = share(&timings).expect("the ceiling is known");
    assert!((share - 0.9).abs() < 0.01, "{share}");
}

#[test]
fn edited_texts_run_beside_the_original() {
    let mut timings = timings();
    let rungs = rungs("reduce");
    let text = edited("reduce_interleaved_divergent", Language::Rust, "mine");
    let shown = Context { edited: Some(&text), ..context(&rungs) };
    let jobs = started(&mut timings, Action::RunRung, &shown);
    let ran: Vec<usize> =
        jobs.iter().filter(|job| job.key.edited).map(|job| job.key.target).collect();
    assert_eq!(ran, [0, 1, 2, 4], "everywhere but on the processor");
    for job in &jobs {
        assert_eq!(job.key.edited, job.work.text.is_some());
        timings.ended(job.key, Ok(plausible(job)));
    }
    let row = |context: &Context<'_>| {
        let sheet = Sheet::of(&timings, context);
        let rows = &sheet.sections[0].steps[0].rows;
        assert_eq!(rows.len(), 4, "two devices, two texts");
        rows[1].clone()
    };
    let now = row(&shown);
    let State::Done(figures) = &now.state else { panic!("{now:?}") };
    assert_eq!(now.text, Text::Edited);
    assert!((figures.speedup.expect("over the original") - 1.25).abs() < 1e-9);
    let newer = edited("reduce_interleaved_divergent", Language::Rust, "mine, again");
    let later = Context { edited: Some(&newer), ..shown };
    assert_eq!(row(&later).text, Text::Older);
    let again = started(&mut timings, Action::RunRung, &later);
    assert!(again.iter().all(|job| job.key.edited), "the original has its result");
}

#[test]
fn other_actions_have_their_effect() {
    let mut timings = timings();
    let rungs = rungs("reduce");
    let context = context(&rungs);
    let mut effect = |action: Action| format!("{:?}", timings.apply(action, &context));
    assert_eq!(effect(Action::CopyMarkdown), "[Copy]");
    assert_eq!(effect(Action::SaveCsv), "[Save(Csv)]");
    assert_eq!(effect(Action::SavePng), "[Save(Png)]");
    assert_eq!(effect(Action::SaveSvg), "[Save(Svg)]");
    assert!(effect(Action::Choose(rungs[2])).contains("reduce_sequential"));
    assert_eq!(effect(Action::View(View::Table)), "[]");
    timings.notice = Some("said".to_owned());
    timings.apply(Action::Dismiss, &context);
    assert_eq!((timings.view, timings.notice), (View::Table, None));
}
