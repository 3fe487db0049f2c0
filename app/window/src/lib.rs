//! The workbench in a window: panels, bars, and what puts them together.
//!
//! What is shown and what can be done is `warpbench_state`: panels and bars read a state
//! and push commands. [`Workbench`] puts them together, with a display or without.

mod bars;
#[cfg(not(target_arch = "wasm32"))]
mod desktop;
mod flow;
#[cfg(not(target_arch = "wasm32"))]
mod icon;
#[cfg(target_arch = "wasm32")]
mod page;
mod pane;
mod panels;
mod presenter;
mod tab_order;
mod tiles;
mod workbench;

#[cfg(not(target_arch = "wasm32"))]
pub use desktop::open;
#[cfg(target_arch = "wasm32")]
pub use page::open;
pub use workbench::Workbench;

use egui::{Context, Ui};
use warpbench_state::options::Options;
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
