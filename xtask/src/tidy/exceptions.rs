//! Where the rules of `tidy` do not hold, and why.

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
    "app/src/win32.rs",
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
    "host/front/src/rust/library/",
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

pub(super) fn may_set(member: &str, key: &str) -> bool {
    OWN_SETTINGS.contains(&(member, key))
}
