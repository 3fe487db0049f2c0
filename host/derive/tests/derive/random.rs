//! Random annotated programs: what rustc's program computes is what the kernels must compute on
//! the simulator, under three schedules and without a finding.
//!
//! `DERIVE_RANDOM_SEED` and `DERIVE_RANDOM_COUNT` choose other programs, or more of them. A
//! failure prints the program and its seed. After a change to a pass let it run over 2,000.

use crate::common::{Trial, Value, sequential, translated};
use crate::random_host::{HostPart, Way, renamed};
use crate::seeds;
use std::fmt::Write;
use warpbench_derive::translate;
use warpbench_front::Source;
use warpbench_generate::{Choices, Seeded};

/// Programs of a run, by their seeds.
const FIXED: u64 = 20;
const FRESH: u64 = 40;

/// Programs that rustc compiles together.
const BATCH: usize = 50;

/// Of a hundred programs so many may be refused; more, and little is tried.
const MOST_REFUSED_PERCENT: usize = 10;

#[test]
fn random_programs_compute_what_they_did() {
    let seeds = seeds::seeds("DERIVE_RANDOM", FIXED, FRESH);
    let count = seeds.len();
    let mut refused = Vec::new();
    for batch in seeds.chunks(BATCH) {
        let mut trials = Vec::new();
        for seed in batch {
            let trial = generate(*seed);
            let source = Source { path: "program.rs".to_owned(), text: trial.text.clone() };
            match translate(&source) {
                Ok(_) => trials.push((*seed, trial)),
                Err(error) => {
                    assert!(error.diagnostics.iter().all(|own| own.location.is_some()), "{error}");
                    refused.push((*seed, error.rendered));
                }
            }
        }
        let all: Vec<Trial> = trials.iter().map(|(_, trial)| trial.clone()).collect();
        let expected = sequential::run(&all).unwrap_or_else(|error| panic!("{error}"));
        for ((seed, trial), expected) in trials.iter().zip(&expected) {
            let compared = trial.compare(&translated(&trial.text), expected);
            compared.unwrap_or_else(|error| {
                panic!("DERIVE_RANDOM_SEED={seed}, {:?}: {error}\n{}", trial.given, trial.text)
            });
        }
    }
    let most = seeds.len() * MOST_REFUSED_PERCENT / 100;
    let shown: Vec<String> =
        refused.iter().take(3).map(|(seed, error)| format!("seed {seed}: {error}")).collect();
    println!("{} of {count} programs are refused", refused.len());
    assert!(refused.len() <= most, "{} are refused:\n{}", refused.len(), shown.join("\n"));
}

/// A dimension of the arrays and the loop along it.
pub(crate) struct Dimension {
    pub(crate) size: usize,
    /// How the text writes the size.
    pub(crate) written: String,
    /// How far neighbours are read, and the loop's bounds so that they exist.
    pub(crate) halo: usize,
    pub(crate) step: usize,
    pub(crate) blocks: Option<bool>,
    pub(crate) threads: Option<usize>,
}

fn generate(seed: u64) -> Trial {
    let mut choices = Seeded::new(seed);
    let c = &mut choices;
    let rank = 1 + c.below(4);
    let is_nested = c.percent(30);
    let most = [40, 14, 8, 6][rank - 1];
    let mut given = Vec::new();
    let mut constants = String::new();
    let mut dims = Vec::new();
    for at in 0..rank {
        let halo = usize::from(c.percent(40));
        let size = 1 + 2 * halo + c.below(most);
        let written = match c.below(3) {
            0 if !is_nested => {
                given.push((format!("n{at}"), Value::Integer(size as i64)));
                format!("n{at}")
            }
            1 => {
                let _ = writeln!(constants, "const N{at}: usize = {size};");
                format!("N{at}")
            }
            _ => size.to_string(),
        };
        let blocks = c.percent(55).then(|| c.percent(35));
        let threads = c.percent(60).then(|| [1, 2, 3, 4, 5, 8][c.below(6)]);
        let step = if c.percent(15) { 2 + c.below(2) } else { 1 };
        dims.push(Dimension { size, written, halo, step, blocks, threads });
    }
    if rank == 1 && c.percent(30) && dims[0].threads.is_some() {
        dims[0].threads = Some(32);
    }
    let writer = Writer { dims, is_nested, constants, text: String::new() };
    writer.program(c, given)
}

pub(crate) struct Writer {
    pub(crate) dims: Vec<Dimension>,
    pub(crate) is_nested: bool,
    constants: String,
    pub(crate) text: String,
}

impl Writer {
    pub(crate) fn line(&mut self, line: &str) {
        self.text += line;
        self.text.push('\n');
    }

    fn program(mut self, c: &mut Seeded, numbers: Vec<(String, Value)>) -> Trial {
        let sizes: Vec<String> = numbers.iter().map(|(name, _)| name.clone()).collect();
        let host = HostPart::choose(c, &sizes);
        let has_helper = !self.is_nested && c.percent(30);
        let kernel = self.kernel(c, has_helper, &host);
        let after = self.kernel_after(&host);
        let ty = self.array_type();
        let arrays = format!("a: &{ty}, b: &mut {ty}");
        let signature = host.signature(&sizes);
        self.line(&self.constants.clone());
        if has_helper {
            self.line("fn mixed(a: &[i32], at: usize, factor: i32) -> i32 {");
            self.line("    let own = a[at] * factor;");
            self.line("    (own + 5) % 89");
            self.line("}");
        }
        let call = format!("    step(a, b{});", host.arguments(c, &sizes));
        let work = match host.way {
            Way::Direct | Way::Whole => kernel.clone(),
            Way::Called => call,
            Way::CalledThrough => {
                let inner = format!("    step(a, b{});", host.arguments(c, &sizes));
                self.function("middle", &arrays, &signature, &inner);
                call.replace("step(", "middle(")
            }
            Way::Chosen => {
                let other = format!("    step(a, b{});", host.arguments(c, &sizes));
                let (name, _) = &host.fractions[c.below(host.fractions.len())];
                format!("    if {name} > 0.75 {{\n{call}\n    }} else {{\n{other}\n    }}")
            }
        };
        let body = self.directives(c, &host, &work, &after);
        let body = match host.way {
            Way::Whole => {
                self.function("step", &arrays, &signature, &body);
                format!("    step(a, b{});", host.arguments(c, &sizes))
            }
            Way::Direct => body,
            Way::Called | Way::CalledThrough | Way::Chosen => {
                self.function("step", &arrays, &signature, &kernel);
                body
            }
        };
        let plain = HostPart { fractions: Vec::new(), ..host };
        let lets: String = plain.lets.iter().map(|own| format!("    {own}\n")).collect();
        let entry =
            format!("pub fn program({arrays}{}) {{\n{lets}{body}\n}}", plain.signature(&sizes));
        // What is passed may have another name in the function that is called.
        let others = [("a", "first"), ("b", "second"), ("n0", "size"), ("t0", "table")];
        let is_renamed = plain.way != Way::Direct && c.percent(50);
        let others = if is_renamed { &others[..] } else { &[] };
        self.line(&renamed(&entry, others));
        let len = self.dims.iter().map(|dim| dim.size).product();
        let mut given =
            vec![("a".to_owned(), Value::Array(len)), ("b".to_owned(), Value::Array(len))];
        given.extend(numbers);
        given.extend(plain.tables.iter().map(|(name, len)| (name.clone(), Value::Array(*len))));
        for (name, _) in &mut given {
            *name = renamed(name, others);
        }
        Trial { text: self.text, entry: "program".to_owned(), given }
    }

    fn function(&mut self, name: &str, arrays: &str, signature: &str, body: &str) {
        self.line(&format!("fn {name}({arrays}{signature}) {{\n{body}\n}}"));
    }

    fn array_type(&self) -> String {
        match self.is_nested {
            false => "[i32]".to_owned(),
            true => (self.dims.iter().rev())
                .fold("i32".to_owned(), |ty, dim| format!("[{ty}; {}]", dim.written)),
        }
    }

    /// The region of the kernel.
    fn kernel(&mut self, c: &mut Seeded, has_helper: bool, host: &HostPart) -> String {
        let before = std::mem::take(&mut self.text);
        let blocks = self.sizes(c, |dim| dim.blocks.is_some(), true);
        let threads = self.sizes(c, |dim| dim.threads.is_some(), false);
        self.line(&format!("    hicuda! {{ kernel k tblock({blocks}) thread({threads}) }}"));
        self.line("    {");
        for at in 0..self.dims.len() {
            self.open_loop(at);
        }
        let terms = host.terms(c);
        self.body(c, has_helper, &terms);
        self.close_loops();
        self.line("    }");
        std::mem::replace(&mut self.text, before)
    }

    pub(crate) fn close_loops(&mut self) {
        for at in (0..self.dims.len()).rev() {
            self.line(&format!("{}}}", "    ".repeat(at + 2)));
        }
    }

    /// The sizes of the grid, one for each loop that is spread over it.
    fn sizes(
        &self,
        c: &mut Seeded,
        is_spread: impl Fn(&Dimension) -> bool,
        of_blocks: bool,
    ) -> String {
        let size = |dim: &Dimension, c: &mut Seeded| match (of_blocks, dim.threads) {
            (false, threads) => threads.unwrap_or(1).to_string(),
            (true, Some(threads)) if c.percent(40) => {
                let is_number = dim.written.starts_with(|c: char| c.is_ascii_digit());
                let ty = if is_number { "_usize" } else { "" };
                format!("{}{ty}.div_ceil({threads})", dim.written)
            }
            _ => (1 + c.below(4)).to_string(),
        };
        let spread = self.dims.iter().filter(|dim| is_spread(dim));
        let sizes: Vec<String> = spread.map(|dim| size(dim, c)).collect();
        match sizes.is_empty() {
            true => "1".to_owned(),
            false => sizes.join(", "),
        }
    }

    pub(crate) fn open_loop(&mut self, at: usize) {
        let dim = &self.dims[at];
        let indent = "    ".repeat(at + 2);
        let blocks = match dim.blocks {
            None => "",
            Some(true) => "over_tblock(CYCLIC)",
            Some(false) => "over_tblock",
        };
        let threads = if dim.threads.is_some() { "over_thread" } else { "" };
        let mut lines = Vec::new();
        if dim.blocks.is_some() || dim.threads.is_some() {
            lines.push(format!("{indent}hicuda! {{ loop_partition {blocks} {threads} }}"));
        }
        let end = match dim.halo {
            0 => dim.written.clone(),
            halo => format!("{} - {halo}", dim.written),
        };
        let range = match dim.step {
            1 => format!("{}..{end}", dim.halo),
            step => format!("({}..{end}).step_by({step})", dim.halo),
        };
        lines.push(format!("{indent}for i{at} in {range} {{"));
        lines.iter().for_each(|line| self.line(line));
    }

    /// An element of an array, so far from the iteration's own.
    pub(crate) fn element(&self, array: &str, offsets: &[i64]) -> String {
        let index = |at: usize| match offsets[at] {
            0 => format!("i{at}"),
            more if more > 0 => format!("i{at} + {more}"),
            less => format!("i{at} - {}", -less),
        };
        if self.is_nested {
            let all: String = (0..self.dims.len()).map(|at| format!("[{}]", index(at))).collect();
            return format!("{array}{all}");
        }
        format!("{array}[{}]", self.flat(&index))
    }

    fn flat(&self, index: &dyn Fn(usize) -> String) -> String {
        let mut flat = index(0);
        for at in 1..self.dims.len() {
            let is_plain = flat.chars().all(|c| c.is_alphanumeric());
            let row = if is_plain { flat } else { format!("({flat})") };
            flat = format!("{row} * {} + {}", self.dims[at].written, index(at));
        }
        flat
    }

    fn offsets(&self, c: &mut Seeded) -> Vec<i64> {
        let one = |dim: &Dimension, c: &mut Seeded| match dim.halo {
            0 => 0,
            _ => c.below(3) as i64 - 1,
        };
        self.dims.iter().map(|dim| one(dim, c)).collect()
    }

    fn body(&mut self, c: &mut Seeded, has_helper: bool, terms: &[String]) {
        let indent = "    ".repeat(self.dims.len() + 2);
        let own = vec![0; self.dims.len()];
        let is_shared = c.percent(45);
        // Iterations of a block that are not neighbours leave gaps in what they write.
        let has_gaps =
            |dim: &Dimension| dim.threads.is_some() && (dim.step > 1 || dim.blocks == Some(true));
        let is_stored = is_shared && c.percent(40) && !self.dims.iter().any(has_gaps);
        let mut lines = vec![format!("let mut sum = {};", self.element("a", &own))];
        if has_helper {
            let at = self.flat(&|at| format!("i{at}"));
            lines.push(format!("sum += mixed(a, {at}, {});", 1 + c.below(5)));
        }
        lines.extend(terms.iter().cloned());
        if is_shared {
            let range = |(at, dim): (usize, &Dimension)| match dim.halo {
                0 => format!("[i{at}]"),
                halo => format!("[i{at} - {halo}:i{at} + {halo}]"),
            };
            let section: String = self.dims.iter().enumerate().map(range).collect();
            let checked = if c.percent(20) { "(nobndcheck)" } else { "" };
            // Without a check every turn must be full.
            let checked =
                if self.dims.iter().any(|dim| dim.threads.is_some()) { "" } else { checked };
            lines.push(format!("hicuda! {{ shared alloc a{section} copyin {checked} }}"));
            if is_stored {
                let single: String = (0..self.dims.len()).map(|at| format!("[i{at}]")).collect();
                lines.push(format!("hicuda! {{ shared alloc b{single} copyin }}"));
            }
            lines.push("hicuda! { barrier }".to_owned());
        }
        for _ in 0..1 + c.below(3) {
            let offsets = self.offsets(c);
            let read = self.element("a", &offsets);
            lines.push(match c.below(4) {
                0 => format!("if sum % 2 == 0 {{ sum += {read}; }} else {{ sum -= 1; }}"),
                1 => format!("for r in 0..{} {{ sum += r * {read}; }}", 1 + c.below(3)),
                2 => format!("let other = {read} + 1;\n{indent}sum = (sum * 3 + other) % 97;"),
                _ => format!("sum += {read};"),
            });
        }
        let target = self.element("b", &own);
        lines.push(match c.below(3) {
            0 => format!("{target} = (sum + {target}) % 101;"),
            1 => format!("{target} += sum % 50;"),
            _ => format!("{target} = sum;"),
        });
        if is_shared {
            lines.push("hicuda! { barrier }".to_owned());
            if is_stored {
                let single: String = (0..self.dims.len()).map(|at| format!("[i{at}]")).collect();
                lines.push(format!("hicuda! {{ shared copyout b{single} }}"));
                lines.push("hicuda! { barrier }".to_owned());
                lines.push("hicuda! { shared remove a b }".to_owned());
            } else {
                lines.push("hicuda! { shared remove a }".to_owned());
            }
        }
        lines.iter().for_each(|line| self.line(&format!("{indent}{line}")));
    }
}
