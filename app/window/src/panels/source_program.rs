//! A program with directives beside the kernels that are made of it: which lines belong
//! together, which iteration a lane is doing, what every pass of the translator found, and
//! what the host does.

use super::source::{self, Beside, editor_id};
use super::source_strip;
use egui::{Rect, RichText, ScrollArea, Slider, Ui, UiBuilder};
use std::collections::BTreeSet;
use warpbench_draw::editor::links::Links;
use warpbench_draw::editor::{self, FindingMark, Input};
use warpbench_front::Language;
use warpbench_state::command::Command;
use warpbench_state::programs::Translated;
use warpbench_state::state::{RunStatus, State};
use warpbench_theme::Palette;

/// From this width on the kernels have room beside the program.
const WIDE: f32 = 560.0;

/// The program, or the program and what was made of it, above the host's steps.
pub(super) fn show(ui: &mut Ui, state: &State, is_alone: bool, commands: &mut Vec<Command>) {
    let area = ui.available_rect_before_wrap();
    let strip = source_strip::height(state);
    let (texts, below) = area.split_top_bottom_at_y((area.bottom() - strip).max(area.top()));
    let mut child = |place: Rect, name: &str| {
        ui.new_child(UiBuilder::new().max_rect(place.shrink(1.0)).id_salt(name))
    };
    if is_alone {
        program(&mut child(texts, "program"), state, commands);
    } else {
        let (left, right) = match texts.width() >= WIDE {
            true => texts.split_left_right_at_fraction(0.5),
            false => texts.split_top_bottom_at_fraction(0.5),
        };
        program(&mut child(left, "program"), state, commands);
        let mut right = child(right, "made of it");
        made(&mut right, state, commands);
    }
    if strip > 0.0 {
        source_strip::show(&mut child(below, "strip"), state, commands);
    }
    ui.advance_cursor_after_rect(area);
}

/// What was made of the program: the kernels, or what a pass found.
fn made(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    passes(ui, state, commands);
    let translated = state.current_translation();
    let pass = state.view.pass.and_then(|pass| translated?.passes.get(pass));
    match pass {
        Some(pass) => {
            let found = match pass.found.trim_end() {
                "" => "This pass has nothing to do in this program.",
                found => found,
            };
            ScrollArea::vertical().id_salt("found").auto_shrink(false).show(ui, |ui| {
                ui.add(egui::Label::new(RichText::new(found).monospace()).wrap());
            });
        }
        None => source::text(ui, state, Language::Rust, Beside::Program, commands),
    }
}

/// The slider over the passes; behind the last come the kernels.
fn passes(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let Some(translated) = state.translated.as_deref() else { return };
    let kernels = translated.passes.len();
    let mut chosen = state.view.pass.unwrap_or(kernels);
    ui.horizontal(|ui| {
        ui.spacing_mut().slider_width = 110.0;
        let name = match translated.passes.get(chosen) {
            Some(pass) => format!("{} of {}: {}", chosen + 1, kernels, pass.name),
            None => "the kernels".to_owned(),
        };
        let slider = Slider::new(&mut chosen, 0..=kernels).show_value(false);
        let response = ui.add(slider).on_hover_text(
            "What every pass of the translator found, from the first to the kernels",
        );
        response.widget_info(|| {
            egui::WidgetInfo::labeled(egui::Role::Slider, true, format!("Pass: {name}"))
        });
        if response.changed() {
            commands.push(Command::ShowPass((chosen < kernels).then_some(chosen)));
        }
        ui.label(RichText::new(name).small().strong());
    });
}

/// The text that is typed.
fn program(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let document = state.typed_document();
    let translated = state.current_translation();
    heading(ui, state);
    let of_kernel = |line: u32| {
        let at = (line as usize).checked_sub(1)?;
        Some(translated?.origins.get(at)?.as_slice())
    };
    let kernels = state.stepped_document();
    let player = state.player.as_ref().filter(|_| state.is_stepped(kernels));
    let current = state.current_line().filter(|_| player.is_some());
    let current = current.and_then(of_kernel).unwrap_or_default();
    let next = player.and_then(|player| player.trace().line_of(player.position()));
    let findings = findings(state, translated);
    let breakpoints: BTreeSet<u32> = state
        .breakpoints_of(&kernels.key)
        .iter()
        .filter_map(|line| of_kernel(*line)?.first().copied())
        .collect();
    let links = translated.map(|translated| links_of_program(state, translated));
    let input = Input {
        id: editor_id(document),
        text: &document.text,
        language: Language::Rust.into(),
        is_read_only: false,
        current_lines: current,
        current_span: None,
        next_line: next.and_then(of_kernel).and_then(|lines| lines.first().copied()),
        is_settled: state.status != RunStatus::Recording,
        hovered_line: None,
        costs: &[],
        accesses: &[],
        findings: &findings,
        diagnostics: &document.diagnostics,
        breakpoints: &breakpoints,
        scroll_to: current.first().or(state.view.scroll_to.get(&document.key)).copied(),
        moment: (player.map_or(0, |player| player.position()), 0),
        find: state.view.find.as_ref(),
        is_diff: state.view.is_diff && document.is_edited(),
        original: &document.original,
        against: "the original",
        folds: None,
        twin: None,
        scroll_link: None,
        is_wrapped: true,
        links: links.as_ref(),
    };
    let time = ui.input(|input| input.time);
    let mut output = editor::show(ui, &input);
    if translated.is_some() && output.hovered_line.is_some() {
        commands.push(Command::HoverProgram(output.hovered_line));
    }
    // A run stops in the kernels: at the first line that comes from this one.
    if let Some(line) = output.toggled_breakpoint.take() {
        let comes_from = |origins: &Vec<u32>| origins.first() == Some(&line);
        let made = translated.and_then(|translated| translated.origins.iter().position(comes_from));
        commands.extend(
            made.map(|at| Command::ToggleBreakpoint {
                key: kernels.key.clone(),
                line: at as u32 + 1,
            }),
        );
    }
    source::answer(document, output, time, commands);
}

/// Whether the result is right, and which iteration the lane is doing.
fn heading(ui: &mut Ui, state: &State) {
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new("Sequential program").small().strong());
        if let Some(iteration) = state.iteration() {
            let palette = Palette::of(ui.visuals());
            ui.label(RichText::new(iteration).small().color(palette.quiet)).on_hover_text(
                "Which iteration of the sequential loops this lane is doing. Choose another lane \
                 in the panel of warps and lanes.",
            );
        }
    });
}

/// What was found in the kernels, at the lines of the program that they come from.
fn findings(state: &State, translated: Option<&Translated>) -> Vec<FindingMark> {
    let Some(translated) = translated else { return Vec::new() };
    let found = source::findings(state);
    let moved = found.into_iter().filter_map(|mark| {
        let origins = translated.origins.get((mark.line as usize).checked_sub(1)?)?;
        Some(FindingMark { line: *origins.first()?, column: 1, ..mark })
    });
    moved.collect()
}

/// The lines of the program that something was made of, or that a pass looked at.
fn links_of_program(state: &State, translated: &Translated) -> Links {
    let lines = translated.program.lines().count();
    let pass = state.view.pass.and_then(|pass| translated.passes.get(pass));
    let mut of_line = vec![0; lines];
    let looked_at = match pass {
        Some(pass) => pass.lines.clone(),
        None => translated.origins.iter().flatten().copied().collect(),
    };
    for line in looked_at {
        if let Some(own) = (line as usize).checked_sub(1).and_then(|at| of_line.get_mut(at)) {
            *own = line;
        }
    }
    Links { of_line: of_line.into(), pointed: pointed(state, translated), ..Links::default() }
}

/// The lines of the program that each line of the kernels comes from.
pub(super) fn links_of_kernels(state: &State) -> Links {
    let Some(translated) = state.translated.as_deref() else { return Links::default() };
    let first = |origins: &Vec<u32>| origins.first().copied().unwrap_or(0);
    let others = translated
        .origins
        .iter()
        .zip(1..)
        .flat_map(|(origins, line)| origins.iter().skip(1).map(move |origin| (line, *origin)));
    Links {
        of_line: translated.origins.iter().map(first).collect(),
        others: others.collect(),
        pointed: pointed(state, translated),
    }
}

/// The lines of the program that are pointed at, in whichever text.
fn pointed(state: &State, translated: &Translated) -> Vec<u32> {
    let made = state.selection.hovered_line.and_then(|line| (line as usize).checked_sub(1));
    match (state.selection.hovered_program, made) {
        (Some(line), _) => vec![line],
        (None, Some(at)) => translated.origins.get(at).cloned().unwrap_or_default(),
        (None, None) => Vec::new(),
    }
}
