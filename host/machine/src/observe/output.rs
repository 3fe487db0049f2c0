//! Printed output of a kernel, line by line, in the order in which it happens.
//!
//! Thousands of threads may print, so that only so many lines are kept; how many
//! more there were is counted.

use super::Divisible;
use super::format;
use super::kernel::{LaunchedKernel, lanes};
use crate::sim::code::{Code, Print};
use crate::sim::{Launch, Observer, Printed, Site};
use naga::Span;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The most lines that are kept.
pub const MOST_LINES: usize = 1000;

/// The most bytes of text that are kept.
pub const MOST_BYTES: usize = 64 << 10;

/// A line that a thread has printed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PrintedLine {
    /// The block, x, y, z.
    pub block: [u32; 3],
    /// The thread, counted through its block.
    pub thread: u32,
    /// Where the text says so.
    pub span: Span,
    /// How many instructions the warps of the block had executed.
    pub step: u64,
    pub text: String,
}

/// Keeps what is printed.
#[derive(Clone, Debug, Default)]
pub struct Output {
    kernel: Arc<LaunchedKernel>,
    prints: Arc<Vec<Print>>,
    spans: Arc<Vec<Span>>,
    lines: Vec<PrintedLine>,
    bytes: usize,
    left_out: u64,
    /// What threads have printed without ending the line, by block and thread.
    open: BTreeMap<([u32; 3], u32), PrintedLine>,
}

impl Output {
    pub fn new() -> Output {
        Output::default()
    }

    /// The lines, and how many more there were.
    pub fn finish(mut self) -> (Vec<PrintedLine>, u64) {
        self.close(|_| true);
        (self.lines, self.left_out)
    }

    /// Ends the lines that the threads of some blocks have not ended.
    fn close(&mut self, is_over: impl Fn([u32; 3]) -> bool) {
        if self.open.is_empty() {
            return;
        }
        let (ended, open) =
            std::mem::take(&mut self.open).into_iter().partition(|((block, _), _)| is_over(*block));
        self.open = open;
        let ended: BTreeMap<_, _> = ended;
        ended.into_values().for_each(|line| self.add(line));
    }

    fn is_full(&self) -> bool {
        self.left_out > 0 || self.lines.len() >= MOST_LINES || self.bytes >= MOST_BYTES
    }

    fn add(&mut self, line: PrintedLine) {
        if self.is_full() || self.bytes + line.text.len() > MOST_BYTES {
            self.left_out += 1;
            return;
        }
        self.bytes += line.text.len();
        self.lines.push(line);
    }

    fn print(&mut self, site: &Site, thread: u32, text: &str) {
        let span = self.spans.get(site.op as usize).copied().unwrap_or_default();
        let key = (site.block, thread);
        let mut open = self.open.remove(&key).unwrap_or_default();
        let new =
            PrintedLine { block: site.block, thread, span, step: site.step, text: String::new() };
        let mut rest = text;
        while let Some((line, behind)) = rest.split_once('\n') {
            let text = std::mem::take(&mut open.text) + line;
            self.add(PrintedLine { text, ..new.clone() });
            rest = behind;
        }
        open.text.push_str(rest);
        // What nobody ends is not kept without end either.
        if open.text.len() > MOST_BYTES {
            self.add(PrintedLine { text: std::mem::take(&mut open.text), ..new.clone() });
        }
        if !open.text.is_empty() {
            self.open.insert(key, PrintedLine { text: open.text, ..new });
        }
    }
}

impl Observer for Output {
    fn launch(&mut self, code: &Code, launch: &Launch, buffer_bytes: &[u32]) {
        self.close(|_| true);
        if !code.prints.is_empty() {
            self.kernel = Arc::new(LaunchedKernel::new(code, launch, buffer_bytes));
            self.prints = Arc::new(code.prints.clone());
            self.spans = Arc::new(code.spans.clone());
        }
    }

    fn printed(&mut self, site: &Site, printed: &Printed<'_>) {
        let prints = Arc::clone(&self.prints);
        let Some(print) = prints.get(printed.print as usize) else { return };
        if self.is_full() {
            // Nobody reads it, so only the ends of lines count.
            let words = print.text.pieces.iter().filter_map(|piece| match piece {
                warpbench_semantics::Piece::Words(words) => Some(words.matches('\n').count()),
                warpbench_semantics::Piece::Value(..) | warpbench_semantics::Piece::Choice(..) => {
                    None
                }
            });
            self.left_out += words.sum::<usize>() as u64 * u64::from(site.mask.count_ones());
            return;
        }
        for lane in lanes(site.mask) {
            let text = format::text(print, printed.columns, lane);
            self.print(site, self.kernel.thread(site.warp, lane as u32), &text);
        }
    }

    fn block_end(&mut self, block: [u32; 3]) {
        self.close(|ended| ended == block);
    }
}

impl Divisible for Output {
    fn part(&self) -> Output {
        Output {
            kernel: Arc::clone(&self.kernel),
            prints: Arc::clone(&self.prints),
            spans: Arc::clone(&self.spans),
            ..Output::default()
        }
    }

    fn join(&mut self, part: Output) {
        let (lines, left_out) = part.finish();
        for line in lines {
            self.add(line);
        }
        self.left_out += left_out;
    }
}
