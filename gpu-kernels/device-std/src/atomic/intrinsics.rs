//! The instructions themselves, one function for each operation, ordering, type
//! and scope. `volatile` stands for an instruction without an ordering.
//!
//! [`mid`](super::mid) chooses among them; kernels rarely name them.

use core::arch::asm;

macro_rules! fences {
    ($($name:ident = $instruction:literal;)*) => {$(
        /// Orders this thread's accesses.
        ///
        /// # Safety
        ///
        /// None is needed; the published crate says so.
        #[inline(always)]
        pub unsafe fn $name() {
            asm!(concat!($instruction, ";"));
        }
    )*};
}

fences! {
    membar_block = "membar.cta";
    membar_device = "membar.gl";
    membar_system = "membar.sys";
    fence_sc_block = "fence.sc.cta";
    fence_sc_device = "fence.sc.gpu";
    fence_sc_system = "fence.sc.sys";
    fence_acqrel_block = "fence.acq_rel.cta";
    fence_acqrel_device = "fence.acq_rel.gpu";
    fence_acqrel_system = "fence.acq_rel.sys";
}

/// Calls a macro with each scope: its name, the words that follow the ordering
/// in an instruction, and those that stand where there is no ordering.
macro_rules! in_each_scope {
    ($function:ident! { $($tokens:tt)* }) => {
        $function! { block ".cta" $($tokens)* }
        $function! { device ".gpu" $($tokens)* }
        $function! { system ".sys" $($tokens)* }
    };
}

macro_rules! loads_and_stores {
    ($scope:ident $ptx:literal) => {
        loads_and_stores! { load $scope: relaxed "relaxed" $ptx; acquire "acquire" $ptx;
            volatile "volatile" ""; }
        loads_and_stores! { store $scope: relaxed "relaxed" $ptx; release "release" $ptx;
            volatile "volatile" ""; }
    };
    ($way:ident $scope:ident: $($ordering:ident $word:literal $ptx:literal;)*) => {$(
        loads_and_stores! { $way 32 u32 reg32 $scope $ordering $word $ptx }
        loads_and_stores! { $way 64 u64 reg64 $scope $ordering $word $ptx }
    )*};
    (load $width:literal $ty:ident $register:ident $scope:ident $ordering:ident $word:literal $ptx:literal) => {
        /// Reads `*ptr`.
        ///
        /// # Safety
        ///
        /// `ptr` is valid and aligned, and is accessed only atomically meanwhile.
        #[inline(always)]
        pub unsafe fn ${concat(atomic_load_, $ordering, _, $width, _, $scope)}(
            ptr: *const $ty,
        ) -> $ty {
            let value: $ty;
            asm!(
                concat!("ld.", $word, $ptx, ".b", $width, " {}, [{}];"),
                out($register) value,
                in(reg64) ptr,
            );
            value
        }
    };
    (store $width:literal $ty:ident $register:ident $scope:ident $ordering:ident $word:literal $ptx:literal) => {
        /// Writes `*ptr`.
        ///
        /// # Safety
        ///
        /// `ptr` is valid and aligned, and is accessed only atomically meanwhile.
        #[inline(always)]
        pub unsafe fn ${concat(atomic_store_, $ordering, _, $width, _, $scope)}(
            ptr: *mut $ty,
            value: $ty,
        ) {
            asm!(
                concat!("st.", $word, $ptx, ".b", $width, " [{}], {};"),
                in(reg64) ptr,
                in($register) value,
            );
        }
    };
}

in_each_scope! { loads_and_stores! {} }

/// One operation in each ordering. The operand of `sub` is negated, because PTX
/// only adds.
macro_rules! fetches {
    ($scope:ident $ptx:literal $($operation:ident $negate:ident $ty:ident $register:ident $word:literal;)*) => {$(
        fetches! { [$operation $negate $ty $register $word $scope]
            relaxed concat!(".relaxed", $ptx);
            acquire concat!(".acquire", $ptx);
            release concat!(".release", $ptx);
            acqrel concat!(".acq_rel", $ptx);
            volatile $ptx;
        }
    )*};
    ($operation:tt $($ordering:ident $words:expr;)*) => {$(
        fetches! { @ $operation $ordering $words }
    )*};
    (@ [$operation:ident $negate:ident $ty:ident $register:ident $word:literal $scope:ident] $ordering:ident $words:expr) => {
        /// Replaces `*ptr` by the operation's result and returns what was there.
        ///
        /// # Safety
        ///
        /// `ptr` is valid and aligned, and is accessed only atomically meanwhile.
        #[inline(always)]
        pub unsafe fn ${concat(atomic_fetch_, $operation, _, $ordering, _, $ty, _, $scope)}(
            ptr: *mut $ty,
            value: $ty,
        ) -> $ty {
            let was: $ty;
            asm!(
                concat!("atom", $words, ".", $word, " {}, [{}], {};"),
                out($register) was,
                in(reg64) ptr,
                in($register) $negate(value),
            );
            was
        }
    };
}

in_each_scope! { fetches! {
    and same u32 reg32 "and.b32";
    and same i32 reg32 "and.b32";
    and same f32 reg32 "and.b32";
    and same u64 reg64 "and.b64";
    and same i64 reg64 "and.b64";
    and same f64 reg64 "and.b64";
    or same u32 reg32 "or.b32";
    or same i32 reg32 "or.b32";
    or same f32 reg32 "or.b32";
    or same u64 reg64 "or.b64";
    or same i64 reg64 "or.b64";
    or same f64 reg64 "or.b64";
    xor same u32 reg32 "xor.b32";
    xor same i32 reg32 "xor.b32";
    xor same f32 reg32 "xor.b32";
    xor same u64 reg64 "xor.b64";
    xor same i64 reg64 "xor.b64";
    xor same f64 reg64 "xor.b64";
    add same u32 reg32 "add.u32";
    add same i32 reg32 "add.s32";
    add same f32 reg32 "add.f32";
    add same u64 reg64 "add.u64";
    add same i64 reg64 "add.u64";
    add same f64 reg64 "add.f64";
    sub opposite u32 reg32 "add.u32";
    sub opposite i32 reg32 "add.s32";
    sub opposite f32 reg32 "add.f32";
    sub opposite u64 reg64 "add.u64";
    sub opposite i64 reg64 "add.u64";
    sub opposite f64 reg64 "add.f64";
    min same u32 reg32 "min.u32";
    min same i32 reg32 "min.s32";
    min same u64 reg64 "min.u64";
    min same i64 reg64 "min.s64";
    max same u32 reg32 "max.u32";
    max same i32 reg32 "max.s32";
    max same u64 reg64 "max.u64";
    max same i64 reg64 "max.s64";
    exch same u32 reg32 "exch.b32";
    exch same i32 reg32 "exch.b32";
    exch same f32 reg32 "exch.b32";
    exch same u64 reg64 "exch.b64";
    exch same i64 reg64 "exch.b64";
    exch same f64 reg64 "exch.b64";
    inc same u32 reg32 "inc.u32";
    dec same u32 reg32 "dec.u32";
} }

macro_rules! swaps {
    ($scope:ident $ptx:literal $($ty:ident $register:ident $word:literal;)*) => {$(
        swaps! { [$ty $register $word $scope]
            relaxed concat!(".relaxed", $ptx);
            acquire concat!(".acquire", $ptx);
            release concat!(".release", $ptx);
            acqrel concat!(".acq_rel", $ptx);
            volatile $ptx;
        }
    )*};
    ($type:tt $($ordering:ident $words:expr;)*) => {$(
        swaps! { @ $type $ordering $words }
    )*};
    (@ [$ty:ident $register:ident $word:literal $scope:ident] $ordering:ident $words:expr) => {
        /// Writes `new` to `*ptr` if `current` is there, and returns what was
        /// there.
        ///
        /// # Safety
        ///
        /// `ptr` is valid and aligned, and is accessed only atomically meanwhile.
        #[inline(always)]
        pub unsafe fn ${concat(atomic_fetch_cas_, $ordering, _, $ty, _, $scope)}(
            ptr: *mut $ty,
            current: $ty,
            new: $ty,
        ) -> $ty {
            let was: $ty;
            asm!(
                concat!("atom", $words, ".", $word, " {}, [{}], {}, {};"),
                out($register) was,
                in(reg64) ptr,
                in($register) current,
                in($register) new,
            );
            was
        }
    };
}

in_each_scope! { swaps! {
    u16 reg16 "cas.b16";
    i16 reg16 "cas.b16";
    u32 reg32 "cas.b32";
    i32 reg32 "cas.b32";
    f32 reg32 "cas.b32";
    u64 reg64 "cas.b64";
    i64 reg64 "cas.b64";
    f64 reg64 "cas.b64";
} }

#[inline(always)]
fn same<T>(value: T) -> T {
    value
}

#[inline(always)]
fn opposite<T: Opposite>(value: T) -> T {
    value.opposite()
}

trait Opposite {
    fn opposite(self) -> Self;
}

macro_rules! opposites {
    ($($ty:ident: $value:ident => $opposite:expr;)*) => {$(
        impl Opposite for $ty {
            #[inline(always)]
            fn opposite(self) -> $ty {
                let $value = self;
                $opposite
            }
        }
    )*};
}

opposites! {
    u32: value => value.wrapping_neg();
    i32: value => value.wrapping_neg();
    u64: value => value.wrapping_neg();
    i64: value => value.wrapping_neg();
    f32: value => -value;
    f64: value => -value;
}
