//! The host's part of random programs: numbers that it computes, constant memory, and
//! functions on the way to the kernels.

use crate::random::{Dimension, Writer};
use warpbench_generate::{Choices, Seeded};

/// What the host of a random program has besides the arrays `a` and `b`.
pub(crate) struct HostPart {
    /// `let` after `let`, as they stand in the function that is run.
    pub(crate) lets: Vec<String>,
    /// The fractions that kernels are passed, with their types.
    pub(crate) fractions: Vec<(String, &'static str)>,
    /// Arrays in constant memory, with their lengths.
    pub(crate) tables: Vec<(String, usize)>,
    /// Whether the first table is freed before the second is needed.
    pub(crate) is_freed: bool,
    pub(crate) way: Way,
}

/// How the kernel is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// It stands in the function that is run.
    Direct,
    /// It stands in a function that is called while the memory is there.
    Called,
    /// The same, through another function.
    CalledThrough,
    /// One of two calls of it, as the host's numbers say.
    Chosen,
    /// It stands in a function with all directives.
    Whole,
}

impl HostPart {
    /// `sizes` are the numbers that the function is called with.
    pub(crate) fn choose(c: &mut Seeded, sizes: &[String]) -> HostPart {
        let (lets, fractions) = match c.percent(45) {
            true => lets(c, sizes),
            false => (Vec::new(), Vec::new()),
        };
        let count = [0, 0, 1, 2][c.below(4)];
        let is_freed = c.percent(60);
        // Two of these do not fit beside each other.
        let is_large = count == 2 && is_freed && c.percent(8);
        let tables = (0..count).map(|at| {
            let len = if is_large { 9_000 + c.below(5_000) } else { 1 + c.below(40) };
            (format!("t{at}"), len)
        });
        let tables = tables.collect();
        let ways = [Way::Direct, Way::Called, Way::CalledThrough, Way::Chosen, Way::Whole];
        let way = if c.percent(40) { Way::Direct } else { ways[c.below(ways.len())] };
        let way = if way == Way::Chosen && fractions.is_empty() { Way::Called } else { way };
        HostPart { lets, fractions, tables, is_freed, way }
    }

    /// What is added to the sum of an iteration, for every number and the first table.
    pub(crate) fn terms(&self, c: &mut Seeded) -> Vec<String> {
        let mut terms = Vec::new();
        for (name, _) in &self.fractions {
            if c.percent(70) {
                terms.push(format!("sum += ({name} * {}.0) as i32 % 50;", 1 + c.below(20)));
            }
        }
        if let Some((name, len)) = self.tables.first() {
            terms.push(format!(
                "sum += {name}[(i0 * {} + {}) % {len}];",
                1 + c.below(4),
                c.below(9)
            ));
        }
        terms
    }

    /// The parameters of a function that has the kernel, behind its arrays.
    pub(crate) fn signature(&self, sizes: &[String]) -> String {
        let sizes = sizes.iter().map(|name| format!(", {name}: usize"));
        let fractions = self.fractions.iter().map(|(name, ty)| format!(", {name}: {ty}"));
        let tables = self.tables.iter().map(|(name, _)| format!(", {name}: &[i32]"));
        sizes.chain(fractions).chain(tables).collect()
    }

    /// What is passed for them; fractions may be computed on the way.
    pub(crate) fn arguments(&self, c: &mut Seeded, sizes: &[String]) -> String {
        let sizes = sizes.iter().map(|name| format!(", {name}"));
        let fractions = self.fractions.iter().map(|(name, _)| match c.below(4) {
            0 => format!(", {name} * 0.7 + 0.1 * 3.0"),
            1 => format!(", -{name}"),
            _ => format!(", {name}"),
        });
        let fractions: Vec<String> = fractions.collect();
        let tables = self.tables.iter().map(|(name, _)| format!(", {name}"));
        sizes.chain(fractions).chain(tables).collect()
    }
}

impl Writer {
    /// The memory around what is done.
    pub(crate) fn directives(
        &self,
        c: &mut Seeded,
        host: &HostPart,
        work: &str,
        after: &str,
    ) -> String {
        let is_part = c.percent(30);
        let range = |dim: &Dimension| match is_part {
            true => format!("[{}:{} - {}]", dim.halo, dim.written, dim.halo + 1),
            false => "[*]".to_owned(),
        };
        let part: String = self.dims.iter().map(range).collect();
        let whole: String = self.dims.iter().map(|_| "[*]").collect();
        let shape: String = self.dims.iter().map(|dim| format!("[{}]", dim.written)).collect();
        let mut lines = Vec::new();
        if !self.is_nested {
            lines.push(format!("    hicuda! {{ shape a{shape} b{shape} }}"));
        }
        for (name, len) in &host.tables {
            lines.push(format!("    hicuda! {{ shape {name}[{len}] }}"));
        }
        lines.push(format!("    hicuda! {{ global alloc a{whole} copyin }}"));
        lines.push(format!("    hicuda! {{ global alloc b{part} copyin }}"));
        let table = |at: usize| {
            host.tables
                .get(at)
                .map(|own| format!("    hicuda! {{ constant alloc {}[*] copyin }}", own.0))
        };
        lines.extend(table(0));
        let repeats = if c.percent(20) { 2 } else { 1 };
        match repeats > 1 {
            true => lines.push(format!("    for _ in 0..{repeats} {{\n{work}\n    }}")),
            false => lines.push(work.to_owned()),
        }
        if host.is_freed && host.tables.len() == 2 {
            lines.push("    hicuda! { constant remove t0 }".to_owned());
        }
        lines.extend(table(1));
        lines.push(after.to_owned());
        lines.push(format!("    hicuda! {{ global copyout b{part} }}"));
        lines.push("    hicuda! { global free a b }".to_owned());
        lines.join("\n")
    }

    /// A second kernel, for what lies in constant memory then.
    pub(crate) fn kernel_after(&mut self, host: &HostPart) -> String {
        let [(first, first_len), (second, second_len)] = host.tables.as_slice() else {
            return String::new();
        };
        let before = std::mem::take(&mut self.text);
        let of = |is: &dyn Fn(&Dimension) -> Option<usize>| -> String {
            let sizes: Vec<String> =
                self.dims.iter().filter_map(is).map(|size| size.to_string()).collect();
            if sizes.is_empty() { "1".to_owned() } else { sizes.join(", ") }
        };
        let (blocks, threads) = (of(&|dim| dim.blocks.map(|_| 2)), of(&|dim| dim.threads));
        self.line(&format!("    hicuda! {{ kernel after tblock({blocks}) thread({threads}) }}"));
        self.line("    {");
        for at in 0..self.dims.len() {
            self.open_loop(at);
        }
        let target = self.element("b", &vec![0; self.dims.len()]);
        let other = match host.is_freed {
            true => String::new(),
            false => format!(" + {first}[i0 % {first_len}]"),
        };
        self.line(&format!("{target} = {target} % 50 + {second}[(i0 + 1) % {second_len}]{other};"));
        self.close_loops();
        self.line("    }");
        std::mem::replace(&mut self.text, before)
    }
}

/// Numbers of the host, each made of those before.
fn lets(c: &mut Seeded, sizes: &[String]) -> (Vec<String>, Vec<(String, &'static str)>) {
    let mut lets = vec!["let third = 1.0 / 3.0_f32;".to_owned()];
    let mut known: Vec<(String, &'static str)> = vec![("third".to_owned(), "f32")];
    for at in 0..1 + c.below(4) {
        let ty = if c.percent(70) { "f32" } else { "f64" };
        let name = format!("h{at}");
        let value = fraction(c, ty, &known, sizes, 2);
        let is_changed = c.percent(25);
        let mutable = if is_changed { "mut " } else { "" };
        // A cast at the start says the type as well as a word of its own.
        lets.push(match c.percent(50) {
            true => format!("let {mutable}{name}: {ty} = {value};"),
            false => format!("let {mutable}{name} = {} as {ty} + {value};", 1 + c.below(7)),
        });
        if is_changed {
            let op = ["+=", "-=", "*="][c.below(3)];
            lets.push(format!("{name} {op} {};", fraction(c, ty, &known, sizes, 1)));
        }
        known.push((name, ty));
    }
    (lets, known)
}

/// A fraction of a type that Rust accepts, never divided by zero.
fn fraction(
    c: &mut Seeded,
    ty: &'static str,
    known: &[(String, &'static str)],
    sizes: &[String],
    depth: usize,
) -> String {
    if depth > 0 && c.percent(75) {
        let left = fraction(c, ty, known, sizes, depth - 1);
        let right = fraction(c, ty, known, sizes, depth - 1);
        return match c.below(9) {
            0 | 1 => format!("({left} + {right})"),
            2 => format!("({left} - {right})"),
            3 | 4 => format!("{left} * {right}"),
            5 => format!("{left} / ({ty}::abs({right}) + 1.5)"),
            6 => format!("{ty}::max({left}, {right}).sqrt().min(9.5)"),
            7 => format!("(if {left} < {right} {{ {left} }} else {{ 0.5 }})"),
            _ => format!("(1.0 / 3.0 * {left}).abs().powi({})", 1 + c.below(3)),
        };
    }
    let own: Vec<&String> = known.iter().filter(|own| own.1 == ty).map(|own| &own.0).collect();
    match c.below(5) {
        0 if !own.is_empty() => own[c.below(own.len())].clone(),
        1 if !sizes.is_empty() => format!("({} as {ty})", sizes[c.below(sizes.len())]),
        2 => {
            let (name, _) = &known[c.below(known.len())];
            format!("({name} as {ty})")
        }
        3 => format!("{}.{}_{ty}", c.below(30), c.below(100)),
        _ => format!("({} as {ty} * 0.{})", c.below(9), 1 + c.below(99)),
    }
}

/// A text in which some names are others.
pub(crate) fn renamed(text: &str, names: &[(&str, &str)]) -> String {
    let mut written = String::new();
    let mut word = String::new();
    for letter in text.chars().chain(['\n']) {
        if letter.is_alphanumeric() || letter == '_' {
            word.push(letter);
            continue;
        }
        let other = names.iter().find(|(from, _)| *from == word);
        written += other.map_or(word.as_str(), |(_, to)| to);
        word.clear();
        written.push(letter);
    }
    written.pop();
    written
}
