//! In how many dimensions a kernel is launched, read off what it asks about its
//! thread: who asks for `y` wants a plane of threads.

use naga::{Binding, Block, TypeInner};
use naga::{BuiltIn, Expression, Function, Handle, LocalVariable, Module, Statement};
use std::collections::{HashMap, HashSet};

/// How many axes of the block and of the grid a kernel uses, 1 to 3 each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Axes {
    pub(crate) block: usize,
    pub(crate) grid: usize,
}

/// The axes that a kernel of a module uses.
pub(crate) fn axes(module: &Module, entry: &str) -> Axes {
    let mut walk = Walk { module, used: HashSet::new(), seen: HashSet::new() };
    if let Some(point) = module.entry_points.iter().find(|point| point.name == entry) {
        let given = point.function.arguments.iter().map(|argument| match &argument.binding {
            Some(Binding::BuiltIn(builtin)) => Known::Vector(*builtin),
            Some(Binding::Location { .. }) => Known::Nothing,
            None => match &module.types[argument.ty].inner {
                TypeInner::Struct { members, .. } => {
                    Known::Members(members.iter().map(|member| builtin(&member.binding)).collect())
                }
                _ => Known::Nothing,
            },
        });
        walk.function(&point.function, given.collect());
    }
    let most = |wanted: &[BuiltIn]| {
        let used = walk.used.iter().filter(|(builtin, _)| wanted.contains(builtin));
        used.map(|&(_, axis)| axis + 1).max().unwrap_or(1)
    };
    let block = most(&[BuiltIn::GlobalInvocationId, BuiltIn::LocalInvocationId]);
    // Who asks how many blocks there are numbers them all in a row.
    let is_row = walk.used.iter().any(|(builtin, _)| *builtin == BuiltIn::NumWorkGroups);
    let grid = if is_row { 1 } else { most(&[BuiltIn::WorkGroupId]) };
    Axes { block, grid: grid.max(block) }
}

fn builtin(binding: &Option<Binding>) -> Option<BuiltIn> {
    match binding {
        Some(Binding::BuiltIn(builtin)) => Some(*builtin),
        _ => None,
    }
}

/// What is known of a value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Known {
    Nothing,
    /// It is a vector that says where a thread is.
    Vector(BuiltIn),
    /// A structure with such vectors as members.
    Members(Vec<Option<BuiltIn>>),
}

/// Functions of a module and what they are given.
struct Walk<'a> {
    module: &'a Module,
    used: HashSet<(BuiltIn, usize)>,
    seen: HashSet<(Handle<Function>, Vec<Known>)>,
}

impl Walk<'_> {
    fn function(&mut self, function: &Function, given: Vec<Known>) {
        let mut known: HashMap<Handle<Expression>, Known> = HashMap::new();
        let mut kept: HashMap<Handle<LocalVariable>, Known> = HashMap::new();
        // A variable may be read before the text writes it, in a loop.
        for _ in 0..2 {
            for (handle, expression) in function.expressions.iter() {
                let value = self.value(expression, &given, &known, &kept);
                known.insert(handle, value);
            }
            self.block(function, &function.body, &known, &mut kept);
        }
    }

    fn value(
        &mut self,
        expression: &Expression,
        given: &[Known],
        known: &HashMap<Handle<Expression>, Known>,
        kept: &HashMap<Handle<LocalVariable>, Known>,
    ) -> Known {
        let of = |handle: &Handle<Expression>| known.get(handle).cloned().unwrap_or(Known::Nothing);
        match expression {
            Expression::FunctionArgument(index) => {
                given.get(*index as usize).cloned().unwrap_or(Known::Nothing)
            }
            Expression::LocalVariable(variable) => {
                kept.get(variable).cloned().unwrap_or(Known::Nothing)
            }
            Expression::Load { pointer } => of(pointer),
            Expression::AccessIndex { base, index } => match of(base) {
                Known::Vector(builtin) => {
                    self.used.insert((builtin, *index as usize));
                    Known::Nothing
                }
                Known::Members(members) => {
                    let member = members.get(*index as usize).copied().flatten();
                    member.map_or(Known::Nothing, Known::Vector)
                }
                Known::Nothing => Known::Nothing,
            },
            Expression::Swizzle { size, vector, pattern } => {
                if let Known::Vector(builtin) = of(vector) {
                    let named = pattern.iter().take(*size as usize);
                    self.used.extend(named.map(|component| (builtin, *component as usize)));
                }
                Known::Nothing
            }
            _ => Known::Nothing,
        }
    }

    fn block(
        &mut self,
        function: &Function,
        block: &Block,
        known: &HashMap<Handle<Expression>, Known>,
        kept: &mut HashMap<Handle<LocalVariable>, Known>,
    ) {
        let of = |handle: &Handle<Expression>| known.get(handle).cloned().unwrap_or(Known::Nothing);
        for statement in block {
            match statement {
                Statement::Store { pointer, value } => {
                    if let Expression::LocalVariable(variable) = function.expressions[*pointer]
                        && of(value) != Known::Nothing
                    {
                        kept.insert(variable, of(value));
                    }
                }
                Statement::Call { function: callee, arguments, .. } => {
                    let given: Vec<Known> = arguments.iter().map(of).collect();
                    if self.seen.insert((*callee, given.clone())) {
                        let module = self.module;
                        self.function(&module.functions[*callee], given);
                    }
                }
                Statement::Block(inner) => self.block(function, inner, known, kept),
                Statement::If { accept, reject, .. } => {
                    self.block(function, accept, known, kept);
                    self.block(function, reject, known, kept);
                }
                Statement::Switch { cases, .. } => {
                    for case in cases {
                        self.block(function, &case.body, known, kept);
                    }
                }
                Statement::Loop { body, continuing, .. } => {
                    self.block(function, body, known, kept);
                    self.block(function, continuing, known, kept);
                }
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use warpbench_front::check::launch;
    use warpbench_front::{rust, wgsl};

    fn check_wgsl(parameters: &str, body: &str, block: usize, grid: usize) {
        let text = format!(
            "@group(0) @binding(0) var<storage, read_write> a: array<u32>;
             struct In {{ @builtin(global_invocation_id) g: vec3u, @builtin(local_invocation_id) l: vec3u }}
             fn helper(id: vec3u) -> u32 {{ return id.y; }}
             fn first(id: vec3u) -> u32 {{ return id.x; }}
             @compute @workgroup_size(8, 8) fn k({parameters}) {{ {body} }}"
        );
        let checked = wgsl::check(&text, "a.wgsl").expect("valid");
        assert_eq!(axes(&checked.module, "k"), Axes { block, grid }, "{body}");
    }

    #[test]
    fn wgsl_is_launched_by_what_it_asks() {
        let global = "@builtin(global_invocation_id) g: vec3u";
        check_wgsl(global, "a[g.x] = 1u;", 1, 1);
        check_wgsl(global, "a[g.x + g.y] = 1u;", 2, 2);
        check_wgsl(global, "a[g.z] = 1u;", 3, 3);
        check_wgsl(global, "let p = g.xy; a[p.x] = 1u;", 2, 2);
        check_wgsl(global, "let p = g.xx; a[p.x] = 1u;", 1, 1);
        check_wgsl(global, "var p = g; p.x += 1u; a[p.y] = 1u;", 2, 2);
        check_wgsl(global, "a[helper(g)] = 1u;", 2, 2);
        check_wgsl(global, "a[first(g)] = 1u;", 1, 1);
        check_wgsl("in: In", "a[in.l.y] = in.g.x;", 2, 2);
        check_wgsl("in: In", "a[in.l.x] = in.g.x;", 1, 1);
        let blocks = "@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) n: vec3u";
        check_wgsl(blocks, "a[w.y] = 1u;", 1, 2);
        check_wgsl(blocks, "a[w.y * n.x + w.x] = 1u;", 1, 1);
        check_wgsl("", "", 1, 1);
    }

    #[test]
    fn rust_is_launched_by_what_it_asks() {
        let check = |body: &str, block: usize, grid: usize| {
            let text = format!(
                "use cuda_std::prelude::*;
                 fn row() -> usize {{ thread::index_2d().y as usize }}
                 #[kernel] pub unsafe fn k(a: *mut u32) {{ let at = {body}; *a.add(at as usize) = 1; }}"
            );
            let program = rust::read(&text, "a.rs").expect("a program");
            let lowered = rust::lower::lower(&program, &launch("k", [8, 8, 4])).expect("a module");
            assert_eq!(axes(&lowered.checked.module, "k"), Axes { block, grid }, "{body}");
        };
        check("thread::index_1d()", 1, 1);
        check("thread::thread_idx_x()", 1, 1);
        // Who asks for a place in a plane wants one.
        check("thread::index_2d().x", 2, 2);
        check("thread::index_2d().y", 2, 2);
        check("row()", 2, 2);
        check("thread::thread_idx_y() * 8 + thread::thread_idx_x()", 2, 2);
        check("thread::block_idx_y() * 8 + thread::thread_idx_x()", 1, 2);
        check("thread::index_3d().z", 3, 3);
    }
}
