// Traits of the language, conversions and comparisons.

pub mod marker {
    pub trait Sized {}
    pub trait Send {}
    pub trait Sync {}
    pub trait Unpin {}
    pub trait Copy {}
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
    pub struct PhantomData<T>;
}

pub mod clone {
    pub trait Clone {
        fn clone(&self) -> Self;
    }
}

pub mod default {
    pub trait Default {
        fn default() -> Self;
    }
    pub fn of<T: Default>() -> T {
        T::default()
    }
}

pub mod fmt {
    pub trait Debug {}
    pub trait Display {}
    pub struct Formatter(());
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
    pub struct Error;
}

pub mod convert {
    pub trait From<T> {
        fn from(value: T) -> Self;
    }
    pub trait Into<T> {
        fn into(self) -> T;
    }
    pub trait AsRef<T> {
        fn as_ref(&self) -> &T;
    }
    pub trait AsMut<T> {
        fn as_mut(&mut self) -> &mut T;
    }
    impl<T, const N: usize> AsRef<[T]> for [T; N] {
        fn as_ref(&self) -> &[T] {
            self
        }
    }
    impl<T, const N: usize> AsMut<[T]> for [T; N] {
        fn as_mut(&mut self) -> &mut [T] {
            self
        }
    }
    impl<T> AsRef<[T]> for [T] {
        fn as_ref(&self) -> &[T] {
            self
        }
    }
    impl<T> AsMut<[T]> for [T] {
        fn as_mut(&mut self) -> &mut [T] {
            self
        }
    }
    pub trait TryFrom<T> {
        type Error;
        fn try_from(value: T) -> Result<Self, Self::Error>;
    }
    pub trait TryInto<T> {
        type Error;
        fn try_into(self) -> Result<T, Self::Error>;
    }
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct TryFromIntError(());
    pub fn integer<A, B>(x: A) -> Result<B, TryFromIntError> {
        let y = x as B;
        let back = y as A;
        if back == x && (y < 0) == (x < 0) { Ok(y) } else { Err(TryFromIntError(())) }
    }
    pub fn identity<T>(x: T) -> T {
        x
    }
}

pub mod hint {
    pub fn spin_loop() {}
    pub fn black_box<T>(x: T) -> T {
        x
    }
    pub unsafe fn unreachable_unchecked() -> ! {
        panic!("what was said to be never reached was reached")
    }
    pub unsafe fn assert_unchecked(condition: bool) {
        assert!(condition, "what was said to hold does not");
    }
    pub fn select_unpredictable<T>(condition: bool, yes: T, no: T) -> T {
        if condition { yes } else { no }
    }
}

pub mod ops {
    pub use core::flow::{ControlFlow, Try};

    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct RangeTo<T> {
        pub end: T,
    }
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct RangeToInclusive<T> {
        pub end: T,
    }
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct RangeFull;
    impl RangeFull {
        pub fn contains<T>(&self, _item: &T) -> bool {
            true
        }
    }
    impl<T> RangeTo<T> {
        pub fn contains(&self, item: &T) -> bool {
            *item < self.end
        }
    }
    impl<T> RangeToInclusive<T> {
        pub fn contains(&self, item: &T) -> bool {
            *item <= self.end
        }
    }

    pub trait Add<Rhs = Self> {
        type Output;
        fn add(self, rhs: Rhs) -> Self::Output;
    }
    pub trait Sub<Rhs = Self> {
        type Output;
        fn sub(self, rhs: Rhs) -> Self::Output;
    }
    pub trait Mul<Rhs = Self> {
        type Output;
        fn mul(self, rhs: Rhs) -> Self::Output;
    }
    pub trait Div<Rhs = Self> {
        type Output;
        fn div(self, rhs: Rhs) -> Self::Output;
    }
    pub trait Rem<Rhs = Self> {
        type Output;
        fn rem(self, rhs: Rhs) -> Self::Output;
    }
    pub trait BitAnd<Rhs = Self> {
        type Output;
        fn bitand(self, rhs: Rhs) -> Self::Output;
    }
    pub trait BitOr<Rhs = Self> {
        type Output;
        fn bitor(self, rhs: Rhs) -> Self::Output;
    }
    pub trait BitXor<Rhs = Self> {
        type Output;
        fn bitxor(self, rhs: Rhs) -> Self::Output;
    }
    pub trait Shl<Rhs = Self> {
        type Output;
        fn shl(self, rhs: Rhs) -> Self::Output;
    }
    pub trait Shr<Rhs = Self> {
        type Output;
        fn shr(self, rhs: Rhs) -> Self::Output;
    }
    pub trait Neg {
        type Output;
        fn neg(self) -> Self::Output;
    }
    pub trait Not {
        type Output;
        fn not(self) -> Self::Output;
    }
    pub trait AddAssign<Rhs = Self> {
        fn add_assign(&mut self, rhs: Rhs);
    }
    pub trait SubAssign<Rhs = Self> {
        fn sub_assign(&mut self, rhs: Rhs);
    }
    pub trait MulAssign<Rhs = Self> {
        fn mul_assign(&mut self, rhs: Rhs);
    }
    pub trait DivAssign<Rhs = Self> {
        fn div_assign(&mut self, rhs: Rhs);
    }
    pub trait RemAssign<Rhs = Self> {
        fn rem_assign(&mut self, rhs: Rhs);
    }
    pub trait BitAndAssign<Rhs = Self> {
        fn bitand_assign(&mut self, rhs: Rhs);
    }
    pub trait BitOrAssign<Rhs = Self> {
        fn bitor_assign(&mut self, rhs: Rhs);
    }
    pub trait BitXorAssign<Rhs = Self> {
        fn bitxor_assign(&mut self, rhs: Rhs);
    }
    pub trait ShlAssign<Rhs = Self> {
        fn shl_assign(&mut self, rhs: Rhs);
    }
    pub trait ShrAssign<Rhs = Self> {
        fn shr_assign(&mut self, rhs: Rhs);
    }
    pub trait Index<Idx> {
        type Output;
        fn index(&self, index: Idx) -> &Self::Output;
    }
    pub trait IndexMut<Idx> {
        fn index_mut(&mut self, index: Idx) -> &mut Self::Output;
    }
    pub trait Deref {
        type Target;
        fn deref(&self) -> &Self::Target;
    }
    pub trait DerefMut: Deref {
        fn deref_mut(&mut self) -> &mut Self::Target;
    }
    pub trait Fn {}
    pub trait FnMut {}
    pub trait FnOnce {}
}

pub mod cmp {
    use core::cmp::Ordering::{Equal, Greater, Less};

    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
    pub enum Ordering {
        Less = -1,
        Equal = 0,
        Greater = 1,
    }

    impl Ordering {
        pub const fn is_eq(self) -> bool {
            self as i32 == 0
        }
        pub const fn is_ne(self) -> bool {
            self as i32 != 0
        }
        pub const fn is_lt(self) -> bool {
            (self as i32) < 0
        }
        pub const fn is_gt(self) -> bool {
            self as i32 > 0
        }
        pub const fn is_le(self) -> bool {
            self as i32 <= 0
        }
        pub const fn is_ge(self) -> bool {
            self as i32 >= 0
        }
        pub const fn reverse(self) -> Ordering {
            match self {
                Ordering::Less => Ordering::Greater,
                Ordering::Equal => Ordering::Equal,
                Ordering::Greater => Ordering::Less,
            }
        }
        pub const fn then(self, other: Ordering) -> Ordering {
            match self {
                Ordering::Equal => other,
                first => first,
            }
        }
        pub fn then_with<F: FnOnce() -> Ordering>(self, f: F) -> Ordering {
            match self {
                Ordering::Equal => f(),
                first => first,
            }
        }
    }

    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub struct Reverse<T>(pub T);

    impl<T: PartialOrd> PartialOrd for Reverse<T> {
        fn partial_cmp(&self, other: &Reverse<T>) -> Option<Ordering> {
            other.0.partial_cmp(&self.0)
        }
    }

    impl<T: Ord> Ord for Reverse<T> {
        fn cmp(&self, other: &Reverse<T>) -> Ordering {
            other.0.cmp(&self.0)
        }
    }

    pub trait PartialEq<Rhs = Self> {
        fn eq(&self, other: &Rhs) -> bool;
        fn ne(&self, other: &Rhs) -> bool {
            !self.eq(other)
        }
    }
    pub trait Eq {}
    pub trait PartialOrd<Rhs = Self> {
        fn partial_cmp(&self, other: &Rhs) -> Option<Ordering>;
        fn lt(&self, other: &Rhs) -> bool {
            match self.partial_cmp(other) {
                Some(order) => order.is_lt(),
                None => false,
            }
        }
        fn le(&self, other: &Rhs) -> bool {
            match self.partial_cmp(other) {
                Some(order) => order.is_le(),
                None => false,
            }
        }
        fn gt(&self, other: &Rhs) -> bool {
            match self.partial_cmp(other) {
                Some(order) => order.is_gt(),
                None => false,
            }
        }
        fn ge(&self, other: &Rhs) -> bool {
            match self.partial_cmp(other) {
                Some(order) => order.is_ge(),
                None => false,
            }
        }
    }
    pub trait Ord {
        fn cmp(&self, other: &Self) -> Ordering;
        fn max(self, other: Self) -> Self {
            if other.cmp(&self).is_lt() { self } else { other }
        }
        fn min(self, other: Self) -> Self {
            if other.cmp(&self).is_lt() { other } else { self }
        }
        fn clamp(self, low: Self, high: Self) -> Self {
            if self.cmp(&low).is_lt() {
                low
            } else if self.cmp(&high).is_gt() {
                high
            } else {
                self
            }
        }
    }

    pub fn partial_compare<T: PartialOrd>(a: T, b: T) -> Option<Ordering> {
        if a < b {
            Some(Less)
        } else if a == b {
            Some(Equal)
        } else if a > b {
            Some(Greater)
        } else {
            None
        }
    }
    pub fn compare<T: Ord>(a: T, b: T) -> Ordering {
        if a < b {
            Less
        } else if a == b {
            Equal
        } else {
            Greater
        }
    }
    pub trait TotalOrder {
        type Key: PartialOrd;
        fn key(self) -> Self::Key;
    }
    impl TotalOrder for f32 {
        type Key = i32;
        fn key(self) -> i32 {
            let bits = self.to_bits() as i32;
            bits ^ (((bits >> 31) as u32) >> 1) as i32
        }
    }
    impl TotalOrder for f64 {
        type Key = i64;
        fn key(self) -> i64 {
            let bits = self.to_bits() as i64;
            bits ^ (((bits >> 63) as u64) >> 1) as i64
        }
    }
    pub fn total_compare<T: TotalOrder>(a: T, b: T) -> Ordering {
        let (a, b) = (a.key(), b.key());
        if a < b {
            Less
        } else if a == b {
            Equal
        } else {
            Greater
        }
    }
    pub fn largest<T: PartialOrd>(a: T, b: T) -> T {
        if b < a { a } else { b }
    }
    pub fn smallest<T: PartialOrd>(a: T, b: T) -> T {
        if b < a { b } else { a }
    }
    pub fn max<T: Ord>(a: T, b: T) -> T {
        if b < a { a } else { b }
    }
    pub fn min<T: Ord>(a: T, b: T) -> T {
        if b < a { b } else { a }
    }
    pub fn max_by<T, F: FnOnce(&T, &T) -> Ordering>(a: T, b: T, compare: F) -> T {
        if compare(&a, &b) == Greater { a } else { b }
    }
    pub fn min_by<T, F: FnOnce(&T, &T) -> Ordering>(a: T, b: T, compare: F) -> T {
        if compare(&a, &b) == Greater { b } else { a }
    }
    pub fn max_by_key<T, F: FnMut(&T) -> K, K: Ord>(a: T, b: T, mut key: F) -> T {
        let (first, second) = (key(&a), key(&b));
        if second < first { a } else { b }
    }
    pub fn min_by_key<T, F: FnMut(&T) -> K, K: Ord>(a: T, b: T, mut key: F) -> T {
        let (first, second) = (key(&a), key(&b));
        if second < first { b } else { a }
    }
}

pub mod function {
    #[derive(Clone, Copy)]
    pub struct Pointer<A, R> {
        number: u32,
    }
}
