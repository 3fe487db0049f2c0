//! The comparison as comma-separated values, with every digit (RFC 4180).

use crate::window::timings::comparison::{
    Column, Comparison, Row, RowState, RungRows, Section, TextVersion,
};
use crate::window::timings::{labels, table};

const HEADS: [&str; 25] = [
    "kernel",
    "text",
    "device",
    "class",
    "kind",
    "backend",
    "driver",
    "size",
    "result",
    "checked",
    "max_error",
    "tolerance",
    "median_s",
    "min_s",
    "max_s",
    "samples",
    "clock",
    "gb_per_s",
    "gflop_per_s",
    "percent_of_ceiling",
    "speedup",
    "global_bytes_moved",
    "sectors_per_request",
    "bank_conflicts",
    "note",
];

/// A head and a line for each run; what nobody asked for has none.
pub fn of(comparison: &Comparison) -> String {
    let mut text = String::new();
    line(&mut text, HEADS.iter().map(|head| (*head).to_owned()));
    for (section, rung, row) in comparison.rows() {
        if !matches!(row.state, RowState::Idle) {
            line(&mut text, fields(section, rung, row).into_iter());
        }
    }
    text
}

fn line(text: &mut String, fields: impl Iterator<Item = String>) {
    for (at, field) in fields.enumerate() {
        if at > 0 {
            text.push(',');
        }
        text.push_str(&quoted(&field));
    }
    text.push_str("\r\n");
}

/// A field, in quotation marks where it needs them.
fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}

fn fields(section: &Section, rung: &RungRows, row: &Row) -> [String; 25] {
    let Column { name, kind, driver, backend, .. } = &section.columns[row.column];
    let mut fields = [const { String::new() }; 25];
    let text = match row.text {
        TextVersion::Original => "original",
        other => other.label(),
    };
    let class = section.class.name().to_lowercase();
    let known = [rung.variant.name, text, name, &class, kind, backend, driver];
    for (field, value) in fields.iter_mut().zip(known) {
        *field = value.to_owned();
    }
    fields[8] = table::result(&row.state);
    fields[24] = labels::message(&row.state).map(|(_, note)| note).unwrap_or_default();
    match &row.state {
        RowState::Done(figures) => {
            let number = |value: Option<f64>| value.map_or_else(String::new, |v| v.to_string());
            let size: Vec<String> = figures.size().iter().map(u64::to_string).collect();
            fields[7] = size.join("x");
            fields[9] = "true".to_owned();
            fields[12] = number(figures.seconds());
            if let Some(measured) = figures.measured() {
                fields[10] = number(measured.max_error);
                fields[11] = measured.tolerance.to_string();
                fields[13] = number(measured.seconds.map(|seconds| seconds.min));
                fields[14] = number(measured.seconds.map(|seconds| seconds.max));
                fields[15] = measured.seconds.map_or_else(String::new, |s| s.samples.to_string());
            }
            fields[16] = table::clock(figures).to_owned();
            fields[17] = number(figures.gb_per_s);
            fields[18] = number(figures.gflop_per_s);
            fields[19] = number(figures.of_ceiling.map(|share| 100.0 * share));
            fields[20] = number(figures.speedup);
            if let Some(simulated) = figures.simulated() {
                let counts = &simulated.counts;
                let requests = counts.global_requests.max(1) as f64;
                fields[10] = number(simulated.max_error);
                fields[11] = simulated.tolerance.to_string();
                fields[21] = counts.global_bytes_moved.to_string();
                fields[22] = (counts.global_sectors as f64 / requests).to_string();
                fields[23] = counts.bank_conflicts.to_string();
            }
        }
        RowState::Wrong(mismatch) => {
            fields[9] = "false".to_owned();
            fields[10] = mismatch.error.map_or_else(String::new, |error| error.to_string());
            fields[11] = mismatch.tolerance.to_string();
        }
        RowState::Idle
        | RowState::Waiting
        | RowState::Running { .. }
        | RowState::Missing(_)
        | RowState::Failed(_) => {}
    }
    fields
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::window::timings::action::TimingsAction;
    use crate::window::timings::fixtures::{gpu, ladder, plausible, rungs, timings, wrong};
    use crate::window::timings::state::started;

    #[test]
    fn fields_are_quoted_where_they_must_be() {
        let check = |field: &str, expected: &str| assert_eq!(quoted(field), expected);
        check("", "");
        check("plain text", "plain text");
        check("a,b", "\"a,b\"");
        check("say \"x\"", "\"say \"\"x\"\"\"");
        check("two\nlines", "\"two\nlines\"");
        check("cr\r", "\"cr\r\"");
    }

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
        let key = crate::window::timings::job::RunKey { variant, target: 0, edited: false };
        timings.ended(key, Ok(wrong(variant, &gpu(), &[1000])));
        let lines = read(&of(&Comparison::of(&timings, &ladder)));
        assert_eq!(lines.len(), 1 + 7 * 5);
        assert!(lines.iter().all(|line| line.len() == HEADS.len()));
        let at = |head: &str| HEADS.iter().position(|known| *known == head).expect(head);
        let find = |kernel: &str, device: &str, backend: &str| {
            let is_it = |line: &&Vec<String>| {
                (line[0].as_str(), line[2].as_str(), line[5].as_str()) == (kernel, device, backend)
            };
            lines.iter().find(is_it).expect(kernel)
        };
        let first = find("reduce_interleaved_strided", "NVIDIA H200", "cuda");
        assert_eq!(first[at("median_s")], "0.000367");
        assert_eq!((first[at("samples")].as_str(), first[at("clock")].as_str()), ("100", "device"));
        let speedup: f64 = first[at("speedup")].parse().expect("a number");
        assert!((speedup - 298.0 / 367.0).abs() < 1e-9);
        let wrong = find(variant, "NVIDIA H200", "cuda");
        assert_eq!((wrong[at("checked")].as_str(), wrong[at("median_s")].as_str()), ("false", ""));
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
}
