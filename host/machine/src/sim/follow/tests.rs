use crate::sim::{
    self, Buffers, Cause, Launch, MemoryAccess, Observer, Origin, Schedule, Site, Space, Use,
};
use std::collections::BTreeSet;
use warpbench_front::wgsl;

/// Wants to know what becomes of what thread 1 reads from the first buffer.
#[derive(Default)]
struct Curious {
    reads: bool,
    uses: BTreeSet<(u32, &'static str)>,
}

impl Observer for Curious {
    fn access(&mut self, _site: &Site, access: &MemoryAccess<'_>) {
        self.reads = access.space == Space::Global(0);
    }

    fn follow(&mut self, _site: &Site, _word: u32) -> u64 {
        if self.reads { 2 } else { 0 }
    }

    fn used(&mut self, site: &Site, origin: &Origin, how: Use) {
        assert_eq!(origin.cause, Cause::Read { offset: 4, outside: true });
        let how = match how {
            Use::Stored => "stored",
            Use::Decides => "decides",
            Use::Addresses => "addresses",
        };
        self.uses.insert((site.mask.trailing_zeros(), how));
    }
}

/// What becomes of what thread 1 reads from `input`, which has room for one word
/// only, so that it reads past its end.
fn uses(body: &str) -> Vec<(u32, &'static str)> {
    let text = format!(
        "@group(0) @binding(0) var<storage, read> input: array<u32>;\n\
         @group(0) @binding(1) var<storage, read_write> output: array<u32>;\n\
         @group(0) @binding(2) var<storage, read_write> count: atomic<u32>;\n\
         fn early(x: u32, leave: bool) -> u32 {{ if leave {{ return 7u; }} return x + 1u; }}\n\
         @compute @workgroup_size(4)\n\
         fn main(@builtin(local_invocation_index) lid: u32) {{ atomicAdd(&count, 0u); {body} }}"
    );
    let checked = wgsl::check(&text, body).unwrap_or_else(|error| panic!("{body}: {error}"));
    let code = sim::compile(&checked.module, &checked.info, &checked.semantics, "main");
    let code = code.expect("a small kernel");
    let size = |binding| [1, 8, 1][binding as usize];
    let mut buffers =
        Buffers(code.buffers.iter().map(|slot| vec![0; size(slot.binding)]).collect());
    let launch = Launch {
        grid: [1; 3],
        warp_width: 32,
        schedule: Schedule::InOrder,
        most_instructions: 10_000,
        ..Launch::default()
    };
    let mut curious = Curious::default();
    sim::run(&code, &launch, &mut buffers, &mut curious).expect("it ends");
    curious.uses.into_iter().collect()
}

#[test]
fn values_are_followed_to_where_they_matter() {
    let check = |body: &str, expected: &[(u32, &str)]| assert_eq!(uses(body), expected, "{body}");
    check("output[lid] = input[lid];", &[(1, "stored")]);
    check("output[lid] = input[lid] + 3u;", &[(1, "stored")]);
    check("output[input[lid] + lid] = 3u;", &[(1, "addresses")]);
    check("if input[lid] == 0u { output[lid] = 1u; }", &[(1, "decides")]);
    check("switch input[lid] { case 5u: { output[lid] = 1u; } default: {} }", &[(1, "decides")]);
    check("for (var i = 3u; i > input[lid] + lid; i--) {}", &[(1, "decides")]);
    check("atomicAdd(&count, input[lid]);", &[(1, "stored")]);
    check("output[lid] = early(input[lid], false);", &[(1, "stored")]);
    check("let v = vec2(input[lid], lid); output[lid] = v.x;", &[(1, "stored")]);
    check("output[lid] = u32(f32(input[lid]) * 0.0);", &[(1, "stored")]);
    check("var a = array<u32, 4>(); a[lid] = input[lid]; output[lid] = a[lid];", &[(1, "stored")]);
    // The value of one lane is another's result.
    check("output[lid] = subgroupShuffleXor(input[lid], 3u);", &[(2, "stored")]);
    check(
        "output[lid] = subgroupInclusiveAdd(input[lid]);",
        &[(1, "stored"), (2, "stored"), (3, "stored")],
    );
    check("output[lid] = subgroupExclusiveAdd(input[lid]);", &[(2, "stored"), (3, "stored")]);
    // What is at an index that is followed is followed as well.
    check("output[lid] = output[input[lid]];", &[(1, "stored")]);
}

#[test]
fn what_is_thrown_away_does_not_matter() {
    let check = |body: &str| assert_eq!(uses(body), [], "{body}");
    check("let x = input[lid]; output[lid] = lid;");
    check("output[lid] = select(0u, input[lid], lid != 1u);");
    check("output[lid] = select(input[lid], 0u, lid == 1u);");
    check("let x = input[lid]; if lid != 1u { output[lid] = x; }");
    check("var x = input[lid]; x = 3u; output[lid] = x;");
    check("var x = input[lid]; if lid == 1u { x = 3u; } output[lid] = x;");
    check("let v = vec2(input[lid], lid); output[lid] = v.y;");
    check("var a = array<u32, 4>(); a[lid] = input[lid]; output[lid] = a[lid ^ 1u];");
    check("var a = array<u32, 4>(); a[lid] = input[lid]; a[lid] = 3u; output[lid] = a[lid];");
    check("output[lid] = early(input[lid], lid == 1u);");
    check("output[lid] = input[lid] & select(0u, 7u, lid != 1u);");
    check("output[lid] = input[lid] * u32(lid != 1u);");
    check("let x = subgroupShuffleXor(input[lid], 3u); if lid != 2u { output[lid] = x; }");
    check("let x = subgroupExclusiveAdd(input[lid]); if lid < 2u { output[lid] = x; }");
    check("output[lid] = select(5u, output[input[lid]], lid != 1u);");
}

#[test]
fn a_comparison_matters_if_the_other_way_would_differ() {
    let check = |condition: &str, expected: &[(u32, &str)]| {
        let body = format!("if {condition} {{ output[lid] = 1u; }}");
        assert_eq!(uses(&body), expected, "{condition}");
    };
    check("input[lid] == 0u && lid != 1u", &[]);
    check("input[lid] != 0u && lid != 1u", &[]);
    check("input[lid] == 0u || lid == 1u", &[]);
    check("input[lid] != 0u || lid == 1u", &[]);
    check("lid != 1u && input[lid] == 0u", &[]);
    check("lid == 1u || input[lid] == 0u", &[]);
    check("input[lid] == 0u && lid == 1u", &[(1, "decides")]);
    check("input[lid] != 0u && lid == 1u", &[(1, "decides")]);
    check("input[lid] == 0u || lid != 1u", &[(1, "decides")]);
    check("lid == 1u && input[lid] == 0u", &[(1, "decides")]);
    check("lid < 4u && input[lid] == 0u && lid != 1u", &[]);
    check("lid < 4u && input[lid] == 0u && lid == 1u", &[(1, "decides")]);
}
