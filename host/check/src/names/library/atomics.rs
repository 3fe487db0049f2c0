//! Atomics: the types of `core::sync::atomic` and `cuda_std::atomic`, the functions
//! of `cuda_std::atomic::mid`, which are given an order of memory, and those of
//! `cuda_std::atomic::intrinsics`, whose names say it. Fences are with them.

use super::{Entry, Library, ORDERS, number_name};
use warpbench_hir::types::{AtomicTy, FloatTy, IntTy, Mutability, Ty};
use warpbench_hir::{AtomicOp, Builtin};
use warpbench_semantics::{MemoryOrder, Scope};

/// The scopes by the words for them in names of functions.
const SCOPES: [(&str, Scope); 3] =
    [("device", Scope::Device), ("block", Scope::Block), ("system", Scope::System)];

/// What fetches and changes, by its word in names of functions.
const OPERATIONS: [(&str, AtomicOp); 8] = [
    ("and", AtomicOp::And),
    ("or", AtomicOp::Or),
    ("xor", AtomicOp::Xor),
    ("add", AtomicOp::Add),
    ("sub", AtomicOp::Sub),
    ("min", AtomicOp::Min),
    ("max", AtomicOp::Max),
    ("exch", AtomicOp::Exchange),
];

/// The orders of intrinsics. What is volatile is seen by all and orders nothing.
const INTRINSIC_ORDERS: [(&str, MemoryOrder); 5] = [
    ("relaxed", MemoryOrder::Relaxed),
    ("acquire", MemoryOrder::Acquire),
    ("release", MemoryOrder::Release),
    ("acqrel", MemoryOrder::AcquireRelease),
    ("volatile", MemoryOrder::Relaxed),
];

fn numbers() -> [Ty; 6] {
    let (u64_ty, i64_ty) = (Ty::Int(IntTy::U64), Ty::Int(IntTy::I64));
    [Ty::U32, Ty::I32, u64_ty, i64_ty, Ty::F32, Ty::Float(FloatTy::F64)]
}

/// Whether an operation has a meaning for a number. The published crate declares
/// bitwise operations of floats, which no GPU has.
fn makes_sense(operation: AtomicOp, ty: &Ty) -> bool {
    !matches!(ty, Ty::Float(_))
        || !matches!(operation, AtomicOp::And | AtomicOp::Or | AtomicOp::Xor)
}

impl Library {
    pub(super) fn atomics(&mut self) {
        for (scope, of) in SCOPES {
            self.mid(scope, of);
            self.intrinsics(scope, of);
        }
        self.add("core::sync::atomic", "Ordering", Entry::Type(Ty::Ordering));
        for (place, name) in ORDERS.into_iter().enumerate() {
            self.add("core::sync::atomic::Ordering", name, Entry::Order(place as u32));
        }
        for (module, name, atomic) in AtomicTy::all() {
            self.add(module, &name, Entry::Type(Ty::Atomic(atomic)));
        }
        let order = [Ty::Ordering];
        let fence = Builtin::Fence(Scope::Device);
        self.function("core::sync::atomic::fence", fence, &order, Ty::UNIT, false);
        // What keeps the compiler from moving accesses keeps no GPU from it.
        let fence = Builtin::CompilerFence;
        self.function("core::sync::atomic::compiler_fence", fence, &order, Ty::UNIT, false);
    }

    fn mid(&mut self, scope: &str, of: Scope) {
        let module = "cuda_std::atomic::mid";
        for ty in numbers() {
            let (number, pointer) = (number_name(&ty), Ty::pointer(Mutability::Mut, ty.clone()));
            for (name, operation) in OPERATIONS {
                if makes_sense(operation, &ty) {
                    let path = format!("{module}::atomic_fetch_{name}_{number}_{scope}");
                    let params = [pointer.clone(), Ty::Ordering, ty.clone()];
                    let builtin = Builtin::Atomic(operation, of);
                    self.function(&path, builtin, &params, ty.clone(), true);
                }
            }
            let path = format!("{module}::atomic_compare_and_swap_{number}_{scope}");
            let params = [pointer, ty.clone(), ty.clone(), Ty::Ordering];
            self.function(&path, Builtin::CompareAndSwap(of, None), &params, ty, true);
        }
        for (width, ty) in words() {
            let pointer = Ty::pointer(Mutability::Mut, ty.clone());
            let load = Builtin::Atomic(AtomicOp::Load, of);
            let path = format!("{module}::atomic_load_{width}_{scope}");
            self.function(&path, load, &[pointer.clone(), Ty::Ordering], ty.clone(), true);
            let store = Builtin::Atomic(AtomicOp::Store, of);
            let path = format!("{module}::atomic_store_{width}_{scope}");
            self.function(&path, store, &[pointer, Ty::Ordering, ty], Ty::UNIT, true);
        }
        let path = format!("{module}::{scope}_thread_fence");
        self.function(&path, Builtin::Fence(of), &[Ty::Ordering], Ty::UNIT, false);
    }

    fn intrinsics(&mut self, scope: &str, of: Scope) {
        let module = "cuda_std::atomic::intrinsics";
        for (how, order) in INTRINSIC_ORDERS {
            for ty in numbers() {
                let number = number_name(&ty);
                let pointer = Ty::pointer(Mutability::Mut, ty.clone());
                for (name, operation) in OPERATIONS {
                    if makes_sense(operation, &ty) {
                        let path = format!("{module}::atomic_fetch_{name}_{how}_{number}_{scope}");
                        let params = [pointer.clone(), ty.clone()];
                        let builtin = Builtin::AtomicOrdered(operation, of, order);
                        self.function(&path, builtin, &params, ty.clone(), true);
                    }
                }
                let path = format!("{module}::atomic_fetch_cas_{how}_{number}_{scope}");
                let params = [pointer, ty.clone(), ty.clone()];
                self.function(&path, Builtin::CompareAndSwap(of, Some(order)), &params, ty, true);
            }
            for (width, ty) in words() {
                if matches!(how, "relaxed" | "acquire" | "volatile") {
                    let path = format!("{module}::atomic_load_{how}_{width}_{scope}");
                    let params = [Ty::pointer(Mutability::Const, ty.clone())];
                    let load = Builtin::AtomicOrdered(AtomicOp::Load, of, order);
                    self.function(&path, load, &params, ty.clone(), true);
                }
                if matches!(how, "relaxed" | "release" | "volatile") {
                    let path = format!("{module}::atomic_store_{how}_{width}_{scope}");
                    let params = [Ty::pointer(Mutability::Mut, ty.clone()), ty];
                    let store = Builtin::AtomicOrdered(AtomicOp::Store, of, order);
                    self.function(&path, store, &params, Ty::UNIT, true);
                }
            }
        }
        let fences = [
            ("membar", MemoryOrder::SequentiallyConsistent),
            ("fence_sc", MemoryOrder::SequentiallyConsistent),
            ("fence_acqrel", MemoryOrder::AcquireRelease),
        ];
        for (name, order) in fences {
            let path = format!("{module}::{name}_{scope}");
            self.function(&path, Builtin::FenceOrdered(of, order), &[], Ty::UNIT, true);
        }
    }
}

/// What is loaded and stored, by its width in bits.
fn words() -> [(u32, Ty); 2] {
    [(32, Ty::U32), (64, Ty::Int(IntTy::U64))]
}
