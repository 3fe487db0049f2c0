// Physics: 3-D heat stencil with ping-pong buffers and tuples.
use cuda_std::prelude::*;

type Index = (usize, usize, usize);
const DIM: Index = (4, 4, 2);

#[inline]
fn flat((x, y, z): Index) -> usize {
    (z * DIM.1 + y) * DIM.0 + x
}

fn unflat(i: usize) -> Index {
    (i % DIM.0, i / DIM.0 % DIM.1, i / (DIM.0 * DIM.1))
}

fn step((x, y, z): Index, axis: usize, forward: bool) -> Option<Index> {
    let go = |v: usize, limit: usize| {
        if forward {
            Some(v + 1).filter(|v| *v < limit)
        } else {
            v.checked_sub(1)
        }
    };
    Some(match axis {
        0 => (go(x, DIM.0)?, y, z),
        1 => (x, go(y, DIM.1)?, z),
        2 => (x, y, go(z, DIM.2)?),
        _ => unreachable!(),
    })
}

#[kernel]
pub unsafe fn heat(initial: &[f32], io_a: *mut f32, io_b: *mut f32, steps: u32) {
    let i = thread::index_1d() as usize;
    let here = unflat(i);
    debug_assert_eq!(flat(here), i);
    let (mut src, mut dst) = (io_a, io_b);
    *src.add(i) = initial[i];
    thread::sync_threads();
    for _ in 0..steps {
        let centre = src.add(i).read();
        let flux: f32 = (0..3)
            .flat_map(|axis| [false, true].map(|forward| (axis, forward)))
            .filter_map(|(axis, forward)| step(here, axis, forward))
            .map(|p| *src.add(flat(p)) - centre)
            .sum();
        dst.add(i).write(centre + 0.125 * flux);
        thread::sync_threads();
        core::mem::swap(&mut src, &mut dst);
    }
    *io_b.add(i + 32) = *src.add(i);
}
