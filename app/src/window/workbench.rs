//! State, bars and panels put together, frame by frame.

use super::command::{self, Command, keys};
#[cfg(not(target_arch = "wasm32"))]
use super::comparison::action::ComparisonAction;
#[cfg(not(target_arch = "wasm32"))]
use super::comparison::files::ResultsAnswer;
use super::comparison::files::{self as results, ResultsDialog};
use super::comparison::session::ComparisonSession;
use super::labs::{self, LabDialog, Labs, Opening};
use super::session::Session;
use super::state::State;
use super::state::layout::Layout;
#[cfg(target_arch = "wasm32")]
use super::state::panel::PanelId;
use super::store::Store;
#[cfg(not(target_arch = "wasm32"))]
use super::timings::export::save::Answer;
#[cfg(target_arch = "wasm32")]
use super::timings::machine::NoProcesses;
use super::timings::machine::Workers;
use super::timings::session::TimingsSession;
use super::{bars, tab_order, theme, tiles};
use crate::labs::Shelf;
use egui::{CentralPanel, Context, Frame, Panel, Ui};
use std::path::PathBuf;
use std::sync::Arc;
#[cfg(not(target_arch = "wasm32"))]
use std::time::{Duration, Instant};
use warpbench_compare::suite;
#[cfg(not(target_arch = "wasm32"))]
use warpbench_device::worker;
#[cfg(not(target_arch = "wasm32"))]
use warpbench_device::{DeviceError, Devices};
#[cfg(not(target_arch = "wasm32"))]
use warpbench_report::{Backend, Unavailable};

/// What a workbench needs of the machine that it runs on.
pub struct Options {
    /// Where texts and settings are kept; nothing keeps nothing.
    pub folder: Option<PathBuf>,
    /// What finds the devices; called in the background.
    #[cfg(not(target_arch = "wasm32"))]
    pub devices: Box<dyn FnOnce() -> Devices + Send>,
    /// What starts workers for runs on devices.
    pub workers: Workers,
    /// Whether a tour is offered at the first start.
    pub has_tour: bool,
    /// Where labs are looked for.
    pub shelf: Shelf,
    /// Who is asked for files.
    pub dialog: LabDialog,
    /// Who is asked for result files.
    pub results_dialog: ResultsDialog,
    /// What is measured when this machine is to be compared: names of suites, families
    /// and kernels.
    pub suite: Vec<String>,
    /// What is opened first.
    pub opening: Opening,
}

impl Options {
    /// Keeps things where the browser keeps them for the page.
    #[cfg(target_arch = "wasm32")]
    pub fn of_this_browser() -> Options {
        Options {
            folder: Some(PathBuf::from("warpbench")),
            workers: NoProcesses,
            has_tour: true,
            shelf: Shelf::default(),
            dialog: Arc::new(labs::ask),
            results_dialog: Arc::new(results::ask),
            suite: vec![suite::DEFAULT.to_owned()],
            opening: crate::web::fragment().map_or(Opening::AsLeft, Opening::Link),
        }
    }

    /// Keeps things where the system keeps programs' data.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn of_this_machine(workers: Workers) -> Options {
        Options {
            folder: eframe::storage_dir("warpbench"),
            devices: Options::devices_by(Arc::clone(&workers)),
            workers,
            has_tour: true,
            shelf: Shelf::default(),
            dialog: Arc::new(labs::ask),
            results_dialog: Arc::new(results::ask),
            suite: vec![suite::DEFAULT.to_owned()],
            opening: Opening::AsLeft,
        }
    }

    /// Has workers look for devices, so that a driver which crashes does not take
    /// the window along.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn devices_by(workers: Workers) -> Box<dyn FnOnce() -> Devices + Send> {
        Box::new(move || match workers() {
            Ok(worker) => worker::devices(&worker, &Backend::ALL, worker::LIST_DEADLINE),
            Err(error) => {
                let reason = error.to_string();
                let missing = |backend| Unavailable { backend, reason: reason.clone() };
                Devices { found: Vec::new(), unavailable: Backend::ALL.map(missing).into() }
            }
        })
    }

    /// Keeps nothing, knows no device and starts no worker.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn apart() -> Options {
        Options {
            folder: None,
            devices: Box::new(|| Devices { found: Vec::new(), unavailable: Vec::new() }),
            workers: Arc::new(|| {
                Err(DeviceError::Protocol { reason: "nobody starts workers here".to_owned() })
            }),
            has_tour: false,
            shelf: Shelf::default(),
            dialog: Arc::new(|_| Answer::NoDialog),
            results_dialog: Arc::new(|_| ResultsAnswer::NoDialog),
            suite: vec![suite::DEFAULT.to_owned()],
            opening: Opening::AsLeft,
        }
    }
}

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
        let wake = |context: &Context| {
            let context = context.clone();
            move || context.request_repaint()
        };
        let (store, broken) = match options.folder.map(Store::open) {
            Some(Ok(store)) => {
                store.set_waker(wake(context));
                (Some(store), None)
            }
            Some(Err(error)) => (None, Some(error)),
            None => (None, None),
        };
        let comparison = ComparisonSession::start(
            options.results_dialog,
            options.workers.clone(),
            options.suite,
            wake(context),
        );
        #[cfg(not(target_arch = "wasm32"))]
        let timings = TimingsSession::start(options.devices, options.workers, wake(context));
        #[cfg(target_arch = "wasm32")]
        let timings = TimingsSession::start(wake(context));
        let session = Session::start(wake(context));
        let labs = Labs::start(options.shelf, options.dialog, wake(context));
        let mut state = State::new(session, store, timings, comparison, labs, context.clone());
        let link = match &options.opening {
            Opening::Link(fragment) => Some(fragment.clone()),
            _ => None,
        };
        state.open_first(options.opening);
        if let Some(fragment) = link {
            command::apply(Command::OpenLink(fragment), &mut state);
        }
        if !options.has_tour {
            state.view.tour = None;
        }
        if let Some(error) = broken {
            let cause = error.cause();
            let text = format!(
                "What you type is lost when this window is closed: {cause}. Put that right and \
                 start again."
            );
            state.tell(text, true);
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
