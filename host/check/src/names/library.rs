//! The library that a kernel can use: `cuda_std`, the crate's own `warp` and
//! `vector`, and the parts of `core` that make sense on a GPU.
//!
//! One table, by path. It also knows things that exist but that the workbench
//! does not read, so that a diagnostic can say so.

mod atomics;
mod unread;

use crate::typing::iterator_types;
use std::collections::HashMap;
use std::sync::LazyLock;
use unread::UNREAD;
use warpbench_hir::types::{FloatTy, FourTy, IntTy, Mutability, Ty};
use warpbench_hir::{Builtin, ConstValue, MaskedVote, ReductionOp, Register, Shuffle, SyncVote};
use warpbench_semantics::Scope;

/// Something that a path can lead to.
#[derive(Clone, Debug)]
pub(crate) enum Entry {
    /// A module, by its path.
    Module(String),
    Function(LibraryFunction),
    /// `core::iter::once` and its kin.
    IteratorSource,
    /// `core::ops::Range`, `core::slice::Iter` and their kin, by name.
    RangeType(&'static str),
    /// `size_of`, whose value is known when the program is compiled.
    SizeOf,
    /// `align_of`, likewise.
    AlignOf,
    Constant(Ty, ConstValue),
    Type(Ty),
    /// An order of memory, by its place in `Ordering`.
    Order(u32),
    /// An operation of `WarpReductionOp`, by its place in it.
    Reduction(u32),
    /// `shared_array!`.
    SharedArray,
    /// `cuda_lite!` and `hicuda!`, which expand to nothing.
    Annotation,
    /// `core::ptr::addr_of!`, `core::ptr::addr_of_mut!`.
    AddressOf(Mutability),
    /// `#[kernel]`.
    Kernel,
    /// The trait with the methods of floats, which they have here without it.
    GpuFloat,
    /// Something that may be imported and needs no more: attributes, traits.
    Ignored,
    /// Something that the workbench does not read: what it is, why not, and
    /// what to write instead.
    Unread(&'static str, &'static str, &'static str),
}

/// A function of the library. In its types `Ty::Var(0)` stands for its type
/// parameter.
#[derive(Clone, Debug)]
pub(crate) struct LibraryFunction {
    pub(crate) builtin: Builtin,
    pub(crate) params: Vec<Ty>,
    pub(crate) result: Returned,
    /// Whether calls need `unsafe`.
    pub(crate) is_unsafe: bool,
    /// Whether it has a type parameter.
    pub(crate) is_generic: bool,
}

/// What a function of the library returns.
#[derive(Clone, Debug)]
pub(crate) enum Returned {
    Ty(Ty),
    /// A structure of so many `u32`, x, y and z.
    Axes(u32),
}

/// All entries, by module and name.
#[derive(Debug, Default)]
pub(crate) struct Library {
    modules: HashMap<String, Vec<(String, Entry)>>,
}

pub(crate) static LIBRARY: LazyLock<Library> = LazyLock::new(Library::new);

/// The functions at which the threads of a block wait for each other.
pub fn barriers() -> impl Iterator<Item = &'static str> {
    let is_barrier =
        |builtin: Builtin| matches!(builtin, Builtin::SyncThreads | Builtin::SyncThreadsVote(_));
    LIBRARY.modules.values().flatten().filter_map(move |(name, entry)| match entry {
        Entry::Function(function) if is_barrier(function.builtin) => Some(name.as_str()),
        _ => None,
    })
}

impl Library {
    /// An entry of a module.
    pub(crate) fn get(&self, module: &str, name: &str) -> Option<&Entry> {
        self.members(module).iter().find(|(member, _)| member == name).map(|(_, entry)| entry)
    }

    /// Whether there is such a module.
    pub(crate) fn has_module(&self, module: &str) -> bool {
        self.modules.contains_key(module)
    }

    pub(crate) fn members(&self, module: &str) -> &[(String, Entry)] {
        self.modules.get(module).map_or(&[], Vec::as_slice)
    }

    /// Its functions, each by its path.
    #[cfg(test)]
    pub(crate) fn functions(&self) -> impl Iterator<Item = (String, &LibraryFunction)> {
        self.modules.iter().flat_map(|(module, members)| {
            members.iter().filter_map(move |(name, entry)| match entry {
                Entry::Function(function) => Some((format!("{module}::{name}"), function)),
                _ => None,
            })
        })
    }

    /// A path that leads to something of this name, for suggestions.
    pub(crate) fn path_to(&self, name: &str) -> Option<String> {
        let mut paths: Vec<String> = self
            .modules
            .iter()
            .filter(|(module, members)| {
                !module.ends_with("prelude")
                    && members.iter().any(|(member, entry)| {
                        member == name && !matches!(entry, Entry::Module(_) | Entry::Unread(..))
                    })
            })
            .map(|(module, _)| format!("{module}::{name}"))
            .collect();
        // The same for every run, and the shorter path before the longer.
        paths.sort_by_key(|path| (path.len(), path.clone()));
        paths.into_iter().next()
    }

    fn new() -> Library {
        let mut library = Library::default();
        for module in ["crate", "core", "cuda_std", "core::sync", "cuda_std::atomic"] {
            library.module(module);
        }
        library.threads();
        library.warps();
        library.memory();
        library.atomics();
        library.vectors();
        library.core();
        library.prelude();
        library
    }

    fn module(&mut self, path: &str) {
        self.modules.entry(path.to_owned()).or_default();
        if let Some((parent, name)) = path.rsplit_once("::") {
            self.add(parent, name, Entry::Module(path.to_owned()));
        }
    }

    fn add(&mut self, module: &str, name: &str, entry: Entry) {
        if !self.modules.contains_key(module) {
            self.module(module);
        }
        self.modules.entry(module.to_owned()).or_default().push((name.to_owned(), entry));
    }

    fn function(
        &mut self,
        path: &str,
        builtin: Builtin,
        params: &[Ty],
        result: Ty,
        is_unsafe: bool,
    ) {
        let is_generic = params.iter().chain([&result]).any(mentions_parameter);
        let function = LibraryFunction {
            builtin,
            params: params.to_vec(),
            result: Returned::Ty(result),
            is_unsafe,
            is_generic,
        };
        let (module, name) = path.rsplit_once("::").unwrap_or(("crate", path));
        self.add(module, name, Entry::Function(function));
    }

    fn axes(&mut self, name: &str, builtin: Builtin, axes: u32) {
        let function = LibraryFunction {
            builtin,
            params: Vec::new(),
            result: Returned::Axes(axes),
            is_unsafe: false,
            is_generic: false,
        };
        self.add("cuda_std::thread", name, Entry::Function(function));
    }

    fn threads(&mut self) {
        let registers = [
            ("thread_idx", Register::ThreadIdx),
            ("block_idx", Register::BlockIdx),
            ("block_dim", Register::BlockDim),
            ("grid_dim", Register::GridDim),
        ];
        for (name, register) in registers {
            for (axis, letter) in ["x", "y", "z"].into_iter().enumerate() {
                let path = format!("cuda_std::thread::{name}_{letter}");
                self.function(&path, Builtin::Index(register, axis as u32), &[], Ty::U32, false);
            }
            self.axes(name, Builtin::IndexVector(register, 3), 3);
        }
        self.axes("index_2d", Builtin::GridIndexVector(2), 2);
        self.axes("index_3d", Builtin::GridIndexVector(3), 3);

        let mut plain = |name: &str, builtin: Builtin, params: &[Ty], result: Ty| {
            self.function(&format!("cuda_std::thread::{name}"), builtin, params, result, false);
        };
        plain("index", Builtin::LinearIndex, &[], Ty::U32);
        plain("index_1d", Builtin::GridIndex(0), &[], Ty::U32);
        plain("first", Builtin::IsFirst, &[], Ty::Bool);
        plain("warp_size", Builtin::WarpSize, &[], Ty::U32);
        plain("sync_threads", Builtin::SyncThreads, &[], Ty::UNIT);
        for (name, vote) in
            [("count", SyncVote::Count), ("and", SyncVote::And), ("or", SyncVote::Or)]
        {
            let name = format!("sync_threads_{name}");
            plain(&name, Builtin::SyncThreadsVote(vote), &[Ty::U32], Ty::U32);
        }
        let fences = [
            ("grid_fence", Scope::Device),
            ("device_fence", Scope::Device),
            ("system_fence", Scope::System),
        ];
        for (name, scope) in fences {
            plain(name, Builtin::Fence(scope), &[], Ty::UNIT);
        }
        plain("nanosleep", Builtin::Nanosleep, &[Ty::U32], Ty::UNIT);
    }

    fn warps(&mut self) {
        self.function("cuda_std::warp::lane_id", Builtin::LaneId, &[], Ty::U32, false);
        self.function("cuda_std::warp::sync_warp", Builtin::SyncWarp, &[Ty::U32], Ty::UNIT, true);

        self.masked_warps();

        self.add("crate::warp", "WARP", Entry::Constant(Ty::USIZE, ConstValue::Int(32)));
        let all = ConstValue::Int(IntTy::U32.max());
        self.add("crate::warp", "ALL_LANES", Entry::Constant(Ty::U32, all));
        let shuffles = [
            ("down", Shuffle::Down),
            ("up", Shuffle::Up),
            ("xor", Shuffle::Xor),
            ("from", Shuffle::From),
        ];
        for (name, shuffle) in shuffles {
            for ty in [Ty::U32, Ty::I32, Ty::F32] {
                let path = format!("crate::warp::shuffle_{name}_{}", number_name(&ty));
                let params = [ty.clone(), Ty::U32];
                self.function(&path, Builtin::Shuffle(shuffle), &params, ty, true);
            }
        }
        let votes = [
            ("vote_all", Builtin::VoteAll, Ty::Bool),
            ("vote_any", Builtin::VoteAny, Ty::Bool),
            ("ballot", Builtin::Ballot, Ty::U32),
        ];
        for (name, builtin, result) in votes {
            self.function(&format!("crate::warp::{name}"), builtin, &[Ty::Bool], result, true);
        }
    }

    /// Warp operations that are given the lanes they are for.
    fn masked_warps(&mut self) {
        self.function("cuda_std::warp::activemask", Builtin::ActiveMask, &[], Ty::U32, false);
        let value = Ty::Var(0);
        for (name, shuffle) in [
            ("down", Shuffle::Down),
            ("up", Shuffle::Up),
            ("xor", Shuffle::Xor),
            ("idx", Shuffle::From),
        ] {
            let path = format!("cuda_std::warp::warp_shuffle_{name}");
            let params = [Ty::U32, value.clone(), Ty::U32, Ty::U32];
            let result = Ty::Tuple(vec![value.clone(), Ty::Bool]);
            self.function(&path, Builtin::MaskedShuffle(shuffle), &params, result, true);
        }
        for (name, vote, result) in [
            ("all", MaskedVote::All, Ty::Bool),
            ("any", MaskedVote::Any, Ty::Bool),
            ("ballot", MaskedVote::Ballot, Ty::U32),
        ] {
            let path = format!("cuda_std::warp::warp_vote_{name}");
            self.function(&path, Builtin::MaskedVote(vote), &[Ty::U32, Ty::Bool], result, true);
        }
        let params = [Ty::U32, value.clone()];
        let path = "cuda_std::warp::warp_match_any";
        self.function(path, Builtin::MatchAny, &params, Ty::U32, true);
        let params = [Ty::U32, value.clone(), Ty::ReductionOp];
        self.function("cuda_std::warp::warp_reduce", Builtin::WarpReduce, &params, value, true);
        self.add("cuda_std::warp", "WarpReductionOp", Entry::Type(Ty::ReductionOp));
        for (place, (name, _)) in ReductionOp::ALL.into_iter().enumerate() {
            self.add("cuda_std::warp::WarpReductionOp", name, Entry::Reduction(place as u32));
        }
    }

    fn memory(&mut self) {
        let parameter = Ty::Var(0);
        let read = Ty::pointer(Mutability::Const, parameter.clone());
        let write = Ty::pointer(Mutability::Mut, parameter.clone());
        self.add("cuda_std", "shared_array", Entry::SharedArray);
        self.function(
            "cuda_std::shared::dynamic_shared_mem",
            Builtin::DynamicShared,
            &[],
            write.clone(),
            false,
        );
        for (name, builtin) in [
            ("read", Builtin::PointerRead),
            ("read_volatile", Builtin::PointerRead),
            ("read_unaligned", Builtin::PointerReadUnaligned),
        ] {
            let path = format!("core::ptr::{name}");
            let params = std::slice::from_ref(&read);
            self.function(&path, builtin, params, parameter.clone(), true);
        }
        for (name, builtin) in [
            ("write", Builtin::PointerWrite),
            ("write_volatile", Builtin::PointerWrite),
            ("write_unaligned", Builtin::PointerWriteUnaligned),
        ] {
            let path = format!("core::ptr::{name}");
            let params = [write.clone(), parameter.clone()];
            self.function(&path, builtin, &params, Ty::UNIT, true);
        }
        let slice = Ty::Slice(Box::new(parameter));
        self.function(
            "core::slice::from_raw_parts",
            Builtin::SliceFromParts,
            &[read, Ty::USIZE],
            Ty::reference(Mutability::Const, slice.clone()),
            true,
        );
        self.function(
            "core::slice::from_raw_parts_mut",
            Builtin::SliceFromParts,
            &[write, Ty::USIZE],
            Ty::reference(Mutability::Mut, slice),
            true,
        );
        self.add("core::mem", "size_of", Entry::SizeOf);
        self.add("core::mem", "align_of", Entry::AlignOf);
        for name in
            ["empty", "once", "repeat", "repeat_n", "repeat_with", "successors", "from_fn", "zip"]
        {
            self.add("core::iter", name, Entry::IteratorSource);
        }
        for (module, name) in iterator_types::NAMES {
            self.add(module, name, Entry::RangeType(name));
        }
        let zeroed = Builtin::Zeroed;
        self.function("core::mem::zeroed", zeroed, &[], Ty::Var(0), true);
        for (module, name) in [("core::cell", "UnsafeCell"), ("core::cell", "SyncUnsafeCell")] {
            self.add(
                module,
                name,
                Entry::Unread(
                    "memory that is declared as shared by a type",
                    "shared memory never starts with the value of its declaration, and the \
                     detectors tell who reads it too early",
                    "declare what it holds: `#[address_space(shared)] static mut TILE: [f32; 256] \
                     = [0.0; 256];`",
                ),
            );
        }
        self.add("core::ptr", "addr_of", Entry::AddressOf(Mutability::Const));
        self.add("core::ptr", "addr_of_mut", Entry::AddressOf(Mutability::Mut));
    }

    fn vectors(&mut self) {
        for four in [FourTy::Float4, FourTy::Int4] {
            self.add("crate::vector", four.name(), Entry::Type(Ty::Four(four)));
        }
    }

    fn core(&mut self) {
        for float in [FloatTy::F16, FloatTy::F32, FloatTy::F64] {
            let module = format!("core::{}::consts", float.name());
            for (name, value) in FLOAT_CONSTANTS {
                let value = float.round(value);
                self.add(
                    &module,
                    name,
                    Entry::Constant(Ty::Float(float), ConstValue::Float(value)),
                );
            }
        }
        // The names of C's types, which are the same on every GPU.
        for (name, ty) in [
            ("c_uchar", Ty::Int(IntTy::U8)),
            ("c_schar", Ty::Int(IntTy::I8)),
            ("c_ushort", Ty::Int(IntTy::U16)),
            ("c_short", Ty::Int(IntTy::I16)),
            ("c_uint", Ty::U32),
            ("c_int", Ty::I32),
            ("c_ulonglong", Ty::Int(IntTy::U64)),
            ("c_longlong", Ty::Int(IntTy::I64)),
            ("c_float", Ty::F32),
            ("c_double", Ty::Float(FloatTy::F64)),
        ] {
            self.add("core::ffi", name, Entry::Type(ty));
        }
        for path in ["core::arch", "core::hint"] {
            self.module(path);
        }
        for (module, name, what, note, help) in UNREAD {
            self.add(module, name, Entry::Unread(what, note, help));
        }
        self.add(
            "core::arch",
            "asm",
            Entry::Unread(
                "inline assembly",
                "its instructions are those of one GPU, and the workbench has several",
                "write it in Rust, or use the functions of `crate::warp`",
            ),
        );
    }

    fn prelude(&mut self) {
        self.add("cuda_std", "kernel", Entry::Kernel);
        for name in ["cuda_lite", "hicuda"] {
            self.add("warpbench_directives", name, Entry::Annotation);
        }
        for name in ["gpu_only", "externally_visible", "address_space"] {
            self.add("cuda_std", name, Entry::Ignored);
        }
        self.add("cuda_std", "GpuFloat", Entry::GpuFloat);
        self.add("cuda_std", "f16", Entry::Type(Ty::Float(FloatTy::F16)));
        for name in ["print", "println"] {
            self.add("cuda_std", name, Entry::Ignored);
        }
        // More than Rust-CUDA's prelude has: what kernels are hardly ever without.
        self.add("cuda_std::prelude", "kernel", Entry::Kernel);
        self.add("cuda_std::prelude", "shared_array", Entry::SharedArray);
        for name in ["gpu_only", "externally_visible", "address_space", "print", "println"] {
            self.add("cuda_std::prelude", name, Entry::Ignored);
        }
        self.add("cuda_std::prelude", "GpuFloat", Entry::GpuFloat);
        self.add("cuda_std::prelude", "f16", Entry::Type(Ty::Float(FloatTy::F16)));
        for name in ["thread", "warp"] {
            let module = Entry::Module(format!("cuda_std::{name}"));
            self.add("cuda_std::prelude", name, module);
        }
    }
}

/// The orders of memory, as in `core::sync::atomic::Ordering`.
pub(crate) const ORDERS: [&str; 5] = ["Relaxed", "Release", "Acquire", "AcqRel", "SeqCst"];

const FLOAT_CONSTANTS: [(&str, f64); 21] = {
    use std::f64::consts as c;
    [
        ("PI", c::PI),
        ("TAU", c::TAU),
        ("E", c::E),
        ("SQRT_2", c::SQRT_2),
        ("LN_2", c::LN_2),
        ("LN_10", c::LN_10),
        ("LOG2_E", c::LOG2_E),
        ("LOG10_E", c::LOG10_E),
        ("LOG2_10", c::LOG2_10),
        ("LOG10_2", c::LOG10_2),
        ("FRAC_PI_2", c::FRAC_PI_2),
        ("FRAC_PI_3", c::FRAC_PI_3),
        ("FRAC_PI_4", c::FRAC_PI_4),
        ("FRAC_PI_6", c::FRAC_PI_6),
        ("FRAC_PI_8", c::FRAC_PI_8),
        ("FRAC_1_PI", c::FRAC_1_PI),
        ("FRAC_2_PI", c::FRAC_2_PI),
        ("FRAC_2_SQRT_PI", c::FRAC_2_SQRT_PI),
        ("FRAC_1_SQRT_2", c::FRAC_1_SQRT_2),
        ("GOLDEN_RATIO", c::GOLDEN_RATIO),
        ("EULER_GAMMA", c::EULER_GAMMA),
    ]
};

/// A constant of `core::f32::consts` and the like.
pub(crate) fn float_constant(float: FloatTy, name: &str) -> Option<f64> {
    let found = FLOAT_CONSTANTS.iter().find(|(known, _)| *known == name);
    found.map(|(_, value)| float.round(*value))
}

fn mentions_parameter(ty: &Ty) -> bool {
    match ty {
        Ty::Var(_) => true,
        Ty::Pointer(_, to) | Ty::Reference(_, to) | Ty::Slice(to) => mentions_parameter(to),
        Ty::Tuple(members) => members.iter().any(mentions_parameter),
        _ => false,
    }
}

fn number_name(ty: &Ty) -> &'static str {
    match ty {
        Ty::Int(int) => int.name(),
        Ty::Float(float) => float.name(),
        _ => "",
    }
}
