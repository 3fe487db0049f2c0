//! The task of the lab that is open.

use super::checks::points;
use super::lesson::{heading, markdown};
use egui::{Button, Frame, Id, Label, RichText, ScrollArea, TextWrapMode, Ui};
use warpbench_state::command::Command;
use warpbench_state::labs::action::LabAction;
use warpbench_state::labs::open::OpenLab;
use warpbench_state::state::State;
use warpbench_theme::Palette;

pub(super) fn show(ui: &mut Ui, state: &State, open: &OpenLab, commands: &mut Vec<Command>) {
    let lab = &open.lab;
    let palette = Palette::of(ui.visuals());
    let id = Id::unique(("task", lab.id.as_str()));
    ScrollArea::vertical().id_salt(id).auto_shrink(false).show(ui, |ui| {
        let about = format!(
            "{}, about {} minutes, {} points",
            lab.level.name(),
            lab.minutes,
            points(lab.points())
        );
        ui.label(RichText::new(about).small().color(palette.quiet));
        text(ui, &lab.task);
        heading(ui, "What you learn");
        for learn in &lab.learn {
            ui.horizontal_wrapped(|ui| {
                ui.label("•");
                ui.label(learn);
            });
        }
        ui.add_space(8.0);
        ui.horizontal_wrapped(|ui| {
            for (text, by) in [("◀ Previous lab", -1), ("Next lab ▶", 1)] {
                let is_there = state.labs.list.moved(&lab.id, by).is_some();
                if ui.add_enabled(is_there, Button::new(text)).clicked() {
                    commands.push(Command::MoveRung(by));
                }
            }
            if ui.button("Back to the lessons").clicked() {
                commands.push(Command::Lab(LabAction::Close));
            }
        });
    });
}

/// The task alone, for an audience.
pub(super) fn at_hand(ui: &mut Ui, open: &OpenLab) {
    let id = Id::unique(("task at hand", open.lab.id.as_str()));
    ScrollArea::vertical().id_salt(id).auto_shrink(false).show(ui, |ui| {
        text(ui, &open.lab.task);
    });
}

/// The task. Blocks of code are drawn here: the renderer of Markdown puts a button on
/// them whose sign none of our fonts has.
fn text(ui: &mut Ui, task: &str) {
    for (index, (part, is_code)) in parts(task).into_iter().enumerate() {
        if !is_code {
            markdown(ui, &part);
            continue;
        }
        let palette = Palette::of(ui.visuals());
        Frame::new().fill(palette.field).inner_margin(6.0).show(ui, |ui| {
            let area = ScrollArea::horizontal().id_salt(("code", index));
            area.show(ui, |ui| {
                let words = RichText::new(part).monospace();
                ui.add(Label::new(words).wrap_mode(TextWrapMode::Extend));
            });
        });
        ui.add_space(4.0);
    }
}

/// Text and blocks of code, in turn: those between fences, without them, and those
/// that are indented.
fn parts(task: &str) -> Vec<(String, bool)> {
    let mut parts: Vec<(String, bool)> = Vec::new();
    let (mut is_fenced, mut was_blank, mut is_list) = (false, true, false);
    let mut add = |line: &str, is_code: bool| match parts.last_mut() {
        Some((part, is)) if *is == is_code => {
            part.push('\n');
            part.push_str(line);
        }
        _ => parts.push((line.to_owned(), is_code)),
    };
    let mut was_indented = false;
    for line in task.lines() {
        if line.trim_start().starts_with("```") {
            is_fenced = !is_fenced;
            continue;
        }
        let is_blank = line.trim().is_empty();
        // What is indented below an entry of a list belongs to the entry.
        let is_indented = line.starts_with("    ") && !is_list && (was_blank || was_indented);
        match is_fenced {
            true => add(line, true),
            false => add(if is_indented { &line[4..] } else { line }, is_indented && !is_blank),
        }
        if !is_blank && !is_indented {
            let first = line.trim_start();
            is_list = first.starts_with(['-', '*', '+'])
                || first.starts_with(|c: char| c.is_ascii_digit())
                || is_list && line.starts_with(' ');
        }
        (was_blank, was_indented) = (is_blank, is_indented);
    }
    parts.retain(|(part, _)| !part.trim().is_empty());
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_is_told_from_text() {
        let check = |task: &str, expected: &[(&str, bool)]| {
            let found = parts(task);
            let found: Vec<_> = found.iter().map(|(part, code)| (part.as_str(), *code)).collect();
            assert_eq!(found, expected, "{task}");
        };
        check("a\nb", &[("a\nb", false)]);
        check("a\n```rust\nlet x;\n```\nb", &[("a", false), ("let x;", true), ("b", false)]);
        check("```\nopen to the end", &[("open to the end", true)]);
        check("a\n\n    x = y\n\nb", &[("a\n", false), ("x = y", true), ("\nb", false)]);
        check("- a\n\n    of a", &[("- a\n\n    of a", false)]);
        check("a\n    goes on", &[("a\n    goes on", false)]);
        check("`inline` only", &[("`inline` only", false)]);
    }
}
