// Finance: options as an enum with data, pattern matching, Result with `?`.
use cuda_std::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Derivative {
    Call { strike: f32 },
    Put { strike: f32 },
    Straddle(f32),
    Forward,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PricingError {
    NegativeSpot,
    BadVolatility(u32),
}

fn cnd(x: f32) -> f32 {
    const A: [f32; 5] = [0.319_381_53, -0.356_563_78, 1.781_477_9, -1.821_255_9, 1.330_274_5];
    let k = (1.0 + 0.231_641_9 * x.abs()).recip();
    let poly = A.iter().rev().fold(0.0, |acc, a| acc * k + a) * k;
    let tail = 0.398_942_3 * (-0.5 * x * x).exp() * poly;
    if x >= 0.0 { 1.0 - tail } else { tail }
}

fn spot_of(raw: f32) -> Result<f32, PricingError> {
    if raw <= 0.0 { Err(PricingError::NegativeSpot) } else { Ok(raw) }
}

fn volatility(raw: f32) -> Result<f32, PricingError> {
    match raw {
        v if v.is_nan() => Err(PricingError::BadVolatility(0)),
        v if v < 0.05 => Err(PricingError::BadVolatility((v.abs() * 16.0) as u32)),
        v => Ok(v.min(0.9)),
    }
}

fn price(d: Derivative, spot: f32, vol: f32) -> Result<f32, PricingError> {
    let s = spot_of(spot)?;
    let sigma = volatility(vol)?;
    let (rate, t) = (0.02f32, 1.5f32);
    let bs = |strike: f32| {
        let d1 = ((s / strike).ln() + (rate + 0.5 * sigma * sigma) * t) / (sigma * t.sqrt());
        let d2 = d1 - sigma * t.sqrt();
        let discounted = strike * (-rate * t).exp();
        (
            s * cnd(d1) - discounted * cnd(d2),
            discounted * cnd(-d2) - s * cnd(-d1),
        )
    };
    Ok(match d {
        Derivative::Call { strike } => bs(strike).0,
        Derivative::Put { strike } => bs(strike).1,
        Derivative::Straddle(strike) => {
            let (c, p) = bs(strike);
            c + p
        }
        Derivative::Forward => s,
    })
}

#[kernel]
pub unsafe fn black_scholes(spots: &[f32], vols: &[f32], out: *mut f32, n: usize) {
    let i = thread::index_1d() as usize;
    if i >= n {
        return;
    }
    let d = match i % 4 {
        0 => Derivative::Call { strike: 20.0 },
        1 => Derivative::Put { strike: 25.0 },
        2 => Derivative::Straddle(30.0),
        _ => Derivative::Forward,
    };
    let result = price(d, spots[i].abs(), vols[i] / 64.0);
    *out.add(i) = match result {
        Ok(p) => p,
        Err(PricingError::NegativeSpot) => -1.0,
        Err(PricingError::BadVolatility(code)) => -100.0 - code as f32,
    };
    *out.add(i + n) = if matches!(result, Err(PricingError::BadVolatility(c)) if c > 3) { 1.0 } else { 0.0 };
    *out.add(i + 2 * n) = result.ok().filter(|p| *p > 1.0).unwrap_or(f32::MIN_POSITIVE);
    *out.add(i + 3 * n) = result.is_err() as u32 as f32;
}
