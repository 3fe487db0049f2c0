//! How long a student waits after a keystroke: from the changed text of
//! `matmul.rs` to the first step of `matmul_tiled` on the simulator, at 64x64.
//!
//! `cargo bench -p warpbench-host --bench keystroke` prints the stages, and
//! whether the whole stays within the 50 ms that are asked for.

use anyhow::{Context, Result};
use std::time::{Duration, Instant};
use warpbench_catalog as catalog;
use warpbench_cores::Threads;
use warpbench_front::rust;
use warpbench_front::rust::lower::Options;
use warpbench_machine::sim::{self, Buffers, Launch, RunError, Schedule};

/// Keystrokes that are timed.
const KEYSTROKES: usize = 100;

const MOST: Duration = Duration::from_millis(50);

const STAGES: [&str; 4] = ["check the text", "lower the kernel", "compile it", "first step"];

fn main() -> Result<()> {
    let mut stages: [Vec<Duration>; 4] = Default::default();
    let mut whole = Vec::new();
    for keystroke in 0..KEYSTROKES {
        let times = type_and_step(keystroke)?;
        whole.push(times.iter().sum());
        for (stage, time) in stages.iter_mut().zip(times) {
            stage.push(time);
        }
    }
    println!("| from keystroke to first step | median | slowest |");
    println!("| --- | ---: | ---: |");
    for (name, times) in STAGES.iter().zip(&mut stages) {
        print(name, times);
    }
    print("all", &mut whole);
    let slowest = whole.iter().max().copied().unwrap_or_default();
    let met = if slowest <= MOST { "met" } else { "not met" };
    println!(
        "\nAsked for: at most {} ms; {met} by all of {KEYSTROKES} keystrokes.",
        MOST.as_millis()
    );
    Ok(())
}

fn print(name: &str, times: &mut [Duration]) {
    times.sort_unstable();
    let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
    let median = milliseconds(times[times.len() / 2]);
    let slowest = milliseconds(times[times.len() - 1]);
    println!("| {name} | {median:.2} ms | {slowest:.2} ms |");
}

/// Types one more letter and takes the kernel to its first step.
fn type_and_step(keystroke: usize) -> Result<[Duration; 4]> {
    let (family, variant) = catalog::find("matmul_tiled")?;
    // The letters go into a comment at the top, so that every line moves.
    let text = format!("// {}\n{}", "x".repeat(keystroke + 1), family.sources.rust);
    let problem = variant.problem(&[64, 64, 64], 1)?;
    let launch = problem.launches.first().context("nothing is launched")?;
    let contents = problem.contents(&Threads::all());

    let start = Instant::now();
    let program = rust::read(&text, "matmul.rs")?;
    let checked = Instant::now();
    let entry = launch.entry.clone();
    let options = Options { entry, block: launch.block, ..Options::default() };
    let lowered = rust::lower_checked(&program, &options, &text, "matmul.rs")?;
    let made = Instant::now();
    let code = sim::compile(
        &lowered.checked.module,
        &lowered.checked.info,
        &lowered.checked.semantics,
        &launch.entry,
    )?;
    let compiled = Instant::now();
    let words = |slot: &sim::code::BufferSlot| match contents.get(slot.binding as usize) {
        Some(values) => bytemuck::pod_collect_to_vec(values.as_bytes()),
        None => vec![64; 3],
    };
    let mut buffers = Buffers(code.buffers.iter().map(words).collect());
    let machine = Launch {
        grid: launch.grid,
        warp_width: 32,
        schedule: Schedule::InOrder,
        most_instructions: 1,
        ..Launch::default()
    };
    match sim::run(&code, &machine, &mut buffers, &mut ()) {
        Err(RunError::Budget { .. }) => {}
        other => anyhow::bail!("one step was to be taken: {other:?}"),
    }
    let stepped = Instant::now();
    Ok([checked - start, made - checked, compiled - made, stepped - compiled])
}
