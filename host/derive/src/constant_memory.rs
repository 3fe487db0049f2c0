//! Constant memory by live ranges.
//!
//! A constant variable lives from its directive to the one that frees it, or to the end of
//! its block; while a function is called, what its callers have lives on. Variables that
//! live at the same time interfere and lie apart, others may lie in the same bytes, and all
//! of them must fit into what a GPU has.
//!
//! Kernels are passed pointers to their constants, which holds on every device. The offsets
//! say where in constant memory a variable has its place.

use crate::host::bytes_of;
use crate::place::{colour, end};
use crate::reach::{Instance, Reach};
use crate::syntax::Parsed;
use crate::tree::{DataDirective, Space, Stmt, StmtKind};
use crate::{Refused, refuse};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use warpbench_codes::D0007;
use warpbench_front::diagnostic::Span;

/// The constant memory of a GPU.
pub const MOST_BYTES: u64 = 64 << 10;

/// Variables begin where the largest number may.
const ALIGNMENT: u64 = 8;

/// What a variable of so many bytes takes.
pub fn taken(bytes: u64) -> u64 {
    bytes.saturating_add(ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT
}

/// A variable in constant memory.
#[derive(Clone, Debug, PartialEq)]
pub struct ConstantVariable {
    /// The function whose directive makes it; a clone has a number behind its name.
    pub function: String,
    pub host: String,
    /// Its size and its place; nothing where they are known only when the program runs.
    pub bytes: Option<u64>,
    pub offset: Option<u64>,
    /// The directive.
    pub span: Span,
}

/// Where every constant variable lies.
#[derive(Clone, Debug, Default)]
pub struct ConstantPlacement {
    pub variables: Vec<ConstantVariable>,
    /// Pairs of variables that live at the same time, the earlier one first.
    interfering: BTreeSet<(usize, usize)>,
}

impl ConstantPlacement {
    /// How much constant memory the variables of known size need.
    pub fn bytes(&self) -> u64 {
        let ends = self.variables.iter().filter_map(|own| Some(own.offset? + own.bytes?));
        ends.max().unwrap_or(0)
    }

    /// Whether two variables live at the same time.
    pub fn interfere(&self, one: usize, other: usize) -> bool {
        self.interfering.contains(&(one.min(other), one.max(other)))
    }

    fn add_pair(&mut self, one: usize, other: usize) {
        if one != other {
            self.interfering.insert((one.min(other), one.max(other)));
        }
    }

    /// The variables that live while this one does.
    fn beside(&self, at: usize) -> impl Iterator<Item = &ConstantVariable> {
        let others = self.variables.iter().enumerate();
        others.filter(move |(other, _)| self.interfere(at, *other)).map(|(_, own)| own)
    }
}

/// Places the constant variables of a program, or says which of them finds no room.
pub fn place(parsed: &Parsed, reach: &Reach) -> Result<ConstantPlacement, Refused> {
    let mut walker =
        Walker { parsed, reach, found: ConstantPlacement::default(), made_below: BTreeMap::new() };
    for instance in &reach.instances {
        walker.instance(instance);
    }
    let mut placement = walker.found;
    find_offsets(&mut placement);
    match (0..placement.variables.len()).find(|at| !fits(&placement.variables[*at])) {
        Some(at) => Err(no_room(&placement, at)),
        None => Ok(placement),
    }
}

fn fits(own: &ConstantVariable) -> bool {
    own.offset
        .zip(own.bytes)
        .is_none_or(|(offset, bytes)| offset.saturating_add(bytes) <= MOST_BYTES)
}

/// The best of several orders: with the widest first little is left between them, and where
/// that does not fit, the order of the text or its reverse may.
fn find_offsets(placement: &mut ConstantPlacement) {
    let known: Vec<usize> = (0..placement.variables.len())
        .filter(|at| placement.variables[*at].bytes.is_some())
        .collect();
    let sizes: Vec<u64> =
        known.iter().map(|at| taken(placement.variables[*at].bytes.unwrap_or(0))).collect();
    let in_text: Vec<usize> = (0..known.len()).collect();
    let mut widest_first = in_text.clone();
    widest_first.sort_by_key(|at| std::cmp::Reverse(sizes[*at]));
    let backwards = in_text.iter().rev().copied().collect();
    let meets = |one: usize, other: usize| placement.interfere(known[one], known[other]);
    let placed = [widest_first, in_text, backwards].map(|order| colour(&sizes, &order, &meets));
    let best = placed.into_iter().min_by_key(|offsets| end(offsets, &sizes)).unwrap_or_default();
    for (at, offset) in known.into_iter().zip(best) {
        placement.variables[at].offset = Some(offset);
    }
}

fn no_room(placement: &ConstantPlacement, at: usize) -> Refused {
    let own = &placement.variables[at];
    let (host, bytes) = (&own.host, own.bytes.unwrap_or(0));
    let mut refused = refuse(
        D0007,
        format!("`{host}` needs {bytes} bytes of constant memory, and there is no room for them"),
        own.span,
    )
    .note(format!("a GPU has {MOST_BYTES} bytes for what is in use at the same time"));
    if bytes > MOST_BYTES {
        return refused.help("use `global alloc`: kernels can read that as well");
    }
    for other in placement.beside(at) {
        if let Some(bytes) = other.bytes {
            let label = format!("`{}` takes {bytes} bytes at the same time", other.host);
            refused = refused.other(other.span, label);
        }
    }
    refused.help(
        "write `constant free` for what is no longer needed before this, or use `global alloc` \
         for one of them",
    )
}

struct Walker<'w> {
    parsed: &'w Parsed,
    reach: &'w Reach,
    found: ConstantPlacement,
    /// What each instance and those that it calls make.
    made_below: BTreeMap<String, BTreeSet<usize>>,
}

impl Walker<'_> {
    /// What an instance and those that it calls make.
    fn instance(&mut self, instance: &Instance) -> BTreeSet<usize> {
        if let Some(made) = self.made_below.get(&instance.name) {
            return made.clone();
        }
        // A function that leads to itself finds an end here.
        self.made_below.insert(instance.name.clone(), BTreeSet::new());
        let function =
            self.parsed.program.functions.iter().find(|own| own.name == instance.function);
        let mut made = BTreeSet::new();
        if let Some(function) = function {
            self.block(&function.body, instance, Vec::new(), &mut made);
        }
        self.made_below.insert(instance.name.clone(), made.clone());
        made
    }

    /// Walks a block at whose start some variables live.
    fn block(
        &mut self,
        stmts: &[Stmt],
        instance: &Instance,
        mut live: Vec<usize>,
        made: &mut BTreeSet<usize>,
    ) {
        for stmt in stmts {
            for callee in stmt.exprs().into_iter().flat_map(|expr| instance.callees(expr)) {
                let reach = self.reach;
                let Some(callee) = reach.instances.iter().find(|own| own.name == callee) else {
                    continue;
                };
                let below = self.instance(callee);
                for (own, other) in live.iter().flat_map(|own| below.iter().map(move |b| (own, b)))
                {
                    self.found.add_pair(*own, *other);
                }
                made.extend(below);
            }
            match &stmt.kind {
                StmtKind::Data(DataDirective::Alloc { space: Space::Constant, span, .. }) => {
                    let Some(own) = self.variable(instance, *span) else { continue };
                    live.iter().for_each(|other| self.found.add_pair(own, *other));
                    live.push(own);
                    made.insert(own);
                }
                StmtKind::Data(DataDirective::Free {
                    space: Space::Constant, variables, ..
                }) => {
                    let is_freed = |own: &usize| {
                        let host = &self.found.variables[*own].host;
                        variables.iter().any(|(name, _)| name == host)
                    };
                    live.retain(|own| !is_freed(own));
                }
                StmtKind::Kernel(_) => {}
                _ => {
                    for body in stmt.blocks() {
                        self.block(body, instance, live.clone(), made);
                    }
                }
            }
        }
    }

    /// Notes the variable that a directive makes.
    fn variable(&mut self, instance: &Instance, span: Span) -> Option<usize> {
        let own = instance.made.iter().find(|own| own.span == span)?;
        self.found.variables.push(ConstantVariable {
            function: instance.name.clone(),
            host: own.host.clone(),
            bytes: bytes_of(own, &self.parsed.constants),
            offset: None,
            span,
        });
        Some(self.found.variables.len() - 1)
    }
}

impl fmt::Display for ConstantPlacement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.variables.is_empty() {
            return Ok(());
        }
        writeln!(f, "{} of {MOST_BYTES} bytes of constant memory", self.bytes())?;
        for (at, own) in self.variables.iter().enumerate() {
            let ConstantVariable { function, host, .. } = own;
            match own.bytes.zip(own.offset) {
                Some((bytes, offset)) => {
                    write!(f, "  {function}: {host}, {bytes} bytes at {offset}")?
                }
                None => write!(f, "  {function}: {host}, whose size shows when the program runs")?,
            }
            let beside: Vec<&str> = self.beside(at).map(|own| own.host.as_str()).collect();
            match beside.is_empty() {
                true => writeln!(f)?,
                false => writeln!(f, ", beside {}", beside.join(", "))?,
            }
        }
        Ok(())
    }
}
