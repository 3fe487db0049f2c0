//! The workbench in a window of the desktop.

use super::labs::Opening;
use super::timings::machine::Workers;
use super::{Options, Window, icon};
use crate::labs::Shelf;
use eframe::NativeOptions;
use egui::ViewportBuilder;
use std::time::Instant;

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
        // Only now: what keeps the window from being opened is said there.
        #[cfg(windows)]
        crate::win32::leave_own_console();
        let options = Options { shelf, opening, ..Options::of_this_machine(workers) };
        let window: Box<dyn eframe::App> =
            Box::new(Window::new(&context.egui_ctx, options).started(start));
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
