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
#[cfg(not(target_arch = "wasm32"))]
mod desktop;
pub mod diagnostic;
mod editor;
mod flow;
#[cfg(not(target_arch = "wasm32"))]
mod icon;
pub mod labs;
pub mod lessons;
pub mod link;
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

#[cfg(not(target_arch = "wasm32"))]
pub(crate) use desktop::open;
pub use workbench::{Options, Workbench};

use egui::{Context, Ui};
use web_time::Instant;

/// The workbench as eframe shows it, on a desktop or on a page.
pub(crate) struct Window {
    workbench: Workbench,
    /// When the program started, until the first frame was drawn.
    start: Option<Instant>,
}

impl Window {
    pub(crate) fn new(context: &Context, options: Options) -> Window {
        Window { workbench: Workbench::new(context, options), start: None }
    }

    /// Logs how long the first frame took since then.
    #[cfg(not(target_arch = "wasm32"))]
    fn started(self, start: Instant) -> Window {
        Window { start: Some(start), ..self }
    }
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
