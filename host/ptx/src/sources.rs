//! The sources that kernels are compiled against, carried along so that the
//! workbench needs no repository.

/// A file: its path within its crate, and its text.
pub(crate) type Source = (&'static str, &'static str);

/// The attributes `#[kernel]` and `#[gpu_only]`.
pub(crate) const MACROS: [Source; 2] = [
    ("lib.rs", include_str!("../../../gpu-kernels/device-std/macros/src/lib.rs")),
    ("signature.rs", include_str!("../../../gpu-kernels/device-std/macros/src/signature.rs")),
];

/// `cuda_std` for rustc's own back end.
pub(crate) const CUDA_STD: [Source; 9] = [
    ("lib.rs", include_str!("../../../gpu-kernels/device-std/src/lib.rs")),
    ("atomic.rs", include_str!("../../../gpu-kernels/device-std/src/atomic.rs")),
    ("atomic/mid.rs", include_str!("../../../gpu-kernels/device-std/src/atomic/mid.rs")),
    ("float.rs", include_str!("../../../gpu-kernels/device-std/src/float.rs")),
    (
        "float/approximate.rs",
        include_str!("../../../gpu-kernels/device-std/src/float/approximate.rs"),
    ),
    ("shared.rs", include_str!("../../../gpu-kernels/device-std/src/shared.rs")),
    ("thread.rs", include_str!("../../../gpu-kernels/device-std/src/thread.rs")),
    ("vek.rs", include_str!("../../../gpu-kernels/device-std/src/vek.rs")),
    ("warp.rs", include_str!("../../../gpu-kernels/device-std/src/warp.rs")),
];

/// What kernels find beside themselves, as `crate::vector` and `crate::warp`.
pub(crate) const BESIDE_KERNELS: [Source; 2] = [
    ("vector.rs", include_str!("../../../gpu-kernels/src/vector.rs")),
    ("warp.rs", include_str!("../../../gpu-kernels/src/warp.rs")),
];

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, fs, path::Path};

    use super::*;

    /// The paths of the Rust files under a folder, which stands first.
    fn files_under(folder: &Path, prefix: &str, found: &mut BTreeSet<String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_dir() {
                files_under(&path, &format!("{prefix}{name}/"), found);
            } else if name.ends_with(".rs") {
                found.insert(format!("{prefix}{name}"));
            }
        }
    }

    #[test]
    fn no_file_of_the_crates_is_left_behind() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../gpu-kernels/device-std");
        for (folder, carried) in [("macros/src", &MACROS[..]), ("src", &CUDA_STD[..])] {
            let mut found = BTreeSet::new();
            files_under(&root.join(folder), "", &mut found);
            let carried = carried.iter().map(|(path, _)| (*path).to_owned());
            assert_eq!(carried.collect::<BTreeSet<_>>(), found, "{folder}");
        }
    }
}
