// `core::mem::transmute` between plain values of up to sixteen bytes, declared in
// `core::mem`. Their bits pass through words.

pub struct Bytes1;
pub struct Bytes2;
pub struct Bytes4;
pub struct Bytes8;
pub struct Bytes12;
pub struct Bytes16;

pub trait PlainBits {
    type Size;
    fn words(self) -> [u32; 4];
    fn of_words(words: [u32; 4]) -> Self;
}

pub unsafe fn transmute<A: PlainBits, B: PlainBits<Size = A::Size>>(value: A) -> B {
    B::of_words(value.words())
}

impl PlainBits for u8 {
    type Size = Bytes1;
    fn words(self) -> [u32; 4] {
        [self as u32, 0, 0, 0]
    }
    fn of_words(words: [u32; 4]) -> u8 {
        words[0] as u8
    }
}

impl PlainBits for i8 {
    type Size = Bytes1;
    fn words(self) -> [u32; 4] {
        [self as u8 as u32, 0, 0, 0]
    }
    fn of_words(words: [u32; 4]) -> i8 {
        words[0] as i8
    }
}

impl PlainBits for u16 {
    type Size = Bytes2;
    fn words(self) -> [u32; 4] {
        [self as u32, 0, 0, 0]
    }
    fn of_words(words: [u32; 4]) -> u16 {
        words[0] as u16
    }
}

impl PlainBits for i16 {
    type Size = Bytes2;
    fn words(self) -> [u32; 4] {
        [self as u16 as u32, 0, 0, 0]
    }
    fn of_words(words: [u32; 4]) -> i16 {
        words[0] as i16
    }
}

impl PlainBits for u32 {
    type Size = Bytes4;
    fn words(self) -> [u32; 4] {
        [self, 0, 0, 0]
    }
    fn of_words(words: [u32; 4]) -> u32 {
        words[0]
    }
}

impl PlainBits for i32 {
    type Size = Bytes4;
    fn words(self) -> [u32; 4] {
        [self as u32, 0, 0, 0]
    }
    fn of_words(words: [u32; 4]) -> i32 {
        words[0] as i32
    }
}

impl PlainBits for f32 {
    type Size = Bytes4;
    fn words(self) -> [u32; 4] {
        [self.to_bits(), 0, 0, 0]
    }
    fn of_words(words: [u32; 4]) -> f32 {
        f32::from_bits(words[0])
    }
}

impl PlainBits for u64 {
    type Size = Bytes8;
    fn words(self) -> [u32; 4] {
        [self as u32, (self >> 32) as u32, 0, 0]
    }
    fn of_words(words: [u32; 4]) -> u64 {
        (words[1] as u64) << 32 | words[0] as u64
    }
}

impl PlainBits for i64 {
    type Size = Bytes8;
    fn words(self) -> [u32; 4] {
        [self as u32, (self >> 32) as u32, 0, 0]
    }
    fn of_words(words: [u32; 4]) -> i64 {
        ((words[1] as u64) << 32 | words[0] as u64) as i64
    }
}

impl PlainBits for f64 {
    type Size = Bytes8;
    fn words(self) -> [u32; 4] {
        [self.to_bits() as u32, (self.to_bits() >> 32) as u32, 0, 0]
    }
    fn of_words(words: [u32; 4]) -> f64 {
        f64::from_bits((words[1] as u64) << 32 | words[0] as u64)
    }
}

impl PlainBits for [u8; 2] {
    type Size = Bytes2;
    fn words(self) -> [u32; 4] {
        [self[0] as u32 | (self[1] as u32) << 8, 0, 0, 0]
    }
    fn of_words(words: [u32; 4]) -> [u8; 2] {
        [(words[0]) as u8, (words[0] >> 8) as u8]
    }
}

impl PlainBits for [u8; 4] {
    type Size = Bytes4;
    fn words(self) -> [u32; 4] {
        [self[0] as u32 | (self[1] as u32) << 8 | (self[2] as u32) << 16 | (self[3] as u32) << 24, 0, 0, 0]
    }
    fn of_words(words: [u32; 4]) -> [u8; 4] {
        [(words[0]) as u8, (words[0] >> 8) as u8, (words[0] >> 16) as u8, (words[0] >> 24) as u8]
    }
}

impl PlainBits for [u8; 8] {
    type Size = Bytes8;
    fn words(self) -> [u32; 4] {
        [self[0] as u32 | (self[1] as u32) << 8 | (self[2] as u32) << 16 | (self[3] as u32) << 24, self[4] as u32 | (self[5] as u32) << 8 | (self[6] as u32) << 16 | (self[7] as u32) << 24, 0, 0]
    }
    fn of_words(words: [u32; 4]) -> [u8; 8] {
        [(words[0]) as u8, (words[0] >> 8) as u8, (words[0] >> 16) as u8, (words[0] >> 24) as u8, (words[1]) as u8, (words[1] >> 8) as u8, (words[1] >> 16) as u8, (words[1] >> 24) as u8]
    }
}

impl PlainBits for [i8; 4] {
    type Size = Bytes4;
    fn words(self) -> [u32; 4] {
        [self[0] as u8 as u32 | (self[1] as u8 as u32) << 8 | (self[2] as u8 as u32) << 16 | (self[3] as u8 as u32) << 24, 0, 0, 0]
    }
    fn of_words(words: [u32; 4]) -> [i8; 4] {
        [(words[0]) as i8, (words[0] >> 8) as i8, (words[0] >> 16) as i8, (words[0] >> 24) as i8]
    }
}

impl PlainBits for [u16; 2] {
    type Size = Bytes4;
    fn words(self) -> [u32; 4] {
        [self[0] as u32 | (self[1] as u32) << 16, 0, 0, 0]
    }
    fn of_words(words: [u32; 4]) -> [u16; 2] {
        [(words[0]) as u16, (words[0] >> 16) as u16]
    }
}

impl PlainBits for [i16; 2] {
    type Size = Bytes4;
    fn words(self) -> [u32; 4] {
        [self[0] as u16 as u32 | (self[1] as u16 as u32) << 16, 0, 0, 0]
    }
    fn of_words(words: [u32; 4]) -> [i16; 2] {
        [(words[0]) as i16, (words[0] >> 16) as i16]
    }
}

impl PlainBits for [u16; 4] {
    type Size = Bytes8;
    fn words(self) -> [u32; 4] {
        [self[0] as u32 | (self[1] as u32) << 16, self[2] as u32 | (self[3] as u32) << 16, 0, 0]
    }
    fn of_words(words: [u32; 4]) -> [u16; 4] {
        [(words[0]) as u16, (words[0] >> 16) as u16, (words[1]) as u16, (words[1] >> 16) as u16]
    }
}

impl PlainBits for [i16; 4] {
    type Size = Bytes8;
    fn words(self) -> [u32; 4] {
        [self[0] as u16 as u32 | (self[1] as u16 as u32) << 16, self[2] as u16 as u32 | (self[3] as u16 as u32) << 16, 0, 0]
    }
    fn of_words(words: [u32; 4]) -> [i16; 4] {
        [(words[0]) as i16, (words[0] >> 16) as i16, (words[1]) as i16, (words[1] >> 16) as i16]
    }
}

impl PlainBits for [u32; 1] {
    type Size = Bytes4;
    fn words(self) -> [u32; 4] {
        [self[0], 0, 0, 0]
    }
    fn of_words(words: [u32; 4]) -> [u32; 1] {
        [words[0]]
    }
}

impl PlainBits for [i32; 1] {
    type Size = Bytes4;
    fn words(self) -> [u32; 4] {
        [self[0] as u32, 0, 0, 0]
    }
    fn of_words(words: [u32; 4]) -> [i32; 1] {
        [words[0] as i32]
    }
}

impl PlainBits for [f32; 1] {
    type Size = Bytes4;
    fn words(self) -> [u32; 4] {
        [self[0].to_bits(), 0, 0, 0]
    }
    fn of_words(words: [u32; 4]) -> [f32; 1] {
        [f32::from_bits(words[0])]
    }
}

impl PlainBits for [u32; 2] {
    type Size = Bytes8;
    fn words(self) -> [u32; 4] {
        [self[0], self[1], 0, 0]
    }
    fn of_words(words: [u32; 4]) -> [u32; 2] {
        [words[0], words[1]]
    }
}

impl PlainBits for [i32; 2] {
    type Size = Bytes8;
    fn words(self) -> [u32; 4] {
        [self[0] as u32, self[1] as u32, 0, 0]
    }
    fn of_words(words: [u32; 4]) -> [i32; 2] {
        [words[0] as i32, words[1] as i32]
    }
}

impl PlainBits for [f32; 2] {
    type Size = Bytes8;
    fn words(self) -> [u32; 4] {
        [self[0].to_bits(), self[1].to_bits(), 0, 0]
    }
    fn of_words(words: [u32; 4]) -> [f32; 2] {
        [f32::from_bits(words[0]), f32::from_bits(words[1])]
    }
}

impl PlainBits for [u32; 3] {
    type Size = Bytes12;
    fn words(self) -> [u32; 4] {
        [self[0], self[1], self[2], 0]
    }
    fn of_words(words: [u32; 4]) -> [u32; 3] {
        [words[0], words[1], words[2]]
    }
}

impl PlainBits for [i32; 3] {
    type Size = Bytes12;
    fn words(self) -> [u32; 4] {
        [self[0] as u32, self[1] as u32, self[2] as u32, 0]
    }
    fn of_words(words: [u32; 4]) -> [i32; 3] {
        [words[0] as i32, words[1] as i32, words[2] as i32]
    }
}

impl PlainBits for [f32; 3] {
    type Size = Bytes12;
    fn words(self) -> [u32; 4] {
        [self[0].to_bits(), self[1].to_bits(), self[2].to_bits(), 0]
    }
    fn of_words(words: [u32; 4]) -> [f32; 3] {
        [f32::from_bits(words[0]), f32::from_bits(words[1]), f32::from_bits(words[2])]
    }
}

impl PlainBits for [u32; 4] {
    type Size = Bytes16;
    fn words(self) -> [u32; 4] {
        [self[0], self[1], self[2], self[3]]
    }
    fn of_words(words: [u32; 4]) -> [u32; 4] {
        [words[0], words[1], words[2], words[3]]
    }
}

impl PlainBits for [i32; 4] {
    type Size = Bytes16;
    fn words(self) -> [u32; 4] {
        [self[0] as u32, self[1] as u32, self[2] as u32, self[3] as u32]
    }
    fn of_words(words: [u32; 4]) -> [i32; 4] {
        [words[0] as i32, words[1] as i32, words[2] as i32, words[3] as i32]
    }
}

impl PlainBits for [f32; 4] {
    type Size = Bytes16;
    fn words(self) -> [u32; 4] {
        [self[0].to_bits(), self[1].to_bits(), self[2].to_bits(), self[3].to_bits()]
    }
    fn of_words(words: [u32; 4]) -> [f32; 4] {
        [f32::from_bits(words[0]), f32::from_bits(words[1]), f32::from_bits(words[2]), f32::from_bits(words[3])]
    }
}
