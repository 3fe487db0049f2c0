//! Lane numbers that are signed. WGSL takes `i32` and `u32` where a broadcast or
//! a shuffle names a lane, and a plain literal fits both; naga makes an `i32` of
//! the literal and then takes nothing but `u32` (gfx-rs/wgpu#5555 follows what
//! is missing; there is no issue of its own known). The number is converted
//! here, before the module is validated.

use naga::front::Typifier;
use naga::proc::ResolveContext;
use naga::{
    Arena, Block, Expression, Function, GatherMode, Handle, Literal, Module, Range, Scalar,
    ScalarKind, Span, Statement, TypeInner,
};

/// Makes unsigned numbers of the signed lanes of a module's exchanges.
pub(super) fn unsign(module: &mut Module, text: &str) {
    let handles: Vec<_> = module.functions.iter().map(|(handle, _)| handle).collect();
    for handle in handles {
        let mut function = std::mem::take(&mut module.functions[handle]);
        unsign_function(module, &mut function, text);
        module.functions[handle] = function;
    }
    for index in 0..module.entry_points.len() {
        let mut function = std::mem::take(&mut module.entry_points[index].function);
        unsign_function(module, &mut function, text);
        module.entry_points[index].function = function;
    }
}

fn unsign_function(module: &Module, function: &mut Function, text: &str) {
    let mut signed = Vec::new();
    gathers(&function.body, &mut signed);
    signed.retain(|&(index, _)| is_signed(module, function, index));
    if signed.is_empty() {
        return;
    }
    let mut body = std::mem::take(&mut function.body);
    let mut unsigned = Unsigned { module, text, expressions: &mut function.expressions };
    unsigned.block(&mut body, &signed.iter().map(|&(index, _)| index).collect::<Vec<_>>());
    function.body = body;
}

/// The lane that an exchange names, and whether it may be an `i32`. Distances
/// and masks of shuffles are `u32` in WGSL too.
fn lane(mode: &mut GatherMode) -> Option<(&mut Handle<Expression>, bool)> {
    match mode {
        GatherMode::Broadcast(index)
        | GatherMode::Shuffle(index)
        | GatherMode::QuadBroadcast(index) => Some((index, true)),
        GatherMode::ShuffleDown(index)
        | GatherMode::ShuffleUp(index)
        | GatherMode::ShuffleXor(index) => Some((index, false)),
        GatherMode::BroadcastFirst | GatherMode::QuadSwap(_) => None,
    }
}

fn gathers(block: &Block, found: &mut Vec<(Handle<Expression>, bool)>) {
    for statement in block.iter() {
        match statement {
            Statement::SubgroupGather { mode, .. } => {
                let mut mode = *mode;
                found.extend(lane(&mut mode).map(|(index, may_be_signed)| (*index, may_be_signed)));
            }
            Statement::Block(inner) => gathers(inner, found),
            Statement::If { accept, reject, .. } => {
                gathers(accept, found);
                gathers(reject, found);
            }
            Statement::Switch { cases, .. } => {
                cases.iter().for_each(|case| gathers(&case.body, found));
            }
            Statement::Loop { body, continuing, .. } => {
                gathers(body, found);
                gathers(continuing, found);
            }
            _ => {}
        }
    }
}

fn is_signed(module: &Module, function: &Function, index: Handle<Expression>) -> bool {
    let context =
        ResolveContext::with_locals(module, &function.local_variables, &function.arguments);
    let mut types = Typifier::new();
    types.grow(index, &function.expressions, &context).is_ok()
        && matches!(types.get(index, &module.types), TypeInner::Scalar(Scalar::I32))
}

struct Unsigned<'a> {
    module: &'a Module,
    text: &'a str,
    expressions: &'a mut Arena<Expression>,
}

impl Unsigned<'_> {
    fn block(&mut self, block: &mut Block, signed: &[Handle<Expression>]) {
        let mut changed = Block::with_capacity(block.len());
        for (mut statement, span) in std::mem::take(block).span_into_iter() {
            match &mut statement {
                Statement::SubgroupGather { mode, .. } => {
                    if let Some((index, may_be_signed)) = lane(mode)
                        && signed.contains(index)
                    {
                        changed.extend(self.convert(index, may_be_signed));
                    }
                }
                Statement::Block(inner) => self.block(inner, signed),
                Statement::If { accept, reject, .. } => {
                    self.block(accept, signed);
                    self.block(reject, signed);
                }
                Statement::Switch { cases, .. } => {
                    cases.iter_mut().for_each(|case| self.block(&mut case.body, signed));
                }
                Statement::Loop { body, continuing, .. } => {
                    self.block(body, signed);
                    self.block(continuing, signed);
                }
                _ => {}
            }
            changed.push(statement, span);
        }
        *block = changed;
    }

    /// Puts an unsigned number into the place of a signed one; gives what must
    /// be computed first. What WGSL does not allow stays as it is.
    fn convert(
        &mut self,
        index: &mut Handle<Expression>,
        may_be_signed: bool,
    ) -> Option<(Statement, Span)> {
        let span = self.expressions.get_span(*index);
        if let Some(value) = self.known(*index) {
            let is_plain = may_be_signed || !self.is_marked_signed(span);
            if let (Ok(value), true) = (u32::try_from(value), is_plain) {
                *index = self.expressions.append(Expression::Literal(Literal::U32(value)), span);
            }
            return None;
        }
        if !may_be_signed {
            return None;
        }
        let unsigned = Expression::As { expr: *index, kind: ScalarKind::Uint, convert: Some(4) };
        *index = self.expressions.append(unsigned, span);
        Some((Statement::Emit(Range::new_from_bounds(*index, *index)), span))
    }

    /// The value of a constant.
    fn known(&self, index: Handle<Expression>) -> Option<i32> {
        let literal = match self.expressions[index] {
            Expression::Literal(literal) => literal,
            Expression::Constant(constant) => {
                let init = self.module.constants[constant].init;
                match self.module.global_expressions[init] {
                    Expression::Literal(literal) => literal,
                    Expression::ZeroValue(_) => Literal::I32(0),
                    _ => return None,
                }
            }
            Expression::ZeroValue(_) => Literal::I32(0),
            _ => return None,
        };
        match literal {
            Literal::I32(value) => Some(value),
            _ => None,
        }
    }

    /// Whether a number is written as an `i32`: `1i`.
    fn is_marked_signed(&self, span: Span) -> bool {
        span.to_range()
            .and_then(|range| self.text.get(range))
            .is_some_and(|written| written.ends_with('i'))
    }
}

#[cfg(test)]
mod tests {
    use crate::wgsl;
    use naga::{Expression, Literal, ScalarKind};

    fn text(call: &str) -> String {
        format!(
            "enable subgroups;
             const LANE = 3; const SIGNED: i32 = 2; const UNSIGNED: u32 = 1u;
             @group(0) @binding(0) var<storage, read_write> out: array<f32>;
             @compute @workgroup_size(32)
             fn main(@builtin(local_invocation_index) i: u32) {{
                 let x = f32(i);
                 let lane = i32(i ^ 1u);
                 for (var turn = 0; turn < 2; turn++) {{ out[i] += {call}; }}
             }}"
        )
    }

    #[test]
    fn lanes_may_be_literals_constants_and_signed() {
        for call in [
            "subgroupBroadcast(x, 0)",
            "subgroupBroadcast(x, 0u)",
            "subgroupBroadcast(x, 0i)",
            "subgroupBroadcast(x, LANE)",
            "subgroupBroadcast(x, SIGNED)",
            "subgroupBroadcast(x, UNSIGNED)",
            "subgroupBroadcast(x, LANE * 2 - 1)",
            "subgroupBroadcast(x, SIGNED + 1)",
            "quadBroadcast(x, 2)",
            "quadBroadcast(x, 2i)",
            "quadBroadcast(x, SIGNED)",
            "subgroupShuffle(x, 5)",
            "subgroupShuffle(x, lane)",
            "subgroupShuffle(x, lane + turn)",
            "subgroupShuffleXor(x, 1)",
            "subgroupShuffleUp(x, LANE)",
            "subgroupShuffleDown(x, 16)",
        ] {
            if let Err(error) = wgsl::check(&text(call), "a.wgsl") {
                panic!("{call}: {error}");
            }
        }
    }

    #[test]
    fn the_lane_is_the_one_that_is_written() {
        let lane = |call: &str| {
            let module = wgsl::check(&text(call), "a.wgsl").expect(call).module;
            let function = &module.entry_points[0].function;
            let mut found = Vec::new();
            super::gathers(&function.body, &mut found);
            function.expressions[found[0].0].clone()
        };
        let check = |call: &str, expected: u32| {
            let literal = Expression::Literal(Literal::U32(expected));
            assert_eq!(lane(call), literal, "{call}");
        };
        check("subgroupBroadcast(x, 7)", 7);
        check("subgroupBroadcast(x, 7u)", 7);
        check("subgroupBroadcast(x, SIGNED)", 2);
        check("subgroupBroadcast(x, LANE * 2 - 1)", 5);
        check("quadBroadcast(x, 3i)", 3);
        check("subgroupShuffleXor(x, 16)", 16);
        let computed = lane("subgroupShuffle(x, lane)");
        assert!(matches!(computed, Expression::As { kind: ScalarKind::Uint, .. }), "{computed:?}");
    }

    #[test]
    fn what_wgsl_refuses_is_refused() {
        for call in [
            "subgroupBroadcast(x, -1)",
            "subgroupBroadcast(x, i)",
            "subgroupBroadcast(x, lane)",
            "subgroupBroadcast(x, 0.5)",
            "quadBroadcast(x, lane)",
            "subgroupShuffleXor(x, 1i)",
            "subgroupShuffleDown(x, lane)",
            "subgroupShuffle(x, 1.0)",
            "subgroupShuffle(x, -3)",
        ] {
            assert!(wgsl::check(&text(call), "a.wgsl").is_err(), "{call}");
        }
    }
}
