//! Warp operations of `cuda_std`, which are given masks and widths.

use super::data::{Case, case};

pub(crate) fn cases() -> Vec<Case> {
    let mut cases = shuffles();
    cases.extend(votes());
    cases.extend(names());
    cases
}

/// An expression of every thread, in warps of 32.
fn body(name: &str, body: &str) -> Case {
    let text = format!(
        "use cuda_std::warp::{{self, *}};
const FULL: u32 = 0xffff_ffff;
#[kernel]
pub unsafe fn body(a: &[u32], f: &[f32], out: *mut u32) {{
    let i = thread::index_1d() as usize;
    let lane = warp::lane_id();
    let x = a[i] + 1;
    *out.add(i) = {body};
}}"
    );
    case(name, &text).launch([2, 1, 1], [64, 1, 1]).cooperative().simulated_only()
}

fn shuffles() -> Vec<Case> {
    let mut cases = Vec::new();
    for mode in ["down", "up", "xor", "idx"] {
        for width in [1, 2, 4, 8, 16, 32] {
            cases.push(body(
                &format!("warp_shuffle_{mode} in sections of {width}"),
                &format!(
                    "{{ let (y, found) = warp_shuffle_{mode}(FULL, x, lane * 3 % 11, {width}); y + 1000 * found as u32 }}"
                ),
            ));
        }
        cases.push(body(
            &format!("warp_shuffle_{mode} with a width from the data"),
            &format!(
                "{{ let width = 1 << (i as u32 / 32 + 2); let (y, found) = warp_shuffle_{mode}(FULL, x, 5, width); y + 1000 * found as u32 }}"
            ),
        ));
    }
    cases.extend([
        body(
            "a mask that is in a variable too, which changes",
            "{ let of = (x, FULL - (x & 0)); let mut left = of.1; left >>= 16; warp_vote_ballot(of.1, lane < 20) ^ left }",
        ),
        body(
            "a mask that is an argument of a closure and in a variable, which changes",
            "(|lanes: u32| { let mut left = lanes; left >>= 16; warp_vote_ballot(lanes, lane < 20) ^ left })(FULL - (x & 0))",
        ),
        body(
            "a shuffle of u64",
            "{ let (y, _) = warp_shuffle_xor(FULL, (x as u64) << 33 | 5, 1, 32); (y >> 33) as u32 + y as u32 }",
        ),
        body(
            "a shuffle of i64",
            "{ let (y, _) = warp_shuffle_down(FULL, -(x as i64) * 7_000_000_000, 3, 16); (y / 1_000_000_000) as i32 as u32 }",
        ),
        body(
            "a shuffle of f64",
            "{ let (y, _) = warp_shuffle_up(FULL, x as f64 * 0.125, 2, 8); (y * 8.0) as u32 }",
        ),
        body(
            "a shuffle of f32",
            "{ let (y, found) = warp::warp_shuffle_idx(FULL, f[i], 9, 32); if found { (y * 16.0) as i32 as u32 } else { 7 } }",
        ),
        body("a shuffle of i32", "-warp_shuffle_xor(FULL, -(x as i32), 4, 32).0 as u32 + 1"),
        body(
            "a sum by halves",
            "{ let mut s = x; let mut by = 16; while by > 0 { s += warp_shuffle_down(FULL, s, by, 32).0; by /= 2; } s }",
        ),
        body(
            "a scan",
            "{ let mut s = x; let mut by = 1; while by < 32 { let (y, found) = warp_shuffle_up(FULL, s, by, 32); if found { s += y; } by *= 2; } s }",
        ),
    ]);
    cases
}

fn votes() -> Vec<Case> {
    let half = "let half = if lane < 16 { 0xffff } else { 0xffff_0000 };";
    vec![
        body("a ballot with a mask", "warp_vote_ballot(FULL, x % 3 == 0)"),
        body("a ballot of halves", &format!("{{ {half} warp_vote_ballot(half, x % 3 == 0) }}")),
        body(
            "votes with a mask",
            "warp_vote_all(FULL, x < 90) as u32 + 2 * warp_vote_any(FULL, x == 1) as u32 + 4",
        ),
        body(
            "votes of halves",
            &format!(
                "{{ {half} warp_vote_all(half, lane < 16) as u32 + 2 * warp_vote_any(half, x == 1) as u32 + 4 }}"
            ),
        ),
        body("lanes that are active", "activemask() + lane"),
        body("lanes with the same u32", "warp_match_any(FULL, x % 5)"),
        body("lanes with the same i64", "warp_match_any(FULL, -((x % 4) as i64) << 32)"),
        body("lanes with the same f32", "warp_match_any(FULL, (x % 3) as f32 * 0.5)"),
        body(
            "lanes of a half with the same value",
            &format!("{{ {half} warp_match_any(half, x % 4) }}"),
        ),
        body("a sum at once", "warp_reduce(FULL, x, WarpReductionOp::Add)"),
        body(
            "the least of a half",
            &format!("{{ {half} warp_reduce(half, x, WarpReductionOp::Min) }}"),
        ),
        body(
            "the largest of signed numbers",
            "warp_reduce(FULL, 40 - x as i32, warp::WarpReductionOp::Max) as u32",
        ),
        body(
            "bits of all lanes",
            "warp_reduce(FULL, x | 64, WarpReductionOp::And) + 2 * warp_reduce(FULL, x, WarpReductionOp::Or) + 3 * warp_reduce(FULL, x, WarpReductionOp::Xor)",
        ),
        case(
            "a last warp that is not full",
            "use cuda_std::warp::*;
#[kernel]
pub unsafe fn partial(a: &[u32], out: *mut u32) {
    let i = thread::index_1d() as usize;
    let x = a[i] + 1;
    let there = activemask();
    let most = warp_reduce(u32::MAX, x, WarpReductionOp::Max);
    let same = warp_match_any(there, x % 4);
    let (pair, _) = warp_shuffle_xor(there, x, 1, 32);
    *out.add(i) = warp_vote_ballot(u32::MAX, x % 2 == 0) + 3 * most + 5 * same + pair;
}",
        )
        .launch([2, 1, 1], [50, 1, 1])
        .cooperative()
        .simulated_only(),
    ]
}

/// The ways in which the names are brought in.
fn names() -> Vec<Case> {
    let with = |name: &str, imports: &str, body: &str| {
        let text = format!(
            "{imports}
#[kernel]
pub unsafe fn body(a: &[u32], out: *mut u32) {{
    let i = cuda_std::thread::index_1d() as usize;
    *out.add(i) = {body} + a[i] + 1;
}}"
        );
        case(name, &text).launch([2, 1, 1], [32, 1, 1]).cooperative().simulated_only()
    };
    vec![
        with(
            "everything of cuda_std",
            "use cuda_std::*;",
            "warp::warp_shuffle_down(u32::MAX, a[i], 1, 32).0 + thread::thread_idx().x",
        ),
        with(
            "everything of thread and warp",
            "use cuda_std::thread::*; use cuda_std::warp::*;",
            "lane_id() + thread_idx_x() + block_dim().x + warp_vote_ballot(u32::MAX, a[i] > 9)",
        ),
        with(
            "names for names",
            "use cuda_std::{thread as t, warp as w}; use cuda_std::warp::warp_shuffle_xor as across;",
            "across(u32::MAX, a[i], 1, 32).0 + w::lane_id() + t::index_2d().x + t::grid_dim_x()",
        ),
        with(
            "a module renamed as a whole",
            "use cuda_std as gpu;",
            "gpu::warp::activemask() % 7 + gpu::thread::warp_size()",
        ),
        with(
            "sleep and fences",
            "use cuda_std::thread::{nanosleep, grid_fence, system_fence};",
            "{ nanosleep(20); grid_fence(); system_fence(); thread::index() }",
        ),
    ]
}
