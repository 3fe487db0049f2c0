//! The list of all commands, to be searched.

use egui::style::ScrollAnimation;
use egui::{
    Align, Align2, Context, EventFilter, Key, Layout, Modifiers, RichText, ScrollArea, TextEdit, Ui,
};
use warpbench_state::command::{Command, menu};
use warpbench_state::state::State;
use warpbench_state::state::view::PaletteState;
use warpbench_theme::Palette;

pub(crate) fn show(context: &Context, state: &State, commands: &mut Vec<Command>) {
    let Some(open) = &state.view.palette else { return };
    let width = 560.0_f32.min(context.content_rect().width() - 40.0);
    let window = egui::Window::new("Commands")
        .title_bar(false)
        .resizable(false)
        .collapsible(false)
        .anchor(Align2::CENTER_TOP, [0.0, 70.0])
        .fixed_size([width, 380.0]);
    let shown = window.show(context, |ui| contents(ui, state, open, commands));
    // A click beside it closes it.
    let is_outside = shown.is_some_and(|shown| shown.response.clicked_elsewhere());
    if is_outside && !commands.iter().any(|command| matches!(command, Command::Palette(_))) {
        commands.push(Command::Palette(None));
    }
}

fn contents(ui: &mut Ui, state: &State, open: &PaletteState, commands: &mut Vec<Command>) {
    let mut next = open.clone();
    let before = open.selected;
    let move_by = |ui: &mut Ui, key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    let down = isize::from(move_by(ui, Key::ArrowDown)) - isize::from(move_by(ui, Key::ArrowUp));
    let is_entered = move_by(ui, Key::Enter);
    // It has the focus before it is drawn, so that no key goes astray.
    let id = PaletteState::field_id();
    if !ui.memory(|memory| memory.has_focus(id)) {
        ui.memory_mut(|memory| memory.request_focus(id));
    }
    // Arrows choose an entry and never lead out of the field.
    let filter =
        EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
    let field = TextEdit::singleline(&mut next.query)
        .id(id)
        .event_filter(filter)
        .hint_text("Type what you want to do")
        .desired_width(f32::INFINITY);
    let response = ui.add(field);
    ui.ctx().accesskit_node_builder(id, |node| node.set_label("What you want to do"));
    let is_changed = response.changed();
    if is_changed {
        next.selected = 0;
    }
    let entries = menu::filter(menu::all(state), &next.query);
    next.selected = next.selected.saturating_add_signed(down).min(entries.len().saturating_sub(1));
    let mut chosen = is_entered.then(|| entries.get(next.selected)).flatten().cloned();
    ui.separator();
    let row = ui.spacing().interact_size.y;
    let mut list = ScrollArea::vertical().auto_shrink(false);
    if is_changed {
        // Other entries are listed, from the first on.
        list = list.vertical_scroll_offset(0.0);
    }
    list.show(ui, |ui| {
        if entries.is_empty() {
            ui.label("No command has these words. Press Escape to close.");
        }
        for (index, entry) in entries.iter().enumerate() {
            let is_selected = index == next.selected;
            let response = entry_row(ui, entry, is_selected, row);
            if is_selected && (next.selected != before || is_changed) {
                ui.scroll_to_rect_animation(response.rect, None, ScrollAnimation::none());
            }
            if response.clicked() {
                chosen = Some(entry.clone());
            }
        }
    });
    match chosen {
        Some(entry) => commands.extend([Command::Palette(None), entry.command]),
        None if next != *open => commands.push(Command::Palette(Some(next))),
        None => {}
    }
}

fn entry_row(
    ui: &mut Ui,
    entry: &menu::MenuEntry,
    is_selected: bool,
    height: f32,
) -> egui::Response {
    let palette = Palette::of(ui.visuals());
    let size = egui::vec2(ui.available_width(), height);
    let response = ui.add_sized(size, egui::Button::selectable(is_selected, "").min_size(size));
    response.widget_info(|| {
        egui::WidgetInfo::selected(egui::Role::Button, true, is_selected, &entry.name)
    });
    let inner = response.rect.shrink2(egui::vec2(8.0, 0.0));
    let mut line = ui.new_child(egui::UiBuilder::new().max_rect(inner));
    line.horizontal_centered(|ui| {
        ui.add(egui::Label::new(&*entry.name).selectable(false));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if let Some(key) = &entry.key {
                let text = RichText::new(ui.ctx().format_shortcut(key)).color(palette.quiet);
                ui.add(egui::Label::new(text.monospace()).selectable(false));
            }
        });
    });
    response
}
