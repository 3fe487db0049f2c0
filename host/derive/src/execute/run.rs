//! Steps under way: what is done with what the host and the GPU hold.

use super::frame::{Frame, Gpu, Hidden, restore};
use super::number::{Computed, Numbers, bytes};
use super::{Argument, ExecuteError, HostArray, HostEvent, Launcher, NotComputed};
use crate::constant_memory;
use crate::device::{DeviceVariable, passed_name};
use crate::host::{CallBinding, Chunk, HostTransfer, LaunchStep, Step, bytes_of};
use crate::outline::KernelParam;
use crate::tree::{Element, Expr, Space, UnaryOp};
use crate::types::type_of;
use std::collections::BTreeMap;
use warpbench_front::diagnostic::Span;
use warpbench_front::rust::number::Number;
use warpbench_front::rust::types::Ty;

/// Steps of one function.
pub(super) struct Run<'r> {
    pub(super) frame: Frame,
    pub(super) constants: &'r Numbers,
    pub(super) gpu: &'r mut Gpu,
    pub(super) launcher: &'r mut dyn Launcher,
}

impl Run<'_> {
    fn integer(&self, expr: &Expr, at: Span) -> Result<i128, ExecuteError> {
        Ok(self.frame.evaluator().integer(expr, at)?)
    }

    pub(super) fn settle(&mut self) -> Result<(), ExecuteError> {
        self.launcher.settle(&mut self.gpu.buffers).map_err(ExecuteError::Settle)
    }

    /// Does the steps of a block; what it declares ends with it.
    pub(super) fn block(&mut self, steps: &[Step]) -> Result<(), ExecuteError> {
        let outside = self.frame.hidden.len();
        steps.iter().try_for_each(|step| self.step(step))?;
        let inside = self.frame.hidden.split_off(outside);
        if inside.iter().any(|own| matches!(own, Hidden::Buffer { .. })) {
            self.settle()?;
        }
        for own in inside.into_iter().rev() {
            match own {
                Hidden::Number(name, before) => {
                    restore(&mut self.frame.numbers.by_name, name, before)
                }
                Hidden::Array(name, before) => restore(&mut self.frame.arrays, name, before),
                Hidden::Buffer { name, before, made } => {
                    self.gpu.free(made);
                    restore(&mut self.frame.device, name, before);
                }
            }
        }
        Ok(())
    }

    fn step(&mut self, step: &Step) -> Result<(), ExecuteError> {
        match step {
            Step::Allocate { variable, span } => self.allocate(variable, *span),
            Step::Clear { variable, span } => {
                self.settle()?;
                let at = self.on_device(&variable.host, *span)?;
                self.gpu.buffers[at].fill(0);
                let bytes = self.gpu.buffers[at].len() as u64;
                let (name, span) = (variable.host.clone(), *span);
                self.launcher.happened(HostEvent::Cleared { name, bytes, span });
                Ok(())
            }
            Step::CopyIn(transfer) => self.copy(transfer, true),
            Step::CopyOut(transfer) => self.copy(transfer, false),
            Step::Launch(launch) => self.launch(launch),
            Step::Free { names, span, .. } => {
                self.settle()?;
                for name in names {
                    if let Some(at) = self.frame.device.remove(name) {
                        self.gpu.free(at);
                        let (name, span) = (name.clone(), *span);
                        self.launcher.happened(HostEvent::Freed { name, span });
                    }
                }
                Ok(())
            }
            Step::Let { name, ty, value, span } => {
                let computed = self.computed(value, ty.as_ref(), *span)?;
                self.declare(name, computed);
                Ok(())
            }
            Step::Assign { name, op, value, span } => {
                let value = match op {
                    None => value.clone(),
                    Some(op) => Expr::binary(*op, Expr::name(name), value.clone()),
                };
                let before = self.frame.numbers.by_name.get(name);
                let wanted = before.and_then(|own| own.as_ref().ok()?.ty());
                let computed = self.computed(&value, wanted.as_ref(), *span)?;
                self.frame.numbers.by_name.insert(name.clone(), computed);
                Ok(())
            }
            Step::HostArray { name, element, value, len, span } => {
                self.host_array(name, *element, value, len, *span)
            }
            Step::For { var, start, end, step, is_reversed, body } => {
                let evaluator = self.frame.evaluator();
                let ty = type_of(start, &evaluator).or_else(|| type_of(end, &evaluator));
                let place = |expr: &Expr| expr.place().unwrap_or_default();
                let (start, end) =
                    (self.integer(start, place(start))?, self.integer(end, place(end))?);
                let mut next = if *is_reversed { end - 1 } else { start };
                let step = if *is_reversed { -i128::from(*step) } else { i128::from(*step) };
                let before = self.frame.numbers.by_name.get(var).cloned();
                while (start..end).contains(&next) {
                    let turn = Number::OpenInt(next);
                    let turn = ty.as_ref().map_or(Ok(turn.clone()), |ty| turn.typed(ty));
                    let turn = turn.unwrap_or(Number::OpenInt(next));
                    self.frame.numbers.by_name.insert(var.clone(), Ok(turn));
                    self.block(body)?;
                    next += step;
                }
                restore(&mut self.frame.numbers.by_name, var.clone(), before);
                Ok(())
            }
            Step::If { condition, then, otherwise } => {
                let place = condition.place().unwrap_or_default();
                match self.frame.evaluator().truth(condition, place)? {
                    true => self.block(then),
                    false => self.block(otherwise),
                }
            }
            Step::Block(body) => self.block(body),
            Step::Call { bindings, steps } => self.call(bindings, steps),
            Step::Other { span } => Err(ExecuteError::Host { span: *span }),
        }
    }

    /// What an expression comes to. One that cannot be computed matters only where it is
    /// needed, unless it may change something or the program would end there.
    fn computed(
        &self,
        value: &Expr,
        wanted: Option<&Ty>,
        span: Span,
    ) -> Result<Computed, ExecuteError> {
        let mut may_change = false;
        value.visit(&mut |part| {
            may_change |= matches!(part, Expr::Unary(UnaryOp::MutableReference, _));
        });
        if may_change {
            return Err(ExecuteError::Host { span });
        }
        match self.frame.number(value, wanted, span) {
            Err(own) if own.ends_the_program => Err(ExecuteError::NotComputed(own)),
            computed => Ok(computed),
        }
    }

    fn declare(&mut self, name: &str, value: Computed) {
        let before = self.frame.numbers.by_name.insert(name.to_owned(), value);
        self.frame.hidden.push(Hidden::Number(name.to_owned(), before));
    }

    fn host_array(
        &mut self,
        name: &str,
        element: Option<Element>,
        value: &Expr,
        len: &Expr,
        span: Span,
    ) -> Result<(), ExecuteError> {
        let len = usize::try_from(self.integer(len, span)?).unwrap_or(0);
        let ty = element.map(Element::ty);
        let number = self.frame.evaluator().number(value, ty.as_ref(), span)?;
        let shown = element.or_else(|| Element::of_type(&number.ty()?));
        let element = shown.unwrap_or(Element::F32);
        let one = bytes(&number, element)
            .ok_or_else(|| ExecuteError::NoArray { name: name.to_owned(), span })?;
        let array = HostArray { element, bytes: one.repeat(len) };
        let before = self.frame.arrays.insert(name.to_owned(), array.clone());
        self.frame.hidden.push(Hidden::Array(name.to_owned(), before));
        self.launcher.happened(HostEvent::MadeArray { name: name.to_owned(), array });
        Ok(())
    }

    fn on_device(&self, name: &str, span: Span) -> Result<usize, ExecuteError> {
        let found = self.frame.device.get(name).copied();
        found.ok_or_else(|| ExecuteError::NotAllocated { name: name.to_owned(), span })
    }

    /// Why the size of a variable is not known.
    fn no_size(&self, variable: &DeviceVariable, span: Span) -> ExecuteError {
        let ends = variable.section.iter().flat_map(|(from, to)| [from, to]);
        let mut sizes = ends.chain(&variable.shape);
        let unknown = sizes.find_map(|expr| self.frame.evaluator().integer(expr, span).err());
        match unknown {
            Some(own) => {
                let own = NotComputed::from(own).needed(&variable.host, span);
                ExecuteError::NotComputed(Box::new(own))
            }
            None => {
                let message = format!("`{}` is larger than memory can be", variable.host);
                let help = "make it smaller";
                ExecuteError::NotComputed(Box::new(NotComputed::new(message, span, help)))
            }
        }
    }

    fn allocate(&mut self, variable: &DeviceVariable, span: Span) -> Result<(), ExecuteError> {
        let no_size = || self.no_size(variable, span);
        let integers = self.frame.numbers.integers();
        let bytes = bytes_of(variable, &integers).ok_or_else(no_size)?;
        let name = variable.host.clone();
        let made = self.gpu.buffers.len();
        if variable.space == Space::Constant {
            let in_use: u64 = self.gpu.constant.values().sum();
            if constant_memory::taken(bytes).saturating_add(in_use) > constant_memory::MOST_BYTES {
                return Err(ExecuteError::NoConstantRoom { name, bytes, in_use, span });
            }
            self.gpu.constant.insert(made, constant_memory::taken(bytes));
        }
        let mut buffer = Vec::new();
        let no_room = || ExecuteError::NoRoom { name: name.clone(), bytes, span };
        let len = usize::try_from(bytes).map_err(|_| no_room())?;
        buffer.try_reserve_exact(len).map_err(|_| no_room())?;
        // Memory that nobody has written holds anything; this is as good as any.
        buffer.resize(len, 0xa5);
        self.gpu.buffers.push(buffer);
        let before = self.frame.device.insert(name.clone(), made);
        self.frame.hidden.push(Hidden::Buffer { name: name.clone(), before, made });
        let space = variable.space;
        self.launcher.happened(HostEvent::Allocated { name, space, bytes, span });
        Ok(())
    }

    fn copy(&mut self, transfer: &HostTransfer, is_in: bool) -> Result<(), ExecuteError> {
        self.settle()?;
        let (variable, span) = (&transfer.variable, transfer.span);
        let name = &variable.host;
        let integers = self.frame.numbers.integers();
        let at = self.on_device(name, span)?;
        let Some(own) = self.frame.arrays.get(name) else {
            return Err(ExecuteError::NoArray { name: name.clone(), span });
        };
        let outside = ExecuteError::Outside { name: name.clone(), len: own.len(), span };
        let Some(chunks) = transfer.chunks(&integers) else {
            let moved = transfer.moved.iter().flat_map(|(from, to)| [from, to]);
            let mut sizes = moved.chain(&variable.shape);
            let is_unknown = |expr: &Expr| self.frame.evaluator().integer(expr, span).is_err();
            return Err(match sizes.any(is_unknown) {
                true => self.no_size(variable, span),
                false => outside,
            });
        };
        let host = match self.frame.arrays.get_mut(name) {
            Some(host) => host,
            None => return Err(outside),
        };
        let device = &mut self.gpu.buffers[at];
        let size = variable.element.bytes();
        let range = |first: u64, len: u64| (first * size) as usize..((first + len) * size) as usize;
        let (pieces, mut bytes) = (chunks.len(), 0);
        for Chunk { host: from, device: to, len } in chunks {
            let (from, to) = (host.bytes.get_mut(range(from, len)), device.get_mut(range(to, len)));
            let (Some(host), Some(device)) = (from, to) else { return Err(outside) };
            match is_in {
                true => device.copy_from_slice(host),
                false => host.copy_from_slice(device),
            }
            bytes += len * size;
        }
        let name = name.clone();
        self.launcher.happened(match is_in {
            true => HostEvent::CopiedIn { name, bytes, pieces, span },
            false => HostEvent::CopiedOut { name, bytes, pieces, span },
        });
        Ok(())
    }

    fn launch(&mut self, launch: &LaunchStep) -> Result<(), ExecuteError> {
        let mut grid = [0; 3];
        for (size, expr) in grid.iter_mut().zip(&launch.blocks) {
            *size = u32::try_from(self.integer(expr, launch.span)?).unwrap_or(0);
        }
        // No iterations are no blocks, and there is nothing to launch.
        if grid.contains(&0) {
            return Ok(());
        }
        let mut taken: Vec<(String, usize, Vec<u8>)> = Vec::new();
        for param in &launch.arguments {
            if let KernelParam::Memory { host, .. } = param {
                let at = self.on_device(host, launch.span)?;
                taken.push((host.clone(), at, std::mem::take(&mut self.gpu.buffers[at])));
            }
        }
        let done = arguments(launch, &self.frame, &mut taken).and_then(|mut arguments| {
            let done = self.launcher.launch(launch, grid, &mut arguments);
            done.map_err(|reason| ExecuteError::Launch { kernel: launch.kernel.clone(), reason })
        });
        for (_, at, bytes) in taken {
            self.gpu.buffers[at] = bytes;
        }
        done
    }

    /// A function with its own names: what is passed is moved to them and back.
    fn call(&mut self, bindings: &[CallBinding], steps: &[Step]) -> Result<(), ExecuteError> {
        let mut inner = Frame { numbers: self.constants.clone(), ..Frame::default() };
        for CallBinding { param, element, argument } in bindings {
            let at = argument.place().unwrap_or_default();
            if let Some(element) = element {
                let number = self.frame.number(argument, Some(&element.ty()), at);
                inner.numbers.by_name.insert(param.clone(), number);
            }
        }
        let mut moved: BTreeMap<&str, &str> = BTreeMap::new();
        for CallBinding { param, argument, .. } in bindings {
            let Some(name) = passed_name(argument) else { continue };
            // What is passed twice is only read.
            let again = moved.get(name).and_then(|first| inner.arrays.get(*first)).cloned();
            if let Some(array) = again.or_else(|| self.frame.arrays.remove(name)) {
                inner.arrays.insert(param.clone(), array);
                moved.insert(name, param);
            }
            if let Some(at) = self.frame.device.get(name) {
                inner.device.insert(param.clone(), *at);
            }
        }
        let (constants, gpu) = (self.constants, &mut *self.gpu);
        let mut run = Run { frame: inner, constants, gpu, launcher: self.launcher };
        let done = run.block(steps);
        let mut arrays = run.frame.arrays;
        for CallBinding { param, argument, .. } in bindings {
            let Some(name) = passed_name(argument) else { continue };
            if let Some(array) = arrays.remove(param) {
                self.frame.arrays.insert(name.to_owned(), array);
            }
        }
        done
    }
}

/// What a kernel is passed: memory that was taken for it, and numbers of the host.
fn arguments<'m>(
    launch: &'m LaunchStep,
    frame: &Frame,
    taken: &'m mut [(String, usize, Vec<u8>)],
) -> Result<Vec<Argument<'m>>, ExecuteError> {
    let mut taken = taken.iter_mut();
    let mut arguments = Vec::new();
    for param in &launch.arguments {
        match param {
            KernelParam::Memory { element, .. } => {
                if let Some((name, buffer, bytes)) = taken.next() {
                    let (element, buffer) = (*element, *buffer);
                    arguments.push(Argument::Memory { name, element, buffer, bytes });
                }
            }
            KernelParam::Number { host: name, element } => {
                let (element, span) = (*element, launch.span);
                let number = frame.number(&Expr::name(name), Some(&element.ty()), span)?;
                arguments.push(match number {
                    Number::Bool(truth) => Argument::Integer { name, element, value: truth.into() },
                    Number::Int(value, _) => Argument::Integer { name, element, value },
                    Number::Float(value, _) => Argument::Float { name, element, value },
                    Number::OpenInt(_) | Number::OpenFloat(_) => {
                        return Err(not_passed(name, span));
                    }
                });
            }
            KernelParam::Other { host, .. } => return Err(not_passed(host, launch.span)),
        }
    }
    Ok(arguments)
}

fn not_passed(name: &str, span: Span) -> ExecuteError {
    let message = format!("`{name}` is nothing that a kernel can be passed");
    let help = "pass numbers and memory that directives made";
    ExecuteError::NotComputed(Box::new(NotComputed::new(message, span, help)))
}
