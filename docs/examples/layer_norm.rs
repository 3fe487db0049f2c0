//! Normalises rows of half precision, one warp for each row; mean and variance by Welford.

use cuda_std::*;

const WARP: u32 = 32;

#[derive(Clone, Copy, Default)]
struct Moments {
    count: f32,
    mean: f32,
    m2: f32,
}

impl Moments {
    fn push(&mut self, x: f32) {
        self.count += 1.0;
        let delta = x - self.mean;
        self.mean += delta / self.count;
        self.m2 += delta * (x - self.mean);
    }

    fn merge(self, other: Self) -> Self {
        let count = self.count + other.count;
        if count == 0.0 {
            return self;
        }
        let delta = other.mean - self.mean;
        Self {
            count,
            mean: self.mean + delta * other.count / count,
            m2: self.m2 + other.m2 + delta * delta * self.count * other.count / count,
        }
    }

    unsafe fn across(self, mask: u32) -> Self {
        let shuffle = |x: f32| unsafe { warp::warp_shuffle_xor(u32::MAX, x, mask, WARP) }.0;
        Self { count: shuffle(self.count), mean: shuffle(self.mean), m2: shuffle(self.m2) }
    }
}

#[kernel]
pub unsafe fn layer_norm(
    input: &[f16],
    output: *mut f16,
    gain: &[f32],
    bias: &[f32],
    epsilon: f32,
) {
    let columns = gain.len();
    let row = (thread::index_1d() / WARP) as usize;
    let lane = warp::lane_id() as usize;
    if row >= input.len() / columns {
        return;
    }
    let values = &input[row * columns..][..columns];

    let mut moments = Moments::default();
    for x in values.iter().skip(lane).step_by(WARP as usize) {
        moments.push(x.to_f32());
    }
    for mask in [16, 8, 4, 2, 1] {
        moments = moments.merge(unsafe { moments.across(mask) });
    }

    let scale = 1.0 / (moments.m2 / moments.count + epsilon).sqrt();
    for i in (lane..columns).step_by(WARP as usize) {
        let normal = (values[i].to_f32() - moments.mean) * scale;
        let y = f16::from_f32(normal.mul_add(gain[i], bias[i]));
        unsafe { *output.add(row * columns + i) = y };
    }
}
