// Compression: run-length encoding of a chunk as a state machine.
use cuda_std::prelude::*;

#[derive(Clone, Copy)]
enum State {
    Start,
    Run { value: u8, length: u8 },
    Done,
}

struct Encoder<'a> {
    input: &'a [u8],
    state: State,
}

impl<'a> Encoder<'a> {
    fn new(input: &'a [u8]) -> Self {
        Encoder { input, state: State::Start }
    }
}

impl<'a> Iterator for Encoder<'a> {
    type Item = (u8, u8);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match (self.state, self.input.split_first()) {
                (State::Done, _) | (State::Start, None) => return None,
                (State::Start, Some((&value, rest))) => {
                    self.state = State::Run { value, length: 1 };
                    self.input = rest;
                }
                (State::Run { value, length }, Some((&next, rest))) if next == value && length < 255 => {
                    self.state = State::Run { value, length: length + 1 };
                    self.input = rest;
                }
                (State::Run { value, length }, Some((&next, rest))) => {
                    self.state = State::Run { value: next, length: 1 };
                    self.input = rest;
                    return Some((value, length));
                }
                (State::Run { value, length }, None) => {
                    self.state = State::Done;
                    return Some((value, length));
                }
            }
        }
    }
}

#[kernel]
pub unsafe fn rle(data: &[u8], out: *mut u32) {
    let i = thread::index_1d() as usize;
    let mut local = [0u8; 12];
    for (to, from) in local.iter_mut().zip(data.iter().cycle().skip(i)) {
        *to = from / 40;
    }
    let runs = Encoder::new(&local).count();
    let longest = Encoder::new(&local).max_by_key(|&(_, length)| length);
    let checksum = Encoder::new(&local)
        .enumerate()
        .map(|(k, (v, l))| (k as u32 + 1) * (v as u32 * 16 + l as u32))
        .sum::<u32>();
    *out.add(i) = runs as u32;
    *out.add(i + 32) = longest.map_or(0, |(v, l)| u32::from(v) << 8 | u32::from(l));
    *out.add(i + 64) = checksum;
}
