//! A float as bytes. `Float` stands for its type, `Bits` for the integer of its width
//! and `COUNT` for how many bytes that is.

impl Float {
    pub const fn to_le_bytes(self) -> [u8; COUNT] {
        self.to_bits().to_le_bytes()
    }
    pub const fn from_le_bytes(bytes: [u8; COUNT]) -> Float {
        Float::from_bits(Bits::from_le_bytes(bytes))
    }
    pub const fn to_be_bytes(self) -> [u8; COUNT] {
        self.to_bits().to_be_bytes()
    }
    pub const fn from_be_bytes(bytes: [u8; COUNT]) -> Float {
        Float::from_bits(Bits::from_be_bytes(bytes))
    }
    pub const fn to_ne_bytes(self) -> [u8; COUNT] {
        self.to_bits().to_ne_bytes()
    }
    pub const fn from_ne_bytes(bytes: [u8; COUNT]) -> Float {
        Float::from_bits(Bits::from_ne_bytes(bytes))
    }
}
