//! Reads decimal numbers from fields of a table, and says what is wrong with those that are none.

use cuda_std::prelude::*;

#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
enum Error {
    Empty = 1,
    NotADigit = 2,
    TooLarge = 3,
}

fn digit(byte: u8) -> Result<i32, Error> {
    match byte {
        b'0'..=b'9' => Ok(i32::from(byte - b'0')),
        _ => Err(Error::NotADigit),
    }
}

fn trim(mut field: &[u8]) -> &[u8] {
    while let [b' ' | b'\t', rest @ ..] | [rest @ .., b' ' | b'\t'] = field {
        field = rest;
    }
    field
}

fn parse(field: &[u8]) -> Result<i32, Error> {
    let (sign, digits) = match trim(field) {
        [b'-', digits @ ..] => (-1, digits),
        [b'+', digits @ ..] | digits => (1, digits),
    };
    if digits.is_empty() {
        return Err(Error::Empty);
    }
    let mut value = 0i32;
    for &byte in digits {
        let digit = digit(byte)?;
        value = value
            .checked_mul(10)
            .and_then(|tens| tens.checked_add(sign * digit))
            .ok_or(Error::TooLarge)?;
    }
    Ok(value)
}

#[kernel]
pub unsafe fn parse_numbers(table: &[u8], width: usize, values: *mut i32, errors: *mut u8) {
    let i = thread::index_1d() as usize;
    let Some(field) = table.chunks_exact(width).nth(i) else {
        return;
    };
    let (value, error) = match parse(field) {
        Ok(value) => (value, 0),
        Err(error) => (0, error as u8),
    };
    unsafe {
        *values.add(i) = value;
        *errors.add(i) = error;
    }
}
