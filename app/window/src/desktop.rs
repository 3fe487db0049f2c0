//! The workbench in a window of the desktop.

use super::{Window, icon};
use eframe::NativeOptions;
use egui::ViewportBuilder;
use std::time::Instant;
use warpbench_common::labs::Shelf;
use warpbench_common::opening::{Opening, Unopened};
use warpbench_state::link::Link;
use warpbench_state::options::Options;
use warpbench_state::programs::StagedProgram;
use warpbench_state::timings::machine::Workers;

/// Opens the window and stays until it is closed; `workers` open the devices. Labs are
/// those of a shelf.
pub fn open(workers: Workers, shelf: Shelf, opening: Opening) -> Result<(), Unopened> {
    let start = Instant::now();
    match &opening {
        Opening::Program(path) => drop(StagedProgram::open(path).map_err(Unopened::Wrong)?),
        Opening::Link(fragment) => drop(Link::read(fragment).map_err(Unopened::Wrong)?),
        Opening::AsLeft | Opening::Lab(_) | Opening::Class { .. } | Opening::Comparison(_) => {}
    }
    if !has_display() {
        let reason = "There is no display to open a window on (neither DISPLAY nor \
                      WAYLAND_DISPLAY is set).";
        return Err(Unopened::NoWindow(reason.to_owned()));
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
        // Only now: what keeps the window from being opened is said there.
        #[cfg(windows)]
        warpbench_common::win32::leave_own_console();
        let folder = eframe::storage_dir("warpbench");
        let options = Options { shelf, opening, ..Options::of_this_machine(folder, workers) };
        let window: Box<dyn eframe::App> =
            Box::new(Window::new(&context.egui_ctx, options).started(start));
        Ok(window)
    };
    eframe::run_native("warpbench", options, Box::new(create)).map_err(|error| {
        Unopened::NoWindow(format!(
            "The window cannot be opened: {error}. It needs a display and a Vulkan, Metal, \
             DirectX or OpenGL driver; on Debian or Ubuntu the package mesa-vulkan-drivers \
             has one in software."
        ))
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
