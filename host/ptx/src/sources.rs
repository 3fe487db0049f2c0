//! The sources that kernels are compiled against, carried along so that the
//! workbench needs no repository.

/// A file: its path within its crate, and its text.
pub(crate) type Source = (&'static str, &'static str);

/// The attributes of `cuda_std`, and its macros that read their text.
pub(crate) const MACROS: [Source; 7] = [
    ("lib.rs", include_str!("../../../gpu-kernels/device-std/macros/src/lib.rs")),
    (
        "address_space.rs",
        include_str!("../../../gpu-kernels/device-std/macros/src/address_space.rs"),
    ),
    ("entry.rs", include_str!("../../../gpu-kernels/device-std/macros/src/entry.rs")),
    ("format.rs", include_str!("../../../gpu-kernels/device-std/macros/src/format.rs")),
    ("print.rs", include_str!("../../../gpu-kernels/device-std/macros/src/print.rs")),
    ("signature.rs", include_str!("../../../gpu-kernels/device-std/macros/src/signature.rs")),
    ("tokens.rs", include_str!("../../../gpu-kernels/device-std/macros/src/tokens.rs")),
];

/// `cuda_std` for rustc's own back end.
pub(crate) const CUDA_STD: [Source; 27] = [
    ("lib.rs", include_str!("../../../gpu-kernels/device-std/src/lib.rs")),
    ("atomic.rs", include_str!("../../../gpu-kernels/device-std/src/atomic.rs")),
    (
        "atomic/intrinsics.rs",
        include_str!("../../../gpu-kernels/device-std/src/atomic/intrinsics.rs"),
    ),
    ("atomic/mid.rs", include_str!("../../../gpu-kernels/device-std/src/atomic/mid.rs")),
    (
        "atomic/mid/compare.rs",
        include_str!("../../../gpu-kernels/device-std/src/atomic/mid/compare.rs"),
    ),
    ("cfg.rs", include_str!("../../../gpu-kernels/device-std/src/cfg.rs")),
    ("float.rs", include_str!("../../../gpu-kernels/device-std/src/float.rs")),
    (
        "float/approximate.rs",
        include_str!("../../../gpu-kernels/device-std/src/float/approximate.rs"),
    ),
    ("float_ext.rs", include_str!("../../../gpu-kernels/device-std/src/float_ext.rs")),
    ("half.rs", include_str!("../../../gpu-kernels/device-std/src/half.rs")),
    ("half/bfloat.rs", include_str!("../../../gpu-kernels/device-std/src/half/bfloat.rs")),
    ("io.rs", include_str!("../../../gpu-kernels/device-std/src/io.rs")),
    ("io/decimal.rs", include_str!("../../../gpu-kernels/device-std/src/io/decimal.rs")),
    ("io/float.rs", include_str!("../../../gpu-kernels/device-std/src/io/float.rs")),
    ("io/integer.rs", include_str!("../../../gpu-kernels/device-std/src/io/integer.rs")),
    ("io/line.rs", include_str!("../../../gpu-kernels/device-std/src/io/line.rs")),
    ("io/ways.rs", include_str!("../../../gpu-kernels/device-std/src/io/ways.rs")),
    ("mem.rs", include_str!("../../../gpu-kernels/device-std/src/mem.rs")),
    ("misc.rs", include_str!("../../../gpu-kernels/device-std/src/misc.rs")),
    ("parameter.rs", include_str!("../../../gpu-kernels/device-std/src/parameter.rs")),
    ("ptr.rs", include_str!("../../../gpu-kernels/device-std/src/ptr.rs")),
    ("shared.rs", include_str!("../../../gpu-kernels/device-std/src/shared.rs")),
    ("thread.rs", include_str!("../../../gpu-kernels/device-std/src/thread.rs")),
    ("vek.rs", include_str!("../../../gpu-kernels/device-std/src/vek.rs")),
    ("warp.rs", include_str!("../../../gpu-kernels/device-std/src/warp.rs")),
    ("warp/reduce.rs", include_str!("../../../gpu-kernels/device-std/src/warp/reduce.rs")),
    ("warp/shuffle.rs", include_str!("../../../gpu-kernels/device-std/src/warp/shuffle.rs")),
];

/// The vectors and matrices, a module of `cuda_std`.
pub(crate) const GLAM: [Source; 55] = [
    ("lib.rs", include_str!("../../../gpu-kernels/device-std/glam/src/lib.rs")),
    ("bvec2.rs", include_str!("../../../gpu-kernels/device-std/glam/src/bvec2.rs")),
    ("bvec3.rs", include_str!("../../../gpu-kernels/device-std/glam/src/bvec3.rs")),
    ("bvec4.rs", include_str!("../../../gpu-kernels/device-std/glam/src/bvec4.rs")),
    ("cameras.rs", include_str!("../../../gpu-kernels/device-std/glam/src/cameras.rs")),
    ("dvec2.rs", include_str!("../../../gpu-kernels/device-std/glam/src/dvec2.rs")),
    ("dvec2_ops.rs", include_str!("../../../gpu-kernels/device-std/glam/src/dvec2_ops.rs")),
    ("dvec3.rs", include_str!("../../../gpu-kernels/device-std/glam/src/dvec3.rs")),
    ("dvec3_ops.rs", include_str!("../../../gpu-kernels/device-std/glam/src/dvec3_ops.rs")),
    ("dvec4.rs", include_str!("../../../gpu-kernels/device-std/glam/src/dvec4.rs")),
    ("dvec4_ops.rs", include_str!("../../../gpu-kernels/device-std/glam/src/dvec4_ops.rs")),
    ("extras.rs", include_str!("../../../gpu-kernels/device-std/glam/src/extras.rs")),
    ("frames.rs", include_str!("../../../gpu-kernels/device-std/glam/src/frames.rs")),
    ("inverses.rs", include_str!("../../../gpu-kernels/device-std/glam/src/inverses.rs")),
    ("ivec2.rs", include_str!("../../../gpu-kernels/device-std/glam/src/ivec2.rs")),
    ("ivec2_ops.rs", include_str!("../../../gpu-kernels/device-std/glam/src/ivec2_ops.rs")),
    ("ivec3.rs", include_str!("../../../gpu-kernels/device-std/glam/src/ivec3.rs")),
    ("ivec3_ops.rs", include_str!("../../../gpu-kernels/device-std/glam/src/ivec3_ops.rs")),
    ("ivec4.rs", include_str!("../../../gpu-kernels/device-std/glam/src/ivec4.rs")),
    ("ivec4_ops.rs", include_str!("../../../gpu-kernels/device-std/glam/src/ivec4_ops.rs")),
    ("mat2.rs", include_str!("../../../gpu-kernels/device-std/glam/src/mat2.rs")),
    ("mat3.rs", include_str!("../../../gpu-kernels/device-std/glam/src/mat3.rs")),
    ("mat4.rs", include_str!("../../../gpu-kernels/device-std/glam/src/mat4.rs")),
    ("quat.rs", include_str!("../../../gpu-kernels/device-std/glam/src/quat.rs")),
    ("transforms.rs", include_str!("../../../gpu-kernels/device-std/glam/src/transforms.rs")),
    ("u8vec2.rs", include_str!("../../../gpu-kernels/device-std/glam/src/u8vec2.rs")),
    ("u8vec2_ops.rs", include_str!("../../../gpu-kernels/device-std/glam/src/u8vec2_ops.rs")),
    ("u8vec3.rs", include_str!("../../../gpu-kernels/device-std/glam/src/u8vec3.rs")),
    ("u8vec3_ops.rs", include_str!("../../../gpu-kernels/device-std/glam/src/u8vec3_ops.rs")),
    ("u8vec4.rs", include_str!("../../../gpu-kernels/device-std/glam/src/u8vec4.rs")),
    ("u8vec4_ops.rs", include_str!("../../../gpu-kernels/device-std/glam/src/u8vec4_ops.rs")),
    ("usizevec2.rs", include_str!("../../../gpu-kernels/device-std/glam/src/usizevec2.rs")),
    ("usizevec2_ops.rs", include_str!("../../../gpu-kernels/device-std/glam/src/usizevec2_ops.rs")),
    ("usizevec3.rs", include_str!("../../../gpu-kernels/device-std/glam/src/usizevec3.rs")),
    ("usizevec3_ops.rs", include_str!("../../../gpu-kernels/device-std/glam/src/usizevec3_ops.rs")),
    ("usizevec4.rs", include_str!("../../../gpu-kernels/device-std/glam/src/usizevec4.rs")),
    ("usizevec4_ops.rs", include_str!("../../../gpu-kernels/device-std/glam/src/usizevec4_ops.rs")),
    ("uvec2.rs", include_str!("../../../gpu-kernels/device-std/glam/src/uvec2.rs")),
    ("uvec2_ops.rs", include_str!("../../../gpu-kernels/device-std/glam/src/uvec2_ops.rs")),
    ("uvec3.rs", include_str!("../../../gpu-kernels/device-std/glam/src/uvec3.rs")),
    ("uvec3_ops.rs", include_str!("../../../gpu-kernels/device-std/glam/src/uvec3_ops.rs")),
    ("uvec4.rs", include_str!("../../../gpu-kernels/device-std/glam/src/uvec4.rs")),
    ("uvec4_ops.rs", include_str!("../../../gpu-kernels/device-std/glam/src/uvec4_ops.rs")),
    ("vec2.rs", include_str!("../../../gpu-kernels/device-std/glam/src/vec2.rs")),
    ("vec2_ops.rs", include_str!("../../../gpu-kernels/device-std/glam/src/vec2_ops.rs")),
    ("vec2_refs.rs", include_str!("../../../gpu-kernels/device-std/glam/src/vec2_refs.rs")),
    ("vec2_swizzles.rs", include_str!("../../../gpu-kernels/device-std/glam/src/vec2_swizzles.rs")),
    ("vec3.rs", include_str!("../../../gpu-kernels/device-std/glam/src/vec3.rs")),
    ("vec3_ops.rs", include_str!("../../../gpu-kernels/device-std/glam/src/vec3_ops.rs")),
    ("vec3_refs.rs", include_str!("../../../gpu-kernels/device-std/glam/src/vec3_refs.rs")),
    ("vec3_swizzles.rs", include_str!("../../../gpu-kernels/device-std/glam/src/vec3_swizzles.rs")),
    ("vec4.rs", include_str!("../../../gpu-kernels/device-std/glam/src/vec4.rs")),
    ("vec4_ops.rs", include_str!("../../../gpu-kernels/device-std/glam/src/vec4_ops.rs")),
    ("vec4_refs.rs", include_str!("../../../gpu-kernels/device-std/glam/src/vec4_refs.rs")),
    ("vec4_swizzles.rs", include_str!("../../../gpu-kernels/device-std/glam/src/vec4_swizzles.rs")),
];

/// The crates that kernels know, each with what it has of [`CUDA_STD`]. `cuda_std`
/// comes last because it offers the others as they are: `use cuda_std::*` and
/// `use glam::Vec3` then mean the same `glam`. Annotations are nothing here, as they are
/// to every compiler.
pub(crate) const FACADES: [Source; 4] = [
    ("warpbench_directives", concat!("#![no_std]\n", include_str!("../../directives/src/lib.rs"))),
    ("glam", "#![no_std]\npub use device_std::glam::*;\n"),
    ("half", "#![no_std]\n#![feature(f16)]\npub use device_std::half::*;\n"),
    (
        "cuda_std",
        "#![no_std]\n#![feature(f16)]\npub use device_std::*;\npub extern crate glam;\n\
         pub extern crate half;\n",
    ),
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
        let crates = [("macros/src", &MACROS[..]), ("src", &CUDA_STD[..]), ("glam/src", &GLAM[..])];
        for (folder, carried) in crates {
            let mut found = BTreeSet::new();
            files_under(&root.join(folder), "", &mut found);
            let carried = carried.iter().map(|(path, _)| (*path).to_owned());
            assert_eq!(carried.collect::<BTreeSet<_>>(), found, "{folder}");
        }
    }
}
