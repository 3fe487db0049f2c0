//! A number is borrowed as itself, also behind a reference; the text is read once for
//! each, under the name `Number`.

impl Borrow<Number> for Number {
    fn borrow(&self) -> &Number {
        self
    }
}
impl Borrow<Number> for &Number {
    fn borrow(&self) -> &Number {
        *self
    }
}
