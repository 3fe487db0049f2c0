//! Every WGSL kernel of the catalogue on the simulator, at awkward sizes, under
//! every schedule and at several widths, against the reference and without a
//! finding.

use rayon::prelude::*;
use warpbench_catalog as catalog;
use warpbench_catalog::{Precision, Variant};
use warpbench_cores::Threads;
use warpbench_front::wgsl;
use warpbench_machine::model;
use warpbench_machine::observe::counters::{Counters, Counts};
use warpbench_machine::observe::detectors::Detectors;
use warpbench_machine::sim::{self, Schedule};
use warpbench_simulate::direct::{Settings, run_problem};

const SEED: u64 = 7;

fn check(variant: &Variant, checked: &wgsl::Checked, size: &[u64], width: u32, schedule: Schedule) {
    let problem = variant.problem(size, SEED).expect("a small size");
    let mut contents = problem.contents(&Threads::all());
    let expected = variant.reference(&Threads::all(), size, &contents, Precision::Double);
    let settings = Settings { warp_width: width, schedule, most_instructions: 1 << 32 };
    let mut detectors = Detectors::all();
    run_problem(checked, &problem, &mut contents, &settings, &mut detectors)
        .unwrap_or_else(|error| panic!("{}: {error}", variant.name));
    let error = contents[problem.output].max_error(&expected);
    let name = format!("{} at {size:?}, width {width}, {schedule:?}", variant.name);
    assert!(error <= problem.tolerance, "{name}: off by {error:e}");
    assert_eq!(detectors.findings(), [], "{name}");
}

fn sizes(variant: &Variant) -> &'static [&'static [u64]] {
    match variant.dimensions.len() {
        1 => &[&[0], &[1], &[31], &[33], &[1000], &[4097]],
        2 if variant.name.starts_with("copy") => &[&[1, 1], &[33, 3], &[1000, 7]],
        2 => &[&[1, 1], &[31, 33], &[40, 65]],
        _ => &[&[1, 1, 1], &[31, 33, 17], &[20, 40, 36]],
    }
}

#[test]
fn every_kernel_is_right_at_awkward_sizes_under_every_schedule_and_width() {
    let variants: Vec<_> = catalog::variants().collect();
    variants.into_par_iter().for_each(|(family, variant)| {
        let checked =
            wgsl::check(family.wgsl_of(variant).1, family.name).expect("checked elsewhere");
        for size in sizes(variant) {
            for width in [16, 32, 64] {
                for schedule in [Schedule::InOrder, Schedule::RoundRobin, Schedule::Shuffled(3)] {
                    check(variant, &checked, size, width, schedule);
                }
            }
        }
    });
}

/// What a kernel does at a size, under a model.
fn count(name: &str, size: &[u64], model: &str) -> Counts {
    let (family, variant) = catalog::find(name).expect(name);
    let checked = wgsl::check(family.wgsl_of(variant).1, family.name).expect("checked elsewhere");
    let model = model::find(model).expect(model);
    let problem = variant.problem(size, SEED).expect("a small size");
    let settings = Settings {
        warp_width: model.warp_width,
        schedule: Schedule::InOrder,
        most_instructions: 1 << 32,
    };
    let mut counters = Counters::new(model);
    run_problem(
        &checked,
        &problem,
        &mut problem.contents(&Threads::all()),
        &settings,
        &mut counters,
    )
    .unwrap_or_else(|error| panic!("{name}: {error}"));
    counters.counts()
}

#[test]
fn a_copy_costs_what_its_addresses_say() {
    // 1,024 elements are 32 warps: one load and one store each. Side by side
    // that is 4 sectors per request. The stride spreads the loads; the stores
    // stay as they are.
    let check = |size: &[u64], name: &str, sectors: u64| {
        let counts = count(name, size, "h200");
        assert_eq!(counts.global_requests, 64, "{name} {size:?}");
        assert_eq!(counts.global_sectors, sectors, "{name} {size:?}");
    };
    check(&[1024], "copy_coalesced", 32 * (4 + 4));
    check(&[1024, 1], "copy_offset", 32 * (5 + 4));
    check(&[1024, 8], "copy_offset", 32 * (4 + 4));
    check(&[1024, 1], "copy_strided", 32 * (4 + 4));
    check(&[1024, 2], "copy_strided", 32 * (8 + 4));
    check(&[1024, 8], "copy_strided", 32 * (32 + 4));
    check(&[1024, 32], "copy_strided", 32 * (32 + 4));
    // On the 8800 an offset of one turns a half-warp's one transaction into 16.
    let even = count("copy_offset", &[1024, 0], "8800 gtx").global_transactions;
    let odd = count("copy_offset", &[1024, 1], "8800 gtx").global_transactions;
    assert_eq!((even, odd), (64 + 64, 64 * 16 + 64));
}

#[test]
fn copies_cost_what_every_models_rule_says() {
    // 1,024 words, loads at a stride or an offset, stores side by side; warps are
    // those of the model. Per warp, loads and stores:
    // - The 8800 serves a half-warp with one transaction if it is in order, and
    //   every lane for itself if it is not.
    // - The GTX 280 fetches the 128-byte segments of each half-warp, cut down to
    //   what is used: 16 words at stride 2 fill one, at stride 8 they lie in four,
    //   at stride 32 each is alone. One word of offset costs the second half-warp
    //   a piece of the next segment.
    // - Fermi loads lines of 128 bytes and stores sectors of 32.
    // - Pascal and later move the 32-byte sectors that are touched.
    // - The MI210 moves lines of 64 bytes for 64 lanes, the Arc for 16.
    let table = [
        // model, warps, stores, loads at stride 1, 2, 8, 32, at offset 1
        ("8800 gtx", 32, 2, [2, 32, 32, 32], 32),
        ("gtx 280", 32, 2, [2, 2, 8, 32], 3),
        ("c2050", 32, 4, [1, 2, 8, 32], 2),
        ("p100", 32, 4, [4, 8, 32, 32], 5),
        ("4090", 32, 4, [4, 8, 32, 32], 5),
        ("h200", 32, 4, [4, 8, 32, 32], 5),
        ("mi210", 16, 4, [4, 8, 32, 64], 5),
        ("a770", 64, 1, [1, 2, 8, 16], 2),
    ];
    let slugs = table.map(|(model, ..)| model::find(model).expect("is there").slug.clone());
    let models: Vec<&String> = model::builtin().iter().map(|model| &model.slug).collect();
    assert_eq!(slugs.iter().collect::<Vec<_>>(), models, "the table has a row for every model");
    for (model, warps, stores, strided, offset) in table {
        for (stride, loads) in [1, 2, 8, 32].into_iter().zip(strided) {
            let found = count("copy_strided", &[1024, stride], model);
            assert_eq!(found.global_requests, 2 * warps, "{model}, stride {stride}");
            let expected = warps * (loads + stores);
            assert_eq!(found.global_transactions, expected, "{model}, stride {stride}");
        }
        let found = count("copy_offset", &[1024, 1], model).global_transactions;
        assert_eq!(found, warps * (offset + stores), "{model}, offset 1");
    }
}

#[test]
fn padding_cures_the_bank_conflicts_of_a_transpose() {
    // A 64x64 matrix is four tiles of 32 rows; each warp reads a column of the
    // tile for each row it writes: 128 reads of 32 words in one bank.
    let tiled = count("transpose_tiled", &[64, 64], "h200");
    assert_eq!((tiled.max_bank_conflict_degree, tiled.bank_conflicts), (32, 128 * 31));
    assert_eq!(tiled.shared_requests, 256);
    let padded = count("transpose_padded", &[64, 64], "h200");
    assert_eq!((padded.max_bank_conflict_degree, padded.bank_conflicts), (1, 0));
    // Without the tile every store touches 32 sectors.
    assert_eq!(count("transpose_naive", &[64, 64], "h200").global_sectors, 128 * (4 + 32));
}

#[test]
fn matvec_needs_its_padding_on_sixteen_banks_too() {
    let conflicts = |name, model| count(name, &[64, 64], model).bank_conflicts;
    for model in ["8800 gtx", "h200"] {
        assert!(conflicts("matvec_rows", model) > 0, "{model}");
        assert_eq!(conflicts("matvec_rows_padded", model), 0, "{model}");
    }
}

#[test]
fn the_reduction_ladder_removes_what_it_says() {
    // One block of 256 elements, eight warps, eight steps.
    let at = |name: &str| count(name, &[256], "h200");
    // Modulo: the first five steps split every one of the eight warps; then one
    // thread per warp or less is left, which splits the warps that still have
    // one: 4, 2 and 1. The last store splits the first warp.
    assert_eq!(at("reduce_interleaved_divergent").divergent_branches, 5 * 8 + 4 + 2 + 1 + 1);
    // Contiguous threads split a warp only in the last five steps.
    let strided = at("reduce_interleaved_strided");
    assert_eq!(strided.divergent_branches, 5 + 1);
    assert!(strided.bank_conflicts > 0);
    let sequential = at("reduce_sequential");
    assert_eq!((sequential.divergent_branches, sequential.bank_conflicts), (5 + 1, 0));
    // A barrier after the load and after each of eight steps; the last warp
    // needs none for its six; shuffles leave one.
    assert_eq!(sequential.barriers, 9);
    assert_eq!(at("reduce_last_warp").barriers, 3);
    assert_eq!(at("reduce_shuffle").barriers, 1);
}

/// Runs a function of WGSL for the numbers 0 to 99, at an odd width.
fn map(text: &str) -> Vec<u32> {
    // What is enabled has to come first.
    let (enabled, text) = match text.split_once(';') {
        Some((first, rest)) if first.starts_with("enable") => (format!("{first};"), rest),
        _ => (String::new(), text),
    };
    let text = format!(
        "{enabled} @group(0) @binding(0) var<storage, read_write> output: array<u32>;
        var<private> hidden: array<u32, 3>;
        {text}
        @compute @workgroup_size(50)
        fn main(@builtin(global_invocation_id) id: vec3<u32>) {{ output[id.x] = f(id.x); }}"
    );
    let checked = wgsl::check(&text, "test").unwrap_or_else(|error| panic!("{error}"));
    let code = sim::compile(&checked.module, &checked.info, &checked.semantics, "main")
        .unwrap_or_else(|error| panic!("{error}"));
    let launch = sim::Launch {
        grid: [2, 1, 1],
        warp_width: 23,
        schedule: Schedule::Shuffled(1),
        most_instructions: 1 << 20,
        ..sim::Launch::default()
    };
    let mut buffers = sim::Buffers(vec![vec![0; 100]]);
    sim::run(&code, &launch, &mut buffers, &mut ()).expect("it ends");
    buffers.0.remove(0)
}

#[test]
fn lanes_part_and_meet_again() {
    let check = |text: &str, expected: fn(u32) -> u32| {
        let expected: Vec<u32> = (0..100).map(expected).collect();
        assert_eq!(map(text), expected, "{text}");
    };
    check("fn f(x: u32) -> u32 { if x % 3u == 0u { return x * 2u; } return x + 1u; }", |x| {
        if x % 3 == 0 { x * 2 } else { x + 1 }
    });
    check(
        "fn f(x: u32) -> u32 {
            switch x % 5u {
                case 0u, 3u: { return 10u; }
                case 1u: { if x > 50u { break; } return 20u; }
                default: { return x; }
            }
            return 30u;
        }",
        |x| match x % 5 {
            0 | 3 => 10,
            1 if x > 50 => 30,
            1 => 20,
            _ => x,
        },
    );
    check(
        "fn f(x: u32) -> u32 {
            var sum = 0u;
            for (var i = 0u; i < 20u; i++) {
                if i == x % 7u { continue; }
                for (var j = 0u; ; j++) {
                    if j > i { break; }
                    if i + j > 25u { return 1000u + sum; }
                    sum += j * x;
                }
                if sum > 500u { break; }
            }
            return sum;
        }",
        |x| {
            let mut sum = 0;
            for i in 0..20 {
                if i == x % 7 {
                    continue;
                }
                for j in 0..=i {
                    if i + j > 25 {
                        return 1000 + sum;
                    }
                    sum += j * x;
                }
                if sum > 500 {
                    break;
                }
            }
            sum
        },
    );
    // The right side of `&&` is evaluated only where the left side holds.
    check(
        "fn g(x: u32) -> bool { hidden[0] += 1u; return x % 2u == 0u; }
        fn f(x: u32) -> u32 { let both = x > 10u && g(x); return hidden[0] * 2u + u32(both); }",
        |x| if x > 10 { 2 + u32::from(x % 2 == 0) } else { 0 },
    );
    check(
        "fn f(x: u32) -> u32 {
            var i = x;
            var steps = 0u;
            loop {
                if i == 1u || steps == 200u { break; }
                if i % 2u == 0u { i /= 2u; continue; }
                i = 3u * i + 1u;
                continuing { steps += 1u; }
            }
            return steps;
        }",
        |x| {
            let (mut i, mut steps) = (x, 0);
            while i != 1 && steps < 200 {
                i = if i % 2 == 0 { i / 2 } else { 3 * i + 1 };
                steps += 1;
            }
            steps
        },
    );
}

#[test]
fn values_go_where_they_belong() {
    let check = |text: &str, expected: fn(u32) -> u32| {
        let expected: Vec<u32> = (0..100).map(expected).collect();
        assert_eq!(map(text), expected, "{text}");
    };
    // Indices that differ from lane to lane, into a variable and into a value.
    check(
        "fn f(x: u32) -> u32 {
            var a = array(5u, 6u, 7u, 8u);
            a[x % 4u] += x;
            return a[(x + 1u) % 4u] * 100u + a[x % 4u];
        }",
        |x| {
            let mut a = [5, 6, 7, 8];
            a[x as usize % 4] += x;
            a[(x as usize + 1) % 4] * 100 + a[x as usize % 4]
        },
    );
    // A variable keeps what it holds when another one gets it, and what was read
    // of it stays what it was.
    check(
        "fn f(x: u32) -> u32 {
            var a = x + 1u; var b = u32(a); let old = a; a = b * 2u;
            var c = vec2(a, b); c = c.yx; b = a; a = 0u;
            return a + b * 10u + c.x * 100u + c.y * 1000u + old;
        }",
        |x| (x + 1) * 20 + (x + 1) * 100 + (x + 1) * 2000 + x + 1,
    );
    check(
        "fn f(x: u32) -> u32 {
            var i = 0u; var sum = 0u;
            loop { let before = i; i += 1u; if before >= x % 7u { break; } sum += before; }
            return sum * 10u + i;
        }",
        |x| (0..x % 7).sum::<u32>() * 10 + x % 7 + 1,
    );
    check("fn f(x: u32) -> u32 { return vec3(x, x * x, 9u)[x % 3u]; }", |x| {
        [x, x * x, 9][x as usize % 3]
    });
    // Outside an array nothing is read and nothing is written.
    check(
        "fn f(x: u32) -> u32 { var a = array(1u, 2u); a[x] = 7u; return a[x] + a[0] + a[1]; }",
        |x| match x {
            0 => 7 + 7 + 2,
            1 => 7 + 1 + 7,
            _ => 3,
        },
    );
    // Pointers, structures and what a function changes through them.
    check(
        "struct Pair { a: u32, b: vec2<u32> }
        fn swap(p: ptr<function, Pair>) { let t = (*p).a; (*p).a = (*p).b.y; (*p).b.y = t; }
        fn f(x: u32) -> u32 {
            var pair = Pair(x, vec2(1u, x + 7u));
            swap(&pair);
            return pair.a * 1000u + pair.b.x * 500u + pair.b.y;
        }",
        |x| (x + 7) * 1000 + 500 + x,
    );
    check(
        "fn f(x: u32) -> u32 {
            let v = vec4<f32>(vec3(f32(x)), -2.5);
            return u32(dot(v, v)) + u32(clamp(i32(x) - 50, -3, 3) + 3) + u32(select(0, 1, x > 9u));
        }",
        |x| {
            let square = (x * x) as f32;
            let dot = ((square + square) + square) + 6.25;
            dot as u32 + (x as i32 - 50).clamp(-3, 3).wrapping_add(3) as u32 + u32::from(x > 9)
        },
    );
}

#[test]
fn all_types_are_known() {
    let check = |text: &str, expected: fn(u32) -> u32| {
        let expected: Vec<u32> = (0..100).map(expected).collect();
        assert_eq!(map(text), expected, "{text}");
    };
    check(
        "fn f(x: u32) -> u32 {
            let m = mat2x3<f32>(1.0, 2.0, 3.0, 4.0, 5.0, f32(x));
            let v = m * vec2(2.0, 1.0) + transpose(mat3x2<f32>(1.0, 0.0, 0.0, 1.0, 0.0, 0.0))[0];
            return u32(v.z + determinant(mat2x2<f32>(3.0, 1.0, f32(x), 2.0)) + f32(x));
        }",
        |x| 6 + x + (6 - x as i32 + x as i32) as u32,
    );
    check(
        "fn f(x: u32) -> u32 {
            let wide = u64(x) * 0x100000001lu + 0xfffffffflu;
            let back = i64(wide >> 32u) - 200li;
            return u32(wide) ^ u32(f64(back) * 2.0lf + 1000.0lf);
        }",
        |x| {
            let wide = u64::from(x) * 0x1_0000_0001 + 0xffff_ffff;
            let back = (wide >> 32) as i64 - 200;
            wide as u32 ^ (back as f64 * 2.0 + 1000.0) as u32
        },
    );
    check(
        "enable f16;
        struct Pair { a: f16, b: vec3<f16> }
        var<workgroup> pairs: array<Pair, 64>;
        var<workgroup> flags: array<bool, 64>;
        fn f(x: u32) -> u32 {
            pairs[x % 50u] = Pair(f16(x) / 3.0h, vec3<f16>(f16(x)));
            flags[x % 50u] = x % 2u == 0u;
            return u32(pairs[x % 50u].a * 30.0h) + u32(pairs[x % 50u].b.z) + u32(flags[x % 50u]);
        }",
        |x| {
            let half = |value: f32| half::f16::from_f32(value).to_f32();
            half(half(x as f32 / 3.0) * 30.0) as u32 + x + u32::from(x % 2 == 0)
        },
    );
}

#[test]
fn what_the_machine_does_not_know_is_refused_by_name() {
    let check = |text: &str, expected: &str| {
        let text = format!("{text} @compute @workgroup_size(1) fn main() {{ f(); }}");
        let checked = wgsl::check(&text, "test").unwrap_or_else(|error| panic!("{error}"));
        let error = sim::compile(&checked.module, &checked.info, &checked.semantics, "main")
            .expect_err(&text)
            .to_string();
        assert!(error.contains(expected), "{error}");
    };
    check(
        "@group(0) @binding(0) var image: texture_2d<f32>;
        fn f() { let x = textureLoad(image, vec2(0), 0); }",
        "textures and samplers",
    );
    check("var<private> x: array<f32, 4000000>; fn f() { x[0] = 1.0; }", "too large");
    let checked = wgsl::check("fn f() {}", "test").expect("valid");
    let error = sim::compile(&checked.module, &checked.info, &checked.semantics, "main")
        .expect_err("no entry")
        .to_string();
    assert!(error.contains("no kernel `main`"), "{error}");
}

#[test]
fn an_endless_kernel_is_stopped() {
    let run = |body: &str| {
        let text = format!("@compute @workgroup_size(64) fn main() {{ {body} }}");
        let checked = wgsl::check(&text, "test").expect("valid");
        let code = sim::compile(&checked.module, &checked.info, &checked.semantics, "main");
        let launch = sim::Launch {
            grid: [1, 1, 1],
            warp_width: 32,
            schedule: Schedule::RoundRobin,
            most_instructions: 10_000,
            ..sim::Launch::default()
        };
        sim::run(&code.expect("known"), &launch, &mut sim::Buffers::default(), &mut ())
    };
    // It stands still, which is seen at once.
    let Err(sim::RunError::Endless(still)) = run("var x = 0u; while x < 1u { x *= 2u; }") else {
        panic!("it never ends");
    };
    let names: Vec<&str> = still.values.iter().map(|value| value.name.as_str()).collect();
    assert_eq!((still.lanes, names), (u64::from(u32::MAX), vec!["x"]));
    // It would end, but not soon.
    let stopped = run("var x = 0u; while x != 1u { x = x * 1664525u + 1013904223u; }");
    assert_eq!(stopped, Err(sim::RunError::Budget { most: 10_000 }));
}

/// Sums, products and extremes of 16-bit floats over the lanes of a warp, and running
/// ones. Above 2,048 only even numbers are 16-bit floats, so that sums of ones stand
/// still there.
#[test]
fn subgroup_operations_on_halves() {
    let run = |expression: &str, value: &str| {
        let text = format!(
            "enable f16;
            @group(0) @binding(0) var<storage, read_write> out: array<f32>;
            @compute @workgroup_size(32)
            fn main(@builtin(local_invocation_id) t: vec3<u32>) {{
                let x = f16({value});
                out[t.x] = f32({expression});
            }}"
        );
        let checked = wgsl::check(&text, "test").expect("valid");
        let code = sim::compile(&checked.module, &checked.info, &checked.semantics, "main")
            .expect("known");
        let launch = sim::Launch {
            grid: [1, 1, 1],
            warp_width: 32,
            schedule: Schedule::InOrder,
            most_instructions: 1 << 20,
            ..sim::Launch::default()
        };
        let mut buffers = sim::Buffers(vec![vec![0; 32]]);
        sim::run(&code, &launch, &mut buffers, &mut ()).expect("ends");
        buffers.0[0].iter().map(|&word| f32::from_bits(word)).collect::<Vec<f32>>()
    };
    let one_large = "select(1.0, 2040.0, t.x == 0u)";
    let last = |found: Vec<f32>| found[31];
    assert_eq!(run("subgroupAdd(x)", "f32(t.x)"), [496.0; 32]);
    assert_eq!(run("subgroupAdd(x)", one_large), [2048.0; 32]);
    assert_eq!(last(run("subgroupInclusiveAdd(x)", "f32(t.x)")), 496.0);
    assert_eq!(
        run("subgroupInclusiveAdd(x)", one_large)[..10],
        [2040.0, 2041.0, 2042.0, 2043.0, 2044.0, 2045.0, 2046.0, 2047.0, 2048.0, 2048.0]
    );
    assert_eq!(run("subgroupExclusiveAdd(x)", "f32(t.x)")[..5], [0.0, 0.0, 1.0, 3.0, 6.0]);
    assert_eq!(run("subgroupMul(x)", "select(1.0, 0.5, t.x < 3u)"), [0.125; 32]);
    assert_eq!(run("subgroupExclusiveMul(x)", "2.0")[..3], [1.0, 2.0, 4.0]);
    assert_eq!(last(run("subgroupInclusiveMul(x)", "2.0")), f32::INFINITY);
    assert_eq!(run("subgroupMin(x)", "f32(t.x) - 7.5"), [-7.5; 32]);
    assert_eq!(run("subgroupMax(x)", "f32(t.x) - 7.5"), [23.5; 32]);
    assert_eq!(run("subgroupAdd(vec2(x, 2h * x)).y", "f32(t.x)"), [992.0; 32]);
}

/// What is not there is refused with what to do instead.
#[test]
fn subgroup_operations_on_64_bits_are_refused() {
    for expression in ["subgroupAdd(u64(t.x))", "subgroupMax(i64(t.x))", "subgroupXor(u64(t.x))"] {
        let text = format!(
            "@group(0) @binding(0) var<storage, read_write> out: array<u32>;
            @compute @workgroup_size(32)
            fn main(@builtin(local_invocation_id) t: vec3<u32>) {{
                out[t.x] = u32({expression});
            }}"
        );
        let Ok(checked) = wgsl::check(&text, "test") else { continue };
        let error = sim::compile(&checked.module, &checked.info, &checked.semantics, "main")
            .expect_err(expression);
        let error = error.to_string();
        assert!(error.contains("64 bits") && error.contains("shared memory"), "{error}");
    }
}
