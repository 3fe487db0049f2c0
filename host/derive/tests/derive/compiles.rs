//! Generated programs and kernels compile with the published `cust` and `cuda_std`, in the
//! versions that this workspace uses.

use crate::common::{program_of, translated};
use std::fs;
use std::path::Path;
use std::process::Command;

/// The programs of the figures with several kernels, sections and shared memory, and one with
/// calls, numbers, constant memory and a result.
const PROGRAMS: [(&str, &str); 5] = [
    ("matrix_mul", include_str!("../programs/matrix_mul.rs")),
    ("jacobi", include_str!("../programs/jacobi.rs")),
    ("sections", include_str!("../programs/sections.rs")),
    ("partitions", include_str!("../programs/partitions.rs")),
    ("everything", EVERYTHING),
];

const EVERYTHING: &str = "
const WIDTH: usize = 3;
const TAPS: usize = 2 * WIDTH + 1;

fn weight(at: usize) -> f32 {
    if at == 0 { return 1.0; }
    0.5
}

fn twice(x: &mut [f32], stream: usize, n: usize) {
    hicuda! { kernel twice tblock(n.div_ceil(32)) thread(32) nowait }
    {
        hicuda! { loop_partition over_tblock over_thread }
        for i in 0..n { x[i] = x[i] * 2.0 + stream as f32 + weight(i % 2); }
    }
}

pub fn filter(x: &mut [f32], taps: &[f32; TAPS], out: &mut [f32], hits: &mut i32, n: usize) -> usize {
    let mut edge = vec![0.0_f32; n];
    let gpu = n / 2;
    if n < TAPS {
        return 0;
    }
    hicuda! { shape x[n] out[n] edge[n] }
    hicuda! { global alloc x[*] copyin }
    hicuda! { constant alloc taps[*] copyin }
    hicuda! { global alloc out[WIDTH:n - WIDTH - 1] }
    hicuda! { global alloc edge[*] clear }
    hicuda! { global alloc hits copyin }
    for round in 0..3 {
        twice(x, round, n);
    }
    hicuda! { kernel filter tblock(4) thread(32) }
    {
        hicuda! { loop_partition over_tblock over_thread }
        for i in WIDTH..n - WIDTH {
            let mut sum = edge[i];
            for t in 0..TAPS { sum += taps[t] * x[i + t - WIDTH]; }
            out[i] = sum;
        }
    }
    hicuda! { global copyout out[WIDTH:n - WIDTH - 1] hits }
    hicuda! { global free x out edge hits }
    hicuda! { constant free taps }
    println!(\"{} {}\", edge.len(), weight(0));
    gpu
}
";

#[test]
fn generated_programs_compile_with_the_published_crates() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = tempfile::tempdir().expect("a folder");
    let write = |path: &str, text: &str| {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("it can be made");
        fs::write(path, text).expect("it can be written");
    };
    write(
        "Cargo.toml",
        "[package]\nname = \"generated\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n\
         [dependencies]\ncuda_std = \"0.2.2\"\ncust = \"0.3.2\"\n\n[workspace]\n",
    );
    // The versions that the workspace has.
    let lock = fs::read_to_string(root.join("Cargo.lock")).expect("there is one");
    write("Cargo.lock", &lock);
    // What `#[kernel]` and `shared_array!` of the published crate expand to asks for a target that
    // this compiler does not know; kernels are unsafe as a whole.
    let mut kernels =
        String::from("#![allow(unexpected_cfgs, unsafe_op_in_unsafe_fn, dead_code)]\n");
    for (name, text) in PROGRAMS {
        write(&format!("src/bin/{name}.rs"), &program_of(text, name));
        write(&format!("src/{name}_kernels.rs"), &translated(text).text());
        kernels += &format!("pub mod {name}_kernels;\n");
    }
    write("src/lib.rs", &kernels);
    let output = Command::new(env!("CARGO"))
        .args(["check", "--offline", "--quiet", "--message-format", "short"])
        .current_dir(folder.path())
        .env_remove("CARGO_BUILD_BUILD_DIR")
        .env("CARGO_TARGET_DIR", root.join("target/generated-programs"))
        .env("CUDA_LIBRARY_PATH", root.join("host/device/cuda-link"))
        .env("RUSTFLAGS", "-D warnings")
        .output()
        .expect("cargo is there");
    let messages = String::from_utf8_lossy(&output.stderr);
    let programs: Vec<String> =
        PROGRAMS.iter().map(|(name, text)| program_of(text, name)).collect();
    assert!(output.status.success(), "{messages}\n{}", programs.join("\n\n"));
}
