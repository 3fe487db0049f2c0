// Division by what is not zero, which natural numbers have. `Integer` stands for the
// type.

impl core::ops::Div<NonZero<Integer>> for Integer {
    type Output = Integer;
    fn div(self, other: NonZero<Integer>) -> Integer {
        self / other.0
    }
}
impl core::ops::Rem<NonZero<Integer>> for Integer {
    type Output = Integer;
    fn rem(self, other: NonZero<Integer>) -> Integer {
        self % other.0
    }
}
