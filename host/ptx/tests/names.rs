//! Every name of `cuda_std` becomes the instruction that it stands for, and
//! NVIDIA's assembler takes what comes out.

use crate::common::{can_compile, compile, options};
use crate::ptxas::Ptxas;
use warpbench_ptx::compile_kernel;

/// A kernel's name, its body, what its PTX contains and what it does not.
type Row = (&'static str, &'static str, &'static [&'static str], &'static [&'static str]);

/// What every body is given: pointers to numbers, a number and a condition.
const PARAMETERS: &str = "u: *mut u32, i: *mut i32, f: *mut f32, l: *mut u64, d: *mut f64, \
                          n: u32, p: bool";

const IMPORTS: &str = "\
use core::sync::atomic::*;
use core::sync::atomic::Ordering::*;
use cuda_std::atomic::{mid::*, *};
use cuda_std::prelude::*;
use cuda_std::ptr::{is_in_address_space, AddressSpace};
use cuda_std::shared::dynamic_shared_mem;
use cuda_std::warp::*;
use cuda_std::{address_space, shared_array, FloatExt, GpuFloat};
use glam::{Mat3, Mat4, UVec2, Vec2, Vec3, Vec3Swizzles, Vec4};

#[address_space(shared)]
static mut TILE: [f32; 64] = [0.0; 64];
#[address_space(constant)]
static WEIGHTS: [f32; 4] = [1.0, 2.0, 4.0, 8.0];
static TABLE: [u32; 4] = [3, 1, 4, 1];
";

const WARPS: &[Row] = &[
    ("lane", "*u = lane_id();", &["%laneid"], &[]),
    ("active", "*u = activemask();", &["activemask.b32"], &[]),
    ("sync", "sync_warp(n);", &["bar.warp.sync"], &[]),
    // The last operand: the bits that part the groups, and the last lane.
    (
        "down",
        "let (v, there) = warp_shuffle_down(u32::MAX, *u, 1, 32); *u = v + there as u32;",
        &["shfl.sync.down.b32", ", 31;", ", -1;"],
        &["trap"],
    ),
    (
        "down_8",
        "*u = warp_shuffle_down(u32::MAX, *u, 1, 8).0;",
        &["shfl.sync.down.b32", ", 6175;"],
        &[],
    ),
    ("up", "*f = warp_shuffle_up(n, *f, 1, 32).0;", &["shfl.sync.up.b32", ", 0;"], &[", 31;"]),
    ("up_16", "*f = warp_shuffle_up(n, *f, 1, 16).0;", &["shfl.sync.up.b32", ", 4096;"], &[]),
    ("idx", "*i = warp_shuffle_idx(n, *i, 0, 4).0;", &["shfl.sync.idx.b32", ", 7199;"], &[]),
    ("xor", "*u = warp_shuffle_xor(n, *u, 16, 32).0;", &["shfl.sync.bfly.b32"], &[]),
    ("any_width", "*u = warp_shuffle_xor(n, *u, 1, n).0;", &["shfl.sync.bfly.b32", "trap"], &[]),
    (
        "narrow",
        "*u = warp_shuffle_xor(n, *u as u8, 1, 32).0 as u32 \
         + warp_shuffle_xor(n, *i as i16, 1, 32).0 as u32 + warp_shuffle_xor(n, p, 1, 32).0 as u32;",
        &["shfl.sync.bfly.b32"],
        &[],
    ),
    (
        "wide",
        "*l = warp_shuffle_down(n, *l, 1, 32).0; *d = warp_shuffle_up(n, *d, 1, 32).0; \
         *l += warp_shuffle_idx(n, *l as u128, 1, 32).0 as u64; \
         *f = warp_shuffle_idx(n, *f as f16, 1, 32).0 as f32;",
        &["shfl.sync.down.b32", "shfl.sync.up.b32", "shfl.sync.idx.b32"],
        &[],
    ),
    ("all", "*u = warp_vote_all(n, p) as u32;", &["vote.sync.all.pred"], &[]),
    ("any", "*u = warp_vote_any(n, p) as u32;", &["vote.sync.any.pred"], &[]),
    ("ballot", "*u = warp_vote_ballot(n, p);", &["vote.sync.ballot.b32"], &[]),
    (
        "match_any",
        "*u = warp_match_any(n, *f) + warp_match_any(n, *l);",
        &["match.any.sync.b32", "match.any.sync.b64"],
        &[],
    ),
    (
        "match_all",
        "if let Some(m) = warp_match_all(n, *d) { *u = m; }",
        &["match.all.sync.b64"],
        &[],
    ),
    // The target is older than the instruction.
    (
        "reduce",
        "*u = warp_reduce(n, *u, WarpReductionOp::Add);",
        &["shfl.sync.idx.b32"],
        &["redux"],
    ),
];

const ATOMICS: &[Row] = &[
    (
        "core_add",
        "AtomicU32::from_ptr(u).fetch_add(1, Relaxed);",
        &["atom.global.add.u32"],
        &["fence"],
    ),
    (
        "core_acquire",
        "*u = AtomicI32::from_ptr(i).fetch_sub(1, Acquire) as u32;",
        &["atom.global.add.u32", "fence.acq_rel.gpu"],
        &[],
    ),
    (
        "core_ordered",
        "AtomicU64::from_ptr(l).swap(1, AcqRel);",
        &["atom.global.exch.b64", "fence.acq_rel.gpu"],
        &[],
    ),
    (
        "core_strong",
        "AtomicI64::from_ptr(l.cast()).fetch_max(1, SeqCst);",
        &["atom.global.max.s64", "fence.sc.gpu"],
        &[],
    ),
    (
        "core_min",
        "AtomicU32::from_ptr(u).fetch_min(n, Relaxed); AtomicU32::from_ptr(u).fetch_xor(n, Relaxed);",
        &["atom.global.min.u32", "atom.global.xor.b32"],
        &[],
    ),
    (
        "core_swap",
        "*u.add(1) = AtomicU32::from_ptr(u).compare_exchange(1, 2, AcqRel, Acquire).is_ok() as u32;",
        &["global.cas.b32"],
        &[],
    ),
    (
        "core_weak",
        "let _ = AtomicU64::from_ptr(l).compare_exchange_weak(1, 2, Relaxed, Relaxed);",
        &["global.cas.b64"],
        &[],
    ),
    (
        "core_update",
        "let _ = AtomicU32::from_ptr(u).fetch_update(Relaxed, Relaxed, |v| (v < n).then(|| v + 1));",
        &["global.cas.b32", "bra"],
        &[],
    ),
    // Bytes are exchanged within the word that holds them.
    (
        "core_byte",
        "AtomicU8::from_ptr(u.cast()).fetch_add(1, Relaxed);",
        &["global.cas.b32", "and.b64"],
        &[],
    ),
    (
        "core_short",
        "let _ = AtomicU16::from_ptr(u.cast()).compare_exchange(1, 2, Relaxed, Relaxed);",
        &["cas."],
        &[],
    ),
    (
        "core_bool",
        "AtomicBool::from_ptr(u.cast()).fetch_or(true, Relaxed);",
        &["atom.global.or.b32"],
        &[],
    ),
    (
        "core_size",
        "AtomicUsize::from_ptr(l.cast()).fetch_add(1, Relaxed);",
        &["atom.global.add.u64"],
        &[],
    ),
    ("core_load", "*u = AtomicU32::from_ptr(u).load(Acquire);", &["ld.acquire."], &[]),
    ("core_store", "AtomicU32::from_ptr(u).store(1, Release);", &["st.release."], &[]),
    (
        "core_shared",
        "let s = shared_array![AtomicU32; 8]; (*s.add(n as usize)).fetch_add(1, Relaxed); *u = (*s).load(Relaxed);",
        &["atom.shared.add.u32"],
        &[],
    ),
    ("core_fence", "fence(SeqCst);", &["fence.sc."], &[]),
    (
        "float_add",
        "AtomicF32::from_ptr(f).fetch_add(1.0, Relaxed);",
        &["atom.relaxed.gpu.add.f32"],
        &[],
    ),
    (
        "float_sub",
        "AtomicF64::from_ptr(d).fetch_sub(1.0, AcqRel);",
        &["atom.acq_rel.gpu.add.f64"],
        &[],
    ),
    ("float_max", "AtomicF32::from_ptr(f).fetch_max(*f, Relaxed);", &["max.s32", "min.u32"], &[]),
    ("float_min", "AtomicF64::from_ptr(d).fetch_min(-1.0, Relaxed);", &["max.u64"], &["min.s64"]),
    ("float_swap", "AtomicF32::from_ptr(f).swap(1.0, Relaxed);", &["exch.b32"], &[]),
    (
        "float_update",
        "let _ = AtomicF32::from_ptr(f).fetch_update(Relaxed, Relaxed, |v| Some(v * 2.0));",
        &["atom.relaxed.gpu.cas.b32"],
        &[],
    ),
    ("float_load", "*f = AtomicF32::from_ptr(f).load(Relaxed);", &["ld.relaxed.gpu.b32"], &[]),
    (
        "float_block",
        "BlockAtomicF32::from_ptr(f).fetch_add(1.0, Relaxed); SystemAtomicF64::from_ptr(d).store(1.0, Release);",
        &["atom.relaxed.cta.add.f32", "st.release.sys.b64"],
        &[],
    ),
    (
        "cas_u32",
        "*u = atomic_compare_and_swap_u32_device(u, 1, 2, AcqRel);",
        &["atom.acq_rel.gpu.cas.b32"],
        &[],
    ),
    (
        "cas_i64",
        "*l = atomic_compare_and_swap_i64_system(l.cast(), 1, 2, Relaxed) as u64;",
        &["atom.relaxed.sys.cas.b64"],
        &[],
    ),
    (
        "cas_f32",
        "*f = atomic_compare_and_swap_f32_block(f, 1.0, 2.0, SeqCst);",
        &["fence.sc.cta", "atom.acquire.cta.cas.b32"],
        &[],
    ),
    (
        "cas_u16",
        "*u = atomic_compare_and_swap_u16_device(u.cast(), 1, 2, Relaxed) as u32;",
        &["atom.relaxed.gpu.cas.b16"],
        &[],
    ),
    ("bits_of_float", "atomic_fetch_or_f32_device(f, Relaxed, 1.0);", &["atom.global.or.b32"], &[]),
    (
        "raw_add",
        "intrinsics::atomic_fetch_add_acquire_f64_system(d, 1.0);",
        &["atom.acquire.sys.add.f64"],
        &[],
    ),
    (
        "raw_sub",
        "intrinsics::atomic_fetch_sub_volatile_u32_block(u, 1);",
        &["atom.cta.add.u32"],
        &[],
    ),
    (
        "raw_swap",
        "intrinsics::atomic_fetch_cas_relaxed_i32_device(i, 1, 2);",
        &["atom.relaxed.gpu.cas.b32"],
        &[],
    ),
    (
        "raw_load",
        "*u = intrinsics::atomic_load_volatile_32_device(u) + intrinsics::atomic_load_acquire_32_block(u);",
        &["ld.volatile.b32", "ld.acquire.cta.b32"],
        &[],
    ),
    (
        "raw_fence",
        "intrinsics::membar_block(); intrinsics::fence_acqrel_system();",
        &["membar.cta", "fence.acq_rel.sys"],
        &[],
    ),
    (
        "fences",
        "thread::block_fence(); thread::device_fence(); thread::grid_fence(); thread::system_fence();",
        &["membar.cta", "membar.gl", "membar.sys"],
        &[],
    ),
    (
        "scoped_fences",
        "block_thread_fence(AcqRel); device_thread_fence(SeqCst); system_thread_fence(Release);",
        &["fence.acq_rel.cta", "fence.sc.gpu", "fence.acq_rel.sys"],
        &[],
    ),
];

const MEMORY: &[Row] = &[
    (
        "shared_static",
        "let t = thread::thread_idx_x() as usize; TILE[t] = *f; thread::sync_threads(); *f = TILE[63 - t];",
        &[".shared", "[256]", "st.shared.b32", "ld.shared.b32"],
        &[],
    ),
    (
        "shared_local",
        "#[address_space(shared)] static mut FLAG: u32 = 7; FLAG = n; thread::sync_threads(); *u = FLAG;",
        &["st.shared.b32"],
        &[", 7;"],
    ),
    ("constant_static", "*f = WEIGHTS[n as usize & 3];", &["ld.const.b32"], &["trap"]),
    ("plain_static", "*u = TABLE[n as usize & 3];", &["ld.global"], &[]),
    (
        "dynamic",
        "let s = dynamic_shared_mem::<f32>(); *s.add(n as usize) = *f; thread::sync_threads(); *f = *s;",
        &["_Zcuda_std_dyn_shared", "st.shared.b32"],
        &[],
    ),
    (
        "sizes",
        "*u = cuda_std::mem::dynamic_smem_size() + cuda_std::mem::total_smem_size();",
        &["%dynamic_smem_size", "%total_smem_size"],
        &[],
    ),
    (
        "spaces",
        "*u = is_in_address_space(u, AddressSpace::Shared) as u32;",
        &["isspacep.shared"],
        &[],
    ),
    ("clock", "*l = cuda_std::misc::clock();", &["%clock64"], &[]),
    ("counter", "cuda_std::misc::profiler_counter(3);", &["pmevent"], &["trap"]),
];

const THREADS: &[Row] = &[
    (
        "places",
        "let a = thread::index_2d(); let b: UVec2 = a + 1; *u = b.x * b.y + thread::index_3d().z + thread::index() + thread::block_dim().element_product() + thread::grid_dim().product();",
        &["%tid.x", "%ctaid.z", "%nctaid.x"],
        &[],
    ),
    ("first", "if thread::first() { *u = 1; }", &["%tid.z", "%ctaid.x"], &[]),
    (
        "barriers",
        "*u = thread::sync_threads_count(n) + thread::sync_threads_and(n) + thread::sync_threads_or(n);",
        &["bar.red.popc.u32", "bar.red.and.pred", "bar.red.or.pred"],
        &[],
    ),
    ("sleep", "thread::nanosleep(n);", &["nanosleep.u32"], &[]),
    (
        "assertion",
        "assert!(n > 0); assert_eq!(n & 1, 1); assert_ne!(n, 7);",
        &["trap"],
        &["vprintf"],
    ),
    ("impossible", "match n { 0 => *u = 1, _ => unreachable!(\"{n}\") }", &["trap"], &[]),
    ("line", "println!(\"{} {n:>4} {:?}\", *i, p);", &["call.uni Line_print"], &[]),
    ("floats_printed", "print!(\"{:.2} {:e}\", *f, *d);", &["call.uni Line_print"], &[]),
    (
        "vector_printed",
        "println!(\"{:?} {}\", Vec2::new(*f, 1.0), UVec2::ONE);",
        &["call.uni Line_print"],
        &[],
    ),
];

const FLOATS: &[Row] = &[
    (
        "halves",
        "let h = *f as f16; *f = (h * h + 1.5f16) as f32; *d = f16::from_f32(*f).to_f64();",
        &["f16"],
        &[],
    ),
    ("brain", "*f = (cuda_std::bf16::from_f32(*f) + cuda_std::bf16::ONE).to_f32();", &["add"], &[]),
    (
        "inverse",
        "*f = f.read().acos() + f.read().atan2(2.0) + f.read().cbrt() + f.read().sinh();",
        &["fma"],
        &["ex2.approx.f64"],
    ),
    (
        "double",
        "*d = d.read().exp() + d.read().ln() + d.read().powf(0.5) + d.read().sin();",
        &["fma.rn.f64"],
        &[".extern"],
    ),
    (
        "special",
        "*f = f.read().norm_cdf() + f.read().error_function(); *d = d.read().gamma();",
        &["fma.rn"],
        &[],
    ),
    (
        "vectors",
        "let v = Vec3::new(*f, 1.0, 2.0); *f = v.cross(Vec3::Y).normalize().dot(v.zyx()) * v.length();",
        &["sqrt.rn.f32"],
        &[],
    ),
    (
        "matrices",
        "let m = Mat4::from_rotation_x(*f); *f = m.inverse().transform_point3(Vec3::X).y + (Mat3::IDENTITY * Vec3::ONE).x + (2.0 * Vec4::ONE).w;",
        &["sin.approx.f32"],
        &[],
    ),
    (
        "references",
        "let v = &Vec3::splat(*f); let w = (v * 255.0 - v).map(f32::sqrt); \
         *u = w.clamp(Vec3::ZERO, 255.0 * v).as_u8vec3().x as u32 + [*v, w].iter().sum::<Vec3>().y as u32;",
        &["sqrt.rn.f32"],
        &["trap"],
    ),
    (
        "through_cuda_std",
        "let size: cuda_std::glam::USizeVec2 = UVec2::splat(n).as_usizevec2(); \
         *f = (Vec2::ONE / size.as_vec2()).x + cuda_std::half::f16::ONE.to_f32();",
        &["cvt.rn.f32"],
        &[],
    ),
];

/// The text of one kernel in the PTX.
fn entry<'a>(ptx: &'a str, name: &str) -> &'a str {
    let start = ptx.find(&format!(".entry {name}(")).unwrap_or_else(|| panic!("no kernel {name}"));
    let end = ptx[start..].find("-- End function").map_or(ptx.len(), |end| start + end);
    &ptx[start..end]
}

fn check(test: &str, rows: &[Row]) {
    if !can_compile(test) {
        return;
    }
    let kernels: Vec<String> = rows
        .iter()
        .map(|(name, body, ..)| {
            format!("#[kernel]\npub unsafe fn {name}({PARAMETERS}) {{ {body} }}\n")
        })
        .collect();
    let source = format!("#![expect(unused)]\n{IMPORTS}{}", kernels.concat());
    let ptx = compile(&source).unwrap_or_else(|error| panic!("{error}")).ptx;
    for (name, body, expected, unexpected) in rows {
        let text = entry(&ptx, name);
        for part in *expected {
            assert!(text.contains(part), "no {part} for {body}\n{text}");
        }
        for part in *unexpected {
            assert!(!text.contains(part), "{part} for {body}\n{text}");
        }
    }
    let Some(ptxas) = Ptxas::find(test) else { return };
    for architecture in ["sm_75", "sm_90"] {
        assert_eq!(ptxas.refusal(&ptx, architecture), None, "{architecture}");
    }
}

#[test]
fn what_warps_do_together() {
    check("what_warps_do_together", WARPS);
}

#[test]
fn atomics_and_fences() {
    check("atomics_and_fences", ATOMICS);
}

#[test]
fn memory_of_every_kind() {
    check("memory_of_every_kind", MEMORY);
}

#[test]
fn threads_and_what_they_print() {
    check("threads_and_what_they_print", THREADS);
}

#[test]
fn floats_and_vectors() {
    check("floats_and_vectors", FLOATS);
}

#[test]
fn a_newer_target_has_more_instructions() {
    let test = "a_newer_target_has_more_instructions";
    if !can_compile(test) {
        return;
    }
    let source = "\
use cuda_std::prelude::*;
use cuda_std::warp::{warp_reduce, WarpReductionOp};

#[kernel]
pub unsafe fn reduce(u: *mut u32, i: *mut i32, mask: u32) {
    *u = warp_reduce(mask, *u, WarpReductionOp::Xor);
    *i = warp_reduce(mask, *i, WarpReductionOp::Min);
}
";
    let options = warpbench_ptx::Options { target: "sm_80".into(), ..options("reduce.rs") };
    let ptx = compile_kernel(source, &options, &mut |_| {}).unwrap().ptx;
    for part in ["redux.sync.xor.b32", "redux.sync.min.s32"] {
        assert!(ptx.contains(part), "no {part} in\n{ptx}");
    }
    assert!(!ptx.contains("shfl"), "{ptx}");
    if let Some(ptxas) = Ptxas::find(test) {
        assert_eq!(ptxas.refusal(&ptx, "sm_80"), None);
    }
}

#[test]
fn parameters_lie_as_the_host_lays_them() {
    let test = "parameters_lie_as_the_host_lays_them";
    if !can_compile(test) {
        return;
    }
    let source = "\
use cuda_std::prelude::*;

#[derive(Clone, Copy)]
#[repr(C)]
pub struct Pair { small: u8, large: f64 }

#[derive(Clone, Copy, PartialEq)]
#[repr(u8)]
pub enum Mode { Fast, Slow }

pub type Three = [f32; 3];

#[kernel]
pub unsafe fn parameters(
    pair: Pair, array: Three, (small, large): (u8, f64), flag: bool, byte: i8, short: u16,
    half: f16, mode: Mode, nothing: (), wide: u128, mut x: &[f32], x_len: u32, y: &mut [u16],
    one: &u32, vector: glam::Vec4,
) {
    let _ = nothing;
    x = &x[1..];
    y[0] = pair.small as u16 + short + byte as u16 + x_len as u16 + wide as u16 + *one as u16;
    y[1] = (pair.large + large + array[2] as f64 + half as f64 + vector.w as f64) as u16;
    y[2] = x[0] as u16 + small as u16 + flag as u16 + (mode == Mode::Slow) as u16;
}
";
    let compiled = compile(source).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(compiled.messages, "");
    let (list, _) = entry(&compiled.ptx, "parameters").split_once(')').unwrap();
    let types: Vec<String> = list
        .lines()
        .filter_map(|line| line.trim().strip_prefix(".param "))
        .map(|line| line.trim_end_matches(',').replace(" .ptr", ""))
        .map(|line| {
            let (before, name) = line.rsplit_once(' ').unwrap();
            let size = name.split_once('[').map_or(String::new(), |(_, size)| format!(" [{size}"));
            // Beside a pointer, the alignment is that of what it leads to.
            let before = before.strip_prefix(".u64").map_or(before, |_| ".u64");
            format!("{before}{size}")
        })
        .collect();
    let expected = [
        ".align 8 .b8 [16]",
        ".align 4 .b8 [12]",
        ".align 8 .b8 [16]",
        ".u8",
        ".u8",
        ".u16",
        ".align 2 .b8 [2]",
        ".u8",
        ".align 16 .b8 [16]",
        ".u64",
        ".u64",
        ".u32",
        ".u64",
        ".u64",
        ".u64",
        ".align 16 .b8 [16]",
    ];
    assert_eq!(types, expected, "{list}");
}

#[test]
fn what_cannot_be_says_what_to_write() {
    if !can_compile("what_cannot_be_says_what_to_write") {
        return;
    }
    let kernel = |body: &str| {
        format!(
            "use cuda_std::prelude::*;\n\n#[kernel]\npub unsafe fn k(u: *mut u32) {{\n{body}\n}}\n"
        )
    };
    let statics = |attribute: &str, declaration: &str| {
        let text = kernel("*u = X[*u as usize];");
        format!("#[cuda_std::address_space({attribute})]\n{declaration}\n{text}")
    };
    let cases = [
        (kernel("println!(*u);"), "the text to print is a string literal"),
        (kernel("println!(\"{} {}\", *u);"), "the text prints argument 1, and 1 stand behind it"),
        (kernel("println!(\"x\", *u);"), "nothing in the text prints this argument"),
        (kernel("println!(\"{*u}\");"), "between braces stands a name or a number"),
        (kernel("println!(\"{:p}\", *u);"), "is no way to print on the GPU"),
        (kernel("println!(\"}\");"), "is written `}}`"),
        (kernel("struct P; println!(\"{:?}\", P);"), "print a structure field by field"),
        (kernel("println!(\"{}\", [1, 2]);"), "`{:?}` also prints arrays"),
        (
            kernel("*u = cuda_std::warp::warp_shuffle_down(1, (1, 2), 1, 32).0 .0;"),
            "shuffle the fields of a structure one by one",
        ),
        (statics("local", "static X: [u32; 4] = [0; 4];"), "write `let mut` in the kernel"),
        (statics("texture", "static X: [u32; 4] = [0; 4];"), "`shared`, `constant` and `global`"),
        (statics("shared", "const X: [u32; 4] = [0; 4];"), "stands before a `static`"),
        (statics("shared", "static X: [u32; 4] = [1; 4];"), "declare it as `static mut`"),
    ];
    for (source, expected) in cases {
        match compile(&source) {
            Ok(compiled) => panic!("{source}\nis\n{}", compiled.ptx),
            Err(error) => {
                let text = error.to_string();
                assert!(text.contains(expected), "no {expected:?} for\n{source}\nin\n{text}");
            }
        }
    }
}
