//! Steps under way: what the host and the GPU hold, and what is done with it.

use super::{Argument, ExecuteError, HostArray, HostEvent, Launcher, Memory};
use crate::constant::{self, Values};
use crate::device::{DeviceVariable, passed_name};
use crate::host::{Chunk, HostTransfer, LaunchStep, Step, bytes_of};
use crate::outline::KernelParam;
use crate::print;
use crate::tree::{Element, Expr, UnaryOp};
use std::collections::BTreeMap;
use warpbench_front::diagnostic::Span;

/// Steps of one function.
pub(super) struct Run<'r> {
    pub(super) memory: &'r mut Memory,
    /// The buffers of the GPU by the names that they have here.
    pub(super) device: BTreeMap<String, usize>,
    pub(super) buffers: &'r mut Vec<Vec<u8>>,
    pub(super) launcher: &'r mut dyn Launcher,
}

impl Run<'_> {
    fn integer(&self, expr: &Expr) -> Result<i64, ExecuteError> {
        self.value(expr).ok_or_else(|| ExecuteError::Unknown(print::expr(expr)))
    }

    /// A whole number; arrays know how long they are.
    fn value(&self, expr: &Expr) -> Option<i64> {
        let known = expr.map(&mut |part| match &part {
            Expr::Method(receiver, name, _) if name == "len" => {
                let array = passed_name(receiver).and_then(|name| self.memory.arrays.get(name));
                array.map_or(part.clone(), |array| Expr::Literal(array.len().to_string()))
            }
            _ => part,
        });
        constant::value(&known, &self.memory.integers)
    }

    pub(super) fn settle(&mut self) -> Result<(), ExecuteError> {
        self.launcher.settle(self.buffers).map_err(ExecuteError::Settle)
    }

    pub(super) fn block(&mut self, steps: &[Step]) -> Result<(), ExecuteError> {
        steps.iter().try_for_each(|step| self.step(step))
    }

    fn step(&mut self, step: &Step) -> Result<(), ExecuteError> {
        match step {
            Step::Allocate { variable, span } => self.allocate(variable, *span),
            Step::Clear { variable, span } => {
                self.settle()?;
                let at = self.on_device(&variable.host)?;
                self.buffers[at].fill(0);
                let bytes = self.buffers[at].len() as u64;
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
                    if let Some(at) = self.device.remove(name) {
                        self.buffers[at] = Vec::new();
                        let (name, span) = (name.clone(), *span);
                        self.launcher.happened(HostEvent::Freed { name, span });
                    }
                }
                Ok(())
            }
            Step::Let { name, value } => {
                self.set(name, value);
                Ok(())
            }
            Step::Assign { name, op, value } => {
                let value = match op {
                    None => value.clone(),
                    Some(op) => Expr::binary(*op, Expr::name(name), value.clone()),
                };
                self.set(name, &value);
                Ok(())
            }
            Step::HostArray { name, element, value, len } => {
                let len = usize::try_from(self.integer(len)?).unwrap_or(0);
                let element = element.or_else(|| element_of(value)).unwrap_or(Element::F32);
                let one = bytes(element, value, &self.memory.integers)
                    .ok_or_else(|| ExecuteError::NoArray(name.clone()))?;
                let array = HostArray { element, bytes: one.repeat(len) };
                let (name, made) = (name.clone(), array.clone());
                self.memory.arrays.insert(name.clone(), array);
                self.launcher.happened(HostEvent::MadeArray { name, array: made });
                Ok(())
            }
            Step::For { var, start, end, step, is_reversed, body } => {
                let (start, end) = (self.integer(start)?, self.integer(end)?);
                let mut turns: Vec<i64> = (start..end).collect();
                if *is_reversed {
                    turns.reverse();
                }
                for turn in turns.into_iter().step_by(usize::try_from(*step).unwrap_or(1)) {
                    self.memory.integers.insert(var.clone(), turn);
                    self.block(body)?;
                }
                Ok(())
            }
            Step::If { condition, then, otherwise } => match self.integer(condition)? {
                0 => self.block(otherwise),
                _ => self.block(then),
            },
            Step::Block(body) => self.block(body),
            Step::Call { bindings, steps } => self.call(bindings, steps),
            Step::Other { span } => Err(ExecuteError::Host { span: *span }),
        }
    }

    /// A number that is known from now on, as far as it is a whole one.
    fn set(&mut self, name: &str, value: &Expr) {
        match self.value(value) {
            Some(value) => self.memory.integers.insert(name.to_owned(), value),
            None => self.memory.integers.remove(name),
        };
        match self.float(value) {
            Some(value) => self.memory.floats.insert(name.to_owned(), value),
            None => self.memory.floats.remove(name),
        };
    }

    /// A fraction that is written down or known by a name. What is computed of fractions
    /// would have to be rounded as the program does, whose types are not looked at here.
    fn float(&self, expr: &Expr) -> Option<f64> {
        match expr.bare() {
            Expr::Literal(text) => {
                let plain = text.replace('_', "");
                plain.trim_end_matches("f32").trim_end_matches("f64").parse().ok()
            }
            Expr::Name(name) => self.memory.floats.get(name).copied(),
            Expr::Unary(UnaryOp::Minus, inner) => self.float(inner).map(|value| -value),
            Expr::Unary(UnaryOp::Deref, inner) => self.float(inner),
            _ => None,
        }
    }

    fn on_device(&self, name: &str) -> Result<usize, ExecuteError> {
        self.device.get(name).copied().ok_or_else(|| ExecuteError::NotAllocated(name.to_owned()))
    }

    fn allocate(&mut self, variable: &DeviceVariable, span: Span) -> Result<(), ExecuteError> {
        let unknown = || ExecuteError::Unknown(variable.to_string());
        let bytes = bytes_of(variable, &self.memory.integers).ok_or_else(unknown)?;
        let mut buffer = Vec::new();
        let len = usize::try_from(bytes).map_err(|_| unknown())?;
        if buffer.try_reserve_exact(len).is_err() {
            return Err(ExecuteError::NoRoom { name: variable.host.clone(), bytes });
        }
        // Memory that nobody has written holds anything; this is as good as any.
        buffer.resize(len, 0xa5);
        self.device.insert(variable.host.clone(), self.buffers.len());
        self.buffers.push(buffer);
        let (name, space) = (variable.host.clone(), variable.space);
        self.launcher.happened(HostEvent::Allocated { name, space, bytes, span });
        Ok(())
    }

    fn copy(&mut self, transfer: &HostTransfer, is_in: bool) -> Result<(), ExecuteError> {
        self.settle()?;
        let variable = &transfer.variable;
        let name = &variable.host;
        let chunks = transfer.chunks(&self.memory.integers);
        let chunks = chunks.ok_or_else(|| ExecuteError::Unknown(variable.to_string()))?;
        let size = variable.element.bytes();
        let at = self.on_device(name)?;
        let device = &mut self.buffers[at];
        let host = self.memory.arrays.get_mut(name);
        let host = host.ok_or_else(|| ExecuteError::NoArray(name.clone()))?;
        let outside = ExecuteError::Outside { name: name.clone(), len: host.len() };
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
        let (name, span) = (name.clone(), transfer.span);
        self.launcher.happened(match is_in {
            true => HostEvent::CopiedIn { name, bytes, pieces, span },
            false => HostEvent::CopiedOut { name, bytes, pieces, span },
        });
        Ok(())
    }

    fn launch(&mut self, launch: &LaunchStep) -> Result<(), ExecuteError> {
        let mut grid = [0; 3];
        for (size, expr) in grid.iter_mut().zip(&launch.blocks) {
            *size = u32::try_from(self.integer(expr)?).unwrap_or(0);
        }
        // No iterations are no blocks, and there is nothing to launch.
        if grid.contains(&0) {
            return Ok(());
        }
        let mut taken: Vec<(String, usize, Vec<u8>)> = Vec::new();
        for param in &launch.arguments {
            if let KernelParam::Memory { host, .. } = param {
                let at = self.on_device(host)?;
                taken.push((host.clone(), at, std::mem::take(&mut self.buffers[at])));
            }
        }
        let done = arguments(launch, self.memory, &mut taken).and_then(|mut arguments| {
            let done = self.launcher.launch(launch, grid, &mut arguments);
            done.map_err(|reason| ExecuteError::Launch { kernel: launch.kernel.clone(), reason })
        });
        for (_, at, bytes) in taken {
            self.buffers[at] = bytes;
        }
        done
    }

    /// A function with its own names: what is passed is moved to them and back.
    fn call(&mut self, bindings: &[(String, Expr)], steps: &[Step]) -> Result<(), ExecuteError> {
        let mut inner = Memory::default();
        let mut device = BTreeMap::new();
        for (formal, argument) in bindings {
            if let Some(value) = self.value(argument) {
                inner.integers.insert(formal.clone(), value);
            }
            if let Some(value) = self.float(argument) {
                inner.floats.insert(formal.clone(), value);
            }
            let Some(name) = passed_name(argument) else { continue };
            if let Some(array) = self.memory.arrays.remove(name) {
                inner.arrays.insert(formal.clone(), array);
            }
            if let Some(at) = self.device.get(name) {
                device.insert(formal.clone(), *at);
            }
        }
        for (name, value) in &self.memory.integers {
            inner.integers.entry(name.clone()).or_insert(*value);
        }
        let buffers = &mut *self.buffers;
        let done =
            Run { memory: &mut inner, device, buffers, launcher: self.launcher }.block(steps);
        for (formal, argument) in bindings {
            let Some(name) = passed_name(argument) else { continue };
            if let Some(array) = inner.arrays.remove(formal) {
                self.memory.arrays.insert(name.to_owned(), array);
            }
        }
        done
    }
}

/// What a kernel is passed: memory that was taken for it, and numbers of the host.
fn arguments<'m>(
    launch: &'m LaunchStep,
    memory: &Memory,
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
            KernelParam::Number { host, element } => {
                let is_float = matches!(element, Element::F32 | Element::F64);
                let unknown = || ExecuteError::Unknown(host.clone());
                let element = *element;
                arguments.push(match is_float {
                    true => {
                        let value = memory.floats.get(host).copied().ok_or_else(unknown)?;
                        Argument::Float { name: host, element, value }
                    }
                    false => {
                        let value = memory.integers.get(host).copied().ok_or_else(unknown)?;
                        Argument::Integer { name: host, element, value }
                    }
                });
            }
            KernelParam::Other { host, .. } => return Err(ExecuteError::Unknown(host.clone())),
        }
    }
    Ok(arguments)
}

/// The type of a number by how it is written.
fn element_of(value: &Expr) -> Option<Element> {
    let Expr::Literal(text) = value.bare() else { return None };
    let names = ["f32", "f64", "u64", "i64", "u32", "i32", "u16", "i16", "u8", "i8"];
    names.iter().find(|name| text.ends_with(*name)).and_then(|name| Element::of(name))
}

/// One element as it lies in memory.
fn bytes(element: Element, value: &Expr, known: &Values) -> Option<Vec<u8>> {
    if matches!(element, Element::F32 | Element::F64) {
        let Expr::Literal(text) = value.bare() else { return None };
        let plain = text.replace('_', "");
        let value: f64 = plain.trim_end_matches("f32").trim_end_matches("f64").parse().ok()?;
        return Some(match element {
            Element::F32 => (value as f32).to_le_bytes().to_vec(),
            _ => value.to_le_bytes().to_vec(),
        });
    }
    let value = constant::value(value, known)?;
    Some(value.to_le_bytes()[..element.bytes() as usize].to_vec())
}
