//! Two checksums of each record of a text, by code that is generic in the checksum.

use cuda_std::prelude::*;

const fn crc_table() -> [u32; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut crc = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            crc = if crc & 1 == 1 { 0xedb8_8320 ^ (crc >> 1) } else { crc >> 1 };
            bit += 1;
        }
        table[byte] = crc;
        byte += 1;
    }
    table
}

static CRC_TABLE: [u32; 256] = crc_table();

trait Checksum: Default {
    fn update(&mut self, byte: u8);
    fn finish(&self) -> u32;

    fn of(bytes: &[u8]) -> u32 {
        let mut checksum = Self::default();
        for &byte in bytes {
            checksum.update(byte);
        }
        checksum.finish()
    }
}

struct Crc32(u32);

impl Default for Crc32 {
    fn default() -> Self {
        Self(!0)
    }
}

impl Checksum for Crc32 {
    fn update(&mut self, byte: u8) {
        let [low, ..] = self.0.to_le_bytes();
        self.0 = CRC_TABLE[usize::from(low ^ byte)] ^ (self.0 >> 8);
    }

    fn finish(&self) -> u32 {
        !self.0
    }
}

struct Fnv1a(u64);

impl Default for Fnv1a {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Checksum for Fnv1a {
    fn update(&mut self, byte: u8) {
        self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    }

    fn finish(&self) -> u32 {
        (self.0 >> 32) as u32 ^ self.0 as u32
    }
}

#[kernel]
pub unsafe fn crc32(text: &[u8], record: usize, crcs: *mut u32, hashes: *mut u32) {
    let i = thread::index_1d() as usize;
    if let Some(bytes) = text.chunks(record).nth(i) {
        unsafe {
            *crcs.add(i) = Crc32::of(bytes);
            *hashes.add(i) = Fnv1a::of(bytes);
        }
    }
}
