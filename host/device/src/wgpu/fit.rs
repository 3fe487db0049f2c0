//! Fit of a kernel, its launch and the adapter: what does not fit is refused.
//!
//! Everything here is arithmetic on what the WGSL text declares, what the
//! launch asks for, and what the adapter says of itself, so that a launch which
//! cannot work is refused with a reason before anything is sent to the device.

use super::bind::{allocated, bound, buffer_arguments, fold, pack_scalars, uniform_bytes};
use super::kernel::{BindingKind, Kernel, feature_names};
use crate::{DeviceError, Unit};
use warpbench_catalog::{Launch, Problem};
use wgpu::{Features, Limits};

/// What an adapter can do.
#[derive(Clone, Debug)]
pub(super) struct Abilities {
    pub name: String,
    pub limits: Limits,
    pub features: Features,
}

impl Abilities {
    /// Whether all buffers can be allocated.
    pub(super) fn check_buffers(&self, problem: &Problem) -> Result<(), DeviceError> {
        for buffer in &problem.buffers {
            self.within(
                || format!("buffer `{}`", buffer.name),
                allocated(buffer.bytes()),
                self.limits.max_buffer_size,
                "max_buffer_size",
                Unit::Bytes,
            )?;
        }
        Ok(())
    }

    /// Whether a launch can be done, and fits its kernel.
    pub(super) fn check_launch(
        &self,
        kernel: &Kernel,
        launch: &Launch,
        problem: &Problem,
    ) -> Result<(), DeviceError> {
        let missing = kernel.features - self.features;
        if !missing.is_empty() {
            let mut feature = feature_names(missing);
            if let Some(why) = &kernel.why_wide
                && missing.contains(Features::SHADER_INT64)
            {
                feature = format!("{feature} ({why})");
            }
            return Err(DeviceError::MissingFeature {
                device: self.name.clone(),
                entry: kernel.entry.clone(),
                feature,
            });
        }
        self.check_block(kernel, launch)?;
        self.check_bindings(kernel, launch, problem)?;
        self.grid(kernel, launch)?;
        Ok(())
    }

    /// The grid as it is dispatched. A row of blocks that is longer than the
    /// adapter allows is folded into several rows, for kernels that number their
    /// blocks by `block.y * grid.x + block.x` and ignore the excess.
    pub(super) fn grid(&self, kernel: &Kernel, launch: &Launch) -> Result<[u32; 3], DeviceError> {
        let limit = self.limits.max_compute_workgroups_per_dimension;
        let grid = if kernel.folds { fold(launch.grid, limit) } else { launch.grid };
        for blocks in grid {
            self.within(
                || format!("the grid {:?} of `{}`", launch.grid, launch.entry),
                u64::from(blocks),
                u64::from(limit),
                "max_compute_workgroups_per_dimension",
                Unit::Count,
            )?;
        }
        Ok(grid)
    }

    fn check_block(&self, kernel: &Kernel, launch: &Launch) -> Result<(), DeviceError> {
        if kernel.block != launch.block {
            return Err(DeviceError::Mismatch {
                entry: kernel.entry.clone(),
                reason: format!(
                    "its workgroup size is {:?}, the launch's block is {:?}",
                    kernel.block, launch.block
                ),
            });
        }
        let limits = &self.limits;
        let [x, y, z] = kernel.block.map(u64::from);
        let rows = [
            (x, limits.max_compute_workgroup_size_x, "max_compute_workgroup_size_x"),
            (y, limits.max_compute_workgroup_size_y, "max_compute_workgroup_size_y"),
            (z, limits.max_compute_workgroup_size_z, "max_compute_workgroup_size_z"),
            (
                x * y * z,
                limits.max_compute_invocations_per_workgroup,
                "max_compute_invocations_per_workgroup",
            ),
        ];
        for (need, limit, name) in rows {
            let what = || format!("the block of `{}`", kernel.entry);
            self.within(what, need, limit.into(), name, Unit::Count)?;
        }
        self.within(
            || format!("the shared memory of `{}`", kernel.entry),
            kernel.workgroup_bytes,
            limits.max_compute_workgroup_storage_size.into(),
            "max_compute_workgroup_storage_size",
            Unit::Bytes,
        )
    }

    fn check_bindings(
        &self,
        kernel: &Kernel,
        launch: &Launch,
        problem: &Problem,
    ) -> Result<(), DeviceError> {
        let mismatch = |reason| Err(DeviceError::Mismatch { entry: kernel.entry.clone(), reason });
        let buffers = buffer_arguments(&launch.arguments);
        let scalars = pack_scalars(&launch.arguments);
        let (mut storage, mut uniforms) = (0, 0);
        for binding in &kernel.bindings {
            let index = binding.index;
            match binding.kind {
                BindingKind::Storage => {
                    let Some(argument) = buffers.get(index as usize) else {
                        return mismatch(format!(
                            "it reads a buffer from binding {index}, the launch has {} buffers",
                            buffers.len()
                        ));
                    };
                    storage += 1;
                    self.within(
                        || format!("binding {index} of `{}`", kernel.entry),
                        bound(argument, problem),
                        self.limits.max_storage_buffer_binding_size,
                        "max_storage_buffer_binding_size",
                        Unit::Bytes,
                    )?;
                }
                BindingKind::UniformBuffer(bytes) => {
                    if buffers.len() <= index as usize {
                        return mismatch(format!(
                            "it reads a uniform from binding {index}, the launch has {} buffers",
                            buffers.len()
                        ));
                    }
                    uniforms += 1;
                    self.within(
                        || format!("a uniform of `{}`", kernel.entry),
                        uniform_bytes(bytes),
                        self.limits.max_uniform_buffer_binding_size,
                        "max_uniform_buffer_binding_size",
                        Unit::Bytes,
                    )?;
                }
                BindingKind::Uniform(bytes) => {
                    if index as usize != buffers.len() {
                        return mismatch(format!(
                            "it reads its scalars from binding {index}, the launch has them at \
                             {}, after its buffers",
                            buffers.len()
                        ));
                    }
                    if bytes as usize > scalars.len() {
                        return mismatch(format!(
                            "it reads {bytes} bytes of scalars, the launch has {} with padding",
                            scalars.len()
                        ));
                    }
                }
            }
        }
        self.within(
            || format!("`{}`", kernel.entry),
            uniforms,
            self.limits.max_uniform_buffers_per_shader_stage.into(),
            "max_uniform_buffers_per_shader_stage",
            Unit::Count,
        )?;
        self.within(
            || format!("`{}`", kernel.entry),
            storage,
            self.limits.max_storage_buffers_per_shader_stage.into(),
            "max_storage_buffers_per_shader_stage",
            Unit::Count,
        )
    }

    fn within(
        &self,
        what: impl Fn() -> String,
        need: u64,
        limit: u64,
        limit_name: &str,
        unit: Unit,
    ) -> Result<(), DeviceError> {
        if need <= limit {
            return Ok(());
        }
        Err(DeviceError::TooLarge {
            device: self.name.clone(),
            what: what(),
            need,
            limit,
            limit_name: limit_name.to_owned(),
            unit,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::KernelSources;
    use warpbench_catalog::{Argument, Buffer, Element, Init};

    const WGSL: &str = "
        struct Sizes { n: u32 }
        @group(0) @binding(0) var<storage, read> a: array<f32>;
        @group(0) @binding(1) var<storage, read_write> b: array<f32>;
        @group(0) @binding(2) var<uniform> sizes: Sizes;
        var<workgroup> tile: array<f32, 256>;
        @compute @workgroup_size(256)
        fn copy(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) i: u32) {
            tile[i] = a[id.x % sizes.n];
            workgroupBarrier();
            b[id.x % sizes.n] = tile[i];
        }
        @compute @workgroup_size(256)
        fn sum(@builtin(local_invocation_index) i: u32) { b[i] = subgroupAdd(a[i]); }
    ";

    fn abilities() -> Abilities {
        Abilities {
            name: "Tiny".to_owned(),
            limits: Limits { max_compute_workgroups_per_dimension: 100, ..Limits::defaults() },
            features: Features::empty(),
        }
    }

    fn problem(len: usize) -> Problem {
        let buffer = |name: &str| Buffer {
            name: name.to_owned(),
            element: Element::F32,
            len,
            init: Init::Unwritten,
        };
        Problem {
            seed: 0,
            buffers: vec![buffer("a"), buffer("b")],
            launches: Vec::new(),
            output: 1,
            tolerance: 0.0,
            bytes_moved: 0,
            operations: 0,
        }
    }

    fn launch(entry: &str) -> Launch {
        Launch {
            entry: entry.to_owned(),
            grid: [4, 1, 1],
            block: [256, 1, 1],
            arguments: vec![Argument::Slice(0), Argument::Pointer(1), Argument::U32(1000)],
        }
    }

    /// The message with which a launch is refused, or nothing.
    fn refusal(entry: &str, change: impl Fn(&mut Abilities, &mut Launch, &mut Problem)) -> String {
        let sources = KernelSources { wgsl: WGSL.into(), ..KernelSources::default() };
        let module = super::super::text::parse_wgsl(&sources, "Tiny").unwrap().module;
        let kernel = Kernel::cut(&module, entry).unwrap();
        let (mut abilities, mut launch, mut problem) = (abilities(), launch(entry), problem(1000));
        change(&mut abilities, &mut launch, &mut problem);
        abilities
            .check_buffers(&problem)
            .and_then(|()| abilities.check_launch(&kernel, &launch, &problem))
            .map_or_else(|error| error.to_string(), |()| String::new())
    }

    #[test]
    fn launches_that_fit_are_let_through() {
        assert_eq!(refusal("copy", |_, _, _| {}), "");
        assert_eq!(refusal("copy", |_, launch, _| launch.grid = [10_000, 1, 1]), "");
        assert_eq!(refusal("sum", |tiny, _, _| tiny.features = Features::SUBGROUP), "");
        assert_eq!(refusal("copy", |tiny, _, _| tiny.limits.max_buffer_size = 4000), "");
        assert_eq!(
            refusal("copy", |tiny, _, _| tiny.limits.max_storage_buffer_binding_size = 4000),
            ""
        );
        assert_eq!(
            refusal("copy", |tiny, _, _| tiny.limits.max_compute_workgroup_storage_size = 1024),
            ""
        );
    }

    #[test]
    fn limits_are_named_with_need_and_limit() {
        let check = |change: fn(&mut Abilities, &mut Launch, &mut Problem), expected: &str| {
            let text = refusal("copy", change);
            assert!(text.starts_with(expected), "{expected:?} in {text:?}");
            assert!(text.ends_with("choose a smaller size or another device"), "{text:?}");
        };
        check(
            |tiny, _, _| tiny.limits.max_buffer_size = 3999,
            "buffer `a` needs 3.91 KiB, but Tiny has 3.91 KiB (max_buffer_size)",
        );
        check(
            |tiny, _, problem| {
                tiny.limits.max_buffer_size = 256 << 20;
                problem.buffers[1].len = 1 << 28;
            },
            "buffer `b` needs 1.00 GiB, but Tiny has 256.00 MiB (max_buffer_size)",
        );
        check(
            |tiny, _, _| tiny.limits.max_storage_buffer_binding_size = 1 << 11,
            "binding 0 of `copy` needs 3.91 KiB, but Tiny has 2.00 KiB \
             (max_storage_buffer_binding_size)",
        );
        check(
            |tiny, _, _| tiny.limits.max_compute_workgroup_storage_size = 1023,
            "the shared memory of `copy` needs 1.00 KiB, but Tiny has 1023 bytes \
             (max_compute_workgroup_storage_size)",
        );
        check(
            |tiny, _, _| tiny.limits.max_compute_invocations_per_workgroup = 128,
            "the block of `copy` needs 256, but Tiny has 128 \
             (max_compute_invocations_per_workgroup)",
        );
        check(
            |tiny, _, _| tiny.limits.max_storage_buffers_per_shader_stage = 1,
            "`copy` needs 2, but Tiny has 1 (max_storage_buffers_per_shader_stage)",
        );
        check(
            |_, launch, _| launch.grid = [1, 101, 1],
            "the grid [1, 101, 1] of `copy` needs 101, but Tiny has 100 \
             (max_compute_workgroups_per_dimension)",
        );
        check(
            |_, launch, _| launch.grid = [10_001, 1, 1],
            "the grid [10001, 1, 1] of `copy` needs 101, but Tiny has 100",
        );
    }

    #[test]
    fn a_missing_feature_is_named() {
        let text = refusal("sum", |_, _, _| {});
        assert!(
            text.starts_with("kernel `sum` needs subgroup operations, which Tiny does not have"),
            "{text}"
        );
    }

    #[test]
    fn a_launch_that_does_not_fit_its_kernel_is_refused() {
        let check = |change: fn(&mut Abilities, &mut Launch, &mut Problem), expected: &str| {
            let text = refusal("copy", change);
            assert!(text.contains(expected), "{expected:?} in {text:?}");
        };
        check(
            |_, launch, _| launch.block = [256, 2, 1],
            "its workgroup size is [256, 1, 1], the launch's block is [256, 2, 1]",
        );
        check(
            |_, launch, _| launch.arguments = vec![Argument::Slice(0)],
            "it reads a buffer from binding 1, the launch has 1 buffers",
        );
        check(
            |_, launch, _| launch.arguments.insert(0, Argument::Slice(0)),
            "it reads its scalars from binding 2, the launch has them at 3",
        );
        check(
            |_, launch, _| launch.arguments.truncate(2),
            "it reads 4 bytes of scalars, the launch has 0 with padding",
        );
    }
}
