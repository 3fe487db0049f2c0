//! State, bars and panels put together, frame by frame.

use super::{bars, tab_order, tiles};
use ::warpbench_theme as theme;
use egui::{CentralPanel, Context, Frame, Panel, Ui};
#[cfg(not(target_arch = "wasm32"))]
use std::path::PathBuf;
#[cfg(not(target_arch = "wasm32"))]
use std::time::{Duration, Instant};
use warpbench_common::opening::Opening;
use warpbench_state::command::{self, Command, keys};
#[cfg(not(target_arch = "wasm32"))]
use warpbench_state::comparison::action::ComparisonAction;
use warpbench_state::options::Options;
use warpbench_state::state::State;
use warpbench_state::state::layout::Layout;
#[cfg(target_arch = "wasm32")]
use warpbench_state::state::panel::PanelId;
use warpbench_state::store::Store;

pub struct Workbench {
    pub state: State,
    /// Where panels were before the pointer began to move them.
    before_drag: Option<Layout>,
}

impl Workbench {
    /// Starts the background and shows the first lesson, or where the user was.
    pub fn new(context: &Context, options: Options) -> Workbench {
        theme::install(context);
        context.options_mut(|options| options.zoom_with_keyboard = false);
        let link = match &options.opening {
            Opening::Link(fragment) => Some(fragment.clone()),
            _ => None,
        };
        let mut state = options.start(context);
        if let Some(fragment) = link {
            command::apply(Command::OpenLink(fragment), &mut state);
        }
        Workbench { state, before_drag: None }
    }

    /// Draws a frame and does what was asked for in it.
    pub fn ui(&mut self, ui: &mut Ui) {
        self.state.receive();
        self.follow_view(ui.ctx());
        tab_order::apply(ui.ctx(), &tiles::stacks(&self.state.layout));
        self.play(ui);
        let mut commands = Vec::new();
        bars::tour::keys(ui.ctx(), &self.state, &mut commands);
        commands.extend(keys::pressed(ui.ctx(), &self.state));
        #[cfg(not(target_arch = "wasm32"))]
        commands.extend(dropped(ui.ctx()));
        #[cfg(target_arch = "wasm32")]
        self.take_dropped(ui.ctx(), &mut commands);
        let state = &self.state;
        Panel::top("bar").show(ui, |ui| bars::top::show(ui, state, &mut commands));
        let transport = Panel::bottom("transport").show(ui, |ui| {
            bars::transport::show(ui, state, &mut commands);
        });
        let transport = transport.response.rect;
        if bars::notices::is_needed(state) {
            Panel::bottom("notices").show(ui, |ui| bars::notices::show(ui, state, &mut commands));
        }
        let tour = bars::tour::reserve(ui, state);
        let before = self.state.layout.clone();
        let mut layout = before.clone();
        let mut is_edited = false;
        let mut room = egui::Rect::NOTHING;
        let frame = Frame::central_panel(ui.style()).inner_margin(0.0);
        CentralPanel::default().frame(frame).show(ui, |ui| {
            room = ui.max_rect();
            is_edited = tiles::show(ui, &mut layout, &self.state, &mut commands);
        });
        bars::overlay::show(ui.ctx(), room, &self.state, &mut commands);
        bars::explanation::show(ui.ctx(), &self.state, &mut commands);
        bars::palette::show(ui.ctx(), &self.state, &mut commands);
        self.leave(&mut commands);
        self.state.layout = layout;
        bars::tour::show(ui, &self.state, (tour, transport), &mut commands);
        if is_edited || self.before_drag.is_some() {
            self.drag(ui.ctx(), before);
        }
        for command in commands {
            command::apply(command, &mut self.state);
        }
        self.state.keep_settings();
    }

    /// What the pointer has left is not looked at any more.
    fn leave(&self, commands: &mut Vec<Command>) {
        let selection = &self.state.selection;
        let is_over = commands.iter().any(|command| matches!(command, Command::HoverLane(_)));
        if selection.hovered_lane.is_some() && !is_over {
            commands.push(Command::HoverLane(None));
        }
        let is_over = commands.iter().any(|command| matches!(command, Command::HoverProgram(_)));
        if selection.hovered_program.is_some() && !is_over {
            commands.push(Command::HoverProgram(None));
        }
        let is_over = commands.iter().any(|command| matches!(command, Command::HoverLine(_)));
        if selection.hovered_line.is_some() && !is_over {
            commands.push(Command::HoverLine(None));
        }
    }

    /// Theme and size are the context's to know.
    fn follow_view(&self, context: &Context) {
        let theme = egui::Theme::from(self.state.view.theme);
        if context.theme() != theme {
            context.set_theme(theme);
        }
        // What the window would have at the usual size, whatever it is zoomed to.
        let window = context.content_rect().size() * context.zoom_factor();
        let scale = self.state.view.scale(window);
        if (context.zoom_factor() - scale).abs() > 1e-3 {
            context.set_zoom_factor(scale);
        }
    }

    fn play(&mut self, ui: &Ui) {
        let breakpoints = self.state.current_breakpoints();
        let Some(player) = &mut self.state.player else { return };
        if player.is_playing {
            player.advance(f64::from(ui.input(|input| input.stable_dt)), &breakpoints);
            let line = player.trace().line_of(player.position().saturating_sub(1));
            let key = self.state.stepped_document().key.clone();
            self.state.view.scroll_to.extend(line.map(|line| (key, line)));
            ui.ctx().request_repaint();
        }
    }

    /// Opens result files that were dropped onto the page. A browser lends what is in
    /// them, but not where they lie.
    #[cfg(target_arch = "wasm32")]
    fn take_dropped(&mut self, context: &Context, commands: &mut Vec<Command>) {
        for file in context.input(|input| input.raw.dropped_files.clone()) {
            if file.path().extension().is_some_and(|ending| ending == "json") {
                self.state.comparison.take_dropped(file);
                commands.push(Command::BringUp(PanelId::Comparison));
            } else {
                let name = file.path().display().to_string();
                let said = "is no result file; programs are opened by the one for the desktop";
                self.state.tell(format!("{name} {said}."), true);
            }
        }
    }

    /// A drag is one change, from where panels were before it.
    fn drag(&mut self, context: &Context, before: Layout) {
        let before = self.before_drag.take().unwrap_or(before);
        if context.input(|input| input.pointer.any_down()) {
            self.before_drag = Some(before);
        } else if before != self.state.layout {
            let after = std::mem::replace(&mut self.state.layout, before);
            command::apply(Command::SetLayout(Box::new(after)), &mut self.state);
        }
    }

    /// Waits until the background has nothing left to do on the chosen rung, for
    /// those who have no frames to draw meanwhile. Says whether it came to that.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn settle(&mut self, most: Duration) -> bool {
        let start = Instant::now();
        loop {
            self.state.receive();
            if !self.state.is_busy() {
                return true;
            }
            if start.elapsed() > most {
                return false;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// Writes down what is not written yet.
    pub fn flush(&mut self) {
        self.state.is_dirty = true;
        self.state.keep_settings();
        if let Some(Err(error)) = self.state.store.as_ref().map(Store::flush) {
            tracing::error!("{error}");
        }
    }
}

/// Opens what was dropped onto the window: a program with directives, or result files.
#[cfg(not(target_arch = "wasm32"))]
fn dropped(context: &Context) -> Option<Command> {
    let paths: Vec<PathBuf> = context
        .input(|input| input.raw.dropped_files.iter().map(|file| file.path().to_owned()).collect());
    let is_program = |path: &&PathBuf| path.extension().is_some_and(|ending| ending == "rs");
    if let Some(program) = paths.iter().find(is_program) {
        return Some(Command::OpenProgram(program.clone()));
    }
    (!paths.is_empty()).then_some(Command::Comparison(ComparisonAction::Open(paths)))
}
