//! One kernel out of a WGSL text: what it needs and what it is to be given.
//!
//! A text holds a whole family, and a GPU may be able to run one kernel of it
//! but not another. So each kernel is cut out: the text is parsed once, all
//! other entry points are dropped, and whatever only they used goes with them.
//! What is left says by itself what it needs. The needs are found by asking
//! naga's validator: a module needs a capability if it is not valid without it.

use crate::DeviceError;
use naga::compact::{KeepUnused, compact};
use naga::proc::Layouter;
use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};
use naga::{AddressSpace, GlobalVariable, Handle, Module};
use warpbench_front::{guard, wgsl};
use wgpu::Features;

/// A capability of naga's, the feature that wgpu has for it, and what people
/// call it. Kernels that need anything else are refused by wgpu itself.
const CAPABILITIES: [(Capabilities, Features, &str); 8] = [
    (Capabilities::SUBGROUP, Features::SUBGROUP, "subgroup operations"),
    (Capabilities::SUBGROUP_BARRIER, Features::SUBGROUP_BARRIER, "subgroup barriers"),
    (Capabilities::SHADER_FLOAT16, Features::SHADER_F16, "16-bit floats"),
    (Capabilities::FLOAT64, Features::SHADER_F64, "64-bit floats"),
    (Capabilities::SHADER_INT64, Features::SHADER_INT64, "64-bit integers"),
    (
        Capabilities::SHADER_INT64_ATOMIC_ALL_OPS,
        Features::SHADER_INT64_ATOMIC_ALL_OPS,
        "64-bit atomics",
    ),
    (Capabilities::SHADER_FLOAT32_ATOMIC, Features::SHADER_FLOAT32_ATOMIC, "float atomics"),
    (
        Capabilities::MEMORY_DECORATION_COHERENT,
        Features::MEMORY_DECORATION_COHERENT,
        "coherent buffers",
    ),
];

/// The names of features that kernels may need, for messages.
pub(super) fn feature_names(features: Features) -> String {
    let names = CAPABILITIES.iter().filter(|(_, feature, _)| features.contains(*feature));
    names.map(|&(_, _, name)| name).collect::<Vec<_>>().join(" and ")
}

/// A kernel, cut out of its text.
#[derive(Clone, Debug)]
pub(super) struct Kernel {
    pub module: Module,
    pub entry: String,
    /// Threads per block.
    pub block: [u32; 3],
    /// What it needs of the device.
    pub features: Features,
    /// Shared memory per block.
    pub workgroup_bytes: u64,
    /// The bindings it uses, all in group 0.
    pub bindings: Vec<Binding>,
    /// Whether it numbers its blocks such that a long row of them can be folded
    /// into several, as the twins in WGSL do.
    pub folds: bool,
    /// What it needs 64-bit integers for, where its text need not have any.
    pub why_wide: Option<String>,
}

/// A binding that a kernel uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Binding {
    pub index: u32,
    /// What is to be bound to it.
    pub kind: BindingKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BindingKind {
    Storage,
    /// Scalars; they fill this many bytes.
    Uniform(u32),
    /// One of the buffers, which fills this many bytes of a uniform.
    UniformBuffer(u32),
}

impl Kernel {
    /// Cuts a kernel out of a parsed text.
    pub(super) fn cut(family: &Module, entry: &str) -> Result<Kernel, DeviceError> {
        guard::caught(|| Kernel::cut_here(family, entry)).unwrap_or_else(|| {
            Err(DeviceError::Mismatch {
                entry: entry.to_owned(),
                reason:
                    "the workbench fails to prepare it for this device; please report it, with \
                         the text"
                        .to_owned(),
            })
        })
    }

    fn cut_here(family: &Module, entry: &str) -> Result<Kernel, DeviceError> {
        let mut module = family.clone();
        module.entry_points.retain(|point| point.name == entry);
        let [point] = module.entry_points.as_slice() else {
            return Err(DeviceError::EntryMissing {
                entry: entry.to_owned(),
                language: "WGSL".to_owned(),
                entries: family.entry_points.iter().map(|point| point.name.clone()).collect(),
            });
        };
        let mismatch = |reason: &str| DeviceError::Mismatch {
            entry: entry.to_owned(),
            reason: reason.to_owned(),
        };
        if point.stage != naga::ShaderStage::Compute {
            return Err(mismatch("it is not a compute shader"));
        }
        if point.workgroup_size_overrides.is_some() {
            return Err(mismatch("its workgroup size is an override; make it a constant"));
        }
        let block = point.workgroup_size;
        compact(&mut module, KeepUnused::No);

        let info = validate(&module, Capabilities::all())
            .map_err(|error| mismatch(&wgsl::explain(&error, &module)))?;
        let mut sizes = Layouter::default();
        let too_large = |_| mismatch("one of its types is larger than a type may be");
        sizes.update(module.to_ctx()).map_err(too_large)?;
        Ok(Kernel {
            features: needs(&module),
            workgroup_bytes: workgroup_bytes(&module, &sizes),
            bindings: bindings(&module, &info, &sizes).map_err(|reason| mismatch(&reason))?,
            entry: entry.to_owned(),
            block,
            folds: true,
            why_wide: None,
            module,
        })
    }
}

type Invalid = naga::WithSpan<naga::valid::ValidationError>;

fn validate(module: &Module, capabilities: Capabilities) -> Result<ModuleInfo, Box<Invalid>> {
    Validator::new(ValidationFlags::all(), capabilities).validate(module).map_err(Box::new)
}

/// The features without which the module is not valid.
fn needs(module: &Module) -> Features {
    CAPABILITIES
        .iter()
        .filter(|(capability, ..)| validate(module, Capabilities::all() - *capability).is_err())
        .fold(Features::empty(), |needs, (_, feature, _)| needs | *feature)
}

/// Shared memory as WebGPU counts it: each variable takes a multiple of 16
/// bytes.
fn workgroup_bytes(module: &Module, sizes: &Layouter) -> u64 {
    module
        .global_variables
        .iter()
        .filter(|(_, variable)| variable.space == AddressSpace::WorkGroup)
        .map(|(_, variable)| u64::from(sizes[variable.ty].size).next_multiple_of(16))
        .sum()
}

/// The bindings that the one entry point uses. The question is put to naga as
/// wgpu puts it when it derives the layout, so that both have the same answer.
fn bindings(module: &Module, info: &ModuleInfo, sizes: &Layouter) -> Result<Vec<Binding>, String> {
    let used = |handle: &Handle<GlobalVariable>| !info.get_entry_point(0)[*handle].is_empty();
    let mut bindings = Vec::new();
    for (_, variable) in module.global_variables.iter().filter(|(handle, _)| used(handle)) {
        let Some(at) = variable.binding else { continue };
        let name = variable.name.as_deref().unwrap_or("a variable");
        if at.group != 0 {
            return Err(format!("`{name}` is in group {}, all must be in group 0", at.group));
        }
        let kind = match variable.space {
            AddressSpace::Storage { .. } => BindingKind::Storage,
            AddressSpace::Uniform => BindingKind::Uniform(sizes[variable.ty].size),
            _ => return Err(format!("`{name}` is neither a storage nor a uniform buffer")),
        };
        bindings.push(Binding { index: at.binding, kind });
    }
    bindings.sort_by_key(|binding| binding.index);
    Ok(bindings)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::KernelSources;
    use crate::wgpu::text::parse_wgsl;

    const FAMILY: &str = "
        struct Sizes { n: u32, scale: f32 }
        @group(0) @binding(0) var<storage, read> a: array<f32>;
        @group(0) @binding(1) var<storage, read_write> b: array<f32>;
        @group(0) @binding(2) var<uniform> sizes: Sizes;
        @group(0) @binding(3) var<storage, read_write> other: array<u32>;
        var<workgroup> tile: array<f32, 33>;
        var<workgroup> flag: u32;

        @compute @workgroup_size(64)
        fn plain(@builtin(global_invocation_id) id: vec3u) {
            if id.x < sizes.n { b[id.x] = a[id.x] * sizes.scale; }
        }

        @compute @workgroup_size(8, 4)
        fn shared_memory(@builtin(local_invocation_index) i: u32) {
            tile[i] = a[i];
            workgroupBarrier();
            b[i] = tile[31u - i];
        }

        @compute @workgroup_size(32)
        fn shuffled(@builtin(local_invocation_index) i: u32) {
            other[i] = subgroupAdd(i);
        }

        @compute @workgroup_size(32)
        fn subgroup_width(@builtin(subgroup_size) width: u32) {
            other[0] = width;
        }

        @compute @workgroup_size(32)
        fn subgroup_barrier(@builtin(local_invocation_index) i: u32) {
            other[i] = i;
            subgroupBarrier();
        }

        fn used_by_nobody() { flag = 1u; }

        @compute @workgroup_size(1)
        fn named_only() {
            let pointer = &other;
            b[0] = 1.0;
        }
    ";

    fn cut(entry: &str) -> Kernel {
        let sources = KernelSources {
            wgsl: FAMILY.into(),
            name: "family".into(),
            ..KernelSources::default()
        };
        Kernel::cut(&parse_wgsl(&sources, "test").unwrap().module, entry).unwrap()
    }

    #[test]
    fn each_kernel_needs_only_what_it_uses_itself() {
        let check = |entry: &str, features: Features, workgroup_bytes: u64| {
            let kernel = cut(entry);
            assert_eq!(kernel.features, features, "{entry}");
            assert_eq!(kernel.workgroup_bytes, workgroup_bytes, "{entry}");
        };
        check("plain", Features::empty(), 0);
        check("shared_memory", Features::empty(), 144);
        check("shuffled", Features::SUBGROUP, 0);
        check("subgroup_width", Features::SUBGROUP, 0);
        check("subgroup_barrier", Features::SUBGROUP | Features::SUBGROUP_BARRIER, 0);
        check("named_only", Features::empty(), 0);
    }

    #[test]
    fn each_kernel_binds_only_what_it_uses_itself() {
        let storage = |index| Binding { index, kind: BindingKind::Storage };
        let uniform = |index| Binding { index, kind: BindingKind::Uniform(8) };
        let check = |entry: &str, block: [u32; 3], bindings: &[Binding]| {
            let kernel = cut(entry);
            assert_eq!(kernel.block, block, "{entry}");
            assert_eq!(kernel.bindings, bindings, "{entry}");
            assert_eq!(kernel.module.entry_points.len(), 1, "{entry}");
        };
        check("plain", [64, 1, 1], &[storage(0), storage(1), uniform(2)]);
        check("shared_memory", [8, 4, 1], &[storage(0), storage(1)]);
        check("shuffled", [32, 1, 1], &[storage(3)]);
        check("named_only", [1, 1, 1], &[storage(1), storage(3)]);
    }

    #[test]
    fn a_missing_kernel_is_told_which_there_are() {
        let sources = KernelSources {
            wgsl: "@compute @workgroup_size(1) fn a() {} @compute @workgroup_size(1) fn b() {}"
                .into(),
            ..KernelSources::default()
        };
        let module = parse_wgsl(&sources, "test").unwrap().module;
        let error = Kernel::cut(&module, "A").err();
        let entries = vec!["a".to_owned(), "b".to_owned()];
        let language = "WGSL".to_owned();
        let expected = DeviceError::EntryMissing { entry: "A".to_owned(), language, entries };
        assert_eq!(error, Some(expected));
    }

    #[test]
    fn errors_point_into_the_text() {
        let check = |wgsl: &'static str, expected: &[&str]| {
            let sources =
                KernelSources { wgsl: wgsl.into(), name: "lab".into(), ..KernelSources::default() };
            let text = parse_wgsl(&sources, "Adapter").map(|_| ()).unwrap_err().to_string();
            for part in expected {
                assert!(text.contains(part), "{part:?} in {text}");
            }
        };
        check("fn f( {", &["does not compile for Adapter", "lab.wgsl:1:", "fn f( {"]);
        check(
            "\n@compute @workgroup_size(1) fn f() { x = 1; }",
            &["lab.wgsl:2:", "no definition in scope"],
        );
        check("fn f() -> u32 { }", &["lab.wgsl:1:"]);
    }

    #[test]
    fn kernels_that_cannot_be_launched_are_refused() {
        let check = |wgsl: &'static str, expected: &str| {
            let sources = KernelSources { wgsl: wgsl.into(), ..KernelSources::default() };
            let module = parse_wgsl(&sources, "test").unwrap().module;
            let text = Kernel::cut(&module, "f").unwrap_err().to_string();
            assert!(text.contains(expected), "{expected:?} in {text}");
        };
        check("@fragment fn f() {}", "not a compute shader");
        check(
            "override n: u32 = 1; @compute @workgroup_size(n) fn f() {}",
            "workgroup size is an override",
        );
        check(
            "@group(1) @binding(0) var<storage, read_write> a: array<u32>;
             @compute @workgroup_size(1) fn f() { a[0] = 1u; }",
            "`a` is in group 1",
        );
    }
}
