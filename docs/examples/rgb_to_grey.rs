//! Turns pixels of three bytes into grey ones, and counts the bright, the medium and the dark.

use core::sync::atomic::{AtomicU32, Ordering};
use cuda_std::prelude::*;

#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(C)]
pub struct Rgb {
    r: u8,
    g: u8,
    b: u8,
}

#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct Grey(u8);

impl From<Rgb> for Grey {
    /// The weights of Rec. 601 in 256ths.
    fn from(Rgb { r, g, b }: Rgb) -> Self {
        let weighted = 77 * u16::from(r) + 150 * u16::from(g) + 29 * u16::from(b);
        Self((weighted >> 8) as u8)
    }
}

#[derive(Clone, Copy)]
#[repr(usize)]
enum Tone {
    Dark,
    Medium,
    Bright,
}

impl Grey {
    const fn tone(self) -> Tone {
        match self.0 {
            0..64 => Tone::Dark,
            64..=191 => Tone::Medium,
            192.. => Tone::Bright,
        }
    }
}

#[kernel]
pub unsafe fn rgb_to_grey(pixels: &[Rgb], grey: *mut Grey, tones: &[AtomicU32; 3]) {
    let i = thread::index_1d() as usize;
    let Some(&pixel) = pixels.get(i) else { return };
    let shade = Grey::from(pixel);
    unsafe { grey.add(i).write(shade) };
    tones[shade.tone() as usize].fetch_add(1, Ordering::Relaxed);
}
