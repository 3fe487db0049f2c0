//! Programs as kernels in Rust.

use super::program::{
    Array, Blocks, FetchOp, How, Index, Lanes, Members, Memory, Op, Order, Place, Program, Scope,
    Shape, Statement, Until, VARIABLES, Value, Who,
};
use std::fmt::Write as _;

const IMPORTS: &str = "\
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;
use cuda_std::shared_array;
use cuda_std::warp;
";

impl Program {
    /// The text of the file. Its kernel is given the memory of [`Program::buffers`].
    pub fn text(&self) -> String {
        let Shape { lanes, .. } = self.shape;
        let mut text = IMPORTS.to_owned();
        let is_global = |array: &&Array| array.memory == Memory::Global;
        let mut parameters = vec!["out: *mut u32".to_owned()];
        let global = self.arrays.iter().filter(is_global);
        parameters.extend(global.map(|array| format!("{}: *mut u32", array.name)));
        let _ =
            writeln!(text, "\n#[kernel]\npub unsafe fn synchronised({}) {{", parameters.join(", "));
        for array in self.arrays.iter().filter(|array| !is_global(array)) {
            let _ = writeln!(text, "    let {} = shared_array![u32; {}];", array.name, array.words);
        }
        let _ = writeln!(text, "    let b = thread::block_idx_x();");
        let _ = writeln!(text, "    let lane = thread::thread_idx_x() % 32;");
        let _ = writeln!(text, "    let me = thread::thread_idx_x() / 32 * {lanes} + lane;");
        let _ = writeln!(text, "    let mut sum = 0u32;");
        for variable in 0..VARIABLES {
            let _ = writeln!(text, "    let mut v{variable} = 0u32;");
        }
        let mut printer =
            Printer { program: self, text, depth: 1, fences: 0, barriers: 0, takes: 0 };
        self.statements.iter().for_each(|statement| printer.statement(statement));
        let own = self.index(Index::Grid);
        printer.guarded(&Who::ALL, |printer| printer.line(&format!("*out.add({own}) = sum;")));
        printer.text + "}\n"
    }

    /// The sizes of the kernel's buffers in words, in the order of its parameters.
    /// All of them hold zeros.
    pub fn buffers(&self) -> Vec<usize> {
        let own = (self.shape.blocks * self.shape.members()) as usize;
        let global = self.arrays.iter().filter(|array| array.memory == Memory::Global);
        [own].into_iter().chain(global.map(|array| array.words as usize)).collect()
    }

    fn index(&self, index: Index) -> String {
        let (members, lanes) = (self.shape.members(), self.shape.lanes);
        match index {
            Index::Fixed(index) => index.to_string(),
            Index::Me => "me as usize".to_owned(),
            Index::Next => format!("((me + 1) % {members}) as usize"),
            Index::WarpNext => format!("(me - lane + (lane + 1) % {lanes}) as usize"),
            Index::Grid => format!("(b * {members} + me) as usize"),
            Index::GridNext => format!("(b * {members} + (me + 1) % {members}) as usize"),
            Index::Block => "b as usize".to_owned(),
            Index::BlockBefore => "b as usize - 1".to_owned(),
            Index::BlockAfter => "b as usize + 1".to_owned(),
        }
    }

    fn pointer(&self, place: Place) -> String {
        let name = &self.arrays[place.array].name;
        match place.index {
            Index::Fixed(0) => name.clone(),
            index => format!("{name}.add({})", self.index(index)),
        }
    }

    /// The condition of a statement; none if everybody comes to it.
    fn condition(&self, who: &Who) -> Option<String> {
        let mut parts = Vec::new();
        match who.blocks {
            Blocks::All => {}
            Blocks::Is(block) => parts.push(format!("b == {block}")),
            Blocks::After(block) => parts.push(format!("b > {block}")),
        }
        let lanes = self.shape.lanes;
        let is_padded = self.shape.is_padded();
        match who.members {
            Members::Everybody => {}
            Members::All if is_padded => parts.push(format!("lane < {lanes}")),
            Members::All => {}
            // Idle lanes may have the numbers of others.
            Members::Is(me) if is_padded && self.shape.warps > 1 => {
                parts.push(format!("lane < {lanes} && me == {me}"));
            }
            Members::Is(me) => parts.push(format!("me == {me}")),
            Members::Warp(warp) => {
                parts.push(format!("thread::thread_idx_x() / 32 == {warp}"));
                if is_padded {
                    parts.push(format!("lane < {lanes}"));
                }
            }
            Members::Lane(lane) => parts.push(format!("lane == {lane}")),
        }
        (!parts.is_empty()).then(|| parts.join(" && "))
    }

    /// The lanes that come to a statement, of the warps that do.
    fn lanes_of(&self, who: &Who) -> u32 {
        let threads = self.shape.threads().into_iter();
        let come = threads.filter(|&thread| who.has(&self.shape, thread));
        come.fold(0, |mask, thread| mask | 1 << thread.lane)
    }
}

struct Printer<'a> {
    program: &'a Program,
    text: String,
    depth: usize,
    /// Fences so far: one thing has two names, which take turns.
    fences: usize,
    /// Barriers so far: every third one also counts votes, which nobody uses.
    barriers: usize,
    /// Locks taken so far: by exchange and by comparison in turn.
    takes: usize,
}

impl Printer<'_> {
    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "{:indent$}{line}", "", indent = 4 * self.depth);
    }

    fn within(&mut self, condition: &str, inner: impl FnOnce(&mut Self)) {
        self.line(&format!("if {condition} {{"));
        self.depth += 1;
        inner(self);
        self.depth -= 1;
        self.line("}");
    }

    fn guarded(&mut self, who: &Who, inner: impl FnOnce(&mut Self)) {
        match self.program.condition(who) {
            Some(condition) => self.within(&condition, inner),
            None => inner(self),
        }
    }

    fn statement(&mut self, statement: &Statement) {
        for who in statement.turns() {
            self.guarded(who, |printer| printer.ops(&statement.ops, who));
        }
    }

    fn ops(&mut self, ops: &[Op], who: &Who) {
        for op in ops {
            match op {
                Op::If { variable, is, ops } => {
                    self.within(&format!("v{variable} == {is}"), |printer| printer.ops(ops, who));
                }
                Op::SyncWarp(lanes) => self.sync_warp(*lanes, who),
                op => {
                    let line = self.op(op);
                    self.line(&line);
                }
            }
        }
    }

    fn sync_warp(&mut self, lanes: Lanes, who: &Who) {
        let (mask, is_computed) = match lanes {
            Lanes::Everybody => return self.line("warp::sync_warp(0xffff_ffff);"),
            Lanes::Pairs => return self.line("warp::sync_warp(0b11 << (lane & !1));"),
            Lanes::Alone => return self.line("warp::sync_warp(1 << lane);"),
            Lanes::In { mask, is_computed } => (mask, is_computed),
        };
        let lanes = mask.count_ones();
        let is_low = mask == (1 << lanes) - 1;
        let written = match (is_computed, is_low) {
            (true, true) => format!("(1 << {lanes}) - 1"),
            (true, false) => {
                let bits: Vec<String> = (0..32)
                    .filter(|lane| mask >> lane & 1 == 1)
                    .map(|lane| format!("1 << {lane}"))
                    .collect();
                bits.join(" | ")
            }
            (false, _) => format!("{mask:#b}"),
        };
        let barrier = format!("warp::sync_warp({written});");
        let comes = match who.members {
            Members::Everybody => u32::MAX,
            _ => self.program.lanes_of(who),
        };
        if comes == mask {
            self.line(&barrier);
        } else {
            let condition = match is_low {
                true => format!("lane < {lanes}"),
                false => format!("{mask:#b} >> lane & 1 == 1"),
            };
            self.within(&condition, |printer| printer.line(&barrier));
        }
    }

    fn op(&mut self, op: &Op) -> String {
        let program = self.program;
        let pointer = |place: &Place| program.pointer(*place);
        match op {
            Op::Read { from } => format!("sum += *{};", pointer(from)),
            Op::Keep { from, variable } => format!("v{variable} = *{};", pointer(from)),
            Op::Write { to, value } => format!("*{} = {};", pointer(to), self.value(value)),
            Op::Update { at } => format!("*{} += 1;", pointer(at)),
            Op::Load { from, how } => format!("sum += {};", load(&pointer(from), *how)),
            Op::Store { to, value, how } => match how {
                How::Plain => format!("*{} = {value};", pointer(to)),
                How::Atomic(order, scope) => {
                    let name = format!("atomic_store_32_{}", scope_name(*scope));
                    format!("{name}({}, {}, {value});", pointer(to), order_name(*order))
                }
            },
            Op::Fetch { at, op, operand, variable, how } => {
                fetch(&pointer(at), *op, *operand, *variable, *how)
            }
            Op::Wait { at, until, how } => {
                let awaited = match until {
                    Until::Is(value) => value.to_string(),
                    Until::Holds(variable) => format!("v{variable}"),
                };
                let read = match how {
                    How::Plain => format!("{}.read_volatile()", pointer(at)),
                    how => load(&pointer(at), *how),
                };
                format!("while {read} != {awaited} {{}}")
            }
            Op::Take { lock, how } => match how {
                How::Plain => {
                    let lock = pointer(lock);
                    format!("while {lock}.read_volatile() != 0 {{}}\n        *{lock} = 1;")
                }
                // Locks are taken in both ways that people take them.
                How::Atomic(order, scope) => {
                    self.takes += 1;
                    let (lock, order, scope) =
                        (pointer(lock), order_name(*order), scope_name(*scope));
                    match self.takes % 2 {
                        0 => format!(
                            "while atomic_compare_and_swap_u32_{scope}({lock}, 0, 1, {order}) != 0 {{}}"
                        ),
                        _ => format!(
                            "while atomic_fetch_exch_u32_{scope}({lock}, {order}, 1) != 0 {{}}"
                        ),
                    }
                }
            },
            Op::Fence { order: Some(order), scope } => {
                format!("{}_thread_fence({});", scope_name(*scope), order_name(*order))
            }
            Op::Fence { order: None, scope } => {
                self.fences += 1;
                match scope {
                    Scope::Device if self.fences.is_multiple_of(2) => {
                        "thread::grid_fence();".into()
                    }
                    scope => format!("thread::{}_fence();", scope_name(*scope)),
                }
            }
            Op::SyncThreads => {
                self.barriers += 1;
                match self.barriers % 9 {
                    3 => "thread::sync_threads_count(me);".into(),
                    6 => "thread::sync_threads_or(0);".into(),
                    0 => "thread::sync_threads_and(1);".into(),
                    _ => "thread::sync_threads();".into(),
                }
            }
            // These are written by those who know what they stand in.
            Op::If { .. } | Op::SyncWarp(_) => String::new(),
        }
    }

    fn value(&self, value: &Value) -> String {
        let members = self.program.shape.members();
        match value {
            Value::Fixed(value) => value.to_string(),
            Value::Own(from) => format!("{from} + b * {members} + me"),
            Value::IsEqual(variable, to) => format!("(v{variable} == {to}) as u32"),
        }
    }
}

fn load(pointer: &str, how: How) -> String {
    match how {
        How::Plain => format!("*{pointer}"),
        How::Atomic(order, scope) => {
            format!("atomic_load_32_{}({pointer}, {})", scope_name(scope), order_name(order))
        }
    }
}

fn fetch(pointer: &str, op: FetchOp, operand: u32, variable: Option<usize>, how: How) -> String {
    let How::Atomic(order, scope) = how else {
        let keep = variable.map(|variable| format!("v{variable} = *{pointer};\n        "));
        let changed = match op {
            FetchOp::Add => format!("*{pointer} += {operand};"),
            FetchOp::Or => format!("*{pointer} |= {operand};"),
            FetchOp::Max => format!("*{pointer} = (*{pointer}).max({operand});"),
            FetchOp::Exchange => format!("*{pointer} = {operand};"),
        };
        return keep.unwrap_or_default() + &changed;
    };
    let name = match op {
        FetchOp::Add => "add",
        FetchOp::Or => "or",
        FetchOp::Max => "max",
        FetchOp::Exchange => "exch",
    };
    let (scope, order) = (scope_name(scope), order_name(order));
    let call = format!("atomic_fetch_{name}_u32_{scope}({pointer}, {order}, {operand});");
    match variable {
        Some(variable) => format!("v{variable} = {call}"),
        None => call,
    }
}

fn scope_name(scope: Scope) -> &'static str {
    match scope {
        Scope::Block => "block",
        Scope::Device => "device",
        Scope::System => "system",
    }
}

fn order_name(order: Order) -> String {
    format!("Ordering::{order:?}")
}
