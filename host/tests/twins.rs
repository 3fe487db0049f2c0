//! The Rust kernels and their WGSL twins agree in everything that can be read
//! off their texts: names, sizes, bindings.

use naga::front::wgsl;
use std::collections::BTreeMap;
use warpbench_catalog as catalog;
use warpbench_catalog::{Argument, FAMILIES, Family, Launch};

/// The constants of every family, by name. The kernels' own values are used, so
/// that no size is written twice.
macro_rules! constants {
    ($($family:ident: $($name:ident)*;)*) => {
        fn constants(family: &str) -> BTreeMap<&'static str, u64> {
            match family {
                $(stringify!($family) => BTreeMap::from([
                    $((stringify!($name), warpbench_kernels::$family::$name as u64),)*
                ]),)*
                _ => BTreeMap::new(),
            }
        }
    };
}

constants! {
    first_warp: BLOCK;
    vecadd: BLOCK;
    saxpy: BLOCK;
    reduce: BLOCK WARPS GRID_STRIDE_BLOCKS GRID_STRIDE_VECTORS;
    matmul: PLAIN_X PLAIN_Y TILE WIDE_DEPTH BLOCK_1D DEPTH_1D RESULTS_1D THREADS_1D BLOCK_2D
        DEPTH_2D RESULTS_2D SIDE_2D THREADS_2D VECTOR SPREAD_2D FETCH_2D FETCH_ROWS_A FETCH_ROWS_B
        PITCH_2D WORDS_A WORDS_B VECTORS_A VECTORS_B WARP_ROWS WARP_COLS WARPS_X LANES_X
        SPREAD_ROWS SPREAD_COLS;
    scale_rows: BLOCK TILE;
    copy: BLOCK FIELDS;
    transpose: TILE BLOCK_ROWS PITCH;
    matvec: BLOCK TILE PITCH;
    template_match: TEMPLATE BLOCK_X BLOCK_Y TILE_X TILE_Y;
    jacobi: SWEEPS BLOCK_X BLOCK_Y TILE_X TILE_Y;
    histogram: BINS BLOCK GRID_BLOCKS;
    divergence: BLOCK STEPS;
    peak: BLOCK READ_BLOCKS READ_VECTORS FMA_CHAINS FMA_UNROLL FMA_TURNS;
}

fn parse(text: &str) -> naga::Module {
    wgsl::parse_str(text).unwrap_or_else(|error| panic!("{}", error.emit_to_string(text)))
}

/// The modules of a family, that for integers last.
fn modules(family: &Family) -> Vec<naga::Module> {
    let integers = family.sources.integers.as_ref().map(|texts| texts.wgsl);
    [family.sources.wgsl].into_iter().chain(integers).map(parse).collect()
}

/// The Rust of a family, that for integers last.
fn rust_lines(family: &Family) -> impl Iterator<Item = &'static str> {
    let integers = family.sources.integers.as_ref().map_or("", |texts| texts.rust);
    family.sources.rust.lines().chain(integers.lines())
}

/// The first launch of every variant, and the module with its kernel.
fn launches(family: &'static Family) -> impl Iterator<Item = (Launch, naga::Module)> {
    family.variants.iter().map(|variant| {
        let problem = variant.problem(&[64], 1).expect("a small size");
        let launch = problem.launches.first().expect("something to launch").clone();
        (launch, parse(family.wgsl_of(variant).1))
    })
}

#[test]
fn every_constant_of_a_kernel_file_is_listed_here() {
    for family in FAMILIES {
        let listed = constants(family.name);
        for line in rust_lines(family) {
            let Some(rest) = line.strip_prefix("pub const ") else { continue };
            let name = rest.split(':').next().unwrap_or_default();
            assert!(listed.contains_key(name), "{}::{name} is not listed", family.name);
        }
    }
}

#[test]
fn sizes_in_wgsl_are_those_of_the_rust_kernels() {
    for family in FAMILIES {
        let expected = constants(family.name);
        let modules = modules(family);
        let constants = modules.iter().flat_map(|module| {
            module.constants.iter().map(move |(_, constant)| (module, constant))
        });
        for (module, constant) in constants {
            let Some(name) = constant.name.as_deref() else { continue };
            let value = match module.global_expressions[constant.init] {
                naga::Expression::Literal(naga::Literal::U32(value)) => u64::from(value),
                naga::Expression::Literal(naga::Literal::I32(value)) => value as u64,
                ref other => panic!("{}.wgsl: `{name}` is {other:?}", family.name),
            };
            let wanted = expected.get(name).copied().or_else(|| other_constant(name));
            assert_eq!(Some(value), wanted, "{}.wgsl: `{name}`", family.name);
        }
    }
}

/// Constants that do not come from the family's own Rust file.
fn other_constant(name: &str) -> Option<u64> {
    match name {
        // The warp's width is a constant of all families.
        "WARP" => Some(warpbench_kernels::warp::WARP as u64),
        // CUDA's warps have one width. Subgroups may be as narrow as four, and
        // a block then has this many.
        "SUBGROUPS" => Some(warpbench_kernels::reduce::BLOCK as u64 / 4),
        _ => None,
    }
}

#[test]
fn every_variant_is_in_all_three_texts_and_nothing_else_is() {
    for family in FAMILIES {
        let modules = modules(family);
        let mut names: Vec<&str> = family.variants.iter().map(|v| v.name).collect();
        let entry_points = modules.iter().flat_map(|module| &module.entry_points);
        let mut in_wgsl: Vec<&str> = entry_points.map(|e| e.name.as_str()).collect();
        let mut in_rust: Vec<&str> = Vec::new();
        let mut lines = rust_lines(family);
        while let Some(line) = lines.next() {
            if line == "#[kernel]" {
                let signature = lines.next().unwrap_or_default();
                let name = signature.trim_start_matches("pub unsafe fn ");
                in_rust.push(name.split('(').next().unwrap_or_default());
            }
        }
        let mut in_ptx: Vec<&str> = family
            .sources
            .ptx
            .lines()
            .filter_map(|line| line.trim().strip_prefix(".visible .entry "))
            .map(|rest| rest.trim_end_matches('(').trim_end_matches("()"))
            .collect();
        assert_eq!(in_rust, names, "{}.rs, in the order they are taught", family.name);
        assert_eq!(in_wgsl, names, "{}.wgsl, in the order they are taught", family.name);
        for list in [&mut names, &mut in_wgsl, &mut in_ptx] {
            list.sort_unstable();
        }
        assert_eq!(in_ptx, names, "{}.ptx", family.name);
    }
}

#[test]
fn workgroups_have_the_shape_of_the_blocks() {
    for &family in FAMILIES {
        for (launch, module) in launches(family) {
            let entry = module.entry_points.iter().find(|entry| entry.name == launch.entry);
            let entry = entry.unwrap_or_else(|| panic!("{} is missing", launch.entry));
            assert_eq!(entry.workgroup_size, launch.block, "{}", launch.entry);
        }
    }
}

#[test]
fn bindings_follow_the_parameters() {
    for &family in FAMILIES {
        for (launch, module) in launches(family) {
            let info = naga::valid::Validator::new(
                naga::valid::ValidationFlags::all(),
                naga::valid::Capabilities::all(),
            )
            .validate(&module)
            .unwrap_or_else(|error| panic!("{}: {error:?}", launch.entry));
            let index = module
                .entry_points
                .iter()
                .position(|entry| entry.name == launch.entry)
                .expect("checked above");
            let used = info.get_entry_point(index);
            let mut found = BTreeMap::new();
            for (handle, variable) in module.global_variables.iter() {
                if let Some(binding) = variable.binding
                    && !used[handle].is_empty()
                {
                    assert_eq!(binding.group, 0, "{}", launch.entry);
                    let twice = found.insert(binding.binding, variable.space);
                    assert!(twice.is_none(), "{} binds {} twice", launch.entry, binding.binding);
                }
            }
            let is_buffer = |a: &&Argument| matches!(a, Argument::Slice(_) | Argument::Pointer(_));
            let buffers = launch.arguments.iter().filter(is_buffer).count() as u32;
            let has_scalars = launch.arguments.len() as u32 > buffers;
            for (&binding, &space) in &found {
                let uniform = matches!(space, naga::AddressSpace::Uniform);
                assert!(
                    binding < buffers || (uniform && has_scalars && binding == buffers),
                    "{} has binding {binding}, but {buffers} buffers",
                    launch.entry
                );
            }
            assert_eq!(found.len() as u32, buffers + u32::from(has_scalars), "{}", launch.entry);
        }
    }
}

#[test]
fn names_are_unique_and_start_with_their_family() {
    let mut seen = std::collections::HashSet::new();
    for (family, variant) in catalog::variants() {
        assert!(variant.name.starts_with(family.name), "{}", variant.name);
        assert!(seen.insert(variant.name), "{} is there twice", variant.name);
        assert!(!variant.title.is_empty() && variant.shows.len() > 60, "{}", variant.name);
    }
}
