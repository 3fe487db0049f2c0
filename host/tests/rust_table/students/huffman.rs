// Compression: canonical prefix codes, a bit writer, labelled loops.
use cuda_std::prelude::*;

const LENGTHS: [u8; 8] = [2, 2, 3, 3, 4, 4, 4, 4];

const fn codes() -> [u16; 8] {
    let mut out = [0u16; 8];
    let mut code = 0u16;
    let mut i = 0;
    while i < out.len() {
        if i > 0 {
            code = (code + 1) << (LENGTHS[i] - LENGTHS[i - 1]);
        }
        out[i] = code;
        i += 1;
    }
    out
}
static CODES: [u16; 8] = codes();

#[derive(Default)]
struct BitWriter {
    word: u64,
    used: u32,
}

impl BitWriter {
    fn put(&mut self, code: u16, bits: u8) -> &mut Self {
        self.word = self.word << bits | u64::from(code);
        self.used += bits as u32;
        self
    }
}

struct BitReader {
    word: u64,
    left: u32,
}

impl Iterator for BitReader {
    type Item = bool;
    fn next(&mut self) -> Option<bool> {
        self.left = self.left.checked_sub(1)?;
        Some(self.word >> self.left & 1 == 1)
    }
}

fn decode(bits: &mut impl Iterator<Item = bool>) -> Option<u8> {
    let mut code = 0u16;
    let mut length = 0u8;
    'bits: loop {
        code = code << 1 | u16::from(bits.next()?);
        length += 1;
        for (symbol, (&c, &l)) in CODES.iter().zip(&LENGTHS).enumerate() {
            if l > length {
                continue 'bits;
            }
            if (l, c) == (length, code) {
                return Some(symbol as u8);
            }
        }
    }
}

#[kernel]
pub unsafe fn huffman(data: &[u8], out: *mut u32) {
    let i = thread::index_1d() as usize;
    let mut writer = BitWriter::default();
    for symbol in data.iter().cycle().skip(i).take(10).map(|b| (b % 8) as usize) {
        writer.put(CODES[symbol], LENGTHS[symbol]);
    }
    writer.put(0, 2).put(CODES[7], LENGTHS[7]);
    let mut reader = BitReader { word: writer.word, left: writer.used };
    let mut text = 0u32;
    let mut count = 0;
    while let Some(symbol) = decode(&mut reader) {
        text = text.wrapping_mul(31).wrapping_add(symbol as u32);
        count += 1;
    }
    *out.add(i) = writer.used;
    *out.add(i + 32) = count;
    *out.add(i + 64) = text;
    let ones = BitReader { word: writer.word, left: writer.used }.filter(|b| *b).count();
    *out.add(i + 96) = ones as u32;
}
