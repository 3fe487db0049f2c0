//! `static`s: in shared memory, and tables that never change.

use super::data::{Case, case};

pub(crate) fn cases() -> Vec<Case> {
    let mut cases = arrays();
    cases.extend(others());
    cases.extend(declared_at_one_place());
    cases.extend(tables());
    cases
}

/// A tile of 64 numbers that is turned round, written and read in these ways.
fn reversed(name: &str, write: &str, read: &str) -> Case {
    let text = format!(
        "use cuda_std::address_space;
use core::ptr::{{addr_of, addr_of_mut}};
#[address_space(shared)]
static mut TILE: [u32; 64] = [0; 64];
unsafe fn at(tile: *const u32, i: usize) -> u32 {{ *tile.add(i) }}
unsafe fn put(tile: &mut [u32; 64], i: usize, x: u32) {{ tile[i] = x; }}
unsafe fn of(tile: &[u32], i: usize) -> u32 {{ tile[i] }}
#[kernel]
pub unsafe fn reverse(a: &[u32], out: *mut u32) {{
    let t = thread::thread_idx_x() as usize;
    let i = thread::index_1d() as usize;
    let x = a[i] + 1;
    {write};
    thread::sync_threads();
    *out.add(i) = {read};
}}"
    );
    case(name, &text).launch([2, 1, 1], [64, 1, 1]).cooperative()
}

fn arrays() -> Vec<Case> {
    vec![
        reversed("a static by its index", "TILE[t] = x", "TILE[63 - t]"),
        reversed(
            "a static in blocks of its own",
            "unsafe { TILE[t] = x }",
            "unsafe { TILE[63 - t] }",
        ),
        reversed(
            "a static by a raw pointer",
            "(&raw mut TILE as *mut u32).add(t).write(x)",
            "at(&raw const TILE as *const u32, 63 - t)",
        ),
        reversed(
            "a place past the end that no thread comes to",
            "TILE[t] = x; if t > 99 { *(&raw mut TILE as *mut u32).add(64) = 1; }",
            "TILE[63 - t] + if t > 99 { *(&raw const TILE as *const [u32; 4]).add(16).cast::<u32>() } else { 0 }",
        ),
        reversed(
            "a row past the end that no thread comes to",
            "let rows = &raw mut TILE as *mut [u32; 8]; (*rows.add(t / 8))[t % 8] = x; if t > 99 { (*rows.add(9))[3] += 3; }",
            "(*(&raw const TILE as *const [u32; 8]).add(7 - t / 8))[7 - t % 8]",
        ),
        reversed(
            "a static by the macros of ptr",
            "*(addr_of_mut!(TILE) as *mut u32).add(t) = x",
            "(*addr_of!(TILE))[63 - t]",
        ),
        reversed(
            "a static by its methods",
            "*TILE.as_mut_ptr().add(t) = x",
            "*TILE.as_ptr().add(63 - t) + TILE.len() as u32",
        ),
        reversed("a static by references", "put(&mut TILE, t, x)", "of(&TILE, 63 - t)"),
        reversed(
            "a static by a pointer to the array",
            "let tile = &raw mut TILE; (*tile)[t] = x",
            "{ let tile = &raw const TILE; (*tile)[63 - t] }",
        ),
        reversed("a part of a static", "TILE[t] = x", "of(&TILE[32..], 31 - t % 32)"),
        reversed(
            "a static with an operator",
            "TILE[t] = x; TILE[t] += 5; TILE[t] *= 2",
            "TILE[63 - t]",
        ),
        reversed(
            "a static as a slice",
            "let tile = core::slice::from_raw_parts_mut(&raw mut TILE as *mut u32, 64); tile[t] = x",
            "TILE[63 - t]",
        ),
        case(
            "a static of two dimensions",
            "
use cuda_std::address_space;
const SIDE: usize = 8;
#[kernel]
pub unsafe fn transpose(a: &[f32], out: *mut f32) {
    #[address_space(shared)]
    static mut TILE: [[f32; SIDE + 1]; SIDE] = [[0.0; SIDE + 1]; SIDE];
    let x = thread::thread_idx_x() as usize;
    let y = thread::thread_idx_y() as usize;
    TILE[y][x] = a[y * SIDE + x];
    thread::sync_threads();
    let row = &TILE[x];
    *out.add(y * SIDE + x) = row[y] + TILE[x][y];
}",
        )
        .launch([1, 1, 1], [8, 8, 1])
        .cooperative(),
        case(
            "a tiled product with statics",
            "
use cuda_std::address_space;
#[kernel]
pub unsafe fn product(a: &[f32], b: &[f32], out: *mut f32) {
    const TILE: usize = 4;
    #[address_space(shared)]
    static mut LEFT: [f32; TILE * TILE] = [0.; TILE * TILE];
    #[address_space(shared)]
    static mut RIGHT: [f32; TILE * TILE] = [0.; TILE * TILE];
    let tx = thread::thread_idx_x() as usize;
    let ty = thread::thread_idx_y() as usize;
    let row = thread::block_idx_y() as usize * TILE + ty;
    let column = thread::block_idx_x() as usize * TILE + tx;
    let mut sum = 0.0f32;
    for start in (0..8).step_by(TILE) {
        unsafe { LEFT[ty * TILE + tx] = a[row * 8 + start + tx] };
        unsafe { RIGHT[ty * TILE + tx] = b[(start + ty) * 8 + column] };
        thread::sync_threads();
        for i in 0..TILE {
            sum += unsafe { LEFT[ty * TILE + i] * RIGHT[i * TILE + tx] };
        }
        thread::sync_threads();
    }
    *out.add(row * 8 + column) = sum;
}",
        )
        .launch([2, 2, 1], [4, 4, 1])
        .cooperative(),
    ]
}

fn others() -> Vec<Case> {
    vec![
        case(
            "a histogram in statics",
            "
use core::sync::atomic::Ordering::Relaxed;
use cuda_std::address_space;
use cuda_std::atomic::mid::{atomic_fetch_add_u32_block, atomic_fetch_max_u32_block};
#[address_space(shared)]
static mut BINS: [u32; 8] = [0; 8];
#[kernel]
pub unsafe fn histogram(a: &[u32], out: *mut u32) {
    #[address_space(shared)]
    static mut MOST: u32 = 0;
    let t = thread::thread_idx_x() as usize;
    if t < BINS.len() { BINS[t] = 0; }
    if t == 0 { MOST = 0; }
    thread::sync_threads();
    atomic_fetch_add_u32_block(&raw mut BINS[a[t] as usize % 8], Relaxed, 1);
    atomic_fetch_add_u32_block(&mut BINS[t % 8], Relaxed, 2);
    atomic_fetch_max_u32_block(&raw mut MOST, Relaxed, a[t]);
    thread::sync_threads();
    *out.add(t) = BINS[t % 8] + 1000 * MOST;
}",
        )
        .cooperative(),
        case(
            "a number in shared memory",
            "
use cuda_std::address_space;
#[kernel]
pub unsafe fn broadcast(a: &[u32], out: *mut u32) {
    #[address_space(shared)]
    static mut FIRST: u32 = 0;
    #[address_space(shared)]
    static mut SCALE: f32 = 0.0;
    let t = thread::thread_idx_x();
    let i = thread::index_1d() as usize;
    if t == 5 { FIRST = a[i]; SCALE = 0.5; }
    thread::sync_threads();
    *out.add(i) = FIRST + ((a[i] + 2) as f32 * SCALE) as u32;
}",
        )
        .launch([2, 1, 1], [32, 1, 1])
        .cooperative(),
        case(
            "structures in shared memory",
            "
use cuda_std::address_space;
#[derive(Clone, Copy)]
#[repr(C)]
struct Pair { count: u32, sum: f32 }
#[address_space(shared)]
static mut PAIRS: [Pair; 32] = [Pair { count: 0, sum: 0.0 }; 32];
#[address_space(shared)]
static mut BEST: Pair = Pair { count: 0, sum: 0.0 };
#[kernel]
pub unsafe fn pairs(a: &[u32], f: &[f32], out: *mut f32) {
    let t = thread::thread_idx_x() as usize;
    PAIRS[t] = Pair { count: a[t], sum: f[t] };
    PAIRS[t].count += 1;
    if t == 3 { BEST.count = 7; BEST.sum = 1.5; }
    thread::sync_threads();
    let other = PAIRS[31 - t];
    *out.add(t) = other.count as f32 + PAIRS[(t + 1) % 32].sum + BEST.sum * BEST.count as f32;
}",
        )
        .cooperative(),
        case(
            "a small array as a whole",
            "
use cuda_std::address_space;
#[kernel]
pub unsafe fn whole(a: &[u32], out: *mut u32) {
    #[address_space(shared)]
    static mut FOUR: [u32; 4] = [0; 4];
    let t = thread::thread_idx_x() as usize;
    if t == 0 { FOUR = [a[1], a[2], a[3], 9]; }
    thread::sync_threads();
    let four = FOUR;
    *out.add(t) = four[t % 4] + four[0];
}",
        )
        .cooperative(),
        case(
            "a shared array seen as an array",
            "
use cuda_std::shared_array;
#[kernel]
pub unsafe fn array(a: &[u32], out: *mut u32) {
    const N: usize = 16;
    let tile = &mut *(shared_array![u32; N * 2] as *mut [u32; N * 2]);
    let t = thread::thread_idx_x() as usize;
    tile[t] = a[t] + 1;
    thread::sync_threads();
    *out.add(t) = tile[(t + 7) % tile.len()];
}",
        )
        .cooperative(),
        case(
            "one static in two functions",
            "
use cuda_std::address_space;
#[address_space(shared)]
static mut SUMS: [i32; 32] = [0; 32];
unsafe fn halve(t: usize, by: usize) { if t < by { SUMS[t] += SUMS[t + by]; } }
#[kernel]
pub unsafe fn sum(a: &[i32], out: *mut i32) {
    let t = thread::thread_idx_x() as usize;
    SUMS[t] = a[thread::index_1d() as usize];
    thread::sync_threads();
    let mut by = 16;
    while by > 0 {
        halve(t, by);
        thread::sync_threads();
        by /= 2;
    }
    if t == 0 { *out.add(thread::block_idx_x() as usize) = SUMS[0]; }
}",
        )
        .launch([3, 1, 1], [32, 1, 1])
        .cooperative(),
    ]
}

fn tables() -> Vec<Case> {
    vec![
        case(
            "a static that never changes",
            "
static WEIGHTS: [f32; 4] = [0.5, 1.0, -2.0, 0.25];
static COUNT: usize = WEIGHTS_LEN * 2;
const WEIGHTS_LEN: usize = 4;
#[kernel]
pub unsafe fn weigh(a: &[f32], out: *mut f32) {
    static BIAS: f32 = 3.0;
    let i = thread::index_1d() as usize;
    *out.add(i) = a[i] * WEIGHTS[i % WEIGHTS.len()] + BIAS + COUNT as f32;
}",
        ),
        case(
            "a table in constant memory",
            "
use cuda_std::address_space;
#[address_space(constant)]
static STEPS: [[i32; 2]; 4] = [[1, 0], [0, 1], [-1, 0], [0, -1]];
#[kernel]
pub unsafe fn step(a: &[i32], out: *mut i32) {
    let i = thread::index_1d() as usize;
    let (dx, dy) = (STEPS[i % 4][0], STEPS[i % 4][1]);
    *out.add(i) = a[i] + 10 * dx + 100 * dy + 1000;
}",
        ),
    ]
}

/// Shared memory whose declarations have one place in the text, and what of it is one
/// memory although it is reached by many names.
fn declared_at_one_place() -> Vec<Case> {
    let of = |name: &str, items: &str, value: &str| {
        let text = format!(
            "use cuda_std::{{address_space, shared_array}};
{items}
#[kernel]
pub unsafe fn together(a: &[u32], out: *mut u32) {{
    let t = thread::thread_idx_x() as usize;
    let i = thread::index_1d() as usize;
    let x = a[i] + 1;
    *out.add(i) = {value};
}}"
        );
        case(name, &text).launch([2, 1, 1], [64, 1, 1]).cooperative()
    };
    vec![
        of(
            "two arrays of one macro",
            "macro_rules! both { ($x:expr, $t:expr) => {{
    let a = shared_array![u32; 64];
    let b = shared_array![u32; 64];
    *a.add($t) = $x;
    *b.add($t) = $x ^ 1000;
    thread::sync_threads();
    *a.add(63 - $t) * 3 + *b.add(63 - $t)
}} }",
            "both!(x, t)",
        ),
        of(
            "an array of each of two macros in one",
            "macro_rules! one { ($x:expr, $t:expr) => {{
    let tile = shared_array![u32; 64];
    *tile.add($t) = $x;
    tile
}} }
macro_rules! two { ($x:expr, $t:expr) => {{
    let (a, b) = (one!($x, $t), one!($x ^ 1000, $t));
    thread::sync_threads();
    *a.add(63 - $t) * 3 + *b.add(63 - $t)
}} }",
            "two!(x, t)",
        ),
        of(
            "statics of one macro",
            "macro_rules! tiles { ($($name:ident)*) => { $(
    #[address_space(shared)]
    static mut $name: [u32; 64] = [0; 64];
)* } }
tiles!(A B);",
            "{ A[t] = x; B[t] = x ^ 1000; thread::sync_threads(); A[63 - t] * 3 + B[63 - t] }",
        ),
        of(
            "statics that a macro names itself",
            "macro_rules! tiles { () => {
    #[address_space(shared)]
    static mut A: [u32; 64] = [0; 64];
    #[address_space(shared)]
    static mut B: [u32; 64] = [0; 64];
} }
tiles!();",
            "{ A[t] = x; B[t] = x ^ 1000; thread::sync_threads(); A[63 - t] * 3 + B[63 - t] }",
        ),
        of(
            "arrays of functions of one macro",
            "macro_rules! make { ($($name:ident)*) => { $(unsafe fn $name(x: u32, t: usize) -> *mut u32 {
    let tile = shared_array![u32; 64];
    *tile.add(t) = x;
    tile
})* } }
make!(first second);",
            "{ let (a, b) = (first(x, t), second(x ^ 1000, t)); thread::sync_threads(); *a.add(63 - t) * 3 + *b.add(63 - t) }",
        ),
        of(
            "arrays of methods of one macro",
            "trait Put { unsafe fn put(&self, x: u32, t: usize) -> *mut u32; }
struct A;
struct B;
macro_rules! make { ($($name:ident)*) => { $(impl Put for $name {
    unsafe fn put(&self, x: u32, t: usize) -> *mut u32 {
        let tile = shared_array![u32; 64];
        *tile.add(t) = x;
        tile
    }
})* } }
make!(A B);",
            "{ let (a, b) = (A.put(x, t), B.put(x ^ 1000, t)); thread::sync_threads(); *a.add(63 - t) * 3 + *b.add(63 - t) }",
        ),
        of(
            "functions of one name in two blocks of one macro",
            "macro_rules! two { ($x:expr, $t:expr) => {{
    let a = { unsafe fn put(x: u32, t: usize) -> *mut u32 { let tile = shared_array![u32; 64]; *tile.add(t) = x; tile } put($x, $t) };
    let b = { unsafe fn put(x: u32, t: usize) -> *mut u32 { let tile = shared_array![u32; 64]; *tile.add(t) = x; tile } put($x ^ 1000, $t) };
    thread::sync_threads();
    *a.add(63 - $t) * 3 + *b.add(63 - $t)
}} }",
            "two!(x, t)",
        ),
        of(
            "one array of all instances of a function",
            "unsafe fn tile<T: Copy>(_: T) -> *mut u32 { shared_array![u32; 64] }",
            "{ *tile(1_u8).add(t) = x; thread::sync_threads(); *tile(1.0_f32).add(63 - t) * 3 }",
        ),
        of(
            "one array of a function within a generic one",
            "unsafe fn tile<T: Copy>(_: T) -> *mut u32 {
    unsafe fn own() -> *mut u32 { shared_array![u32; 64] }
    #[address_space(shared)]
    static mut SECOND: [u32; 64] = [0; 64];
    SECOND[thread::thread_idx_x() as usize] = 5;
    own()
}",
            "{ *tile(1_u8).add(t) = x; thread::sync_threads(); *tile(1.0_f32).add(63 - t) * 3 }",
        ),
        of(
            "one array of a method that a trait gives",
            "trait Tile { unsafe fn tile(&self) -> *mut u32 { shared_array![u32; 64] } }
struct A;
struct B;
impl Tile for A {}
impl Tile for B {}",
            "{ *A.tile().add(t) = x; thread::sync_threads(); *B.tile().add(63 - t) * 3 }",
        ),
    ]
}
