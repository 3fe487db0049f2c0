//! A kernel in WGSL of somebody's own: its overrides get their values, and its
//! buffers are numbered as a launch passes them, whatever groups and bindings the
//! text gives them.

use super::kernel::{BindingKind, Kernel};
use crate::{DeviceError, KernelSources};
use naga::{Module, ResourceBinding};
use warpbench_front::{overrides, wgsl};

/// The kernel of a text that binds its buffers at the given groups and bindings.
pub(super) fn kernel(
    checked: &wgsl::Checked,
    sources: &KernelSources,
    bindings: &[[u32; 2]],
    entry: &str,
    device: &str,
) -> Result<Kernel, DeviceError> {
    let bits = sources.overrides.iter();
    let values = bits.map(|(name, bits)| (name.clone(), f64::from_bits(*bits))).collect();
    let applied = overrides::apply(checked, entry, &values).map_err(|error| {
        DeviceError::Compile { device: device.to_owned(), text: error.to_string() }
    })?;
    let mut module = applied.as_ref().unwrap_or(checked).module.clone();
    renumber(&mut module, bindings);
    let mut kernel = Kernel::cut(&module, entry)?;
    for binding in &mut kernel.bindings {
        if let BindingKind::Uniform(bytes) = binding.kind {
            binding.kind = BindingKind::UniformBuffer(bytes);
        }
    }
    // The text may number its blocks as it likes.
    Ok(Kernel { folds: false, ..kernel })
}

/// Puts all buffers into group 0, in the order in which they are passed. What is not
/// passed is not used, and goes behind them.
fn renumber(module: &mut Module, bindings: &[[u32; 2]]) {
    let mut behind = bindings.len();
    for (_, variable) in module.global_variables.iter_mut() {
        let Some(at) = variable.binding else { continue };
        let passed = bindings.iter().position(|passed| *passed == [at.group, at.binding]);
        let index = passed.unwrap_or_else(|| {
            behind += 1;
            behind
        });
        variable.binding = Some(ResourceBinding { group: 0, binding: index as u32 });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wgpu::kernel::Binding;

    const TEXT: &str = "
        override SIZE: u32 = 8;
        override scale: f32;
        struct Sizes { n: u32, by: f32 }
        @group(1) @binding(7) var<storage, read_write> to: array<f32>;
        @group(0) @binding(3) var<uniform> sizes: Sizes;
        @group(1) @binding(0) var<storage> src: array<f32>;
        @group(0) @binding(0) var<storage> other: array<f32>;
        @group(0) @binding(9) var<uniform> more: vec4f;
        var<workgroup> tile: array<f32, SIZE>;
        @compute @workgroup_size(SIZE, 2)
        fn f(@builtin(local_invocation_index) i: u32) {
            tile[i % SIZE] = src[i] * scale;
            workgroupBarrier();
            if i < sizes.n { to[i] = tile[i % SIZE] + more.x; }
        }
        @compute @workgroup_size(1) fn g() { to[0] = other[0]; }";

    fn made(
        entry: &str,
        bindings: &[[u32; 2]],
        overrides: &[(&str, f64)],
    ) -> Result<Kernel, DeviceError> {
        let checked = wgsl::check(TEXT, "test").expect("valid");
        let overrides =
            overrides.iter().map(|(name, value)| ((*name).to_owned(), value.to_bits())).collect();
        let sources = KernelSources { overrides, ..KernelSources::default() };
        kernel(&checked, &sources, bindings, entry, "Adapter")
    }

    #[test]
    fn buffers_are_numbered_as_they_are_passed() {
        let check = |entry: &str, at: &[[u32; 2]], block: [u32; 3], expected: &[BindingKind]| {
            let kernel = made(entry, at, &[("scale", 0.5), ("SIZE", 4.0)]).unwrap();
            assert_eq!((kernel.block, kernel.folds), (block, false), "{entry}");
            let expected: Vec<Binding> =
                expected.iter().zip(0..).map(|(&kind, index)| Binding { index, kind }).collect();
            assert_eq!(kernel.bindings, expected, "{entry}");
        };
        let (storage, uniform) = (BindingKind::Storage, BindingKind::UniformBuffer);
        let all = [[0, 3], [1, 7], [1, 0], [0, 9]];
        check("f", &all, [4, 2, 1], &[uniform(8), storage, storage, uniform(16)]);
        check("g", &[[0, 0], [1, 7]], [1, 1, 1], &[storage, storage]);
    }

    #[test]
    fn overrides_that_do_not_fit_are_refused() {
        let check = |overrides: &[(&str, f64)], expected: &str| {
            let error = made("f", &[], overrides).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        };
        check(&[], "`scale` has no default");
        check(&[("scale", 1.0), ("SIZE", 0.5)], "0.5 is none");
        check(&[("size", 1.0)], "the text declares SIZE, scale");
    }
}
