//! Elements, arrays of them, and how inputs are drawn.

use bytemuck::Pod;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};
use warpbench_cores::{Cores, for_each_chunk};

/// The type of a buffer's elements. All are four bytes wide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Element {
    /// 32-bit float.
    F32,
    /// 32-bit signed integer.
    I32,
    /// 32-bit unsigned integer.
    U32,
}

impl Element {
    /// Bytes per element.
    pub const BYTES: u64 = 4;
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Values {
    F32(Vec<f32>),
    I32(Vec<i32>),
    U32(Vec<u32>),
}

impl Values {
    /// `len` zeros.
    pub fn zeros(element: Element, len: usize) -> Values {
        match element {
            Element::F32 => Values::F32(vec![0.0; len]),
            Element::I32 => Values::I32(vec![0; len]),
            Element::U32 => Values::U32(vec![0; len]),
        }
    }

    /// How many elements there are.
    pub fn len(&self) -> usize {
        match self {
            Values::F32(values) => values.len(),
            Values::I32(values) => values.len(),
            Values::U32(values) => values.len(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn element(&self) -> Element {
        match self {
            Values::F32(_) => Element::F32,
            Values::I32(_) => Element::I32,
            Values::U32(_) => Element::U32,
        }
    }

    /// The array as it lies in memory.
    pub fn as_bytes(&self) -> &[u8] {
        match self {
            Values::F32(values) => bytemuck::cast_slice(values),
            Values::I32(values) => bytemuck::cast_slice(values),
            Values::U32(values) => bytemuck::cast_slice(values),
        }
    }

    /// The array as it lies in memory, to be written.
    pub fn as_bytes_mut(&mut self) -> &mut [u8] {
        match self {
            Values::F32(values) => bytemuck::cast_slice_mut(values),
            Values::I32(values) => bytemuck::cast_slice_mut(values),
            Values::U32(values) => bytemuck::cast_slice_mut(values),
        }
    }

    /// The floats, or nothing where the elements are integers.
    pub fn as_f32(&self) -> Option<&[f32]> {
        match self {
            Values::F32(values) => Some(values),
            _ => None,
        }
    }

    /// The signed integers, or nothing where the elements are others.
    pub fn as_i32(&self) -> Option<&[i32]> {
        match self {
            Values::I32(values) => Some(values),
            _ => None,
        }
    }

    /// The unsigned integers, or nothing where the elements are others.
    pub fn as_u32(&self) -> Option<&[u32]> {
        match self {
            Values::U32(values) => Some(values),
            _ => None,
        }
    }

    /// The largest distance between corresponding elements. Infinite where a
    /// value is not a number, or where length or type differ: such results are
    /// wrong under any tolerance.
    pub fn max_error(&self, expected: &Values) -> f64 {
        match (self, expected) {
            (Values::F32(a), Values::F32(b)) => max_distance(a, b, f64::from),
            (Values::I32(a), Values::I32(b)) => max_distance(a, b, f64::from),
            (Values::U32(a), Values::U32(b)) => max_distance(a, b, f64::from),
            _ => f64::INFINITY,
        }
    }
}

fn max_distance<T: Copy>(a: &[T], b: &[T], widen: fn(T) -> f64) -> f64 {
    if a.len() != b.len() {
        return f64::INFINITY;
    }
    let distances = a.iter().zip(b).map(|(&a, &b)| {
        let distance = (widen(a) - widen(b)).abs();
        if distance.is_nan() { f64::INFINITY } else { distance }
    });
    distances.fold(0.0, f64::max)
}

/// How a buffer's contents are made before a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Init {
    /// The kernel must write every element: the buffer starts out poisoned, so
    /// that one it forgot is seen.
    Unwritten,
    /// Zero, and zeroed again before each repeat: the kernel adds to it.
    Cleared,
    /// Drawn evenly from `low..high`, from the problem's seed and this buffer's
    /// own stream. Integers are drawn likewise, `high` excluded.
    Random {
        /// Tells the buffers of a problem apart.
        stream: u64,
        low: f32,
        /// Upper end.
        high: f32,
    },
    /// Whole numbers from `0..below`, drawn likewise: results can be followed by eye.
    Whole {
        /// Tells the buffers of a problem apart.
        stream: u64,
        below: u32,
    },
    Data(Values),
}

/// What an [`Init::Unwritten`] buffer is filled with: not a number as a float,
/// and implausible as an integer.
pub const POISON: u32 = 0xffff_ffff;

/// Elements that one generator draws. Fixed, so that the values do not depend
/// on the number of cores.
const CHUNK: usize = 1 << 16;

impl Init {
    /// The contents of a buffer of `len` elements.
    pub fn values(&self, cores: &dyn Cores, element: Element, len: usize, seed: u64) -> Values {
        match *self {
            Init::Unwritten => poisoned(element, len),
            Init::Cleared => Values::zeros(element, len),
            Init::Random { stream, low, high } => match element {
                Element::F32 => Values::F32(draw(cores, len, seed, stream, move |unit| {
                    low + (high - low) * unit
                })),
                Element::I32 => Values::I32(draw(cores, len, seed, stream, move |unit| {
                    (low + (high - low) * unit).floor() as i32
                })),
                Element::U32 => Values::U32(draw(cores, len, seed, stream, move |unit| {
                    (low + (high - low) * unit) as u32
                })),
            },
            Init::Whole { stream, below } => {
                let (low, high) = (0.0, below as f32);
                let whole = Init::Random { stream, low, high }.values(cores, element, len, seed);
                match whole {
                    Values::F32(values) => Values::F32(values.iter().map(|x| x.floor()).collect()),
                    whole => whole,
                }
            }
            Init::Data(ref values) => values.clone(),
        }
    }
}

fn poisoned(element: Element, len: usize) -> Values {
    match element {
        Element::F32 => Values::F32(vec![f32::from_bits(POISON); len]),
        Element::I32 => Values::I32(vec![POISON as i32; len]),
        Element::U32 => Values::U32(vec![POISON; len]),
    }
}

/// Draws `len` numbers from `0..1` and maps them.
fn draw<T: Pod + Send>(
    cores: &dyn Cores,
    len: usize,
    seed: u64,
    stream: u64,
    map: impl Fn(f32) -> T + Sync,
) -> Vec<T> {
    let mut values = vec![T::zeroed(); len];
    for_each_chunk(cores, &mut values, CHUNK, |chunk, values| {
        let mut random = Pcg64Mcg::seed_from_u64(mix(mix(seed, stream), chunk as u64));
        for value in values {
            // 24 bits fill a float's mantissa: every value is exact and below 1.
            let unit = (random.next_u32() >> 8) as f32 / (1 << 24) as f32;
            *value = map(unit);
        }
    });
    values
}

/// A seed for each pair, such that neighbouring pairs give unrelated streams.
fn mix(seed: u64, index: u64) -> u64 {
    let mut x =
        seed ^ index.wrapping_add(0x9e37_79b9_7f4a_7c15).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}
