//! Result files of many machines and this one side by side: the figures of the page
//! that `warpbench compare show --html` writes, drawn from the same data.

mod apis;
mod bars;
mod controls;
mod counters;
mod files;
mod kernel;
mod legend;
mod points;

use bars::BarFigure;
use egui::{RichText, ScrollArea, Ui};
use warpbench_compare::figures::{Figure, Kind, Plot};
use warpbench_state::command::Command;
use warpbench_state::comparison::action::{ComparisonAction, ComparisonView};
use warpbench_state::comparison::session::ComparisonSession;
use warpbench_state::state::State;
use warpbench_theme::Palette;

/// With less height what is chosen once goes into menus, and the figures have the room.
const SMALL: f32 = 400.0;
/// With less height how to read a figure is told on hover.
const EXPLAINED: f32 = 300.0;
/// Points are drawn at least so high.
const LOWEST: f32 = 170.0;

pub(super) fn show(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let session = &state.comparison;
    let mut actions = Vec::new();
    let is_small = ui.available_height() < SMALL;
    controls::head(ui, state, is_small, &mut actions);
    if session.sources.is_empty() {
        nothing(ui, session);
    } else {
        files::troubles(ui, session, &mut actions);
        match session.view() {
            ComparisonView::Files => files::show(ui, session, &mut actions),
            ComparisonView::Figures(kind) => {
                controls::filters(ui, session, is_small, &mut actions);
                figures(ui, state, kind, &mut actions);
            }
            ComparisonView::Counters => {
                controls::filters(ui, session, is_small, &mut actions);
                scrolled(ui, session, &mut actions, |ui, actions| {
                    match session.shown.counters.is_empty() {
                        true => drop(ui.label(missing(session))),
                        false => counters::show(ui, session, actions),
                    }
                });
            }
        }
    }
    commands.extend(actions.into_iter().map(Command::Comparison));
}

/// What to do where nothing is open.
fn nothing(ui: &mut Ui, session: &ComparisonSession) {
    if session.is_busy() {
        ui.horizontal(|ui| {
            ui.spinner();
            ui.label("Reading.");
        });
        return;
    }
    ui.label(
        "Compare machines: open files that `warpbench compare` wrote, on this machine or on others, \
         or drop them here. Without one, measure this machine: a quick suite that takes a few \
         minutes.",
    );
}

/// What a view shows, below what is shown of one kernel.
fn scrolled(
    ui: &mut Ui,
    session: &ComparisonSession,
    actions: &mut Vec<ComparisonAction>,
    content: impl FnOnce(&mut Ui, &mut Vec<ComparisonAction>),
) {
    let area = ScrollArea::vertical().id_salt(("comparison", session.view())).auto_shrink(false);
    area.show(ui, |ui| {
        if let Some(kernel) = &session.chosen {
            kernel::show(ui, session, kernel, actions);
        }
        content(ui, actions);
    });
}

fn figures(ui: &mut Ui, state: &State, kind: Kind, actions: &mut Vec<ComparisonAction>) {
    let session = &state.comparison;
    let room = ui.available_height();
    scrolled(ui, session, actions, |ui, actions| {
        let shown = &session.shown.figures;
        let Some(first) = shown.first() else {
            ui.label(missing(session));
            return;
        };
        if kind == Kind::Apis {
            apis::show(ui, session, actions);
        }
        let is_explained = room >= EXPLAINED;
        let top = ui.cursor().top();
        if is_explained {
            let quiet = Palette::of(ui.visuals()).quiet;
            ui.label(RichText::new(&first.about).small().color(quiet));
        }
        let above = ui.cursor().top() - top;
        for figure in shown {
            heading(ui, figure);
            match &figure.plot {
                Plot::Bars(bars) => {
                    let (rows, here) = (&session.board.rows[..], state.entry());
                    bars::show(ui, &BarFigure { figure, bars, rows, here }, actions);
                }
                Plot::Points(points) => {
                    // Title and the names of both axes take three lines.
                    let height = (room - above - 78.0).max(LOWEST);
                    points::show(ui, (figure, points), &session.board.rows, height, actions);
                }
            }
        }
    });
}

fn heading(ui: &mut Ui, figure: &Figure) {
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(&figure.title).strong()).on_hover_text(&figure.about);
        if let Plot::Bars(bars) = &figure.plot {
            let quiet = Palette::of(ui.visuals()).quiet;
            ui.label(RichText::new(&bars.unit).small().color(quiet));
        }
    });
}

/// Why a view is empty, and what would fill it.
fn missing(session: &ComparisonSession) -> &'static str {
    let board = &session.board;
    let has_any = match session.view() {
        ComparisonView::Files => true,
        ComparisonView::Figures(kind) => board.figures.iter().any(|one| one.kind == kind),
        ComparisonView::Counters => !board.counters.is_empty(),
    };
    if session.is_busy() {
        return "Reading.";
    }
    if has_any {
        return "Nothing of this is left by the filter: choose other devices or kernels.";
    }
    match session.view() {
        ComparisonView::Files | ComparisonView::Figures(Kind::Rates) => {
            "No kernel has a time in what is open."
        }
        ComparisonView::Figures(Kind::Speedups) => "No two rungs of a ladder have times.",
        ComparisonView::Figures(Kind::Roofline) => "No kernel that computes has a time.",
        ComparisonView::Figures(Kind::Scaling) => {
            "Nothing was measured over sizes: `warpbench compare --sweep` does that."
        }
        ComparisonView::Figures(Kind::Predicted) => {
            "No time was predicted: that takes a device which the simulator has a model of."
        }
        ComparisonView::Counters => {
            "Hardware has counted nothing: `warpbench compare --counters` asks Nsight Compute."
        }
        ComparisonView::Figures(Kind::Apis) => {
            "No card was measured through both CUDA and WGSL: `warpbench compare` does that on an \
             NVIDIA machine."
        }
    }
}
