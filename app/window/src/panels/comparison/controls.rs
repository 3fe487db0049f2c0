//! Controls of the comparison: files, runs, views and filters. Where there is little room,
//! all of that goes into menus.

use super::legend;
use egui::containers::menu::{MenuButton, MenuConfig};
use egui::{Button, ComboBox, PopupCloseBehavior, RichText, ScrollArea, TextEdit, Ui};
use warpbench_common::format::wait;
use warpbench_compare::figures::Kind;
use warpbench_draw::terms::name_list;
use warpbench_state::command::{Command, menu};
use warpbench_state::comparison::action::{ComparisonAction, ComparisonView};
use warpbench_state::comparison::session::ComparisonSession;
use warpbench_state::comparison::shown::ComparisonFilter;
use warpbench_state::state::State;

/// Below this width the views are a list.
const TABS: f32 = 860.0;
/// The families in a menu are scrolled beyond this height.
const FAMILIES: f32 = 180.0;

/// The views, what can be opened, and how far a measurement is.
pub(super) fn head(
    ui: &mut Ui,
    state: &State,
    is_small: bool,
    actions: &mut Vec<ComparisonAction>,
) {
    let session = &state.comparison;
    let is_filled = !session.sources.is_empty();
    ui.horizontal_wrapped(|ui| {
        if is_filled {
            views(ui, session, is_small, actions);
        }
        if is_filled && is_small {
            filter_menu(ui, session, actions);
            ui.menu_button("Add", |ui| sources(ui, state, actions))
                .response
                .on_hover_text("Open result files, or measure this machine");
        } else {
            sources(ui, state, actions);
        }
        progress(ui, session, actions);
    });
}

/// Where results come from.
fn sources(ui: &mut Ui, state: &State, actions: &mut Vec<ComparisonAction>) {
    let command = Command::Comparison(ComparisonAction::Ask);
    let hint = menu::hint(ui.ctx(), state, &command);
    if ui.button("Open…").on_hover_text(hint).clicked() {
        actions.push(ComparisonAction::Ask);
    }
    if state.comparison.is_measuring() {
        return;
    }
    let is_ready = !state.timings.timings.is_looking();
    let button = ui.add_enabled(is_ready, Button::new("Measure this machine"));
    let hint = "The quick suite of `warpbench compare` on every device that is ticked in the \
                timings";
    if button.on_hover_text(hint).clicked() {
        actions.push(ComparisonAction::Measure);
    }
}

fn progress(ui: &mut Ui, session: &ComparisonSession, actions: &mut Vec<ComparisonAction>) {
    let Some(progress) = &session.progress else { return };
    if ui.button("Stop").on_hover_text("End it; what was measured stays").clicked() {
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
    ui.label(RichText::new(format!("{count}{}{left}", progress.what)).small());
}

fn views(
    ui: &mut Ui,
    session: &ComparisonSession,
    is_small: bool,
    actions: &mut Vec<ComparisonAction>,
) {
    let now = session.view();
    let name = |view: ComparisonView, name: &str| match view {
        ComparisonView::Files => format!("{name} ({})", session.sources.len()),
        ComparisonView::Figures(_) | ComparisonView::Counters => name.to_owned(),
    };
    let mut entry = |ui: &mut Ui, view: ComparisonView, words: &str| {
        let response = ui.selectable_label(now == view, name(view, words));
        if response.on_hover_text(view.about()).clicked() {
            actions.push(ComparisonAction::View(view));
        }
    };
    let is_wide = ui.max_rect().width() >= TABS;
    if is_wide {
        for (view, words) in ComparisonView::ALL {
            entry(ui, view, words);
        }
        if !is_small {
            ui.separator();
        }
        return;
    }
    let chosen = ComparisonView::ALL.into_iter().find(|(view, _)| *view == now);
    let chosen = chosen.map(|(view, words)| name(view, words)).unwrap_or_default();
    let list = ComboBox::from_id_salt("view of the comparison").selected_text(chosen);
    let list = list.height(260.0).show_ui(ui, |ui| {
        for (view, words) in ComparisonView::ALL {
            entry(ui, view, words);
        }
    });
    name_list(&list.response, "View of the comparison");
}

/// Which devices and kernels are shown, above what is.
pub(super) fn filters(
    ui: &mut Ui,
    session: &ComparisonSession,
    is_small: bool,
    actions: &mut Vec<ComparisonAction>,
) {
    if !is_small {
        let mut filter = session.filter().clone();
        ui.horizontal_wrapped(|ui| {
            classes(ui, session, &mut filter);
            if session.shown.classes.len() > 1 {
                ui.separator();
            }
            family_list(ui, session, &mut filter);
            kernels(ui, &mut filter);
        });
        if filter != *session.filter() {
            actions.push(ComparisonAction::Filter(filter));
        }
    }
    let is_of_points = matches!(
        session.view(),
        ComparisonView::Figures(Kind::Roofline | Kind::Scaling | Kind::Predicted)
    );
    legend::show(ui, session, (is_of_points, is_small), actions);
}

/// The same in a menu.
fn filter_menu(ui: &mut Ui, session: &ComparisonSession, actions: &mut Vec<ComparisonAction>) {
    if session.view() == ComparisonView::Files {
        return;
    }
    let mut filter = session.filter().clone();
    // It stays open while one types and chooses.
    let config = MenuConfig::default().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    let name = if filter.is_set() { "Filter: on" } else { "Filter" };
    let (response, _) = MenuButton::new(name).config(config).ui(ui, |ui| {
        classes(ui, session, &mut filter);
        ui.separator();
        ScrollArea::vertical().max_height(FAMILIES).show(ui, |ui| {
            families(ui, session, &mut filter);
        });
        ui.separator();
        kernels(ui, &mut filter);
    });
    response.on_hover_text("Which kernels and which kind of device are shown");
    if filter != *session.filter() {
        actions.push(ComparisonAction::Filter(filter));
    }
}

fn classes(ui: &mut Ui, session: &ComparisonSession, filter: &mut ComparisonFilter) {
    let shown = &session.shown;
    if shown.classes.len() < 2 {
        return;
    }
    for &class in &shown.classes {
        let hint = "Times of GPUs, of software adapters and of processors are never shown side by \
                    side";
        let response = ui.selectable_label(shown.class == Some(class), class.title());
        if response.on_hover_text(hint).clicked() {
            filter.class = Some(class);
        }
    }
}

fn kernels(ui: &mut Ui, filter: &mut ComparisonFilter) {
    let field = TextEdit::singleline(&mut filter.words).hint_text("Kernels by name");
    let response = ui.add(field.desired_width(150.0));
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_label("Filter kernels"));
    if filter.is_set() && ui.button("Show all").on_hover_text("Filter nothing").clicked() {
        *filter = ComparisonFilter { class: filter.class, ..ComparisonFilter::default() };
    }
}

fn family_list(ui: &mut Ui, session: &ComparisonSession, filter: &mut ComparisonFilter) {
    let chosen = title(session, filter.family.as_deref());
    let list = ComboBox::from_id_salt("families").selected_text(chosen);
    let list = list.show_ui(ui, |ui| families(ui, session, filter));
    name_list(&list.response, "Kernels of a family");
}

fn families(ui: &mut Ui, session: &ComparisonSession, filter: &mut ComparisonFilter) {
    let names = session.board.families.iter().map(|(name, _)| Some(name.as_str()));
    for choice in std::iter::once(None).chain(names) {
        let is_chosen = filter.family.as_deref() == choice;
        if ui.selectable_label(is_chosen, title(session, choice)).clicked() {
            filter.family = choice.map(str::to_owned);
        }
    }
}

/// What a family is called; nothing stands for all of them.
fn title(session: &ComparisonSession, family: Option<&str>) -> String {
    let Some(name) = family else { return "All kernels".to_owned() };
    let found = session.board.families.iter().find(|(known, _)| known == name);
    found.map_or_else(|| name.to_owned(), |(_, title)| title.clone())
}
