// Machine learning: const generic layers, traits for activations.
use cuda_std::prelude::*;

trait Activation {
    fn apply(x: f32) -> f32;
}
struct Relu;
struct LeakyRelu;
struct Gelu;
impl Activation for Relu {
    fn apply(x: f32) -> f32 {
        x.max(0.0)
    }
}
impl Activation for LeakyRelu {
    fn apply(x: f32) -> f32 {
        if x.is_sign_negative() { 0.125 * x } else { x }
    }
}
impl Activation for Gelu {
    fn apply(x: f32) -> f32 {
        0.5 * x * (1.0 + (0.797_884_6 * (x + 0.044_715 * x.powi(3))).tanh())
    }
}

struct Dense<'w, A: Activation, const I: usize, const O: usize> {
    weights: &'w [f32],
    bias: [f32; O],
    activation: core::marker::PhantomData<A>,
}

impl<'w, A: Activation, const I: usize, const O: usize> Dense<'w, A, I, O> {
    const PARAMETERS: usize = I * O + O;

    fn new(weights: &'w [f32]) -> Self {
        let mut bias = [0.0; O];
        bias.copy_from_slice(&weights[..O]);
        Dense { weights: &weights[O..Self::PARAMETERS], bias, activation: core::marker::PhantomData }
    }

    fn forward(&self, x: &[f32; I]) -> [f32; O] {
        core::array::from_fn(|o| {
            let row = &self.weights[o * I..(o + 1) * I];
            let z: f32 = row.iter().zip(x).map(|(w, x)| w * x).sum::<f32>() + self.bias[o];
            A::apply(z / 64.0)
        })
    }
}

fn softmax<const N: usize>(x: [f32; N]) -> [f32; N] {
    let max = x.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let e = x.map(|v| (v - max).exp());
    let total: f32 = e.iter().sum();
    e.map(|v| v / total)
}

fn argmax(x: &[f32]) -> usize {
    x.iter()
        .enumerate()
        .max_by(|(_, a), (_, b)| a.total_cmp(b))
        .map(|(i, _)| i)
        .unwrap_or(0)
}

#[kernel]
pub unsafe fn mlp(input: &[f32], weights: &[f32], out: *mut f32) {
    let i = thread::index_1d() as usize;
    let x = [input[i], input[(i + 1) % 32], 1.0];
    let first = Dense::<LeakyRelu, 3, 4>::new(weights);
    let second: Dense<Gelu, 4, 3> = Dense::new(&weights[16..]);
    let third = Dense::<Relu, 3, 2>::new(&weights[4..]);
    let hidden = second.forward(&first.forward(&x));
    let p = softmax(hidden);
    let y = third.forward(&p);
    *out.add(i) = p[0];
    *out.add(i + 32) = argmax(&x) as f32;
    *out.add(i + 64) = y.iter().sum();
}
