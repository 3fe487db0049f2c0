//! Doing what a command says.

use super::Command;
use crate::window::lessons::tour;
use crate::window::state::layout;
use crate::window::state::player::{SPEEDS, Stride};
use crate::window::state::setup::Place;
use crate::window::state::view::{Shown, Theme};
use crate::window::state::{Past, State, WantedPosition};
use crate::window::timings;
use warpbench_front::Language;
use warpbench_machine::observe::trace::Direction;

pub fn apply(command: Command, state: &mut State) {
    state.is_dirty |= is_remembered(&command);
    match command {
        Command::Open(place) => open(state, place),
        Command::MoveRung(by) => open(state, state.setup.place.moved(by)),
        Command::ToggleAnswer => state.view.is_answer_shown ^= true,
        Command::Edit { .. }
        | Command::UndoText(_)
        | Command::RedoText(_)
        | Command::ResetText(_) => change_text(command, state),
        Command::Show(shown) => show(state, shown),
        Command::StepLanguage(language) => step_language(state, language),
        Command::ToggleDiff => state.view.is_diff ^= true,
        Command::Find(find) => state.view.find = find,
        Command::ToggleBreakpoint { key, line } => toggle_breakpoint(state, key, line),
        Command::ToggleBreakpointHere => {
            let line = state.player.as_ref().and_then(|p| p.trace().line_of(p.position()));
            if let Some(line) = line {
                toggle_breakpoint(state, state.stepped_document().key.clone(), line);
            }
        }
        Command::TogglePlay
        | Command::Go(..)
        | Command::Seek(_)
        | Command::Scrub(_)
        | Command::ChangeSpeed(_)
        | Command::GoToFinding(_) => play(command, state),
        Command::SetSize(_)
        | Command::SetShape { .. }
        | Command::SetSchedule(_)
        | Command::SetModel(_)
        | Command::SetLaunch(_)
        | Command::LookAt(_) => set_up(command, state),
        Command::Run => state.run(),
        Command::Cancel => cancel(state),
        Command::Follow(lane) => state.selection.lane = lane,
        Command::HoverLane(lane) => state.selection.hovered_lane = lane,
        Command::HoverLine(line) => state.selection.hovered_line = line,
        Command::Watch(name) => state.selection.watched = name,
        Command::Timings(action) => measure(state, action),
        Command::Layout(_) | Command::ResetLayout | Command::BringUp(_) => {
            arrange(command, state);
        }
        Command::ToggleTheme => {
            state.view.theme = match state.view.theme {
                Theme::Dark => Theme::Light,
                Theme::Light => Theme::Dark,
            };
        }
        Command::Zoom(factor) => {
            state.view.zoom = (state.view.zoom * factor).clamp(0.5, 4.0);
        }
        Command::ResetZoom => state.view.zoom = 1.0,
        Command::TogglePresenter => state.view.is_presenting ^= true,
        Command::ToggleCollapse => state.view.is_collapsed ^= true,
        Command::Palette(palette) => state.view.palette = palette,
        Command::Tour(stop) => go_on_tour(state, stop),
        Command::Dismiss(place) => {
            if place < state.notices.len() {
                state.notices.remove(place);
            }
        }
        Command::Resolve(key, keep) => {
            if let Some(Err(error)) = state.store.as_ref().map(|store| store.resolve(&key, keep)) {
                state.tell(error.to_string(), true);
            }
        }
        Command::Undo => go_back(state, false),
        Command::Redo => go_back(state, true),
    }
}

/// Whether it changes what is remembered between starts.
fn is_remembered(command: &Command) -> bool {
    !matches!(
        command,
        Command::Edit { .. }
            | Command::HoverLane(_)
            | Command::HoverLine(_)
            | Command::Go(..)
            | Command::Seek(_)
            | Command::Scrub(_)
            | Command::Palette(_)
            | Command::Find(_)
            | Command::Timings(_)
    )
}

fn open(state: &mut State, place: Place) {
    if place == state.setup.place {
        return;
    }
    state.setup.open(place);
    state.selection.lane = None;
    state.selection.watched = place.rung().watch.clone();
    state.view.is_answer_shown = false;
    state.view.is_diff = false;
    state.wanted_position = Some(WantedPosition::Position(0));
    state.scroll_to_kernel();
    state.run();
}

fn measure(state: &mut State, action: timings::Action) {
    let ladder = state.ladder();
    let shown = state.timings.apply(&state.window, action, &ladder.context());
    if let Some(place) = shown.and_then(|variant| Place::of_variant(variant.name)) {
        open(state, place);
    }
}

fn change_text(command: Command, state: &mut State) {
    let (key, text) = match command {
        Command::Edit { key, text, cursor, time } => {
            if let Some(document) = state.documents.get_mut(&key) {
                document.history.feed(&text, cursor, time);
            }
            (key, Some(text))
        }
        Command::UndoText(key) => {
            let undone = state.documents.get_mut(&key).and_then(|document| {
                document.history.undo(&document.text).map(|moment| moment.text.clone())
            });
            (key, undone)
        }
        Command::RedoText(key) => {
            let redone = state.documents.get_mut(&key).and_then(|document| {
                document.history.redo(&document.text).map(|moment| moment.text.clone())
            });
            (key, redone)
        }
        Command::ResetText(key) => {
            let original = state.documents.get_mut(&key).map(|document| {
                // A step of its own, whatever was typed before and is after.
                document.history.close();
                document.history.feed(document.original, 0, 0.0);
                document.history.close();
                document.original.to_owned()
            });
            (key, original)
        }
        _ => return,
    };
    let (Some(document), Some(text)) = (state.documents.get_mut(&key), text) else { return };
    if !document.set(text) {
        return;
    }
    let kept = state.store.as_ref().map(|store| match document.is_edited() {
        true => store.save(&key, document.text.as_str()),
        false => store.reset(&key),
    });
    if let Some(Err(error)) = kept {
        state.tell(error.to_string(), true);
    }
    state.check(&key);
    if state.stepped_document().key == key {
        state.run();
    }
}

fn show(state: &mut State, shown: Shown) {
    state.view.shown = shown;
    if let Some(language) = shown.language() {
        step_language(state, language);
    }
}

fn step_language(state: &mut State, language: Language) {
    if state.setup.language != language {
        state.setup.language = language;
        state.wanted_position = Some(WantedPosition::Position(0));
        state.scroll_to_kernel();
        state.run();
    }
}

fn toggle_breakpoint(state: &mut State, key: String, line: u32) {
    let lines = state.breakpoints.entry(key).or_default();
    if !lines.remove(&line) {
        lines.insert(line);
    }
    if let Some(player) = &mut state.player {
        player.forget_breakpoint();
    }
}

fn play(command: Command, state: &mut State) {
    let breakpoints = state.current_breakpoints();
    let followed = state.selection.warp();
    let Some(player) = &mut state.player else { return };
    let from = player.position();
    match command {
        Command::TogglePlay => player.play(!player.is_playing),
        Command::Go(direction, stride) => {
            player.is_playing = false;
            player.go(direction, stride, followed, &breakpoints);
        }
        Command::Seek(position) => player.seek(position.min(player.trace().len())),
        Command::Scrub(position) => {
            player.seek(position.min(player.trace().len()));
            return show_line(state);
        }
        Command::ChangeSpeed(by) => {
            state.speed = player.speed.saturating_add_signed(by).min(SPEEDS.len() - 1);
            player.speed = state.speed;
            return;
        }
        Command::GoToFinding(place) => return go_to_finding(state, place),
        _ => return,
    }
    moved(state, from);
}

/// Keeps the place that was left, and shows the line that was come to.
fn moved(state: &mut State, from: usize) {
    if state.player.as_ref().is_some_and(|player| player.position() != from) {
        show_line(state);
        state.remember(Past::Position(from));
    }
}

/// Brings the line of the last step into view.
fn show_line(state: &mut State) {
    let Some(player) = &state.player else { return };
    let line = player.trace().line_of(player.position().saturating_sub(1));
    if let Some(line) = line {
        state.view.scroll_to.insert(state.stepped_document().key.clone(), line);
    }
}

fn go_to_finding(state: &mut State, place: usize) {
    let Some(simulation) = state.simulation.clone() else { return };
    let Some(finding) = simulation.findings.get(place) else { return };
    state.view.scroll_to.insert(state.stepped_document().key.clone(), finding.line);
    if let (Some(&lane), Some(player)) = (finding.lanes.first(), &state.player) {
        let width = player.trace().shape().warp_width.max(1);
        state.selection.lane = Some((lane / width, lane % width));
    }
    let Some(player) = &mut state.player else { return };
    let from = player.position();
    if let Some(position) = player.position_of(finding) {
        player.is_playing = false;
        player.seek(position);
        state.remember(Past::Position(from));
    } else if let (Some(block), Some(step)) = (finding.block, finding.step) {
        state.setup.first_block = block;
        state.wanted_position = Some(WantedPosition::InBlock(block, step as usize));
        state.run();
    } else if let Some(position) = player.trace().find(
        0,
        Direction::Forward,
        warpbench_machine::observe::trace::Goal::AtLine(finding.line),
    ) {
        player.is_playing = false;
        player.seek(position);
        state.remember(Past::Position(from));
    }
}

fn set_up(command: Command, state: &mut State) {
    let setup = &mut state.setup;
    match command {
        Command::SetSize(size) => {
            setup.sizes.insert(setup.place.rung().variant.name, size);
            setup.grid = None;
        }
        Command::SetShape { grid, block } => (setup.grid, setup.block) = (grid, block),
        Command::SetSchedule(schedule) => setup.schedule = schedule,
        Command::SetModel(model) => {
            setup.model = model;
            state.timings.timings.set_model(model);
        }
        Command::SetLaunch(launch) => {
            setup.launch = launch;
            setup.first_block = [0; 3];
            state.wanted_position = Some(WantedPosition::Position(0));
        }
        Command::LookAt(block) => {
            setup.first_block = block;
            let traced = state.player.as_ref().and_then(|player| {
                let blocks = player.trace().blocks();
                blocks.iter().find(|traced| traced.block == block).map(|traced| traced.steps.start)
            });
            if let (Some(start), Some(player)) = (traced, &mut state.player) {
                let from = player.position();
                // A step into it, so that it is this block's state that is shown.
                player.seek(start + 1);
                return moved(state, from);
            }
            state.wanted_position = Some(WantedPosition::InBlock(block, 1));
        }
        _ => return,
    }
    state.run();
}

fn cancel(state: &mut State) {
    if state.view.palette.is_some() {
        state.view.palette = None;
    } else if state.view.find.is_some() {
        state.view.find = None;
    } else if state.view.is_diff {
        state.view.is_diff = false;
    } else if state.view.tour.is_some() {
        state.view.tour = None;
    } else if state.player.as_ref().is_some_and(|player| player.is_playing) {
        if let Some(player) = &mut state.player {
            player.play(false);
        }
    } else {
        state.cancel_run();
        measure(state, timings::Action::Cancel);
    }
}

fn arrange(command: Command, state: &mut State) {
    let before = Box::new(state.layout.clone());
    match command {
        Command::Layout(layout) => state.layout = *layout,
        Command::ResetLayout => state.layout = layout::usual(),
        Command::BringUp(panel) => layout::bring_up(&mut state.layout, panel),
        _ => return,
    }
    if *before != state.layout {
        state.remember(Past::Layout(before));
    }
}

fn go_on_tour(state: &mut State, stop: Option<usize>) {
    let stop = stop.filter(|stop| *stop < tour().len());
    state.view.tour = stop;
    let Some(stop) = stop.map(|stop| &tour()[stop]) else { return };
    if state.setup.place.lesson != 0 {
        open(state, Place::default());
    }
    if let Some(panel) = crate::window::panels::PanelId::of_slug(stop.panel) {
        layout::bring_up(&mut state.layout, panel);
    }
}

/// What a stop of the tour lets one do.
pub(super) fn tour_action(name: &str) -> Option<Command> {
    Some(match name {
        "step" => Command::Go(Direction::Forward, Stride::Instruction),
        "step_line" => Command::Go(Direction::Forward, Stride::Line),
        "step_barrier" => Command::Go(Direction::Forward, Stride::Barrier),
        "play" => Command::TogglePlay,
        "next_rung" => Command::MoveRung(1),
        "palette" => Command::Palette(Some(Default::default())),
        "timings" => Command::BringUp(crate::window::panels::PanelId::Timings),
        _ => return None,
    })
}

/// Takes back the newest jump or change of the panels, or does it again.
fn go_back(state: &mut State, is_redo: bool) {
    let from = if is_redo { &mut state.future } else { &mut state.past };
    let Some(past) = from.pop() else { return };
    let now = match past {
        Past::Position(position) => {
            let Some(player) = &mut state.player else { return };
            let now = Past::Position(player.position());
            player.is_playing = false;
            player.seek(position);
            now
        }
        Past::Layout(layout) => {
            Past::Layout(Box::new(std::mem::replace(&mut state.layout, *layout)))
        }
    };
    if is_redo { state.past.push(now) } else { state.future.push(now) }
}
