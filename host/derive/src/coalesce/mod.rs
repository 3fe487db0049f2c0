//! From a naive kernel to a coalesced one, after CUDA-lite.
//!
//! A kernel whose threads each walk a row is easy to write and slow: at every step the
//! threads of a warp ask for places that lie apart. [`derive`] finds such accesses and
//! writes the kernel that a person would have tiled. One file is one step:
//!
//! 1. [`read`] reads kernels and the [`annotation`]s in them into [`kernel`].
//! 2. [`values`] says what variables hold, as polynomials of the thread's and the block's
//!    numbers, and [`block`] how many threads a block has.
//! 3. [`accesses`] finds the accesses to arrays and what stands around them.
//! 4. [`plan`] chooses tiles; [`safety`] and [`hazards`] say where they would change what
//!    the kernel computes, and [`tile`] how large they are.
//! 5. [`write`], [`regions`] and [`transfer`] write the kernel down; [`rebind`] has what
//!    a thread must know to fetch for another.
//!
//! Where it cannot be shown that the kernel computes what it did, the reason is given
//! with its place, and nothing is derived.

pub mod accesses;
pub mod annotation;
pub mod block;
mod counted;
pub mod explain;
pub mod guards;
pub mod hazards;
pub mod kernel;
mod lets;
pub mod lookups;
pub mod names;
pub mod plan;
pub mod read;
pub mod rebind;
mod regions;
pub mod safety;
pub mod sizes;
pub mod slices;
pub mod tile;
pub mod transfer;
pub mod values;
pub mod words;
pub mod write;

use crate::explain::PassReport;
use crate::print::{Line, Writer};
use crate::{Refused, refuse};
use accesses::ArrayAccesses;
use block::{BlockSize, WARP};
use kernel::NaiveKernel;
use plan::{Plan, Planner};
use read::KernelFile;
use values::Variables;
use warpbench_codes::{D0009, K0018};
use warpbench_front::diagnostic::{self, Span};
use warpbench_front::rust::lower;
use warpbench_front::{Diagnostic, Source, SourceError, check};

/// What is asked for.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// The kernel, where a file has several.
    pub kernel: Option<String>,
    /// Threads of a block along x and y, where the text does not show it.
    pub block: Option<[u32; 2]>,
}

/// A file with a derived kernel in the place of the naive one.
#[derive(Clone, Debug)]
pub struct Derivation {
    pub kernel: String,
    /// How many threads a block of the derived kernel has, x, y and z.
    pub block: [u32; 3],
    /// Along which of x and y the naive kernel computes the same with other blocks.
    pub is_block_free: [bool; 2],
    pub lines: Vec<Line>,
    /// What lies apart and stays so, with the reason, as warnings.
    pub left: Vec<Diagnostic>,
    /// What each step found.
    pub steps: Vec<PassReport>,
}

impl Derivation {
    pub fn text(&self) -> String {
        let lines: Vec<&str> = self.lines.iter().map(|line| line.text.as_str()).collect();
        lines.join("\n")
    }

    /// The grid that has the threads of a launch of the naive kernel.
    pub fn grid(&self, grid: [u32; 3], block: [u32; 3]) -> [u32; 3] {
        let mut own = grid;
        for at in 0..2 {
            if self.is_block_free[at] {
                let threads = u64::from(grid[at]) * u64::from(block[at]);
                own[at] = threads.div_ceil(u64::from(self.block[at])) as u32;
            }
        }
        own
    }
}

/// Derives the coalesced form of a kernel, or says why there is none.
pub fn derive(source: &Source, wanted: &Wanted) -> Result<Derivation, SourceError> {
    let derived =
        derive_text(&source.text, wanted).map_err(|refused| rendered(source, &refused))?;
    let launched = lower::Options {
        entry: derived.kernel.clone(),
        block: derived.block,
        ..lower::Options::default()
    };
    // What is wrong with the naive text is said of the naive text.
    check::check(source)?;
    let own = Source { path: source.path.clone(), text: derived.text() };
    check::check_launched(&own, &[launched])?;
    Ok(derived)
}

fn rendered(source: &Source, Refused(refused): &Refused) -> SourceError {
    let rendered = diagnostic::render(&source.path, &source.text, &[(**refused).clone()]);
    let diagnostic = (**refused).clone().located(&source.text);
    SourceError { diagnostics: vec![diagnostic], rendered }
}

fn derive_text(text: &str, wanted: &Wanted) -> Result<Derivation, Refused> {
    let file = read::read(text)?;
    let kernel = choose(&file, wanted, text)?;
    let mut block = block::find(kernel, &file.constants, text, wanted.block)?;
    if block.threads() > 1024 {
        let shown = block.shown();
        return Err(refuse(D0009, format!("a block would have {shown}"), kernel.name_span)
            .help("a block has 1024 at most: `cuda_lite! { kernel threads(256) }`"));
    }
    loop {
        let size = block.size.map(Some);
        let variables = Variables::of(kernel, &file.constants, size);
        let accesses = ArrayAccesses::of(kernel, &variables, text);
        let planner = Planner {
            text,
            helpers: &file.helpers,
            kernel,
            variables: &variables,
            accesses: &accesses,
            block,
        };
        let can_shrink = block.is_free[0] && block.size[0] > WARP;
        for width in Planner::widths().take(if can_shrink { 1 } else { usize::MAX }) {
            let plan = planner.plan(width)?;
            if plan.shared_bytes <= planner.most_bytes() {
                return finish(&file, &planner, plan, text);
            }
        }
        if !can_shrink {
            return Err(too_large(kernel, &planner));
        }
        block.size[0] = (block.size[0] / 2).max(WARP);
    }
}

fn too_large(kernel: &NaiveKernel, planner: &Planner<'_>) -> Refused {
    let (threads, most) = (planner.block.shown(), planner.most_bytes());
    refuse(D0009, "the tiles do not fit into shared memory", kernel.name_span)
        .label(format!("with blocks of {threads} they take more than {most} bytes"))
        .help("launch smaller blocks, or take the arrays in loops of their own")
}

fn choose<'f>(
    file: &'f KernelFile,
    wanted: &Wanted,
    text: &str,
) -> Result<&'f NaiveKernel, Refused> {
    let names: Vec<&str> = file.kernels.iter().map(|own| own.name.as_str()).collect();
    let start = Span::new(0, text.lines().next().map_or(0, str::len) as u32);
    match (&wanted.kernel, file.kernels.as_slice()) {
        (_, []) => Err(refuse(K0018, "there is no kernel in this file", start)
            .help("a kernel is a function with `#[kernel]`")),
        (None, [only]) => Ok(only),
        (None, [_, second, ..]) => {
            Err(refuse(K0018, "the file has several kernels", second.name_span)
                .help(format!("name one of them: {}", names.join(", "))))
        }
        (Some(name), all) => all.iter().find(|own| own.name == *name).ok_or_else(|| {
            refuse(K0018, format!("there is no kernel `{name}`"), start)
                .help(format!("the file has {}", names.join(", ")))
        }),
    }
}

fn finish(
    file: &KernelFile,
    planner: &Planner<'_>,
    mut plan: Plan,
    text: &str,
) -> Result<Derivation, Refused> {
    let mut named = planner.kernel.clone();
    let names = names::invent(&mut named, &mut plan, planner);
    let sizes = sizes::Sizes::of(&plan, &mut named, &file.sizes);
    let body = write::KernelWriter::new(planner, &plan, &sizes, &names)?.body()?;
    let BlockSize { size: [x, y], is_free } = planner.block;
    Ok(Derivation {
        kernel: planner.kernel.name.clone(),
        block: [x as u32, y as u32, 1],
        is_block_free: is_free,
        lines: assemble(file, planner, &plan, body, text),
        left: (plan.left.iter())
            .map(|Refused(own)| {
                let severity = diagnostic::Severity::Warning;
                Diagnostic { severity, ..(**own).clone() }.located(text)
            })
            .collect(),
        steps: explain::explain(planner, &plan),
    })
}

/// The file with the derived kernel in it.
fn assemble(
    file: &KernelFile,
    planner: &Planner<'_>,
    plan: &Plan,
    body: Writer,
    text: &str,
) -> Vec<Line> {
    let item = planner.kernel.item.to_range().unwrap_or_default();
    let head = planner.kernel.head.to_range().unwrap_or_default();
    let uses_end = file.uses_end as usize;
    let mut lines = Vec::new();
    let mut from = 0;
    if !file.has_shared_array {
        lines.extend(slices::verbatim(text, 0, uses_end));
        let import = "use cuda_std::shared_array;".to_owned();
        lines.push(Line { text: import, origins: Vec::new() });
        from = uses_end + usize::from(text[uses_end..].starts_with('\n'));
    }
    // Comments above the kernel stay; what is derived is said below them.
    lines.extend(slices::verbatim(text, from, head.start));
    if lines.last().is_some_and(|line| line.text.trim().is_empty()) {
        lines.pop();
    }
    let mut above = Writer::default();
    if lines.last().is_some_and(|line| line.text.trim_start().starts_with("///")) {
        above.line("///", &[planner.kernel.name_span]);
    }
    for words in words::above(plan, planner) {
        above.comment("///", &words, &[planner.kernel.name_span]);
    }
    lines.extend(above.lines);
    lines.extend(body.lines);
    lines.extend(slices::verbatim(text, item.end, text.len()).into_iter().skip(1));
    // Nobody else may need the annotations' macro any more.
    if !lines.iter().any(|line| line.text.contains("cuda_lite!")) {
        lines.retain(|line| line.text.trim() != "use warpbench_directives::cuda_lite;");
    }
    lines
}
