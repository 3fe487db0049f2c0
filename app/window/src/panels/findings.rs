//! Findings panel: what is wrong with the kernel, and what could be faster.

use egui::{Frame, Margin, RichText, ScrollArea, Sense, Ui, UiBuilder};
use warpbench_draw::terms::{Topic, code_link, explain};
use warpbench_front::Language;
use warpbench_machine::finding::{Finding, FindingKind, Severity};
use warpbench_simulate::report::Unwatched;
use warpbench_state::command::Command;
use warpbench_state::reliability::why_unreliable;
use warpbench_state::session::OtherSchedules;
use warpbench_state::state::{RunStatus, State};
use warpbench_theme::Palette;

pub(super) fn show(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let simulation = state.simulation.as_ref();
    let findings = simulation.map(|simulation| simulation.findings.as_slice()).unwrap_or_default();
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        if let RunStatus::Failed(reason) = &state.status {
            let palette = Palette::of(ui.visuals());
            ui.label(RichText::new("▲ The kernel cannot be run").strong().color(palette.conflict));
            ui.label(reason);
            return;
        }
        for warning in simulation.iter().flat_map(|simulation| &simulation.warnings) {
            ui.label(format!("Note: {warning}"));
        }
        for Unwatched { what, why } in simulation.iter().flat_map(|known| &known.unwatched) {
            ui.label(RichText::new(format!("△ Not watched: {what}")).strong());
            ui.label(why);
        }
        reliability(ui, state, commands);
        for (index, finding) in findings.iter().enumerate() {
            if entry(ui, finding, commands) {
                commands.push(Command::GoToFinding(index));
            }
            if is_cured_here(findings, index, state) && ui.button("Coalesce the kernel").clicked() {
                commands.push(Command::Coalesce);
            }
        }
        if findings.is_empty() {
            ui.label(match state.status {
                RunStatus::Recording | RunStatus::Counting => "The kernel is being watched.",
                RunStatus::Mistakes => "The text has mistakes; nothing was run.",
                _ if simulation.is_some_and(|known| !known.unwatched.is_empty()) => {
                    "Nothing was found in what was watched."
                }
                _ => {
                    "Nothing was found: no races, no accesses out of bounds, no barrier that some \
                     lanes miss, no read of what nobody wrote, no arithmetic without a result, no \
                     endless loop, and nothing that is plainly slow."
                }
            });
        }
    });
}

/// Whether the quick fix for accesses that lie apart stands below a finding: below the
/// last of them, because it is for all.
fn is_cured_here(findings: &[Finding], index: usize, state: &State) -> bool {
    let is_apart = |own: &Finding| own.kind == FindingKind::Uncoalesced;
    state.setup.language == Language::Rust
        && state.setup.program.is_none()
        && is_apart(&findings[index])
        && !findings[index + 1..].iter().any(is_apart)
}

/// What a right result beside errors is worth, and how to see it wrong.
fn reliability(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let known = state.simulation.as_deref().filter(|_| state.status == RunStatus::Done);
    let Some(words) = known.and_then(|known| why_unreliable(known, state.other_schedules)) else {
        return;
    };
    ui.horizontal_wrapped(|ui| {
        ui.label(words);
        if matches!(state.other_schedules, Some(OtherSchedules::WrongUnder(_)))
            && ui.button("Show it wrong").clicked()
        {
            commands.push(Command::ShowWrong);
        }
    });
}

/// One finding; says whether it was clicked.
fn entry(ui: &mut Ui, finding: &Finding, commands: &mut Vec<Command>) -> bool {
    let palette = Palette::of(ui.visuals());
    let builder = UiBuilder::new()
        .id_salt(("finding", finding.line, finding.column, finding.kind))
        .sense(Sense::click());
    let response = ui
        .scope_builder(builder, |ui| {
            // A click anywhere goes there, so that words are not to be selected.
            ui.style_mut().interaction.selectable_labels = false;
            let is_hovered = ui.response().hovered();
            let fill = if is_hovered { palette.next_line } else { palette.ground };
            Frame::new().fill(fill).inner_margin(Margin::symmetric(6, 4)).show(ui, |ui| {
                ui.set_width(ui.available_width());
                ui.horizontal_wrapped(|ui| {
                    let (sign, colour) = match finding.severity {
                        Severity::Error => ("▲", palette.conflict),
                        Severity::Warning => ("△", palette.conflict),
                        Severity::Advice => ("◇", palette.quiet),
                    };
                    ui.label(RichText::new(sign).color(colour));
                    let name = RichText::new(kind_name(finding.kind)).strong();
                    explain(ui.label(name), topic_of(finding.kind));
                    if code_link(ui, finding.kind.code()) {
                        commands.push(Command::Explain(Some(finding.kind.code())));
                    }
                    ui.label(RichText::new(location(finding)).monospace().color(palette.quiet));
                });
                ui.label(&finding.message);
            });
        })
        .response;
    response.widget_info(|| {
        let label = format!("{} at line {}", kind_name(finding.kind), finding.line);
        egui::WidgetInfo::labeled(egui::Role::Button, true, label)
    });
    response.on_hover_text("Go there").clicked()
}

/// Lines, lanes, block and step of a finding, as far as they are known.
fn location(finding: &Finding) -> String {
    let mut words = match finding.other_line {
        Some(other) if other != finding.line => format!("lines {} and {other}", finding.line),
        _ => format!("line {}", finding.line),
    };
    if let Some(way) = finding.way() {
        words += &format!(", {way}");
    }
    match finding.lanes.as_slice() {
        [] => {}
        [one] => words += &format!(", thread {one}"),
        [one, two] => words += &format!(", threads {one} and {two}"),
        many => words += &format!(", {} threads", many.len()),
    }
    if let Some([x, y, z]) = finding.block {
        words += &format!(", block ({x}, {y}, {z})");
    }
    if let Some(step) = finding.step {
        words += &format!(", step {step}");
    }
    words
}

/// What a kind of finding is called.
fn kind_name(kind: FindingKind) -> &'static str {
    match kind {
        FindingKind::Race => "Race",
        FindingKind::Bounds => "Out of bounds",
        FindingKind::Uninit => "Uninitialised read",
        FindingKind::Barrier => "Divergent barrier",
        FindingKind::WarpOperation => "Warp operation",
        FindingKind::Arithmetic => "Arithmetic",
        FindingKind::Assertion => "Assertion",
        FindingKind::Endless => "Endless loop",
        FindingKind::Uncoalesced => "Not coalesced",
        FindingKind::BankConflict => "Bank conflict",
        FindingKind::SameWord => "Atomics on one word",
        FindingKind::Divergence => "Divergence",
        FindingKind::Alignment => "Misaligned",
    }
}

/// What explains a kind of finding.
fn topic_of(kind: FindingKind) -> Topic {
    match kind {
        FindingKind::Race => Topic::Race,
        FindingKind::Bounds => Topic::OutOfBounds,
        FindingKind::Uninit => Topic::UninitialisedRead,
        FindingKind::Barrier => Topic::DivergentBarrier,
        FindingKind::WarpOperation => Topic::WarpOperation,
        FindingKind::Arithmetic => Topic::ArithmeticOverflow,
        FindingKind::Assertion => Topic::Assertion,
        FindingKind::Endless => Topic::EndlessLoop,
        FindingKind::Uncoalesced => Topic::Coalescing,
        FindingKind::BankConflict => Topic::BankConflict,
        FindingKind::SameWord => Topic::Atomic,
        FindingKind::Divergence => Topic::Divergence,
        FindingKind::Alignment => Topic::Alignment,
    }
}
