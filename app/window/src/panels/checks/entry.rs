//! One check: how it stands, and when it fails what was seen, where, what was asked
//! for and what to look at.

use super::points;
use egui::{
    Color32, Frame, Id, Key, Margin, RichText, Role, Sense, TextEdit, Ui, UiBuilder, WidgetInfo,
};
use warpbench_draw::terms::code_link;
use warpbench_lab::check::{Check, CheckKind};
use warpbench_lab::lab::shown;
use warpbench_lab::outcome::{CheckOutcome, Place};
use warpbench_state::command::Command;
use warpbench_state::labs::action::LabAction;
use warpbench_state::labs::open::{CheckState, CheckStatus, predicted_constant};
use warpbench_state::labs::prediction;
use warpbench_state::state::State;
use warpbench_theme::Palette;

pub(super) fn show(
    ui: &mut Ui,
    state: &State,
    index: usize,
    check: &Check,
    known: &CheckState,
    commands: &mut Vec<Command>,
) {
    let failed = known.outcome.as_ref().filter(|_| known.status == CheckStatus::Failed);
    let place = failed.filter(|_| !known.is_stale).and_then(|outcome| outcome.place.as_ref());
    let sense = if place.is_some() { Sense::click() } else { Sense::hover() };
    let builder = UiBuilder::new().id_salt(("check", index)).sense(sense);
    let palette = Palette::of(ui.visuals());
    let response = ui
        .scope_builder(builder, |ui| {
            // A click anywhere goes there, so that words are not to be selected.
            ui.style_mut().interaction.selectable_labels = false;
            let is_over = place.is_some() && ui.response().hovered();
            let fill = if is_over { palette.next_line } else { palette.field };
            let frame = Frame::new().fill(fill).corner_radius(3.0);
            frame.inner_margin(Margin::symmetric(8, 5)).show(ui, |ui| {
                ui.set_width(ui.available_width());
                head(ui, check, known, &palette);
                if let Some(outcome) = failed {
                    account(ui, outcome, known.is_stale, &palette, commands);
                }
            });
        })
        .response;
    let label = format!("{}: {}", check.name, status_name(known));
    let role = if place.is_some() { Role::Button } else { Role::Label };
    response.widget_info(|| WidgetInfo::labeled(role, true, &label));
    let response = match place {
        Some(place) => response.on_hover_text(format!("Go there: {}", located(place))),
        None => response.on_hover_text(check.asked()),
    };
    if place.is_some() && response.clicked() {
        commands.push(Command::Lab(LabAction::ShowCheck(index)));
    }
    if let CheckKind::Prediction { ask, .. } = &check.kind
        && state.labs.own().is_some()
    {
        predict(ui, state, index, check, ask, commands);
    }
    ui.add_space(2.0);
}

fn head(ui: &mut Ui, check: &Check, known: &CheckState, palette: &Palette) {
    let (sign, colour) = sign(known, palette);
    ui.horizontal_wrapped(|ui| {
        if known.status == CheckStatus::Running {
            ui.add(egui::Spinner::new().size(13.0));
        } else {
            ui.label(RichText::new(sign).color(colour));
        }
        ui.label(RichText::new(&check.name).strong());
    });
    let hidden = if check.hidden { ", hidden from students" } else { "" };
    let words = format!("{}, {} points{hidden}", status_name(known), points(check.points));
    ui.label(RichText::new(words).small().color(palette.quiet));
}

/// Each state has a shape as well as a colour.
fn sign(known: &CheckState, palette: &Palette) -> (&'static str, Color32) {
    if known.is_stale {
        return ("○", palette.quiet);
    }
    match known.status {
        CheckStatus::NotRun | CheckStatus::Running => ("○", palette.quiet),
        CheckStatus::SoFar => ("◐", palette.series(2)),
        CheckStatus::Passed => ("√", palette.series(2)),
        CheckStatus::Failed => ("×", palette.conflict),
        CheckStatus::Skipped => ("–", palette.quiet),
    }
}

/// How a check stands, in words.
fn status_name(known: &CheckState) -> &'static str {
    match (known.status, known.is_stale) {
        (CheckStatus::Running, _) => "running",
        (CheckStatus::NotRun, _) => "not yet run",
        (CheckStatus::Failed, true) => "failed before your last change",
        (CheckStatus::Passed | CheckStatus::SoFar, true) => "passed before your last change",
        (CheckStatus::SoFar, false) => "passes at the size that is tried while you type",
        (CheckStatus::Passed, false) => "passed",
        (CheckStatus::Failed, false) => "failed",
        (CheckStatus::Skipped, _) => "not made here; it costs no points",
    }
}

/// What was seen, asked for, and is to be looked at.
fn account(
    ui: &mut Ui,
    outcome: &CheckOutcome,
    is_stale: bool,
    palette: &Palette,
    commands: &mut Vec<Command>,
) {
    let colour = if is_stale { palette.quiet } else { palette.text };
    let line = |ui: &mut Ui, what: &str, words: &str| {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            ui.label(RichText::new(what).small().strong().color(palette.quiet));
            ui.label(RichText::new(words).color(colour));
        });
    };
    if let Some(code) = outcome.code
        && code_link(ui, code)
    {
        commands.push(Command::Explain(Some(code)));
    }
    line(ui, "Seen", &outcome.seen);
    if let Some(place) = &outcome.place {
        line(ui, "Where", &located(place));
    }
    line(ui, "Asked", &outcome.asked);
    if let Some(look) = &outcome.look {
        line(ui, "Look at", look);
    }
    if outcome.place.is_some() && !is_stale {
        ui.label(RichText::new("▶ Show me").underline());
    }
}

/// Line, lanes, block and step of a place, with the run that it is in.
pub(in crate::panels) fn located(place: &Place) -> String {
    let mut words = Vec::new();
    words.extend(place.line.map(|line| format!("line {line}")));
    match place.lanes.as_slice() {
        [] => {}
        [one] => words.push(format!("thread {one}")),
        [one, two] => words.push(format!("threads {one} and {two}")),
        [first, .., last] => {
            words.push(format!("{} threads, {first} to {last}", place.lanes.len()));
        }
    }
    words.extend(place.block.map(|[x, y, z]| format!("block ({x}, {y}, {z})")));
    words.extend(place.step.map(|step| format!("step {step}")));
    words.push(shown(&place.size));
    if place.schedule != "in-order" {
        words.push(format!("schedule {}", place.schedule));
    }
    words.push(place.model.clone());
    words.join(", ")
}

/// The number that is entered before the run.
fn predict(
    ui: &mut Ui,
    state: &State,
    index: usize,
    check: &Check,
    ask: &str,
    commands: &mut Vec<Command>,
) {
    let Some(constant) = predicted_constant(check) else { return };
    let document = state.stepped_document();
    let written = prediction::written(&document.text, document.language, constant);
    let is_open = state.open_prediction() == Some(index);
    let id = Id::unique(("prediction", document.key.as_str(), index));
    let mut draft: String = ui
        .data(|data| data.get_temp(id))
        .unwrap_or_else(|| if is_open { String::new() } else { written.unwrap_or("").to_owned() });
    ui.label(ask);
    ui.horizontal_wrapped(|ui| {
        let field = TextEdit::singleline(&mut draft).id(id.with("field")).hint_text("a number");
        let response = ui.add(field.desired_width(90.0));
        let label = format!("Your prediction: {}", check.name);
        ui.ctx().accesskit_node_builder(response.id, |node| node.set_label(label));
        let is_entered = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        let is_new = written != Some(draft.trim());
        let button =
            ui.add_enabled(is_new && !draft.trim().is_empty(), egui::Button::new("Predict"));
        let hint = format!("Puts your number into the text, as `{constant}`");
        if button.on_hover_text(hint).clicked() || is_entered && is_new {
            commands.push(Command::Lab(LabAction::Predict(index, draft.clone())));
            ui.data_mut(|data| data.remove::<String>(id));
        } else if response.changed() {
            ui.data_mut(|data| data.insert_temp(id, draft.clone()));
        }
        if !is_open && let Some(written) = written {
            let palette = Palette::of(ui.visuals());
            ui.label(RichText::new(format!("you predict {written}")).small().color(palette.quiet));
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_written_short() {
        let check = |place: Place, expected: &str| assert_eq!(located(&place), expected);
        let size = [("n".to_owned(), 1000)].into();
        let place = Place {
            line: Some(19),
            lanes: vec![232],
            block: Some([3, 0, 0]),
            step: Some(12),
            size,
            seed: 1,
            model: "H200".to_owned(),
            schedule: "in-order".to_owned(),
            ..Place::default()
        };
        let lanes = Place { lanes: vec![0, 1, 31], ..place.clone() };
        check(place, "line 19, thread 232, block (3, 0, 0), step 12, n = 1000, H200");
        check(lanes, "line 19, 3 threads, 0 to 31, block (3, 0, 0), step 12, n = 1000, H200");
        let bare = Place {
            size: [("n".to_owned(), 1)].into(),
            model: "H200".to_owned(),
            schedule: "shuffle:2".to_owned(),
            ..Place::default()
        };
        check(bare, "n = 1, schedule shuffle:2, H200");
    }
}
