//! Crate graph: which of our crates may name which, and what stays in few of them.
//!
//! This file is the table and nothing else. `dependencies` holds the manifests
//! to it and `std_uses` the sources, so that the compiler enforces the rest: a
//! crate cannot use what its manifest does not name. Whoever wants a new edge
//! adds it here, where the next reader sees all of them.

/// This file, for messages that ask for a change of it.
pub(super) const PATH: &str = "xtask/src/tidy/edges.rs";

/// One of our crates.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Room {
    pub(crate) folder: &'static str,
    /// The package's name without `warpbench-`.
    pub(crate) name: &'static str,
    /// Which of our crates its library or program may depend on. Tests may depend
    /// on more, but not on a crate that depends on the tested one: they would see
    /// every type of it twice.
    pub(crate) may_name: &'static [&'static str],
}

/// A crate of others that belongs into few rooms.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outside {
    pub(super) name: &'static str,
    pub(super) rooms: &'static [&'static str],
    pub(super) why: &'static str,
}

/// A part of the standard library that a browser does not have.
#[derive(Clone, Copy, Debug)]
pub(super) struct Forbidden {
    pub(super) path: &'static [&'static str],
    pub(super) instead: &'static str,
}

#[rustfmt::skip]
pub(crate) const ROOMS: [Room; 35] = [
    // The kernels; `device-std` is their library on the GPU.
    room("gpu-kernels",                    "kernels",           &["device-std"]),
    room("gpu-kernels/device-std",         "device-std",        &["device-std-macros"]),
    room("gpu-kernels/device-std/macros",  "device-std-macros", &[]),
    // What can be wrong with a kernel, by its code.
    room("host/codes",                     "codes",             &[]),
    // Text to a checked module and back; the machine that runs one.
    // Beside the module goes what the language says that a module cannot.
    room("host/semantics",                 "semantics",         &[]),
    room("host/source",                    "source",            &["codes"]),
    room("host/module",                    "module",            &["codes", "semantics", "source"]),
    // Rust: what a checked program is, how one comes of a text, and how a module of it.
    room("host/hir",                       "hir",               &["semantics"]),
    room("host/check",                     "check",             &["codes", "semantics", "source", "hir"]),
    room("host/lower",                     "lower",             &["codes", "semantics", "source", "module", "hir"]),
    // The facade of these, for both languages.
    room("host/front",                     "front",             &["codes", "semantics", "source", "module", "hir", "check", "lower"]),
    room("host/machine",                   "machine",           &["codes", "semantics"]),
    // Work on one core or on all.
    room("host/cores",                     "cores",             &[]),
    // What there is to run, what it is given, and what must come out.
    room("host/catalog",                   "catalog",           &["cores", "kernels"]),
    room("host/case",                      "case",              &["front", "catalog", "cores"]),
    // A kernel and its case to a report: the one room where all of it meets.
    room("host/simulate",                  "simulate",          &["codes", "front", "machine", "catalog", "case", "cores"]),
    // Directives that expand to nothing, and what makes kernels of them.
    room("host/directives",                "directives",        &[]),
    room("host/derive",                    "derive",            &["codes", "front"]),
    // Labs, and what comes of a submission.
    // Wrong kernels, made of right ones.
    room("host/mutants",                   "mutants",           &[]),
    room("host/lab",                       "lab",               &["codes", "front", "machine", "catalog", "case", "simulate", "cores"]),
    // Measurements as plain data, and the hardware that they come from.
    room("host/report",                    "report",            &[]),
    room("host/device",                    "device",            &["catalog", "front", "case", "report", "cores"]),
    // What many runs measured, and what is made of it. It measures nothing itself.
    room("host/compare",                   "compare",           &["catalog", "report"]),
    // Kernels to PTX.
    room("host/ptx",                       "ptx",               &[]),
    // Random programs for tests.
    room("host/generate",                  "generate",          &[]),
    // Tests and benchmarks that span rooms; no library.
    room("host",                           "host",              &[]),
    // The workbench. What the command line and the window both do, and the texts of both.
    room("app/common",                     "common",            &["front", "machine", "catalog", "case", "simulate", "lab", "report", "device", "compare", "cores", "derive"]),
    room("app/texts",                      "texts",             &["front", "machine", "catalog", "compare"]),
    room("app/cli",                        "cli",               &["codes", "front", "machine", "catalog", "case", "simulate", "lab", "report", "device", "compare", "ptx", "cores", "derive", "common", "texts"]),
    // What the window shows, which draws nothing, and what only draws and knows neither
    // a command nor the state.
    room("app/theme",                      "theme",             &[]),
    room("app/state",                      "state",             &["codes", "front", "machine", "catalog", "case", "simulate", "lab", "report", "device", "compare", "ptx", "cores", "derive", "common", "texts", "theme"]),
    room("app/draw",                       "draw",              &["codes", "front", "machine", "catalog", "simulate", "common", "texts", "theme"]),
    room("app/window",                     "window",            &["codes", "front", "machine", "catalog", "simulate", "lab", "compare", "common", "texts", "theme", "state", "draw"]),
    // The program, which puts them together, and its tests.
    room("app",                            "warpbench",         &["front", "machine", "catalog", "simulate", "device", "cores", "common", "texts", "cli", "state", "window"]),
    // The developer commands. They must compile in seconds, and while the rest does not.
    room("xtask",                          "xtask",             &["ptx"]),
];

#[rustfmt::skip]
pub(super) const OUTSIDE: [Outside; 13] = [
    only("naga",            &["semantics", "source", "module", "hir", "check", "lower", "front", "machine", "case", "simulate", "device"], "a module is read, run and bound; nobody else looks into one"),
    only("syn",             &["check", "derive", "lab"], "the front end and the translator read Rust; labs write their claims in its expressions"),
    only("proc-macro2",     &["check", "derive", "lab", "mutants"], "the front end and the translator read Rust; labs write their claims in its expressions; mutants are changes of tokens"),
    only("wgpu",            &["device"],  "only `device` talks to drivers"),
    only("cust",            &["device"],  "only `device` talks to drivers"),
    only("libloading",      &["device"],  "only `device` talks to drivers"),
    only("eframe",          &["window", "warpbench"], "only the workbench has a window; the program logs to a browser's console by it"),
    only("egui",            &["theme", "state", "draw", "window"], "only the workbench has a window; its state holds keys, places and a context for the clipboard, and draws nothing"),
    only("egui_commonmark", &["window"], "only the workbench has a window"),
    only("egui_plot",       &["window"], "only the workbench has a window"),
    only("egui_tiles",      &["state", "window"], "only the workbench has a window; its state holds where panels are"),
    only("stacker",         &["source"],  "only the front end goes as deep as a text nests"),
    only("rayon",           &[],          "a browser has no threads; work is spread by the `Cores` that the caller passes in"),
];

/// The rooms that ask nothing of a system, so that they run in a browser as they are.
/// Their sources name nothing of [`FORBIDDEN_STD`] outside of tests.
pub(crate) const IN_BROWSER: [&str; 11] = [
    "semantics",
    "source",
    "module",
    "hir",
    "check",
    "lower",
    "front",
    "machine",
    "catalog",
    "case",
    "simulate",
];

#[rustfmt::skip]
pub(super) const FORBIDDEN_STD: [Forbidden; 7] = [
    forbidden(&["std", "thread"],             "spread work with the `Cores` that the caller passes in"),
    forbidden(&["std", "fs"],                 "take the text from the caller, who reads the file"),
    forbidden(&["std", "process"],            "return an error; who calls decides what ends"),
    forbidden(&["std", "env"],                "take the setting from the caller"),
    forbidden(&["std", "time", "Instant"],    "take the clock from the caller"),
    forbidden(&["std", "time", "SystemTime"], "take the clock from the caller"),
    forbidden(&["std", "time", "UNIX_EPOCH"], "take the clock from the caller"),
];

const fn room(folder: &'static str, name: &'static str, may_name: &'static [&'static str]) -> Room {
    Room { folder, name, may_name }
}

const fn only(name: &'static str, rooms: &'static [&'static str], why: &'static str) -> Outside {
    Outside { name, rooms, why }
}

const fn forbidden(path: &'static [&'static str], instead: &'static str) -> Forbidden {
    Forbidden { path, instead }
}

impl Room {
    pub(crate) fn of_package(package: &str) -> Option<Room> {
        ROOMS.into_iter().find(|room| room.package() == package)
    }

    pub(crate) fn named(name: &str) -> Option<Room> {
        ROOMS.into_iter().find(|room| room.name == name)
    }

    pub(crate) fn package(&self) -> String {
        match self.name {
            "warpbench" | "xtask" => self.name.to_owned(),
            name => format!("warpbench-{name}"),
        }
    }
}

/// The line of this file in which something stands.
pub(super) fn line_of(words: &str) -> usize {
    let lines = include_str!("edges.rs").lines();
    lines.into_iter().position(|line| line.contains(words)).map_or(1, |index| index + 1)
}
