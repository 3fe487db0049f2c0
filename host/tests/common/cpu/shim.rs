//! What kernels expect around them, for one thread at a time on a CPU: the API
//! of `cuda_std`, and the modules `warp` and `vector` of the kernels' crate. It
//! is compiled by the tests, with the kernels behind it.

use std::cell::Cell;
use std::io::{Read, Write};
use std::sync::{Barrier, Mutex};

#[derive(Clone, Copy)]
struct Place {
    thread: [u32; 3],
    block: [u32; 3],
    block_dim: [u32; 3],
    grid_dim: [u32; 3],
}

thread_local! {
    static PLACE: Cell<Place> = const {
        Cell::new(Place { thread: [0; 3], block: [0; 3], block_dim: [1; 3], grid_dim: [1; 3] })
    };
}

/// The barrier of the block under way, if its threads run side by side.
static BARRIER: Mutex<Option<&'static Barrier>> = Mutex::new(None);

/// What the threads of a block exchange at a barrier.
static EXCHANGE: Mutex<[u32; 1024]> = Mutex::new([0; 1024]);

/// Memory whose size the launch says.
static mut DYNAMIC: [u128; 4096] = [0; 4096];

fn place() -> Place {
    PLACE.with(Cell::get)
}

fn linear() -> usize {
    let Place { thread: [x, y, z], block_dim: [w, h, _], .. } = place();
    (x + w * (y + h * z)) as usize
}

fn wait() {
    let barrier = *BARRIER.lock().unwrap();
    if let Some(barrier) = barrier {
        barrier.wait();
    }
}

/// Shows every thread's word to all threads of the block.
fn exchange(word: u32) -> [u32; 1024] {
    wait();
    EXCHANGE.lock().unwrap()[linear()] = word;
    wait();
    let words = *EXCHANGE.lock().unwrap();
    wait();
    words
}

fn threads() -> usize {
    place().block_dim.iter().product::<u32>() as usize
}

pub mod cuda_std {
    pub mod prelude {
        pub use super::thread;
    }

    pub use crate::shared_array;

    /// The attribute, which the tests take out of the text.
    pub mod address_space {}

    pub mod vek {
        #[derive(Clone, Copy)]
        pub struct Vec2<T> {
            pub x: T,
            pub y: T,
        }
        #[derive(Clone, Copy)]
        pub struct Vec3<T> {
            pub x: T,
            pub y: T,
            pub z: T,
        }
    }

    pub mod thread {
        use super::vek::{Vec2, Vec3};
        use crate::place;

        macro_rules! registers {
            ($($name:ident: $field:ident $axis:literal),*) => {
                $(pub fn $name() -> u32 {
                    place().$field[$axis]
                })*
            };
        }
        registers!(
            thread_idx_x: thread 0, thread_idx_y: thread 1, thread_idx_z: thread 2,
            block_idx_x: block 0, block_idx_y: block 1, block_idx_z: block 2,
            block_dim_x: block_dim 0, block_dim_y: block_dim 1, block_dim_z: block_dim 2,
            grid_dim_x: grid_dim 0, grid_dim_y: grid_dim 1, grid_dim_z: grid_dim 2
        );

        fn three([x, y, z]: [u32; 3]) -> Vec3<u32> {
            Vec3 { x, y, z }
        }
        pub fn thread_idx() -> Vec3<u32> {
            three(place().thread)
        }
        pub fn block_idx() -> Vec3<u32> {
            three(place().block)
        }
        pub fn block_dim() -> Vec3<u32> {
            three(place().block_dim)
        }
        pub fn grid_dim() -> Vec3<u32> {
            three(place().grid_dim)
        }
        fn global(axis: usize) -> u32 {
            let place = place();
            place.block[axis] * place.block_dim[axis] + place.thread[axis]
        }
        pub fn index_1d() -> u32 {
            global(0)
        }
        pub fn index_2d() -> Vec2<u32> {
            Vec2 { x: global(0), y: global(1) }
        }
        pub fn index_3d() -> Vec3<u32> {
            three([global(0), global(1), global(2)])
        }
        pub fn index() -> u32 {
            let place = place();
            let [x, y, z] = place.block;
            let [w, h, _] = place.grid_dim;
            (x + w * (y + h * z)) * crate::threads() as u32 + crate::linear() as u32
        }
        pub fn first() -> bool {
            place().block == [0; 3] && place().thread == [0; 3]
        }
        pub fn warp_size() -> u32 {
            32
        }
        pub fn sync_threads() {
            crate::wait();
        }
        pub fn sync_threads_count(predicate: u32) -> u32 {
            let words = crate::exchange(predicate);
            words[..crate::threads()].iter().filter(|&&word| word != 0).count() as u32
        }
        pub fn sync_threads_and(predicate: u32) -> u32 {
            (sync_threads_count(predicate) as usize == crate::threads()) as u32
        }
        pub fn sync_threads_or(predicate: u32) -> u32 {
            (sync_threads_count(predicate) != 0) as u32
        }
        pub fn device_fence() {}
        pub fn grid_fence() {}
        pub fn system_fence() {}
        pub fn nanosleep(_nanos: u32) {}
    }

    pub mod warp {
        pub unsafe fn sync_warp(_mask: u32) {
            crate::wait();
        }
        pub fn lane_id() -> u32 {
            crate::linear() as u32 % 32
        }

        /// The lanes of the warp that there are; all of them are active in the kernels
        /// of the tests.
        pub fn activemask() -> u32 {
            let first = crate::linear() / 32 * 32;
            let count = (crate::threads() - first).min(32);
            u32::MAX >> (32 - count)
        }

        /// A number that lanes exchange, as its bits.
        pub trait Bits: Copy {
            fn to_words(self) -> [u32; 2];
            fn from_words(words: [u32; 2]) -> Self;
        }
        macro_rules! bits {
            ($($ty:ident: $to:expr, $from:expr;)*) => {
                $(impl Bits for $ty {
                    fn to_words(self) -> [u32; 2] {
                        let bits: u64 = ($to)(self);
                        [bits as u32, (bits >> 32) as u32]
                    }
                    fn from_words([low, high]: [u32; 2]) -> $ty {
                        ($from)((high as u64) << 32 | low as u64)
                    }
                })*
            };
        }
        bits! {
            u32: |x: u32| x as u64, |x: u64| x as u32;
            i32: |x: i32| x as u32 as u64, |x: u64| x as i32;
            u64: |x: u64| x, |x: u64| x;
            i64: |x: i64| x as u64, |x: u64| x as i64;
            f32: |x: f32| x.to_bits() as u64, |x: u64| f32::from_bits(x as u32);
            f64: |x: f64| x.to_bits(), f64::from_bits;
        }

        /// What every lane of the warp holds; that of lanes which are not there is
        /// zero.
        fn lanes<T: Bits>(value: T) -> [[u32; 2]; 32] {
            let [low, high] = value.to_words();
            let (low, high) = (crate::exchange(low), crate::exchange(high));
            let first = crate::linear() / 32 * 32;
            std::array::from_fn(|lane| match first + lane {
                thread if thread < crate::threads() => [low[thread], high[thread]],
                _ => [0; 2],
            })
        }

        /// `shfl.sync` as PTX has it, with the third operand as CUDA sets it.
        fn shuffle<T: Bits>(value: T, mode: u32, by: u32, width: u32) -> (T, bool) {
            let (lane, by, segments) = (lane_id() as i32, (by & 31) as i32, 32 - width as i32);
            let (first, within) = (lane & segments, !segments & 31);
            let last = first | within;
            let (source, found) = match mode {
                0 => (lane + by, lane + by <= last),
                1 => (lane - by, lane - by >= first),
                2 => (lane ^ by, lane ^ by <= last),
                _ => (first | by & within, true),
            };
            let all = lanes(value);
            let source = if found { source } else { lane };
            (T::from_words(all[source as usize]), found)
        }
        pub unsafe fn warp_shuffle_down<T: Bits>(_: u32, x: T, by: u32, width: u32) -> (T, bool) {
            shuffle(x, 0, by, width)
        }
        pub unsafe fn warp_shuffle_up<T: Bits>(_: u32, x: T, by: u32, width: u32) -> (T, bool) {
            shuffle(x, 1, by, width)
        }
        pub unsafe fn warp_shuffle_xor<T: Bits>(_: u32, x: T, by: u32, width: u32) -> (T, bool) {
            shuffle(x, 2, by, width)
        }
        pub unsafe fn warp_shuffle_idx<T: Bits>(_: u32, x: T, by: u32, width: u32) -> (T, bool) {
            shuffle(x, 3, by, width)
        }
        pub unsafe fn warp_vote_ballot(mask: u32, predicate: bool) -> u32 {
            let votes = lanes(predicate as u32);
            let set = (0..32).filter(|&lane| votes[lane][0] != 0);
            set.fold(0, |all, lane| all | 1 << lane) & mask
        }
        pub unsafe fn warp_vote_all(mask: u32, predicate: bool) -> bool {
            warp_vote_ballot(mask, !predicate) == 0
        }
        pub unsafe fn warp_vote_any(mask: u32, predicate: bool) -> bool {
            warp_vote_ballot(mask, predicate) != 0
        }
        pub unsafe fn warp_match_any<T: Bits>(mask: u32, value: T) -> u32 {
            let (all, there) = (lanes(value), activemask());
            let same = (0..32).filter(|&lane| all[lane] == value.to_words());
            same.fold(0, |all, lane| all | 1 << lane) & mask & there
        }
        pub unsafe fn warp_match_all<T: Bits>(mask: u32, value: T) -> Option<u32> {
            (warp_match_any(mask, value) == mask).then_some(mask)
        }

        pub use self::{Bits as WarpMatchValue, Bits as WarpShuffleValue, Whole as WarpReduceValue};

        #[derive(Clone, Copy)]
        pub enum WarpReductionOp {
            Add,
            Min,
            Max,
            And,
            Or,
            Xor,
        }
        pub trait Whole: Bits + Ord {
            fn wide(self) -> i64;
            fn narrow(wide: i64) -> Self;
        }
        impl Whole for u32 {
            fn wide(self) -> i64 {
                self as i64
            }
            fn narrow(wide: i64) -> u32 {
                wide as u32
            }
        }
        impl Whole for i32 {
            fn wide(self) -> i64 {
                self as i64
            }
            fn narrow(wide: i64) -> i32 {
                wide as i32
            }
        }
        pub unsafe fn warp_reduce<T: Whole>(mask: u32, value: T, op: WarpReductionOp) -> T {
            let (all, there) = (lanes(value), activemask() & mask);
            let values = (0..32).filter(|lane| there >> lane & 1 != 0);
            let values = values.map(|lane| T::from_words(all[lane]).wide());
            T::narrow(match op {
                WarpReductionOp::Add => values.sum(),
                WarpReductionOp::Min => values.min().unwrap(),
                WarpReductionOp::Max => values.max().unwrap(),
                WarpReductionOp::And => values.fold(-1, |a, b| a & b),
                WarpReductionOp::Or => values.fold(0, |a, b| a | b),
                WarpReductionOp::Xor => values.fold(0, |a, b| a ^ b),
            })
        }
    }

    pub mod shared {
        pub fn dynamic_shared_mem<T>() -> *mut T {
            &raw mut crate::DYNAMIC as *mut T
        }
    }

    pub mod atomic {
        use core::sync::atomic::Ordering;

        /// Floats that threads change together, here by their bits.
        macro_rules! atomic_float {
            ($name:ident $float:ident $bits:ident) => {
                #[repr(transparent)]
                pub struct $name(core::sync::atomic::$bits);

                impl $name {
                    pub fn load(&self, order: Ordering) -> $float {
                        $float::from_bits(self.0.load(order))
                    }

                    pub fn store(&self, value: $float, order: Ordering) {
                        self.0.store(value.to_bits(), order);
                    }

                    fn update(&self, new: impl Fn($float) -> $float) -> $float {
                        let old = self.0.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |bits| {
                            Some(new($float::from_bits(bits)).to_bits())
                        });
                        $float::from_bits(old.unwrap())
                    }

                    pub fn fetch_add(&self, value: $float, _: Ordering) -> $float {
                        self.update(|old| old + value)
                    }

                    pub fn fetch_sub(&self, value: $float, _: Ordering) -> $float {
                        self.update(|old| old - value)
                    }

                    pub fn fetch_min(&self, value: $float, _: Ordering) -> $float {
                        self.update(|old| old.min(value))
                    }

                    pub fn fetch_max(&self, value: $float, _: Ordering) -> $float {
                        self.update(|old| old.max(value))
                    }
                }
            };
        }
        atomic_float!(AtomicF32 f32 AtomicU32);
        atomic_float!(AtomicF64 f64 AtomicU64);

        pub mod intrinsics {
            use core::sync::atomic::{AtomicU32, Ordering::SeqCst};

            pub unsafe fn atomic_store_release_32_device(to: *mut u32, value: u32) {
                AtomicU32::from_ptr(to).store(value, SeqCst)
            }
            pub unsafe fn atomic_load_acquire_32_device(from: *const u32) -> u32 {
                AtomicU32::from_ptr(from.cast_mut()).load(SeqCst)
            }
            pub unsafe fn atomic_fetch_add_acqrel_u32_block(to: *mut u32, value: u32) -> u32 {
                AtomicU32::from_ptr(to).fetch_add(value, SeqCst)
            }
            pub unsafe fn atomic_fetch_cas_relaxed_u32_system(
                to: *mut u32,
                current: u32,
                new: u32,
            ) -> u32 {
                AtomicU32::from_ptr(to).compare_and_swap(current, new, SeqCst)
            }
            pub unsafe fn fence_acqrel_device() {}
        }

        pub mod mid {
            use core::sync::atomic::{AtomicI32, AtomicU32, AtomicU64, Ordering};

            macro_rules! floats {
                ($($name:ident $method:ident),*) => {
                    $(pub unsafe fn $name(to: *mut f32, order: Ordering, value: f32) -> f32 {
                        (*to.cast::<super::AtomicF32>()).$method(value, order)
                    })*
                };
            }
            floats!(atomic_fetch_add_f32_device fetch_add, atomic_fetch_sub_f32_block fetch_sub);
            pub unsafe fn atomic_fetch_exch_f32_device(to: *mut f32, _: Ordering, x: f32) -> f32 {
                to.replace(x)
            }
            pub unsafe fn atomic_compare_and_swap_f32_device(
                to: *mut f32,
                current: f32,
                new: f32,
                order: Ordering,
            ) -> f32 {
                let (to, current, new) = (to.cast(), current.to_bits(), new.to_bits());
                f32::from_bits(AtomicU32::from_ptr(to).compare_and_swap(current, new, order))
            }
            macro_rules! compare_and_swap {
                ($($name:ident $ty:ident $atomic:ident),*) => {
                    $(pub unsafe fn $name(to: *mut $ty, current: $ty, new: $ty, order: Ordering) -> $ty {
                        $atomic::from_ptr(to).compare_and_swap(current, new, order)
                    })*
                };
            }
            compare_and_swap!(
                atomic_compare_and_swap_u32_device u32 AtomicU32,
                atomic_compare_and_swap_u32_block u32 AtomicU32,
                atomic_compare_and_swap_u64_device u64 AtomicU64
            );

            macro_rules! atomics {
                ($ty:ident $atomic:ident: $($name:ident $method:ident),*) => {
                    $(pub unsafe fn $name(to: *mut $ty, ordering: Ordering, value: $ty) -> $ty {
                        $atomic::from_ptr(to).$method(value, ordering)
                    })*
                };
            }
            atomics!(u32 AtomicU32:
                atomic_fetch_add_u32_device fetch_add, atomic_fetch_add_u32_block fetch_add,
                atomic_fetch_sub_u32_device fetch_sub, atomic_fetch_min_u32_device fetch_min,
                atomic_fetch_max_u32_device fetch_max, atomic_fetch_max_u32_block fetch_max,
                atomic_fetch_and_u32_device fetch_and, atomic_fetch_or_u32_device fetch_or,
                atomic_fetch_or_u32_block fetch_or, atomic_fetch_xor_u32_device fetch_xor,
                atomic_fetch_exch_u32_device swap);
            atomics!(i32 AtomicI32:
                atomic_fetch_add_i32_device fetch_add, atomic_fetch_add_i32_block fetch_add,
                atomic_fetch_sub_i32_device fetch_sub, atomic_fetch_min_i32_device fetch_min,
                atomic_fetch_max_i32_device fetch_max, atomic_fetch_and_i32_device fetch_and,
                atomic_fetch_or_i32_device fetch_or, atomic_fetch_xor_i32_device fetch_xor,
                atomic_fetch_exch_i32_device swap);
            pub unsafe fn atomic_load_32_device(from: *mut u32, ordering: Ordering) -> u32 {
                AtomicU32::from_ptr(from).load(ordering)
            }
            pub unsafe fn atomic_store_32_device(to: *mut u32, ordering: Ordering, value: u32) {
                AtomicU32::from_ptr(to).store(value, ordering)
            }
            pub fn device_thread_fence(_: Ordering) {}
            pub fn block_thread_fence(_: Ordering) {}
        }
    }
}

/// Memory that the threads of a block share. Blocks run one after the other.
#[macro_export]
macro_rules! shared_array {
    ($ty:ty; $count:expr) => {{
        #[repr(align(16))]
        struct Memory(std::cell::UnsafeCell<[$ty; $count]>);
        unsafe impl Sync for Memory {}
        static MEMORY: Memory = Memory(std::cell::UnsafeCell::new(unsafe { std::mem::zeroed() }));
        MEMORY.0.get() as *mut $ty
    }};
}

impl Run {
    /// Reads the next run from the standard input.
    fn read() -> Run {
        let mut three = || [(); 3].map(|()| number() as u32);
        let (grid, block) = (three(), three());
        let is_cooperative = number() != 0;
        let arguments = (0..number())
            .map(|_| match number() {
                0 => Given::Bits(number()),
                _ => {
                    let words = number() as usize;
                    let mut memory = vec![0u128; words.div_ceil(4) + 1];
                    let bytes = unsafe {
                        std::slice::from_raw_parts_mut(memory.as_mut_ptr() as *mut u8, words * 4)
                    };
                    std::io::stdin().read_exact(bytes).unwrap();
                    Given::Memory(memory, words)
                }
            })
            .collect();
        Run { grid, block, is_cooperative, arguments }
    }

    /// Runs all threads, and writes what the memory holds then.
    fn run(mut self, kernel: &(dyn Fn(&[&mut Given]) + Sync)) {
        // Every thread gets the same arguments, each its own reference to them.
        let arguments = self.arguments.as_mut_ptr() as usize;
        let count = self.arguments.len();
        let lend = move || -> Vec<&'static mut Given> {
            (0..count).map(|i| unsafe { &mut *(arguments as *mut Given).add(i) }).collect()
        };
        let [w, h, d] = self.block;
        for block in 0..self.grid.iter().product::<u32>() {
            let [across, down, _] = self.grid;
            let block = [block % across, block / across % down, block / across / down];
            let place = |t: u32| Place {
                thread: [t % w, t / w % h, t / w / h],
                block,
                block_dim: self.block,
                grid_dim: self.grid,
            };
            if !self.is_cooperative {
                for t in 0..w * h * d {
                    PLACE.with(|cell| cell.set(place(t)));
                    kernel(&lend());
                }
                continue;
            }
            let barrier: &'static Barrier = Box::leak(Box::new(Barrier::new((w * h * d) as usize)));
            *BARRIER.lock().unwrap() = Some(barrier);
            std::thread::scope(|scope| {
                for t in 0..w * h * d {
                    let (place, lend) = (&place, &lend);
                    scope.spawn(move || {
                        PLACE.with(|cell| cell.set(place(t)));
                        kernel(&lend());
                    });
                }
            });
            *BARRIER.lock().unwrap() = None;
        }
        let mut out = std::io::stdout().lock();
        for argument in &mut self.arguments {
            if let Given::Memory(..) = argument {
                let (memory, bytes) = argument.memory();
                out.write_all(unsafe { std::slice::from_raw_parts(memory, bytes) }).unwrap();
            }
        }
        out.flush().unwrap();
    }
}

/// An argument of a kernel, as the kernel's own type.
fn argument<T: Argument>(given: &[&mut Given], index: usize) -> T {
    // The pointer is as good as the reference it comes from, of which the slice
    // allows no second.
    let given: *const Given = &*given[index];
    T::from_argument(unsafe { &mut *(given as *mut Given) })
}
