//! Texts of the first lab that want to do harm.

/// A text, and what is bad about it.
pub(crate) struct Hostile {
    pub(crate) name: &'static str,
    /// `rs` or `wgsl`.
    pub(crate) ending: &'static str,
    pub(crate) text: String,
}

/// All of them.
pub(crate) fn all() -> Vec<Hostile> {
    let of = |ending: &'static str| {
        move |(name, text): (&'static str, String)| Hostile { name, ending, text }
    };
    in_rust().into_iter().map(of("rs")).chain(in_wgsl().into_iter().map(of("wgsl"))).collect()
}

/// A kernel of the first lab with another body.
fn kernel(body: &str) -> String {
    format!(
        "use cuda_std::prelude::*;\nconst BLOCK: u32 = 256;\n#[kernel]\n\
         pub unsafe fn scale(input: *const f32, output: *mut f32, n: u32) {{\n    {body}\n}}\n"
    )
}

/// A text in Rust, and what it is.
fn in_rust() -> Vec<(&'static str, String)> {
    let deep = |open: &str, close: &str, count: usize| {
        format!("let x = {}1{}; *output = x as f32;", open.repeat(count), close.repeat(count))
    };
    vec![
        ("nothing", String::new()),
        ("white space", " \n\t\n".repeat(1000)),
        ("no Rust", "this is not a kernel".to_owned()),
        ("only comments", "// all right\n".repeat(1000)),
        ("a loop without an end", kernel("loop {}")),
        ("a loop that counts for ever", kernel("let mut i = 0u32; loop { i = i.wrapping_add(1); *output = i as f32; }")),
        ("a loop that waits for memory", kernel("while *output.add(0) != 12345.0 {}")),
        ("a loop of four thousand million", kernel("for i in 0..u32::MAX { *output = i as f32; }")),
        ("loops in loops", kernel("for a in 0..60000u32 { for b in 0..60000u32 { for c in 0..60000u32 { *output = (a ^ b ^ c) as f32; } } }")),
        ("a wait for other warps", kernel("if thread::thread_idx_x() < 32 { thread::sync_threads(); }")),
        ("a huge shared array", kernel("let t = cuda_std::shared_array![f32; 400000000]; *output = *t;")),
        ("a huge local array", kernel("let t = [0.0f32; 400000000]; *output = t[n as usize];")),
        ("a huge block", kernel("*output = 1.0;").replace("BLOCK: u32 = 256", "BLOCK: u32 = 4000000000")),
        ("a block of nothing", kernel("*output = 1.0;").replace("BLOCK: u32 = 256", "BLOCK: u32 = 0")),
        ("no block", kernel("*output = 1.0;").replace("const BLOCK: u32 = 256;", "")),
        ("a block of one", kernel("*output = 1.0;").replace("BLOCK: u32 = 256", "BLOCK: u32 = 1")),
        ("recursion", kernel("*output = f(n) as f32;") + "fn f(n: u32) -> u32 { if n == 0 { 0 } else { f(n - 1) + 1 } }"),
        ("recursion of two", kernel("*output = f(n) as f32;") + "fn f(n: u32) -> u32 { g(n) }\nfn g(n: u32) -> u32 { f(n) }"),
        ("deep brackets", kernel(&deep("(", ")", 20_000))),
        ("deep blocks", kernel(&deep("{ ", " }", 20_000))),
        ("deep negations", kernel(&deep("-", "", 20_000))),
        ("a long sum", kernel(&format!("let x = {} 1; *output = x as f32;", "1 + ".repeat(20_000)))),
        ("many variables", kernel(&(0..5000).map(|i| format!("let a{i} = {i}u32; ")).collect::<String>())),
        ("many functions", kernel("*output = 1.0;") + &(0..5000).map(|i| format!("fn f{i}() {{}}\n")).collect::<String>()),
        ("types that double", kernel("*output = 1.0;") + &(0..40).map(|i| format!("struct S{}(S{i}, S{i});\n", i + 1)).collect::<String>() + "struct S0(f32);"),
        ("macros that double", kernel("m!(a a a a a a a a); *output = 1.0;") + "macro_rules! m { ($($x:tt)*) => { m!($($x)* $($x)*) }; }"),
        ("a long constant", kernel("*output = X as f32;") + "const X: u64 = f(0);\nconst fn f(i: u64) -> u64 { let mut i = i; while i < 1_000_000_000_000 { i += 1; } i }"),
        ("megabytes of text", kernel("*output = 1.0;") + &"// filling\n".repeat(200_000)),
        ("megabytes of one word", kernel("*output = 1.0;") + &format!("// {}", "x".repeat(3_000_000))),
        ("files", kernel("let f = std::fs::File::open(\"/etc/passwd\");")),
        ("a process", kernel("std::process::Command::new(\"sh\");")),
        ("a file that is included", kernel("let t = include_bytes!(\"/etc/passwd\"); *output = t[0] as f32;")),
        ("an environment", kernel("let t = env!(\"HOME\");")),
        ("assembly", kernel("core::arch::asm!(\"trap;\");")),
        ("a forged result", kernel("println!(\"{{\\\"score\\\": 100}}\"); loop { println!(\"100 of 100 points\"); }")),
        ("a panic", kernel("panic!(\"\\u{1b}[2J all checks passed\");")),
        ("writes far outside", kernel("*output.add(4_000_000_000) = 1.0;")),
        ("a wild pointer", kernel("*(0xdead_beef_usize as *mut f32) = 1.0;")),
        ("another kernel", kernel("*output = 1.0;").replace("fn scale", "fn other")),
        ("other parameters", "use cuda_std::prelude::*;\nconst BLOCK: u32 = 256;\n#[kernel]\npub unsafe fn scale(a: u64) {}\n".to_owned()),
        ("ends of lines of old", kernel("*output = 1.0;").replace('\n', "\r")),
        ("signs that turn", kernel("*output = 1.0; // \u{202e} dessap skcehc lla")),
        ("a word of another script", kernel("let \u{430} = 1.0; *output = \u{430};")),
        ("a loop of gaps", kernel("let mut i = 1u64; while i != 0 { i = i.wrapping_mul(3); *output = i as f32; }")),
        ("a lock that is never opened", kernel("while *output.add(0) >= 0.0 || *output.add(0) < 0.0 { *output.add(1) = 1.0; }")),
        ("recursion of a method", kernel("*output = S.f(n) as f32;") + "struct S;\nimpl S { fn f(&self, n: u32) -> u32 { self.f(n) } }"),
        ("recursion of a constant", kernel("*output = A as f32;") + "const A: u32 = B;\nconst B: u32 = A;"),
        ("recursion of a type", kernel("*output = 1.0;") + "struct A { b: B }\nstruct B { a: A }"),
        ("recursion of generics", kernel("f::<u32>(n);") + "fn f<T>(n: u32) { if n > 0 { f::<(T, T)>(n - 1) } }"),
        ("a huge array in a constant", kernel("*output = X[n as usize] as f32;") + "const X: [u64; 100_000_000] = [1; 100_000_000];"),
        ("an array of arrays of arrays", kernel("let t = [[[[0.0f32; 1000]; 1000]; 1000]; 1000]; *output = t[0][0][0][n as usize];")),
        ("many shared arrays", kernel(&(0..300).map(|i| format!("let t{i} = cuda_std::shared_array![f32; 60000]; *t{i} = 1.0; ")).collect::<String>())),
        ("many blocks of code", kernel(&"if n > 3 { *output = 1.0; } else { *output = 2.0; }\n".repeat(4000))),
        ("loops in loops in loops", kernel(&format!("{} *output = 1.0; {}", "for _ in 0..3 { ".repeat(200), "}".repeat(200)))),
        ("a constant of a million steps for each of many", kernel("*output = (0..1000).fold(0, |a, _| a + X) as f32;") + "const X: u32 = { let mut i = 0; while i < 10_000_000 { i += 1; } i };"),
        ("iterators on iterators", kernel(&format!("*output = (0..n){}.count() as f32;", ".map(|x| x + 1)".repeat(500)))),
        ("macros in macros", kernel("a!();") + &(0..60).map(|i| format!("macro_rules! a{i} {{ () => {{ a{}!() ; a{}!() }} }}\n", i + 1, i + 1)).collect::<String>() + "macro_rules! a { () => { a0!() } }"),
        ("a macro that calls itself", kernel("a!();") + "macro_rules! a { () => { a!() } }"),
        ("a launch of too many blocks", kernel("*output = 1.0;").replace("BLOCK: u32 = 256", "BLOCK: u32 = 1; const N: u32 = u32::MAX")),
        ("a negative block", kernel("*output = 1.0;").replace("BLOCK: u32 = 256", "BLOCK: i32 = -256")),
        ("a block that is no number", kernel("*output = 1.0;").replace("BLOCK: u32 = 256", "BLOCK: f32 = f32::NAN")),
        ("a block without an end", kernel("*output = 1.0;").replace("BLOCK: u32 = 256", "BLOCK: f32 = f32::INFINITY")),
        ("division by nothing", kernel("*output = (1 / (n - n)) as f32;")),
        ("every thread writes the same", kernel("*output = thread::thread_idx_x() as f32;")),
        ("a barrier in a loop of odd length", kernel("for _ in 0..thread::thread_idx_x() { thread::sync_threads(); }")),
        ("printing without an end", kernel("for i in 0..1_000_000_000u32 { println!(\"{}\", i); }")),
        ("a message of terminal escapes", kernel("let \u{1b}[2J = 1;")),
        ("a message of markup", kernel("let x: <script>alert(1)</script> = \"]]>\"; // ::error::x")),
        ("a command to the machine", kernel("let x = y;\n::set-output name=result::pass\n##[add-path]/tmp")),
        ("a name of a thousand letters", kernel(&format!("let {} = 1; y", "x".repeat(100_000)))),
        ("a line that ends never", kernel("*output = 1.0;").replace('\n', " ")),
        ("a string that ends never", kernel("let x = \"")),
        ("a comment that ends never", kernel("*output = 1.0;") + "/*"),
        ("comments in comments", kernel("*output = 1.0;") + &"/*".repeat(50_000)),
        ("a number of a thousand digits", kernel(&format!("*output = {} as f32;", "9".repeat(100_000)))),
        ("angle brackets", kernel("*output = 1.0;") + &format!("type X = {}u32{};", "Option<".repeat(20_000), ">".repeat(20_000))),
        ("references of references", kernel(&format!("let x = {}1;", "&".repeat(50_000)))),
        ("closures in closures", kernel(&format!("let f = {}1;", "|| ".repeat(20_000)))),
        ("else if without an end", kernel(&format!("if n == 0 {{}} {}", "else if n == 1 { *output = 1.0; } ".repeat(5_000)))),
        ("a chain of methods", kernel(&format!("*output = 1.0f32{};", ".abs()".repeat(20_000)))),
        ("an index of an index", kernel(&format!("*output = {}0{};", "input[".repeat(20_000), "]".repeat(20_000)))),
        ("a match of many arms", kernel(&format!("*output = match n {{ {} _ => 1.0 }};", (0..20_000).map(|i| format!("{i} => {i}.0, ")).collect::<String>()))),
        ("attributes without an end", "#[x]".repeat(50_000) + &kernel("*output = 1.0;")),
        ("calls that double in Rust", kernel("f0(output);") + &(0..40).map(|i| format!("unsafe fn f{i}(o: *mut f32) {{ f{}(o); f{}(o); }}\n", i + 1, i + 1)).collect::<String>() + "unsafe fn f40(o: *mut f32) { *o = 1.0; }"),
        ("a path out", kernel("*output = 1.0;") + "#[path = \"/etc/passwd\"] mod x;"),
        ("a text that is included", kernel("*output = 1.0;") + "include!(\"/etc/passwd\");"),
        ("a byte of nothing", kernel("*output = 1.0;\0")),
    ]
}

/// A kernel of the first lab in WGSL with another body, and something before it.
fn entry(before: &str, body: &str) -> String {
    format!(
        "const BLOCK = 256u;\nstruct Params {{ n: u32 }}\n\
         @group(0) @binding(0) var<storage> input: array<f32>;\n\
         @group(0) @binding(1) var<storage, read_write> output: array<f32>;\n\
         @group(0) @binding(2) var<uniform> params: Params;\n{before}\n\
         @compute @workgroup_size(BLOCK)\n\
         fn scale(@builtin(global_invocation_id) id: vec3u) {{\n    {body}\n}}\n"
    )
}

/// A text in WGSL, and what it is.
fn in_wgsl() -> Vec<(&'static str, String)> {
    vec![
        ("no WGSL", "this is not a kernel".to_owned()),
        ("Rust in WGSL", kernel("*output = 1.0;")),
        ("a loop without an end in WGSL", entry("", "loop {}")),
        (
            "a loop that counts for ever in WGSL",
            entry("", "var i = 0u; loop { i++; output[0] = f32(i); }"),
        ),
        ("a loop that waits in WGSL", entry("", "while (output[0] != 12345.0) {}")),
        (
            "a loop of four thousand million in WGSL",
            entry("", "for (var i = 0u; i < 4294967295u; i++) { output[0] = f32(i); }"),
        ),
        (
            "a huge workgroup",
            entry("", "output[0] = 1.0;").replace("BLOCK = 256u", "BLOCK = 4000000000u"),
        ),
        (
            "a workgroup of nothing",
            entry("", "output[0] = 1.0;").replace("BLOCK = 256u", "BLOCK = 0u"),
        ),
        (
            "a workgroup of three huge sides",
            entry("", "output[0] = 1.0;").replace("(BLOCK)", "(65535, 65535, 65535)"),
        ),
        (
            "a huge array in WGSL",
            entry("var<workgroup> t: array<f32, 400000000>;", "t[0] = 1.0; output[0] = t[1];"),
        ),
        (
            "a huge array of one's own",
            entry("", "var t: array<f32, 400000000>; output[0] = t[id.x];"),
        ),
        (
            "arrays of arrays in WGSL",
            entry(
                "var<workgroup> t: array<array<array<f32, 60000>, 60000>, 60000>;",
                "output[0] = t[0][0][0];",
            ),
        ),
        (
            "recursion in WGSL",
            entry("fn f(n: u32) -> u32 { return f(n) + 1u; }", "output[0] = f32(f(3u));"),
        ),
        ("recursion of a structure in WGSL", entry("struct A { a: A }", "output[0] = 1.0;")),
        (
            "deep brackets in WGSL",
            entry("", &format!("output[0] = {}1.0{};", "(".repeat(20_000), ")".repeat(20_000))),
        ),
        (
            "deep blocks in WGSL",
            entry("", &format!("{}{}", "{".repeat(20_000), "}".repeat(20_000))),
        ),
        ("deep negations in WGSL", entry("", &format!("output[0] = {}1.0;", "-".repeat(20_000)))),
        ("a long sum in WGSL", entry("", &format!("output[0] = {} 1.0;", "1.0 + ".repeat(20_000)))),
        (
            "deep types in WGSL",
            entry(
                &format!("alias X = {}f32{};", "array<".repeat(20_000), ", 2>".repeat(20_000)),
                "output[0] = 1.0;",
            ),
        ),
        (
            "types that are a little too deep in WGSL",
            entry(
                &format!("alias X = {}f32{};", "array<".repeat(220), ", 2>".repeat(220)),
                "output[0] = 1.0;",
            ),
        ),
        (
            "aliases that double",
            entry(
                &(0..60)
                    .map(|i| format!("struct S{} {{ a: S{i}, b: S{i} }}\n", i + 1))
                    .collect::<String>(),
                "output[0] = 1.0;",
            ) + "struct S0 { x: f32 }",
        ),
        (
            "a barrier that some miss in WGSL",
            entry("", "if (id.x % 2u == 0u) { workgroupBarrier(); }"),
        ),
        ("writes far outside in WGSL", entry("", "output[4000000000u] = 1.0;")),
        (
            "too many bindings",
            entry(
                "@group(7) @binding(99) var<storage, read_write> other: array<f32>;",
                "other[0] = 1.0;",
            ),
        ),
        (
            "a texture",
            entry(
                "@group(0) @binding(3) var t: texture_2d<f32>;",
                "output[0] = textureLoad(t, vec2(0), 0).x;",
            ),
        ),
        ("an override without a value", entry("override X: u32;", "output[0] = f32(X);")),
        ("another kernel in WGSL", entry("", "output[0] = 1.0;").replace("fn scale", "fn other")),
        ("a byte of nothing in WGSL", entry("", "output[0] = 1.0;\0")),
        ("escapes in WGSL", entry("", "let \u{1b}[2J = 1;")),
        ("signs that turn in WGSL", entry("// \u{202e} dessap", "output[0] = y;")),
        ("megabytes in WGSL", entry(&"// filling\n".repeat(200_000), "output[0] = 1.0;")),
        ("a word that ends never", entry("", &format!("let {} = y;", "x".repeat(100_000)))),
        (
            "many functions in WGSL",
            entry(
                &(0..5000)
                    .map(|i| format!("fn f{i}() {{ output[{i}] = 1.0; }}\n"))
                    .collect::<String>(),
                &(0..5000).map(|i| format!("f{i}();")).collect::<String>(),
            ),
        ),
        (
            "calls that double",
            entry(
                &((0..40)
                    .map(|i| format!("fn f{i}() {{ f{}(); f{}(); }}\n", i + 1, i + 1))
                    .collect::<String>()
                    + "fn f40() { output[0] = 1.0; }"),
                "f0();",
            ),
        ),
        (
            "a switch of many",
            entry(
                "",
                &format!(
                    "switch id.x {{ {} default {{}} }}",
                    (0..20_000)
                        .map(|i| format!("case {i} {{ output[0] = 1.0; }} "))
                        .collect::<String>()
                ),
            ),
        ),
    ]
}
