//! The models that come with the program, finding them, and reading a user's.

mod occupancy;

use super::*;
use std::collections::BTreeSet;

const H200: &str = include_str!("../../../../../assets/devices/h200.toml");

#[test]
fn the_usual_model_is_there() {
    assert_eq!(usual().slug, USUAL);
}

#[test]
fn every_file_is_part_of_the_program() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/devices");
    let files: BTreeSet<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    let known = builtin().iter().map(|model| model.slug.clone()).collect();
    assert_eq!(files, known);
}

#[test]
fn every_figure_has_a_source() {
    for model in builtin() {
        let figures = model.figures();
        assert!(figures.len() > 20, "{}: {figures:?}", model.slug);
        for (path, _) in figures {
            let source = model.source(&path).unwrap_or_default();
            // A source of a word or two cannot be looked up.
            assert!(source.len() > 15, "{}: {path}: {source:?}", model.slug);
        }
    }
}

#[test]
fn built_in_models_are_plausible() {
    let mut names = BTreeSet::new();
    for model in builtin() {
        let slug = &model.slug;
        assert!(names.insert(letters(&model.name)), "{slug}: two models of one name");
        assert!((2006..2030).contains(&model.year), "{slug}");
        assert!((1..=200).contains(&model.multiprocessors), "{slug}");
        assert!((1.0..3.0).contains(&model.clock_ghz), "{slug}");
        assert!((80.0..5000.0).contains(&model.bandwidth_gb_per_s), "{slug}");
        assert_eq!(model.shared.bank_bytes, 4, "{slug}");
        // Of the machines modelled here, none has a warp slot without room for
        // its threads, nor threads without a warp slot.
        let limits = &model.limits;
        let threads = limits.warps_per_multiprocessor * model.warp_width;
        assert_eq!(threads, limits.threads_per_multiprocessor, "{slug}");
        // Operations per byte have grown, but not beyond this.
        let intensity = model.peak_gflops() / model.bandwidth_gb_per_s;
        assert!((3.0..100.0).contains(&intensity), "{slug}: {intensity}");
    }
}

/// What is known of a model from elsewhere.
struct Known {
    slug: &'static str,
    /// A part of its name that no other model has.
    part_of_name: &'static str,
    /// What its vendor says, unless that counts multiplications that nobody gets beside all
    /// others.
    teraflops: Option<f64>,
    warp_width: u32,
    coalescing: Coalescing,
}

const LINES: Coalescing = Coalescing::Lines { line_bytes: 64, l1_caches: true, uncached_bytes: 64 };

const SECTORS: Coalescing = Coalescing::Sectors { sector_bytes: 32 };

/// Every model, in the order of the program.
const KNOWN: &[Known] = &[
    Known {
        slug: "geforce-8800-gtx",
        part_of_name: "8800 GTX",
        teraflops: None,
        warp_width: 32,
        coalescing: Coalescing::HalfWarpInOrder { lanes_per_request: 16, serial_bytes: 32 },
    },
    Known {
        slug: "gtx-280",
        part_of_name: "gtx280",
        teraflops: None,
        warp_width: 32,
        coalescing: Coalescing::Segments {
            lanes_per_request: 16,
            smallest_bytes: 32,
            largest_bytes: 128,
        },
    },
    Known {
        slug: "tesla-c2050",
        part_of_name: "c2050",
        teraflops: Some(1.03),
        warp_width: 32,
        coalescing: Coalescing::Lines { line_bytes: 128, l1_caches: true, uncached_bytes: 32 },
    },
    Known {
        slug: "tesla-p100",
        part_of_name: "tesla p100",
        teraflops: Some(10.6),
        warp_width: 32,
        coalescing: SECTORS,
    },
    Known {
        slug: "rtx-4090",
        part_of_name: "4090",
        teraflops: Some(82.6),
        warp_width: 32,
        coalescing: SECTORS,
    },
    Known {
        slug: "h200",
        part_of_name: "NVIDIA H200",
        teraflops: Some(67.0),
        warp_width: 32,
        coalescing: SECTORS,
    },
    Known {
        slug: "mi210",
        part_of_name: "instinct",
        teraflops: Some(22.6),
        warp_width: 64,
        coalescing: LINES,
    },
    Known {
        slug: "arc-a770",
        part_of_name: " arc ",
        teraflops: Some(17.2),
        warp_width: 16,
        coalescing: LINES,
    },
];

#[test]
fn every_model_is_held_to_what_is_known_of_it() {
    let slugs: Vec<&str> = KNOWN.iter().map(|known| known.slug).collect();
    let models: Vec<&str> = builtin().iter().map(|model| model.slug.as_str()).collect();
    assert_eq!(slugs, models, "`KNOWN` has a row for every model");
    for known in KNOWN {
        let model = find(known.part_of_name).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(model.slug, known.slug, "{}", known.part_of_name);
        assert_eq!(model.warp_width, known.warp_width, "{}", known.slug);
        assert_eq!(model.coalescing, known.coalescing, "{}", known.slug);
        if let Some(teraflops) = known.teraflops {
            let peak = model.peak_gflops() / 1000.0;
            assert!((peak / teraflops - 1.0).abs() < 0.01, "{}: {peak}", known.slug);
        }
    }
}

#[test]
fn a_rule_with_another_first_level_cache() {
    let fermi = find("tesla-c2050").unwrap().coalescing;
    let without_l1 = Coalescing::Lines { line_bytes: 128, l1_caches: false, uncached_bytes: 32 };
    assert_eq!(fermi.with_l1(false), without_l1);
    let half_warp = find("geforce-8800-gtx").unwrap().coalescing;
    assert_eq!(half_warp.with_l1(true), half_warp);
}

#[test]
fn a_name_is_found_however_it_is_written() {
    let check = |text: &str, slug: &str| {
        assert_eq!(find(text).map(|model| model.slug.as_str()), Ok(slug), "{text}");
    };
    check("h200", "h200");
    check("H200", "h200");
    check("gtx 280", "gtx-280");
    check("GeForce GTX 280", "gtx-280");
    check("GEFORCE-8800-GTX", "geforce-8800-gtx");
    check("p100", "tesla-p100");
    check("mi210", "mi210");
}

#[test]
fn other_texts_are_answered_with_what_there_is() {
    let check = |text: &str, expected: &[&str]| {
        let message = find(text).expect_err(text).to_string();
        for part in expected {
            assert!(message.contains(part), "{text}: {message}");
        }
    };
    check("gtx", &["`gtx` could be", "GeForce 8800 GTX or GeForce GTX 280"]);
    check("tesla", &["Tesla C2050 or Tesla P100"]);
    check("nvidia", &["GeForce 8800 GTX", "H200"]);
    check("0", &["could be"]);
    check("h20O", &["no device model `h20O`", "did you mean `h200`?", "gtx-280"]);
    check("mi201", &["did you mean `mi210`?"]);
    check("gefroce 8800 gtx", &["did you mean `geforce-8800-gtx`?"]);
    check("voodoo", &["no device model `voodoo`; the models are geforce-8800-gtx"]);
    check("", &["no device model ``; the models"]);
    check(" - ", &["no device model"]);
}

#[test]
fn a_users_own_model_is_read() {
    let path = Path::new("my-card.toml");
    // Sources are asked of us, not of users.
    let (figures, _) = H200.split_once("[sources]").unwrap();
    let model = parse(path, &figures.replace("name = \"H200\"", "name = \"My card\"")).unwrap();
    assert_eq!((model.slug.as_str(), model.name.as_str()), ("my-card", "My card"));
    assert_eq!(model.source("shared.banks"), None);
}

#[test]
fn a_model_comes_back_as_it_was_written() {
    for model in builtin() {
        let text = toml::to_string(model).unwrap();
        let path = PathBuf::from(format!("{}.toml", model.slug));
        assert_eq!(parse(&path, &text).as_ref(), Ok(model), "{text}");
    }
}

#[test]
fn a_text_that_is_no_model_is_refused_with_the_place() {
    let check = |from: &str, to: &str, expected: &[&str]| {
        assert!(H200.contains(from), "{from}");
        let text = H200.replacen(from, to, 1);
        let error = parse(Path::new("my/card.toml"), &text).expect_err(to);
        assert!(matches!(error, ModelError::Parse { .. }), "{error}");
        let message = error.to_string();
        for part in expected.iter().chain(&["my/card.toml", "line"]) {
            assert!(message.contains(part), "{from} -> {to}: {message}");
        }
    };
    check("multiprocessors = 132\n", "", &["missing field `multiprocessors`"]);
    check("banks = 32\n", "", &["missing field `banks`"]);
    check("sector_bytes = 32\n", "", &["missing field `sector_bytes`"]);
    check("rule = \"sectors\"", "rule = \"magic\"", &["unknown variant `magic`", "`segments`"]);
    check("sector_bytes = 32\n", "sector_bytes = 32\nline = 1\n", &["unknown field `line`"]);
    check("warp_width = 32", "warp_widht = 32", &["unknown field `warp_widht`", "line 8"]);
    check("warp_width = 32", "warp_width = -1", &["line 8"]);
    check("clock_ghz = 1.98", "clock_ghz = \"fast\"", &["line 12", "expected f64"]);
    check("[shared]\n", "[shared\n", &["line"]);
    check("shared.banks = \"", "shared.banks = 3 # \"", &["the source of `shared.banks`"]);
}

#[test]
fn figures_that_cannot_be_are_refused_with_the_reason() {
    let check = |from: &str, to: &str, figure: &str, reason: &str| {
        assert!(H200.contains(from), "{from}");
        let text = H200.replacen(from, to, 1);
        let error = parse(Path::new("card.toml"), &text).expect_err(to);
        let message = error.to_string();
        assert!(message.starts_with("card.toml is no device model"), "{message}");
        assert!(message.contains(&format!("`{figure}` makes no sense")), "{to}: {message}");
        assert!(message.contains(reason), "{to}: {message}");
    };
    check("name = \"H200\"", "name = \" \"", "name", "empty");
    check("warp_width = 32", "warp_width = 0", "warp_width", "it is 0, but a warp has 1 to 64");
    check("warp_width = 32", "warp_width = 65", "warp_width", "it is 65");
    let lanes = "shared.lanes_per_request";
    check("warp_width = 32", "warp_width = 16", lanes, "32 lanes do not divide a warp of 16");
    check("lanes_per_request = 32", "lanes_per_request = 12", lanes, "12 lanes");
    check("lanes_per_request = 32", "lanes_per_request = 0", lanes, "0 lanes");
    check("\nbanks = 32", "\nbanks = 0", "shared.banks", "it is 0, but must be a power of two");
    check("\nbanks = 32", "\nbanks = 33", "shared.banks", "it is 33");
    check("sector_bytes = 32", "sector_bytes = 48", "coalescing.sector_bytes", "power of two");
    check("clock_ghz = 1.98", "clock_ghz = 0.0", "clock_ghz", "above zero");
    check("clock_ghz = 1.98", "clock_ghz = nan", "clock_ghz", "NaN");
    check("global_cycles = 680", "global_cycles = 0", "latency.global_cycles", "above zero");
    check("atomic_cycles = 26", "atomic_cycles = 0", "latency.atomic_cycles", "above zero");
    check("overhead_us = 2.75", "overhead_us = -1.0", "launch.overhead_us", "above zero");
    check("block_ns = 0.6", "block_ns = inf", "launch.block_ns", "above zero");
    let l2 = "throughput.l2_gb_per_s";
    check("l2_gb_per_s = 9000.0", "l2_gb_per_s = 0.0", l2, "it is 0, but must be");
    let block = "shared.max_bytes_per_block";
    check("max_bytes_per_block = 232448", "max_bytes_per_block = 232449", block, "233473");
    let partitions = "registers.allocation.partitions";
    check("partitions = 4", "partitions = 3", partitions, "3 does not divide the 65536");
    check("unit = 256, p", "unit = 0, p", "registers.allocation.unit", "above zero");
    let threads = "limits.threads_per_multiprocessor";
    check("r = 2048", "r = 2050", threads, "2050 threads are no whole number of warps of 32");
    let block_threads = "limits.threads_per_block";
    check("r = 2048", "r = 992", "limits.threads_per_block", "above threads_per_multiprocessor");
    check("threads_per_block = 1024", "threads_per_block = 0", block_threads, "above zero");
    check(
        "\nwarps_per_multiprocessor = 64",
        "\nwarps_per_multiprocessor = 31",
        block_threads,
        "32",
    );
    let stray = "shared.banks = \"CUDA";
    check(stray, "shared.bonks = \"CUDA", "sources.shared.bonks", "no figure `shared.bonks`");
}
