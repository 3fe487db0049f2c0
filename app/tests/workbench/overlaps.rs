//! No two widgets lie over each other, at any size that a window may have.
//!
//! The accessibility tree says which widgets there are and what they say, egui
//! which part of each can be seen. Widgets that say something must not share any
//! of that, unless one lies within the other, as a button in the row that it
//! belongs to.

use crate::comparison::two_files;
use crate::support::{Bench, builder, class_folder, command, open_by, open_with, workbench};
use egui::accesskit::{NodeId, Role};
use egui::{LayerId, Rect, Vec2};
use egui_kittest::kittest::NodeT;
use std::collections::HashMap;
use warpbench_common::opening::Opening;
use warpbench_machine::observe::trace::Direction;
use warpbench_state::command::Command;
use warpbench_state::comparison::action::{ComparisonAction, ComparisonView};
use warpbench_state::labs::action::LabAction;
use warpbench_state::options::Options;
use warpbench_state::state::panel::{PANELS, PanelId};
use warpbench_state::state::player::Stride;
use warpbench_state::state::stage::{PICTURES, StageAction};
use warpbench_state::tour::tour;
use warpbench_texts::lessons::{RungId, lessons};
use warpbench_window::Workbench;

/// The sizes of windows, in pixels.
const SIZES: [[f32; 2]; 5] =
    [[800.0, 600.0], [1280.0, 720.0], [1600.0, 1000.0], [1920.0, 1080.0], [3840.0, 1080.0]];

/// Rounding to whole pixels may let neighbours share as much.
const SHARED: f32 = 1.0;

/// A widget that says something.
pub(crate) struct Shown {
    pub(crate) words: String,
    layer: LayerId,
    /// The part of it that can be seen.
    pub(crate) seen: Rect,
    /// All of it.
    pub(crate) whole: Rect,
}

fn is_spoken(role: Role) -> bool {
    matches!(
        role,
        Role::Button
            | Role::Label
            | Role::CheckBox
            | Role::ComboBox
            | Role::RadioButton
            | Role::Link
            | Role::Slider
            | Role::SpinButton
            | Role::TextInput
            | Role::MultilineTextInput
            | Role::DisclosureTriangle
            | Role::Canvas
            | Role::Image
    )
}

/// The widgets that can be seen and hold no other widget that says something.
pub(crate) fn shown(bench: &Bench) -> Vec<Shown> {
    let places: HashMap<NodeId, (LayerId, Rect, Rect)> = bench.ctx.viewport(|viewport| {
        let layers = viewport.prev_pass.widgets.layers();
        layers
            .flat_map(|(layer, widgets)| widgets.iter().map(|widget| (*layer, widget)))
            .map(|(layer, widget)| {
                (widget.id.accesskit_id(), (layer, widget.interact_rect, widget.rect))
            })
            .collect()
    });
    let mut found = Vec::new();
    for node in bench.root().children_recursive() {
        let access = node.accesskit_node();
        let is_leaf =
            !node.children_recursive().any(|child| is_spoken(child.accesskit_node().role()));
        if !is_spoken(access.role()) || !is_leaf {
            continue;
        }
        let Some(&(layer, seen, whole)) = places.get(&access.locate().0) else { continue };
        let words = access.label().or_else(|| access.value()).unwrap_or_default();
        if seen.width() > SHARED && seen.height() > SHARED {
            let words = format!("{:?} {words:.60}", access.role());
            found.push(Shown { words, layer, seen, whole });
        }
    }
    found
}

/// What lies over what, in words.
fn overlaps(bench: &Bench) -> Vec<String> {
    let shown = shown(bench);
    assert!(shown.len() > 1, "the walk does not see the window");
    let mut found = Vec::new();
    for (index, one) in shown.iter().enumerate() {
        for other in shown[..index].iter().filter(|other| other.layer == one.layer) {
            let both = one.seen.intersect(other.seen);
            let is_apart = both.width() <= SHARED || both.height() <= SHARED;
            let is_within = |inner: Rect, outer: Rect| outer.expand(SHARED).contains_rect(inner);
            let is_nested = is_within(one.seen, other.seen) || is_within(other.seen, one.seen);
            if !is_apart && !is_nested {
                let (a, b) = (&one.words, &other.words);
                found.push(format!("«{a}» {:?} and «{b}» {:?}", one.seen, other.seen));
            }
        }
    }
    found
}

/// Fails with everything that was found, because one often explains another.
fn assert_none(found: &[String]) {
    assert!(found.is_empty(), "{} overlaps:\n{}", found.len(), found.join("\n"));
}

/// A window of so many pixels; what an audience sees is scaled.
pub(crate) fn resize(bench: &mut Bench, pixels: [f32; 2]) {
    let pixels = Vec2::from(pixels);
    let scale = workbench(bench).state.view.scale(pixels);
    bench.set_size(pixels / scale);
    // A harness has its size in points, so that the zoom settles by and by.
    bench.run_steps(8);
}

fn look(bench: &Bench, what: &str, found: &mut Vec<String>) {
    found.extend(overlaps(bench).into_iter().map(|words| format!("{what}: {words}")));
}

/// Every lesson's first rung, some steps on.
fn walk(pixels: [f32; 2], is_presenting: bool, found: &mut Vec<String>) {
    let mut bench = open_with(builder(), None);
    if is_presenting {
        command(&mut bench, Command::TogglePresenter);
    }
    resize(&mut bench, pixels);
    for lesson in 0..lessons().len() {
        let rung_id = RungId { lesson, rung: 0 };
        command(&mut bench, Command::OpenRung(rung_id));
        for _ in 0..2 {
            command(&mut bench, Command::Step(Direction::Forward, Stride::Line));
        }
        bench.run_steps(2);
        let title = &rung_id.lesson().title;
        let presenting = if is_presenting { ", presenting" } else { "" };
        let what = format!("{title} at {pixels:?}{presenting}");
        look(&bench, &what, found);
        if pixels == SIZES[1] {
            command(&mut bench, Command::ToggleTheme);
            look(&bench, &format!("{what}, other theme"), found);
        }
        for name in names_of_bars(is_presenting) {
            let window = bench.ctx.content_rect().expand(SHARED);
            let widgets = shown(&bench);
            let is_whole =
                |shown: &Shown| shown.words == *name && window.contains_rect(shown.whole);
            if !widgets.iter().any(is_whole) {
                found.push(format!("{what}: «{name}» is not seen whole"));
            }
        }
    }
}

/// Some of what must be within reach in every window.
fn names_of_bars(is_presenting: bool) -> &'static [&'static str] {
    if is_presenting {
        &["Button More", "Button Play or pause", "Button Next rung", "Button Question"]
    } else {
        &["Button Commands", "Button Present", "Button Play or pause", "Button Step a source line"]
    }
}

#[test]
fn no_widgets_overlap_in_small_windows() {
    let mut found = Vec::new();
    for pixels in &SIZES[..2] {
        walk(*pixels, false, &mut found);
    }
    assert_none(&found);
}

#[test]
fn no_widgets_overlap_in_large_windows() {
    let mut found = Vec::new();
    for pixels in &SIZES[2..] {
        walk(*pixels, false, &mut found);
    }
    assert_none(&found);
}

#[test]
fn no_widgets_overlap_before_an_audience() {
    let mut found = Vec::new();
    for pixels in SIZES {
        walk(pixels, true, &mut found);
    }
    assert_none(&found);
}

#[test]
fn no_widgets_overlap_whichever_panel_is_up() {
    let mut found = Vec::new();
    for pixels in [SIZES[0], SIZES[1]] {
        let mut bench = open_with(builder(), None);
        resize(&mut bench, pixels);
        for panel in PANELS {
            command(&mut bench, Command::BringUp(panel.id));
            look(&bench, &format!("{} up at {pixels:?}", panel.slug), &mut found);
            command(&mut bench, Command::Stage(StageAction::Fill(panel.id)));
            look(&bench, &format!("{} alone at {pixels:?}", panel.slug), &mut found);
            command(&mut bench, Command::Stage(StageAction::Fill(panel.id)));
        }
        command(&mut bench, Command::TogglePresenter);
        resize(&mut bench, pixels);
        command(&mut bench, Command::Stage(StageAction::ToggleRungText));
        for panel in PICTURES.into_iter().chain([PanelId::Findings]) {
            command(&mut bench, Command::BringUp(panel));
            let slug = panel.panel().slug;
            look(&bench, &format!("{slug} before an audience at {pixels:?}"), &mut found);
        }
    }
    assert_none(&found);
}

#[test]
fn no_widgets_overlap_in_labs() {
    let mut found = Vec::new();
    let act = |action| Command::Lab(action);
    for pixels in SIZES {
        let mut bench = open_with(builder(), None);
        resize(&mut bench, pixels);
        // One with all that a check can say, one with a prediction.
        for id in ["01_first_kernel", "06_divergence"] {
            command(&mut bench, act(LabAction::Open(id.to_owned())));
            look(&bench, &format!("{id} at {pixels:?}"), &mut found);
            command(&mut bench, act(LabAction::RunChecks));
            command(&mut bench, act(LabAction::NextHint));
            look(&bench, &format!("{id}, graded, at {pixels:?}"), &mut found);
            for panel in [PanelId::Checks, PanelId::Lesson] {
                command(&mut bench, Command::Stage(StageAction::Fill(panel)));
                look(&bench, &format!("{id}, {panel:?} alone at {pixels:?}"), &mut found);
                command(&mut bench, Command::Stage(StageAction::Fill(panel)));
            }
        }
        command(&mut bench, Command::TogglePresenter);
        resize(&mut bench, pixels);
        command(&mut bench, Command::Stage(StageAction::ToggleRungText));
        look(&bench, &format!("a lab before an audience at {pixels:?}"), &mut found);
        command(&mut bench, Command::BringUp(PanelId::Checks));
        look(&bench, &format!("checks before an audience at {pixels:?}"), &mut found);
    }
    assert_none(&found);
}

#[test]
fn no_widgets_overlap_in_a_class() {
    let folder = tempfile::tempdir().expect("a folder");
    let results = class_folder(folder.path());
    let mut found = Vec::new();
    for pixels in SIZES {
        let opening = Opening::Class { results: results.clone(), submissions: None };
        let options = move || Options { opening: opening.clone(), ..Options::isolated() };
        let mut bench = open_by(builder(), options);
        resize(&mut bench, pixels);
        look(&bench, &format!("a class at {pixels:?}"), &mut found);
        command(&mut bench, Command::Lab(LabAction::OpenSubmission(0, Some(1))));
        look(&bench, &format!("a submission at {pixels:?}"), &mut found);
        command(&mut bench, Command::Stage(StageAction::Fill(PanelId::Class)));
        look(&bench, &format!("a class alone at {pixels:?}"), &mut found);
    }
    assert_none(&found);
}

#[test]
fn no_widgets_overlap_in_a_comparison() {
    let folder = tempfile::tempdir().expect("a folder");
    let files = two_files(folder.path());
    let mut found = Vec::new();
    for pixels in SIZES {
        let opening = Opening::Comparison(files.clone());
        let options = move || Options { opening: opening.clone(), ..Options::isolated() };
        let mut bench = open_by(builder(), options);
        resize(&mut bench, pixels);
        let act = |action| Command::Comparison(action);
        for (view, name) in ComparisonView::ALL {
            command(&mut bench, act(ComparisonAction::View(view)));
            look(&bench, &format!("{name} alone at {pixels:?}"), &mut found);
        }
        // One with a lesson lies below its texts, one without has them in the panel.
        for kernel in ["reduce_shuffle", "peak_copy"] {
            command(&mut bench, act(ComparisonAction::OpenTwins(kernel.to_owned())));
            look(&bench, &format!("{kernel} at {pixels:?}"), &mut found);
        }
        command(&mut bench, act(ComparisonAction::View(ComparisonView::Counters)));
        look(&bench, &format!("counters among other panels at {pixels:?}"), &mut found);
    }
    assert_none(&found);
}

#[test]
fn no_widgets_overlap_on_the_tour() {
    let mut found = Vec::new();
    let mut bench = open_with(builder(), None);
    resize(&mut bench, SIZES[1]);
    for stop in 0..tour().len() {
        command(&mut bench, Command::Tour(Some(stop)));
        look(&bench, &format!("stop {stop} of the tour"), &mut found);
    }
    assert_none(&found);
}

#[test]
fn what_overlaps_is_found() {
    let check = |place: [f32; 2], expected: usize| {
        let draw = move |ui: &mut egui::Ui, _: &mut Option<Workbench>| {
            let at = |x: f32, y: f32| Rect::from_min_size(egui::pos2(x, y), Vec2::new(80.0, 20.0));
            ui.put(at(10.0, 10.0), egui::Button::new("one"));
            ui.put(at(place[0], place[1]), egui::Button::new("other"));
        };
        let mut bench = builder().build_ui_state(draw, None);
        bench.run_steps(2);
        let found = overlaps(&bench);
        assert_eq!(found.len(), expected, "{place:?}: {found:?}");
    };
    check([100.0, 10.0], 0);
    check([90.0, 10.0], 0);
    check([60.0, 10.0], 1);
    check([10.0, 25.0], 1);
    check([10.0, 30.0], 0);
    check([10.0, 10.0], 0);
}
