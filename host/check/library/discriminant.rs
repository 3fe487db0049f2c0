//! `core::mem::discriminant`, for texts that ask for it. Every enum of such a text has
//! `Numbered` written out.

pub trait Numbered {
    fn variant_number(&self) -> u32;
}

#[derive(Clone, Copy, Debug)]
pub struct Discriminant<T> {
    number: u32,
    of: core::marker::PhantomData<T>,
}

impl<T> PartialEq for Discriminant<T> {
    fn eq(&self, other: &Discriminant<T>) -> bool {
        self.number == other.number
    }
}
impl<T> Eq for Discriminant<T> {}

pub fn discriminant<T>(value: &T) -> Discriminant<T> {
    Discriminant { number: value.variant_number(), of: core::marker::PhantomData }
}

impl<T> Numbered for Option<T> {
    fn variant_number(&self) -> u32 {
        match self {
            None => 0,
            Some(_) => 1,
        }
    }
}
impl<T, E> Numbered for Result<T, E> {
    fn variant_number(&self) -> u32 {
        match self {
            Ok(_) => 0,
            Err(_) => 1,
        }
    }
}
impl Numbered for core::cmp::Ordering {
    fn variant_number(&self) -> u32 {
        (*self as i32 + 1) as u32
    }
}
