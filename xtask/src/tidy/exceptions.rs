//! Exceptions to the rules of `tidy`, with their reasons.

use std::collections::BTreeSet;

/// Files that other programs write as they please.
const GENERATED_ENDINGS: [&str; 2] = [
    // LLVM indents PTX with tabs.
    ".ptx",
    // Programs that the translator writes, which may leave variables unused.
    ".program.rs",
];

/// Rust files of more lines than the rule allows, with the reason.
const LONG_FILES: [(&str, &str); 0] = [];

/// Files and folders whose code talks to a driver or is a kernel.
const UNSAFE_PLACES: [&str; 22] = [
    // Calls into Windows.
    "app/common/src/win32.rs",
    // Kernels that students start from, and their solutions.
    "assets/labs/",
    // Kernels to start from.
    "docs/examples/",
    "gpu-kernels/",
    // Runs kernels through OpenCL.
    "host/benches/sim/peer.rs",
    // Kernels before and after they are coalesced.
    "host/derive/tests/coalesced/",
    "host/derive/tests/naive/",
    // Kernels that the translator writes.
    "host/derive/tests/snapshots/",
    "host/device/src/cuda/",
    // Solutions of labs, written otherwise, and one that loses additions.
    "host/lab/tests/order/",
    "host/lab/tests/rewritings/",
    // Leaves out the run-time checks of our own shaders.
    "host/device/src/wgpu/unchecked.rs",
    // Ends the process without asking a driver that hangs.
    "host/device/src/worker/exit.rs",
    // Runs what is compiled for processors that have been asked for it.
    "host/machine/src/sim/vector.rs",
    // Kernels that are compiled for the GPU alone.
    "host/ptx/tests/kernels/",
    // The part of the kernels' library that is written in their language.
    "host/check/library/",
    // The kernels' library for the processor, which tests compile them against.
    "host/tests/common/cpu/",
    // Kernels, right and wrong.
    "host/tests/detectors/",
    "host/tests/endless/",
    "host/tests/public/",
    "host/tests/rust_table/students/",
    // Kernels with mistakes.
    "host/tests/rust_rejected/",
];

/// Folders of a crate whose modules form a circle, with the reason. They are older than
/// the rule; none may be added, and no circle may reach into another folder.
const CIRCLES: [(&str, &[&str]); 7] = [
    // Every pass names what the root says of refusals, and the root runs all passes.
    ("host/derive", &["", "emit", "host", "reach", "syntax", "transfer"]),
    // The root has errors and jobs, which every kind of device names.
    ("host/device", &["", "cuda", "wgpu"]),
    // One checker, whose methods stand in files of their subjects and call each other.
    (
        "host/check",
        &[
            "",
            "constants",
            "expressions",
            "items",
            "library",
            "names/library",
            "patterns",
            "syntax",
            "typing",
        ],
    ),
    // The words for C ask how its text is read, which asks for words.
    ("host/check", &["syntax/c", "wording"]),
    // One translator, whose methods call each other as well.
    ("host/lower", &["", "iterator"]),
    // The code names what the arithmetic does, and the arithmetic what the code holds.
    ("host/machine", &["sim", "sim/alu", "sim/code", "sim/code/loops"]),
    // Trials use the packages, and making packages ends with a trial.
    ("xtask", &["dist", "dist/trial"]),
];

/// Structures with more fields and functions with more parameters than the rule allows, by
/// file and name, with the reason.
const WIDE: [(&str, &str); 13] = [
    // All that the editor shows in one frame, which the panel that calls it names once.
    ("app/draw/src/editor/input.rs", "Input"),
    // Where and how one row is painted.
    ("app/draw/src/editor/diff_view.rs", "paint"),
    // All that the window shows; a panel that needs less takes that part of it.
    ("app/state/src/state/mod.rs", "State"),
    // Arguments as the case's file gives them, with the place in it for messages.
    ("host/case/src/by_value.rs", "fill_enum"),
    // The arguments of the kernel that it is the reference of.
    ("host/catalog/src/reference/template_match.rs", "template_match"),
    // What a call consists of.
    ("host/check/src/expressions/call.rs", "call_trait"),
    // One bound of a loop, as the parts of a sum.
    ("host/derive/src/merge.rs", "active_high"),
    // The parts of one index.
    ("host/derive/src/transfer/row.rs", "unaligned"),
    // Figures of a GPU, as its file gives them.
    ("host/machine/src/model/device.rs", "DeviceModel"),
    // The tables of a compiled kernel, which are read by number.
    ("host/machine/src/sim/code/mod.rs", "Code"),
    // What each instruction touches, in one place for the cache.
    ("host/machine/src/sim/warp.rs", "Warp"),
    // The entries of a report, as they are in JSON.
    ("host/simulate/src/report.rs", "Simulation"),
    // What a run is given, apart from who watches it and when it stops.
    ("host/simulate/src/run.rs", "launch"),
];

/// Public types that a crate may have several times, with the reason.
const SHARED_NAMES: [(&str, &[&str]); 1] = [
    // Each picture has its own, which is called by the picture: `grid::View`.
    ("app/draw", &["Model", "Output", "View"]),
];

/// Settings that a member has of its own, as member and key.
const OWN_SETTINGS: [(&str, &str); 1] = [
    // Kernel bodies read as Rust-CUDA's do, without inner unsafe blocks.
    ("gpu-kernels", "edition"),
];

pub(super) fn is_generated(path: &str) -> bool {
    GENERATED_ENDINGS.iter().any(|ending| path.ends_with(ending))
}

pub(super) fn may_be_long(path: &str) -> bool {
    LONG_FILES.iter().any(|(file, _reason)| *file == path)
}

pub(super) fn may_be_unsafe(path: &str) -> bool {
    UNSAFE_PLACES.iter().any(|place| path.starts_with(place))
}

/// Whether a circle of a crate may cross these folders.
pub(super) fn may_be_circular(member: &str, folders: &BTreeSet<&str>) -> bool {
    let below = |folder: &str| {
        let rest = folder.strip_prefix(member).and_then(|rest| rest.strip_prefix("/src"));
        rest.unwrap_or(folder).trim_start_matches('/').to_owned()
    };
    let crossed: Vec<String> = folders.iter().map(|folder| below(folder)).collect();
    CIRCLES.iter().any(|(known, allowed)| {
        *known == member && crossed.iter().all(|folder| allowed.contains(&folder.as_str()))
    })
}

/// Whether a structure or function may have more fields or parameters than others.
pub(super) fn may_be_wide(path: &str, name: &str) -> bool {
    // Kernels have the parameters that their callers in the wild give them.
    path.starts_with("gpu-kernels/") || WIDE.contains(&(path, name))
}

/// Whether several public types of a crate may have this name.
pub(super) fn may_share_name(member: &str, name: &str) -> bool {
    SHARED_NAMES.iter().any(|(known, names)| *known == member && names.contains(&name))
}

pub(super) fn may_set(member: &str, key: &str) -> bool {
    OWN_SETTINGS.contains(&(member, key))
}
