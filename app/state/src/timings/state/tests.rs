//! The state with injected measurements.

use super::super::action::FileFormat;
use super::super::comparison::{Comparison, RowState, TextVersion};
use super::super::fixtures::{edited, ladder, machine, measured, plausible, rungs, timings};
use super::*;
use warpbench_compare::ceilings::Metric;
use warpbench_compare::results::Ceiling;
use warpbench_front::Language;
use warpbench_machine::model;

fn key(variant: &'static str, target: usize) -> RunKey {
    RunKey { variant, target, edited: false }
}

#[test]
fn ceilings_come_first_and_only_once() {
    let mut timings = timings();
    let rungs = rungs("transpose");
    let ladder = ladder(&rungs);
    let jobs = started(&mut timings, TimingsAction::RunLadder, &ladder);
    let names: Vec<&str> = jobs.iter().map(|job| job.key.variant).collect();
    let device = ["peak_read", "peak_copy", "peak_fma"].into_iter();
    let kernels = || ["transpose_naive", "transpose_tiled", "transpose_padded"].into_iter();
    let device: Vec<&str> = device.chain(kernels()).collect();
    let mut expected = device.repeat(4);
    // A model has its ceilings already.
    expected.extend(kernels());
    assert_eq!(names, expected);
    assert!(timings.is_busy());
    assert_eq!(timings.waiting(), names.len());
    let again = started(&mut timings, TimingsAction::RunLadder, &ladder);
    assert_eq!(again.len(), 0, "what waits is not asked for twice");
    for job in &jobs {
        timings.ended(job.key, Ok(plausible(job)));
    }
    assert!(!timings.is_busy());
    let again = started(&mut timings, TimingsAction::RunRung, &ladder);
    let names: Vec<&str> = again.iter().map(|job| job.key.variant).collect();
    assert_eq!(names, ["transpose_naive"; 5]);
}

#[test]
fn sizes_suit_the_device_unless_somebody_chose() {
    let mut timings = timings();
    let rungs = rungs("matmul");
    let stepped = [33, 65, 17];
    let ladder = Ladder { size: Some(stepped.to_vec()), ..ladder(&rungs) };
    let sizes = |timings: &Timings| -> Vec<Vec<u64>> {
        timings.on().map(|(_, target)| timings.size_for(rungs[0], target, &ladder)).collect()
    };
    let (large, small) = (vec![4096; 3], vec![256; 3]);
    let usual = [large.clone(), large, small.clone(), small.clone(), small];
    assert_eq!(sizes(&timings), usual);
    timings.apply(TimingsAction::SteppedSize(true), &ladder);
    assert_eq!(sizes(&timings), vec![stepped.to_vec(); 5]);
}

#[test]
fn targets_can_be_switched_off() {
    let mut timings = timings();
    let rungs = rungs("vecadd");
    let ladder = ladder(&rungs);
    for index in [0, 1, 2, 9] {
        timings.apply(TimingsAction::ToggleDevice(index), &ladder);
    }
    let jobs = started(&mut timings, TimingsAction::RunRung, &ladder);
    assert!(jobs.iter().all(|job| job.key.target >= 3), "{jobs:?}");
    let on: Vec<usize> = timings.on().map(|(index, _)| index).collect();
    assert_eq!((on, timings.plotted()), (vec![3, 4], Some(3)));
    timings.apply(TimingsAction::Plot(4), &ladder);
    assert_eq!(timings.plotted(), Some(4));
    timings.apply(TimingsAction::ToggleDevice(4), &ladder);
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
    let ladder = ladder(&rungs);
    let jobs = started(&mut timings, TimingsAction::RunLadder, &ladder);
    timings.ended(jobs[0].key, Ok(plausible(&jobs[0])));
    let stage = "timing".to_owned();
    timings.receive(RunnerEvent::Running { key: jobs[1].key, stage, done: 1, of: 2 });
    let effects = timings.apply(TimingsAction::Cancel, &ladder);
    assert!(matches!(effects[..], [Effect::Cancel]));
    assert!(!timings.is_busy());
    assert!(timings.outcome(jobs[0].key).is_some());
    assert!(timings.entry(jobs[1].key).is_none());
    let again = started(&mut timings, TimingsAction::RunLadder, &ladder);
    assert!(again.iter().all(|job| job.key != jobs[0].key), "that ceiling is known");
    for job in &again {
        timings.ended(job.key, Ok(plausible(job)));
    }
    started(&mut timings, TimingsAction::RunLadder, &ladder);
    timings.apply(TimingsAction::Cancel, &ladder);
    let is_done = |job: &Job| timings.outcome(job.key).is_some();
    assert!(again.iter().all(is_done), "what was there before is there again");
}

#[test]
fn news_of_a_cancelled_run_does_not_bring_it_back() {
    let mut timings = timings();
    let rungs = rungs("transpose");
    let ladder = ladder(&rungs);
    let jobs = started(&mut timings, TimingsAction::RunLadder, &ladder);
    timings.apply(TimingsAction::Cancel, &ladder);
    let stage = "timing".to_owned();
    timings.receive(RunnerEvent::Running { key: jobs[1].key, stage, done: 2, of: 2 });
    assert!(timings.entry(jobs[1].key).is_none());
}

#[test]
fn speed_ups_need_the_rung_before_on_the_same_device_at_the_same_size() {
    let mut timings = timings();
    let rungs = rungs("reduce");
    let ladder = ladder(&rungs);
    let device = super::super::fixtures::gpu();
    let mut enter = |name: &'static str, target: usize, size: u64, seconds: f64| {
        timings.ended(key(name, target), Ok(measured(name, &device, &[size], seconds)));
    };
    enter("reduce_interleaved_divergent", 0, 1000, 4.0);
    enter("reduce_interleaved_strided", 0, 1000, 2.0);
    enter("reduce_sequential", 0, 2000, 1.0);
    enter("reduce_last_warp", 0, 2000, 1.0);
    enter("reduce_sequential", 1, 1000, 1.0);
    let comparison = Comparison::of(&timings, &ladder);
    let speedup = |rung: usize, column: usize| {
        let rows = &comparison.sections[0].rungs[rung].rows;
        match &rows.iter().find(|row| row.column == column).expect("a row").state {
            RowState::Done(figures) => figures.speedup,
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
    let ladder = ladder(&rungs);
    let device = super::super::fixtures::gpu();
    let name = "reduce_grid_stride";
    timings.ended(key(name, 0), Ok(measured(name, &device, &[1 << 26], 100e-6)));
    let share = |timings: &Timings| {
        let comparison = Comparison::of(timings, &ladder);
        match &comparison.sections[0].rungs[6].rows[0].state {
            RowState::Done(figures) => figures.share(),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(share(&timings), None);
    timings.ended(key("peak_read", 0), Ok(measured("peak_read", &device, &[1 << 26], 90e-6)));
    let share = share(&timings).expect("the ceiling is known");
    assert!((share - 0.9).abs() < 0.01, "{share}");
}

#[test]
fn a_run_is_held_to_what_limits_it_at_its_size() {
    let rungs = rungs("matmul");
    let of_size = |size: u64| {
        let mut timings = timings();
        let device = super::super::fixtures::gpu();
        for (peak, seconds) in [("peak_read", 61.5e-6), ("peak_copy", 126e-6), ("peak_fma", 2e-3)] {
            let (_, variant) = catalog::find(peak).expect(peak);
            timings.ended(key(peak, 0), Ok(measured(peak, &device, variant.large, seconds)));
        }
        let name = rungs[0].name;
        timings.ended(key(name, 0), Ok(measured(name, &device, &[size], 1.0)));
        let section = Comparison::of(&timings, &ladder(&rungs)).sections.remove(0);
        let RowState::Done(entry) = section.rungs[0].rows[0].state.clone() else { panic!() };
        let highest = entry.ceiling(section.metric).expect("the ceilings are known");
        assert!((highest - section.scale).abs() < 1e-6 * highest, "the bar fits its ceiling");
        (section.metric, entry.of_ceiling.expect("the ceilings are known").of)
    };
    assert_eq!(of_size(4096), (Metric::Arithmetic, Ceiling::Arithmetic));
    assert_eq!(of_size(32), (Metric::Bandwidth, Ceiling::Copy), "whatever its family");
}

#[test]
fn edited_texts_run_beside_the_original() {
    let mut timings = timings();
    let rungs = rungs("reduce");
    let text = edited("reduce_interleaved_divergent", Language::Rust, "mine");
    let shown = Ladder { edited: Some(text), ..ladder(&rungs) };
    let jobs = started(&mut timings, TimingsAction::RunRung, &shown);
    let ran: Vec<usize> =
        jobs.iter().filter(|job| job.key.edited).map(|job| job.key.target).collect();
    assert_eq!(ran, [0, 1, 2, 4], "everywhere but on the processor");
    for job in &jobs {
        assert_eq!(job.key.edited, job.workload.text.is_some());
        timings.ended(job.key, Ok(plausible(job)));
    }
    let row = |ladder: &Ladder| {
        let comparison = Comparison::of(&timings, ladder);
        let rows = &comparison.sections[0].rungs[0].rows;
        assert_eq!(rows.len(), 4, "two devices, two texts");
        rows[1].clone()
    };
    let now = row(&shown);
    let RowState::Done(figures) = &now.state else { panic!("{now:?}") };
    assert_eq!(now.text, TextVersion::Edited);
    assert!((figures.speedup.expect("over the original") - 1.25).abs() < 1e-9);
    let newer = edited("reduce_interleaved_divergent", Language::Rust, "mine, again");
    let later = Ladder { edited: Some(newer), ..shown };
    assert_eq!(row(&later).text, TextVersion::Older);
    let again = started(&mut timings, TimingsAction::RunRung, &later);
    assert!(again.iter().all(|job| job.key.edited), "the original has its result");
}

#[test]
fn other_actions_have_their_effect() {
    let mut timings = timings();
    let rungs = rungs("reduce");
    let ladder = ladder(&rungs);
    let mut effect = |action: TimingsAction| format!("{:?}", timings.apply(action, &ladder));
    assert_eq!(effect(TimingsAction::CopyMarkdown), "[Copy]");
    assert_eq!(effect(TimingsAction::Save(FileFormat::Csv)), "[Save(Csv)]");
    assert_eq!(effect(TimingsAction::Save(FileFormat::Png)), "[Save(Png)]");
    assert_eq!(effect(TimingsAction::Save(FileFormat::Svg)), "[Save(Svg)]");
    assert!(effect(TimingsAction::Choose(rungs[2].name)).contains("reduce_sequential"));
    assert_eq!(effect(TimingsAction::View(TimingsView::Table)), "[]");
    timings.notice = Some("said".to_owned());
    timings.apply(TimingsAction::Dismiss, &ladder);
    assert_eq!((timings.view, timings.notice), (TimingsView::Table, None));
}
