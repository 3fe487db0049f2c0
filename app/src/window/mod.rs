//! The workbench in a window.
//!
//! [`state`] holds what is shown and draws nothing; panels read it and push
//! [`command::Command`]s, which one function applies. Runs happen in
//! [`runner`]'s thread, so no frame ever waits for a device.

mod command;
mod panels;
mod runner;
mod state;
mod theme;

use eframe::{CreationContext, NativeOptions};
use egui::{Panel, Ui, ViewportBuilder};
use state::State;

/// Opens the window and stays until it is closed. Says in a sentence why there
/// can be none.
pub(crate) fn open() -> Result<(), String> {
    if !has_display() {
        return Err("There is no display to open a window on (neither DISPLAY nor \
                    WAYLAND_DISPLAY is set)."
            .to_owned());
    }
    let options = NativeOptions {
        viewport: ViewportBuilder::default()
            .with_title("Warpbench")
            .with_inner_size([1440.0, 900.0])
            .with_min_inner_size([900.0, 600.0]),
        ..NativeOptions::default()
    };
    eframe::run_native("warpbench", options, Box::new(|context| Ok(Box::new(Window::new(context)))))
        .map_err(|error| {
            format!(
                "The window cannot be opened: {error}. It needs a display and a Vulkan, Metal, \
                 DirectX or OpenGL driver; on Debian or Ubuntu the package mesa-vulkan-drivers \
                 has one in software."
            )
        })
}

/// Whether there is something to open a window on. Windows and macOS always
/// have a display; elsewhere the session says so.
fn has_display() -> bool {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    cfg!(any(target_os = "windows", target_os = "macos"))
        || set("DISPLAY")
        || set("WAYLAND_DISPLAY")
}

struct Window {
    state: State,
}

impl Window {
    fn new(context: &CreationContext<'_>) -> Window {
        theme::install(&context.egui_ctx);
        Window { state: State::new(runner::start(&context.egui_ctx)) }
    }
}

impl eframe::App for Window {
    fn logic(&mut self, _context: &egui::Context, _frame: &mut eframe::Frame) {
        self.state.receive();
    }

    fn ui(&mut self, ui: &mut Ui, _frame: &mut eframe::Frame) {
        let mut commands = command::from_keys(ui);
        Panel::top("bar").show(ui, |ui| panels::bar::show(ui, &self.state, &mut commands));
        Panel::left("lessons")
            .default_size(250.0)
            .show(ui, |ui| panels::lessons::show(ui, &self.state, &mut commands));
        Panel::right("run")
            .default_size(460.0)
            .show(ui, |ui| panels::run::show(ui, &self.state, &mut commands));
        egui::CentralPanel::default()
            .show(ui, |ui| panels::source::show(ui, &self.state, &mut commands));
        for command in commands {
            command::apply(command, &mut self.state, ui);
        }
    }
}
