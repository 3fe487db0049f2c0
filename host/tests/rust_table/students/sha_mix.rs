// Crypto: SHA-256 compression of one block per thread.
use cuda_std::prelude::*;

static K: [u32; 16] = [
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
];
const H0: [u32; 8] = [
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
];

macro_rules! sigma {
    ($x:expr, $a:literal, $b:literal, shr $c:literal) => {
        $x.rotate_right($a) ^ $x.rotate_right($b) ^ ($x >> $c)
    };
    ($x:expr, $a:literal, $b:literal, $c:literal) => {
        $x.rotate_right($a) ^ $x.rotate_right($b) ^ $x.rotate_right($c)
    };
}

fn compress(state: &mut [u32; 8], block: &[u8; 64]) {
    let mut w = [0u32; 16];
    for (word, bytes) in w.iter_mut().zip(block.chunks_exact(4)) {
        *word = u32::from_be_bytes(bytes.try_into().unwrap());
    }
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = *state;
    for (i, &k) in K.iter().enumerate() {
        let s1 = sigma!(e, 6, 11, 25);
        let ch = (e & f) ^ (!e & g);
        let t1 = h.wrapping_add(s1).wrapping_add(ch).wrapping_add(k).wrapping_add(w[i]);
        let s0 = sigma!(a, 2, 13, 22);
        let maj = (a & b) ^ (a & c) ^ (b & c);
        let t2 = s0.wrapping_add(maj);
        (h, g, f, e, d, c, b, a) = (g, f, e, d.wrapping_add(t1), c, b, a, t1.wrapping_add(t2));
        w[i] = w[i].wrapping_add(sigma!(w[(i + 1) % 16], 7, 18, shr 3));
    }
    for (s, v) in state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
        *s = s.wrapping_add(v);
    }
}

#[kernel]
pub unsafe fn sha_mix(message: &[u8], out: *mut u32) {
    let i = thread::index_1d() as usize;
    let mut block = [0u8; 64];
    block[..32].copy_from_slice(&message[..32]);
    block[32] = 0x80;
    block[63] = i as u8;
    block.rotate_left(i % 5);
    let mut state = H0;
    compress(&mut state, &block);
    *out.add(i) = state.iter().fold(0, |x, s| x ^ s);
    *out.add(i + 32) = state[7];
}
