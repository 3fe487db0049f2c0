//! Tables in files are read back.

use super::*;
use crate::timings::action::TimingsAction;
use crate::timings::fixtures::{gpu, ladder, plausible, rungs, timings, wrong};
use crate::timings::job::RunKey;
use crate::timings::state::started;

/// Reads a file back, as RFC 4180 says.
fn read(text: &str) -> Vec<Vec<String>> {
    let (mut lines, mut line, mut field) = (Vec::new(), Vec::new(), String::new());
    let mut inside = false;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match (inside, c) {
            (true, '"') if chars.peek() == Some(&'"') => {
                chars.next();
                field.push('"');
            }
            (_, '"') => inside = !inside,
            (false, ',') => line.push(std::mem::take(&mut field)),
            (false, '\r') => {}
            (false, '\n') => {
                line.push(std::mem::take(&mut field));
                lines.push(std::mem::take(&mut line));
            }
            (_, c) => field.push(c),
        }
    }
    lines
}

#[test]
fn every_run_has_a_line_with_every_field() {
    let mut timings = timings();
    let rungs = rungs("reduce");
    let ladder = ladder(&rungs);
    for job in started(&mut timings, TimingsAction::RunLadder, &ladder) {
        timings.ended(job.key, Ok(plausible(&job)));
    }
    let variant = "reduce_sequential";
    let key = RunKey { variant, target: 0, edited: false };
    timings.ended(key, Ok(wrong(variant, &gpu(), &[1000])));
    let comparison = Comparison::of(&timings, &ladder);
    let picture = Picture { comparison, roofline: None, series: 0 };
    let bytes = picture.render(FileFormat::Csv).expect("it can be written");
    let lines = read(&String::from_utf8(bytes).expect("a text"));
    assert_eq!(lines.len(), 1 + 7 * 5);
    assert!(lines.iter().all(|line| line.len() == lines[0].len()));
    let at = |head: &str| lines[0].iter().position(|known| *known == head).expect(head);
    let find = |kernel: &str, device: &str, api: &str| {
        let named = [("function", kernel), ("device", device), ("api", api)];
        let is_it =
            |line: &&Vec<String>| named.iter().all(|(head, words)| line[at(head)] == *words);
        lines.iter().find(is_it).expect(kernel)
    };
    let first = find("reduce_interleaved_strided", "NVIDIA H200", "cuda");
    assert_eq!(first[at("median_runtime")], "0.000367");
    assert_eq!((first[at("num_times")].as_str(), first[at("clock")].as_str()), ("100", "device"));
    let speedup: f64 = first[at("speedup")].parse().expect("a number");
    assert!((speedup - 298.0 / 367.0).abs() < 1e-9);
    let wrong = find(variant, "NVIDIA H200", "cuda");
    assert_eq!((wrong[at("result")].as_str(), wrong[at("median_runtime")].as_str()), ("wrong", ""));
    let after = find("reduce_first_add", "NVIDIA H200", "cuda");
    assert_eq!(after[at("speedup")], "", "the rung before has no time");
    let model = find("reduce_shuffle", "H200 model", "model");
    assert_eq!(model[at("clock")], "predicted");
    assert!(model[at("global_bytes_moved")].parse::<u64>().is_ok());
    let llvmpipe = find("reduce_shuffle", "llvmpipe (LLVM 19.1.7, 256 bits)", "wgpu");
    assert_eq!(
        (llvmpipe[at("class")].as_str(), llvmpipe[at("clock")].as_str()),
        ("software", "wall")
    );
}
