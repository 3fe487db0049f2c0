//! Result files of many machines and this one side by side: the figures of the page
//! that `warpbench compare show --html` writes, drawn from the same data.

mod apis;
mod bars;
mod counters;
mod files;
mod kernel;
mod legend;
mod points;

use crate::format::wait;
use crate::window::command::Command;
use crate::window::comparison::action::{ComparisonAction, ComparisonView};
use crate::window::comparison::session::ComparisonSession;
use crate::window::comparison::shown::ComparisonFilter;
use crate::window::state::State;
use crate::window::terms::name_list;
use crate::window::theme::Palette;
use bars::BarFigure;
use egui::{Button, ComboBox, RichText, ScrollArea, TextEdit, Ui};
use warpbench_compare::figures::{Figure, Kind, Plot};

/// Below this width the views are a list.
const TABS: f32 = 700.0;
/// With less height how to read a figure is told on hover.
const EXPLAINED: f32 = 380.0;
/// Points are drawn at least so high.
const LOWEST: f32 = 170.0;

pub(super) fn show(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let session = &state.comparison;
    let mut actions = Vec::new();
    head(ui, state, &mut actions);
    if session.sources.is_empty() {
        nothing(ui, session);
    } else {
        files::troubles(ui, session, &mut actions);
        match session.view() {
            ComparisonView::Files => files::show(ui, session, &mut actions),
            ComparisonView::Figures(kind) => {
                filters(ui, session, &mut actions);
                figures(ui, state, kind, &mut actions);
            }
            ComparisonView::Counters => {
                filters(ui, session, &mut actions);
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

fn head(ui: &mut Ui, state: &State, actions: &mut Vec<ComparisonAction>) {
    let session = &state.comparison;
    ui.horizontal_wrapped(|ui| {
        if !session.sources.is_empty() {
            views(ui, session, actions);
        }
        let open = ui.button("Open…");
        if open.on_hover_text("Open result files of `warpbench compare` (Ctrl+O)").clicked() {
            actions.push(ComparisonAction::Ask);
        }
        match &session.progress {
            None => {
                let is_ready = !state.timings.timings.is_looking();
                let button = ui.add_enabled(is_ready, Button::new("Measure this machine"));
                let hint = "The quick suite of `warpbench compare` on every device that is ticked \
                            in the timings";
                if button.on_hover_text(hint).clicked() {
                    actions.push(ComparisonAction::Measure);
                }
            }
            Some(progress) => {
                let hint = "End it; what was measured stays";
                if ui.button("Stop").on_hover_text(hint).clicked() {
                    actions.push(ComparisonAction::Stop);
                }
                ui.spinner();
                let left = progress
                    .seconds_left
                    .map_or_else(String::new, |seconds| format!(", about {} left", wait(seconds)));
                let count = match progress.of {
                    0 => String::new(),
                    of => format!("{} of {of}: ", progress.done),
                };
                let text = format!("{count}{}{left}", progress.what);
                ui.label(RichText::new(text).small());
            }
        }
    });
}

fn views(ui: &mut Ui, session: &ComparisonSession, actions: &mut Vec<ComparisonAction>) {
    let now = session.view();
    let name = |view: ComparisonView, name: &str| match view {
        ComparisonView::Files => format!("{name} ({})", session.sources.len()),
        _ => name.to_owned(),
    };
    let mut entry = |ui: &mut Ui, view: ComparisonView, words: &str| {
        let response = ui.selectable_label(now == view, name(view, words));
        if response.on_hover_text(view.about()).clicked() {
            actions.push(ComparisonAction::View(view));
        }
    };
    if ui.max_rect().width() >= TABS {
        for (view, words) in ComparisonView::ALL {
            entry(ui, view, words);
        }
        ui.separator();
        return;
    }
    let chosen = ComparisonView::ALL.into_iter().find(|(view, _)| *view == now);
    let chosen = chosen.map(|(view, words)| name(view, words)).unwrap_or_default();
    let list = ComboBox::from_id_salt("view of the comparison").selected_text(chosen);
    let list = list.show_ui(ui, |ui| {
        for (view, words) in ComparisonView::ALL {
            entry(ui, view, words);
        }
    });
    name_list(&list.response, "View of the comparison");
}

/// Which devices and kernels are shown.
fn filters(ui: &mut Ui, session: &ComparisonSession, actions: &mut Vec<ComparisonAction>) {
    let mut filter = session.filter().clone();
    ui.horizontal_wrapped(|ui| {
        let shown = &session.shown;
        if shown.classes.len() > 1 {
            for &class in &shown.classes {
                let hint = "Times of GPUs, of software adapters and of processors are never shown \
                            side by side";
                let response = ui.selectable_label(shown.class == Some(class), class.title());
                if response.on_hover_text(hint).clicked() {
                    filter.class = Some(class);
                }
            }
            ui.separator();
        }
        families(ui, session, &mut filter);
        let field = TextEdit::singleline(&mut filter.words).hint_text("Parts of kernels' names");
        let response = ui.add(field.desired_width(150.0));
        ui.ctx().accesskit_node_builder(response.id, |node| node.set_label("Filter kernels"));
        if filter.is_set() && ui.button("Show all").on_hover_text("Filter nothing").clicked() {
            filter = ComparisonFilter { class: filter.class, ..ComparisonFilter::default() };
        }
    });
    let is_of_points = matches!(
        session.view(),
        ComparisonView::Figures(Kind::Roofline | Kind::Scaling | Kind::Predicted)
    );
    legend::show(ui, session, is_of_points, actions);
    if filter != *session.filter() {
        actions.push(ComparisonAction::Filter(filter));
    }
}

fn families(ui: &mut Ui, session: &ComparisonSession, filter: &mut ComparisonFilter) {
    let known = &session.board.families;
    let title = |name: &Option<String>| match name {
        None => "All kernels".to_owned(),
        Some(name) => {
            let found = known.iter().find(|(known, _)| known == name);
            found.map_or(name, |(_, title)| title).clone()
        }
    };
    let list = ComboBox::from_id_salt("families").selected_text(title(&filter.family));
    let list = list.show_ui(ui, |ui| {
        let names = known.iter().map(|(name, _)| Some(name.clone()));
        for choice in std::iter::once(None).chain(names) {
            let is_chosen = filter.family == choice;
            if ui.selectable_label(is_chosen, title(&choice)).clicked() {
                filter.family = choice;
            }
        }
    });
    name_list(&list.response, "Kernels of a family");
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
