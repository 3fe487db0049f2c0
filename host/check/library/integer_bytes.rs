//! An integer as bytes. `Integer` stands for its type and `COUNT` for how many bytes
//! that is, `LITTLE` and `BIG` for its bytes in both orders, and `OF_LITTLE` and
//! `OF_BIG` for what such bytes make.

impl Integer {
    pub const fn to_le_bytes(self) -> [u8; COUNT] {
        [LITTLE]
    }
    pub const fn to_ne_bytes(self) -> [u8; COUNT] {
        [LITTLE]
    }
    pub const fn to_be_bytes(self) -> [u8; COUNT] {
        [BIG]
    }
    pub const fn from_le_bytes(bytes: [u8; COUNT]) -> Integer {
        (OF_LITTLE) as Integer
    }
    pub const fn from_ne_bytes(bytes: [u8; COUNT]) -> Integer {
        (OF_LITTLE) as Integer
    }
    pub const fn from_be_bytes(bytes: [u8; COUNT]) -> Integer {
        (OF_BIG) as Integer
    }
    pub const fn swap_bytes(self) -> Integer {
        Integer::from_be_bytes(self.to_le_bytes())
    }
    pub const fn to_be(self) -> Integer {
        self.swap_bytes()
    }
    pub const fn to_le(self) -> Integer {
        self
    }
    pub const fn from_be(bits: Integer) -> Integer {
        bits.swap_bytes()
    }
    pub const fn from_le(bits: Integer) -> Integer {
        bits
    }
}
