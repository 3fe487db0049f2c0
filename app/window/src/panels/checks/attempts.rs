//! Earlier attempts, and the way back to them.

use super::points;
use egui::{CollapsingHeader, Id, RichText, Ui};
use warpbench_lab::outcome::Status;
use warpbench_state::command::Command;
use warpbench_state::labs::action::LabAction;
use warpbench_state::labs::attempt::Attempt;
use warpbench_state::labs::open::OpenLab;
use warpbench_theme::Palette;

pub(super) fn show(ui: &mut Ui, open: &OpenLab, commands: &mut Vec<Command>) {
    if open.attempts.is_empty() {
        return;
    }
    ui.add_space(6.0);
    let heading = RichText::new(format!("Attempts ({})", open.attempts.len())).strong();
    let header = CollapsingHeader::new(heading).id_salt(Id::unique(("attempts", &open.lab.id)));
    header.show(ui, |ui| {
        // The newest is looked for most often.
        for (index, attempt) in open.attempts.iter().enumerate().rev() {
            entry(ui, index, attempt, commands);
        }
    });
}

fn entry(ui: &mut Ui, index: usize, attempt: &Attempt, commands: &mut Vec<Command>) {
    let palette = Palette::of(ui.visuals());
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(format!("{}", index + 1)).monospace().color(palette.quiet));
        ui.label(told(attempt));
        let button = ui.small_button("Take up");
        let name = format!("Take up attempt {}", index + 1);
        button.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &name));
        let hint = "Go on from this text; the one that you have now is kept as well";
        if button.on_hover_text(hint).clicked() {
            commands.push(Command::Lab(LabAction::TakeUp(index)));
        }
    });
}

/// What came of it, in a few words.
fn told(attempt: &Attempt) -> String {
    let Some(graded) = &attempt.graded else {
        return "kept when the text was replaced".to_owned();
    };
    let earned = format!("{} of {} points", points(graded.points), points(graded.of));
    let failed = graded.checks.iter().filter(|check| check.status == Status::Failed);
    let failed: Vec<&str> =
        failed.filter(|check| !check.hidden).map(|check| check.name.as_str()).collect();
    match failed.as_slice() {
        [] => earned,
        names => format!("{earned}; failed: {}", names.join(", ")),
    }
}
