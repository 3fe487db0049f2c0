//! Prices European calls and puts by Black and Scholes.

use cuda_std::*;

#[derive(Clone, Copy)]
#[repr(C)]
pub struct Contract {
    spot: f32,
    strike: f32,
    years: f32,
}

#[derive(Clone, Copy)]
#[repr(C)]
pub struct Market {
    pub rate: f32,
    pub volatility: f32,
}

#[derive(Clone, Copy)]
enum Right {
    Call,
    Put,
}

/// The standard normal distribution after Abramowitz and Stegun, 26.2.17.
fn normal_cdf(x: f32) -> f32 {
    const SERIES: [f32; 5] = [0.319_381_53, -0.356_563_78, 1.781_477_9, -1.821_255_9, 1.330_274_5];
    const INV_SQRT_2PI: f32 = 0.398_942_3;

    let k = 1.0 / (1.0 + 0.231_641_9 * x.abs());
    let tail = SERIES.iter().rev().fold(0.0, |sum, c| (sum + c) * k);
    let upper = INV_SQRT_2PI * (-0.5 * x * x).exp() * tail;
    if x > 0.0 { 1.0 - upper } else { upper }
}

impl Contract {
    fn price(&self, market: &Market, right: Right) -> f32 {
        let Self { spot, strike, years } = *self;
        let deviation = market.volatility * years.sqrt();
        let drift = market.rate + 0.5 * market.volatility.powi(2);
        let d1 = ((spot / strike).ln() + drift * years) / deviation;
        let d2 = d1 - deviation;
        let discounted = strike * (-market.rate * years).exp();
        match right {
            Right::Call => spot * normal_cdf(d1) - discounted * normal_cdf(d2),
            Right::Put => discounted * normal_cdf(-d2) - spot * normal_cdf(-d1),
        }
    }
}

#[kernel]
pub unsafe fn black_scholes(
    contracts: &[Contract],
    market: Market,
    calls: *mut f32,
    puts: *mut f32,
) {
    let i = thread::index_1d() as usize;
    if i >= contracts.len() {
        return;
    }
    for (right, prices) in [(Right::Call, calls), (Right::Put, puts)] {
        unsafe { *prices.add(i) = contracts[i].price(&market, right) };
    }
}
