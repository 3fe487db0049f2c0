//! The kernel itself: its parameters become buffers and a uniform.

use super::by_value::leaves;
use super::flow::Destination;
use super::frame::{Frame, settled};
use super::memory::{Layout, RootId, RootPlace};
use super::types::{kept_by_thread, scalar, unsupported};
use super::unit::Unit;
use super::value::{Base, Length, Pointer, Slot, Value};
use super::{Lowering, Parameter, ParameterKind, Uniform};
use naga::{
    AddressSpace, EntryPoint, GlobalVariable, MemoryDecorations, ResourceBinding, ShaderStage,
    Span, TypeInner,
};
use warpbench_codes::{K0017, K0018};
use warpbench_hir::types::Ty;
use warpbench_hir::visit::any;
use warpbench_hir::{ConstValue, ExprKind, Function};
use warpbench_source::Diagnostic;

/// What a parameter is to the kernel's body.
enum Given {
    Pointer(RootId),
    Slice(RootId),
    /// A number, or what is put together of several: the first member of the uniform,
    /// and the type.
    Value(u32, Ty),
}

impl<'a> Unit<'a> {
    pub(super) fn run(mut self) -> Lowering<Unit<'a>> {
        let program = self.program;
        let entry = &self.options.entry;
        let found = program.functions.iter().enumerate();
        let mut found = found.filter(|(_, function)| function.is_kernel);
        let Some((id, source)) = found.find(|(_, function)| function.name == *entry) else {
            return Err(Box::new(Diagnostic::new(
                K0018,
                format!("there is no kernel `{entry}`"),
                Span::UNDEFINED,
            )));
        };
        let consts = self.const_params(source)?;
        self.stack.push(id);
        let given = self.parameters(source, &consts)?;
        self.note_names(&source.name, source);
        let mut frame = Frame::new(&mut self, source, consts, true);
        frame.take_parameters(&given)?;
        frame.evaluate(&source.body, &Destination::End)?;
        frame.function.body = frame.take_body();
        let Frame { function, facts, .. } = frame;
        self.note_facts(None, facts);
        self.module.entry_points.push(EntryPoint {
            name: source.name.clone(),
            stage: ShaderStage::Compute,
            early_depth_test: None,
            workgroup_size: self.options.block,
            workgroup_size_overrides: None,
            function,
            mesh_info: None,
            task_payload: None,
            incoming_ray_payload: None,
        });
        self.note_usage();
        Ok(self)
    }

    /// The values of the kernel's const parameters.
    fn const_params(&self, source: &Function) -> Lowering<Vec<ConstValue>> {
        let each = source.const_params.iter().map(|param| {
            let Some(value) = self.options.constants.get(&param.name) else {
                return Err(Box::new(
                    Diagnostic::new(
                        K0017,
                        format!("the const parameter `{}` has no value", param.name),
                        source.span,
                    )
                    .help(format!("give it one in the case: overrides = {{ {} = … }}", param.name)),
                ));
            };
            match &param.ty {
                Ty::Bool => Ok(ConstValue::Bool(*value != 0)),
                Ty::Int(int) if (int.min()..=int.max()).contains(value) => {
                    Ok(ConstValue::Int(*value))
                }
                _ => Err(Box::new(Diagnostic::new(
                    K0017,
                    format!("{value} is no value for the const parameter `{}`", param.name),
                    source.span,
                ))),
            }
        });
        each.collect()
    }

    /// Declares buffers and the uniform.
    fn parameters(&mut self, source: &Function, consts: &[ConstValue]) -> Lowering<Vec<Given>> {
        let mut given = Vec::new();
        let mut members: Vec<(String, Ty)> = Vec::new();
        let mut slices = Vec::new();
        let mut binding = 0;
        for (at, local) in source.locals[..source.params].iter().enumerate() {
            let (name, span) = (local.name.clone(), local.span);
            let ty = settled(consts, &local.ty);
            let (element, is_slice) = match &ty {
                Ty::Reference(_, to) => match &**to {
                    Ty::Slice(element) => ((**element).clone(), true),
                    other => (other.clone(), false),
                },
                Ty::Pointer(_, to) => ((**to).clone(), false),
                ty => {
                    let kind = self.add_members(&name, ty, &mut members, span)?;
                    let first = members.len() - leaves_of(&kind);
                    given.push(Given::Value(first as u32, ty.clone()));
                    self.arguments.parameters.push(Parameter { name, kind });
                    continue;
                }
            };
            // A buffer of atomics holds the numbers in them.
            let element = kept_by_thread(&element);
            let root = self.add_root(&name, RootPlace::Buffer(binding), &element, span)?;
            given.push(if is_slice { Given::Slice(root) } else { Given::Pointer(root) });
            if is_slice {
                slices.push((at, root));
            }
            let kind = ParameterKind::Buffer {
                binding,
                element,
                is_slice,
                is_written: false,
                is_used: false,
            };
            self.arguments.parameters.push(Parameter { name, kind });
            binding += 1;
        }
        self.uniform(members, &slices, binding, source.span)?;
        Ok(given)
    }

    /// Adds what is passed by value to the members of the uniform.
    fn add_members(
        &self,
        name: &str,
        ty: &Ty,
        members: &mut Vec<(String, Ty)>,
        span: Span,
    ) -> Lowering<ParameterKind> {
        // A uniform holds no truth values, and what is narrower than a word as its
        // register does.
        let kept = |ty: &Ty| if *ty == Ty::Bool { Ty::U32 } else { ty.clone() };
        if scalar(ty).is_some() {
            members.push((name.to_owned(), kept(ty)));
            return Ok(ParameterKind::Scalar { ty: ty.clone(), offset: 0 });
        }
        let leaves = leaves(self.program, ty, span)?;
        let signs = |c: char| !c.is_alphanumeric();
        members.extend(leaves.iter().map(|leaf| {
            let path = leaf.path.replace(']', "").replace(signs, "_");
            (format!("{name}{path}"), kept(&leaf.ty))
        }));
        Ok(ParameterKind::Value { ty: ty.clone(), leaves })
    }

    /// Declares the uniform: the scalars in order, then the lengths that buffers
    /// cannot tell.
    fn uniform(
        &mut self,
        mut members: Vec<(String, Ty)>,
        slices: &[(usize, RootId)],
        binding: u32,
        span: Span,
    ) -> Lowering<()> {
        let scalars = members.len();
        let mut told = Vec::new();
        for &(parameter, root) in slices {
            let needs = self.seen.as_ref().is_some_and(|seen| seen[root].needs_length);
            let tells = matches!(&self.roots[root].layout, Layout::Of(ty) if *ty == self.roots[root].element)
                || matches!(self.roots[root].layout, Layout::Atomic(_));
            if needs && !tells {
                let member = members.len() as u32;
                self.arguments.length_members.insert(root, member);
                told.push((parameter, member));
                members.push((format!("{}_len", self.roots[root].name), Ty::U32));
            }
        }
        if members.is_empty() {
            return Ok(());
        }
        let types = members.iter().map(|(_, ty)| self.naga_type(ty, span));
        let types = types.collect::<Lowering<Vec<_>>>()?;
        let named = members.iter().map(|(name, _)| name.clone()).zip(types);
        let ty = self.structure_of("Params", named, span)?;
        let TypeInner::Struct { members, span: bytes } = &self.module.types[ty].inner else {
            return Err(unsupported("these parameters", span));
        };
        let offsets: Vec<u32> = members.iter().map(|member| member.offset).collect();
        let lengths = told.iter().map(|(at, member)| (*at, offsets[*member as usize])).collect();
        self.arguments.uniform = Some(Uniform { binding, bytes: *bytes, lengths });
        let mut offsets = offsets.into_iter().take(scalars);
        for parameter in &mut self.arguments.parameters {
            match &mut parameter.kind {
                ParameterKind::Scalar { offset, .. } => {
                    *offset = offsets.next().unwrap_or_default();
                }
                ParameterKind::Value { leaves, .. } => {
                    for leaf in leaves {
                        leaf.offset = offsets.next().unwrap_or_default();
                    }
                }
                ParameterKind::Buffer { .. } => {}
            }
        }
        let variable = GlobalVariable {
            name: Some("params".to_owned()),
            space: AddressSpace::Uniform,
            binding: Some(ResourceBinding { group: 0, binding }),
            ty,
            init: None,
            memory_decorations: MemoryDecorations::empty(),
        };
        self.arguments.variable = Some(self.module.global_variables.append(variable, span));
        Ok(())
    }

    /// Tells what is done with the buffers.
    fn note_usage(&mut self) {
        let mut roots = self.roots.iter();
        for parameter in &mut self.arguments.parameters {
            if let ParameterKind::Buffer { is_written, is_used, .. } = &mut parameter.kind
                && let Some(root) = roots.next()
            {
                *is_written = root.usage.is_written;
                *is_used = root.usage.is_used();
            }
        }
    }
}

impl Frame<'_, '_> {
    /// Makes variables of the parameters.
    fn take_parameters(&mut self, given: &[Given]) -> Lowering<()> {
        for (id, given) in given.iter().enumerate() {
            let local = self.declaration(id);
            let value = match given {
                Given::Pointer(root) => {
                    Value::Pointer(Pointer { base: Base::Memory(*root), terms: Vec::new() })
                }
                Given::Slice(root) => Value::Slice(
                    Pointer { base: Base::Memory(*root), terms: Vec::new() },
                    Length::Root(*root),
                ),
                Given::Value(first, ty) => {
                    let is_used = local.is_mutable
                        || any(
                            &self.source.body,
                            &mut |part| matches!(part.kind, ExprKind::Local(other) if other == id),
                        );
                    // What is named in a pattern has a place, and so has its value.
                    if !is_used && !self.needs_place(id) {
                        continue;
                    }
                    let value = self.passed_value(ty, &mut first.clone(), local.span)?;
                    if let Value::Plain(handle) = value {
                        self.name(handle, &local.name);
                    }
                    value
                }
            };
            if self.needs_place(id) {
                let slot = self.declare(id)?;
                self.write_slot(&slot, value, local.span)?;
            } else {
                self.slots[id] = Some(Slot::Fixed(value));
            }
        }
        Ok(())
    }
}

/// How many members of the uniform a parameter has.
fn leaves_of(kind: &ParameterKind) -> usize {
    match kind {
        ParameterKind::Buffer { .. } => 0,
        ParameterKind::Scalar { .. } => 1,
        ParameterKind::Value { leaves, .. } => leaves.len(),
    }
}
