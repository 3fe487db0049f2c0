//! The workbench in a window.
//!
//! [`state`] holds what is shown and draws nothing; panels and bars read it and
//! push [`command::Command`]s, which one function applies. The [`session`] checks
//! and simulates in the background, [`timings`] measures in worker processes, and
//! the [`store`] keeps what was typed, so no frame ever waits. `visual` has the
//! pictures of warps and memory: model, layout and paint apart. [`Workbench`] puts
//! it together, with a display or without.

mod bars;
pub mod command;
pub mod comparison;
pub mod diagnostic;
mod editor;
mod flow;
mod icon;
pub mod labs;
pub mod lessons;
mod luck;
pub mod message;
mod pane;
mod panels;
mod presenter;
pub mod programs;
pub mod session;
pub mod setup;
pub mod state;
pub mod store;
mod syntax;
mod tab_order;
mod terms;
mod theme;
mod tiles;
pub mod timings;
pub mod tour;
mod value;
mod visual;
mod workbench;

pub use workbench::{Options, Workbench};

use crate::labs::Shelf;
use eframe::NativeOptions;
use egui::{Ui, ViewportBuilder};
use labs::Opening;
use std::time::Instant;
use timings::machine::Workers;

/// Opens the window and stays until it is closed; `workers` open the devices. Labs are
/// those of a shelf. Says in a sentence why there can be no window.
pub(crate) fn open(workers: Workers, shelf: Shelf, opening: Opening) -> Result<(), String> {
    let start = Instant::now();
    if !has_display() {
        return Err("There is no display to open a window on (neither DISPLAY nor \
                    WAYLAND_DISPLAY is set)."
            .to_owned());
    }
    let options = NativeOptions {
        viewport: ViewportBuilder::default()
            .with_title("Warpbench")
            .with_icon(icon::icon())
            .with_inner_size([1440.0, 900.0])
            .with_min_inner_size([800.0, 600.0]),
        ..NativeOptions::default()
    };
    let create = move |context: &eframe::CreationContext<'_>| {
        let options = Options { shelf, opening, ..Options::of_this_machine(workers) };
        let workbench = Workbench::new(&context.egui_ctx, options);
        let window: Box<dyn eframe::App> = Box::new(Window { workbench, start: Some(start) });
        Ok(window)
    };
    eframe::run_native("warpbench", options, Box::new(create)).map_err(|error| {
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
    workbench: Workbench,
    /// When the program started, until the first frame was drawn.
    start: Option<Instant>,
}

impl eframe::App for Window {
    fn ui(&mut self, ui: &mut Ui, _frame: &mut eframe::Frame) {
        self.workbench.ui(ui);
        if let Some(start) = self.start.take() {
            let milliseconds = start.elapsed().as_secs_f64() * 1e3;
            tracing::info!("first frame after {milliseconds:.0} ms");
        }
    }

    fn on_exit(&mut self) {
        self.workbench.flush();
    }
}
