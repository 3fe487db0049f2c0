
// The modules of the kernels' crate.

pub mod warp {
    pub const WARP: usize = 32;
    pub const ALL_LANES: u32 = 0xffff_ffff;

    /// What another lane of the same warp holds, or this one's own value where
    /// there is none.
    fn from_lane(value: u32, lane: i64) -> u32 {
        let first = crate::linear() / 32 * 32;
        let words = crate::exchange(value);
        let other = first as i64 + lane;
        let exists = (0..32).contains(&lane) && (other as usize) < crate::threads();
        if exists { words[other as usize] } else { value }
    }

    fn lane() -> i64 {
        crate::linear() as i64 % 32
    }

    pub unsafe fn shuffle_down_u32(value: u32, delta: u32) -> u32 {
        from_lane(value, lane() + delta as i64)
    }
    pub unsafe fn shuffle_down_f32(value: f32, delta: u32) -> f32 {
        f32::from_bits(shuffle_down_u32(value.to_bits(), delta))
    }
    pub unsafe fn shuffle_down_i32(value: i32, delta: u32) -> i32 {
        shuffle_down_u32(value as u32, delta) as i32
    }
    pub unsafe fn shuffle_up_u32(value: u32, delta: u32) -> u32 {
        from_lane(value, lane() - delta as i64)
    }
    pub unsafe fn shuffle_up_f32(value: f32, delta: u32) -> f32 {
        f32::from_bits(shuffle_up_u32(value.to_bits(), delta))
    }
    pub unsafe fn shuffle_up_i32(value: i32, delta: u32) -> i32 {
        shuffle_up_u32(value as u32, delta) as i32
    }
    pub unsafe fn shuffle_xor_u32(value: u32, mask: u32) -> u32 {
        from_lane(value, lane() ^ mask as i64)
    }
    pub unsafe fn shuffle_xor_f32(value: f32, mask: u32) -> f32 {
        f32::from_bits(shuffle_xor_u32(value.to_bits(), mask))
    }
    pub unsafe fn shuffle_xor_i32(value: i32, mask: u32) -> i32 {
        shuffle_xor_u32(value as u32, mask) as i32
    }
    pub unsafe fn shuffle_from_u32(value: u32, lane: u32) -> u32 {
        from_lane(value, lane as i64)
    }
    pub unsafe fn shuffle_from_f32(value: f32, lane: u32) -> f32 {
        f32::from_bits(shuffle_from_u32(value.to_bits(), lane))
    }
    pub unsafe fn shuffle_from_i32(value: i32, lane: u32) -> i32 {
        shuffle_from_u32(value as u32, lane) as i32
    }

    pub unsafe fn ballot(predicate: bool) -> u32 {
        let words = crate::exchange(predicate as u32);
        let first = crate::linear() / 32 * 32;
        let last = (first + 32).min(crate::threads());
        (first..last).map(|lane| words[lane] << (lane - first)).sum()
    }
    pub unsafe fn vote_any(predicate: bool) -> bool {
        ballot(predicate) != 0
    }
    pub unsafe fn vote_all(predicate: bool) -> bool {
        ballot(!predicate) == 0
    }
}

/// What a kernel takes as an argument.
trait Argument {
    fn from_argument(argument: &mut Given) -> Self;
}

/// What the tests give: words of memory, aligned for the widest access, or bits.
enum Given {
    Memory(Vec<u128>, usize),
    Bits(u64),
}

impl Given {
    fn memory(&mut self) -> (*mut u8, usize) {
        match self {
            Given::Memory(memory, words) => (memory.as_mut_ptr() as *mut u8, *words * 4),
            Given::Bits(_) => panic!("a number is given where the kernel takes memory"),
        }
    }

    fn bits(&self) -> u64 {
        match self {
            Given::Memory(..) => panic!("memory is given where the kernel takes a number"),
            Given::Bits(bits) => *bits,
        }
    }
}

impl<T> Argument for *const T {
    fn from_argument(argument: &mut Given) -> Self {
        argument.memory().0 as *const T
    }
}

impl<T> Argument for *mut T {
    fn from_argument(argument: &mut Given) -> Self {
        argument.memory().0 as *mut T
    }
}

impl<T> Argument for &[T] {
    fn from_argument(argument: &mut Given) -> Self {
        let (memory, bytes) = argument.memory();
        unsafe { std::slice::from_raw_parts(memory as *const T, bytes / size_of::<T>()) }
    }
}

macro_rules! numbers {
    ($($ty:ty: $bits:ident => $value:expr),*) => {
        $(impl Argument for $ty {
            fn from_argument(argument: &mut Given) -> Self {
                let $bits = argument.bits();
                $value
            }
        })*
    };
}
numbers!(
    u32: bits => bits as u32, i32: bits => bits as i32, u64: bits => bits, i64: bits => bits as i64,
    u8: bits => bits as u8, i8: bits => bits as i8, u16: bits => bits as u16,
    i16: bits => bits as i16, usize: bits => bits as usize, bool: bits => bits != 0,
    f32: bits => f32::from_bits(bits as u32), f64: bits => f64::from_bits(bits)
);

/// What a kernel is run with.
struct Run {
    grid: [u32; 3],
    block: [u32; 3],
    is_cooperative: bool,
    arguments: Vec<Given>,
}

fn number() -> u64 {
    let mut bytes = [0; 8];
    std::io::stdin().read_exact(&mut bytes).unwrap();
    u64::from_le_bytes(bytes)
}
