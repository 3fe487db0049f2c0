//! Carries the host's steps out on whatever launches kernels.
//!
//! Memory of the GPU is bytes here; a [`Launcher`] runs a kernel on them. What the
//! host computes besides is whole numbers: sizes, and how often something happens.

use crate::constant::{self, Values};
use crate::device::passed_name;
use crate::host::{Chunk, HostTransfer, LaunchStep, Step, bytes_of};
use crate::outline::KernelParam;
use crate::print;
use crate::tree::{Element, Expr};
use std::collections::BTreeMap;
use thiserror::Error;
use warpbench_front::diagnostic::Span;

/// What a function is called with, by parameter, and what it leaves behind.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Memory {
    /// Arrays as they lie in memory.
    pub arrays: BTreeMap<String, Vec<u8>>,
    pub integers: Values,
    pub floats: BTreeMap<String, f64>,
}

/// What a kernel is given.
#[derive(Debug)]
pub enum Argument<'m> {
    Memory { name: &'m str, element: Element, bytes: &'m mut Vec<u8> },
    Integer { name: &'m str, element: Element, value: i64 },
    Float { name: &'m str, element: Element, value: f64 },
}

/// Who runs kernels.
pub trait Launcher {
    /// Runs a kernel to its end. What went wrong is said in words.
    fn launch(
        &mut self,
        kernel: &str,
        grid: [u32; 3],
        block: [u32; 3],
        arguments: &mut [Argument<'_>],
    ) -> Result<(), String>;
}

/// Steps that could not be carried out.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum ExecuteError {
    #[error("`{0}` is no number that is known here; pass it, or use the generated program")]
    Unknown(String),
    #[error("`{0}` has no values; pass an array for it")]
    NoArray(String),
    #[error("`{name}` has {len} elements, and the section that is copied lies outside of it")]
    Outside { name: String, len: u64 },
    #[error("`{0}` is not on the GPU at this step")]
    NotAllocated(String),
    #[error("the host does something of its own here, which only the generated program can do")]
    Host { span: Span },
    #[error("{kernel}: {reason}")]
    Launch { kernel: String, reason: String },
}

/// Carries out steps. `constants` are those of the program.
pub fn execute(
    steps: &[Step],
    memory: &mut Memory,
    constants: &Values,
    launcher: &mut dyn Launcher,
) -> Result<(), ExecuteError> {
    for (name, value) in constants {
        memory.integers.entry(name.clone()).or_insert(*value);
    }
    let mut run = Run { memory, device: BTreeMap::new(), launcher };
    run.block(steps)
}

struct Run<'r> {
    memory: &'r mut Memory,
    device: BTreeMap<String, Vec<u8>>,
    launcher: &'r mut dyn Launcher,
}

impl Run<'_> {
    fn integer(&self, expr: &Expr) -> Result<i64, ExecuteError> {
        constant::value(expr, &self.memory.integers)
            .ok_or_else(|| ExecuteError::Unknown(print::expr(expr)))
    }

    fn block(&mut self, steps: &[Step]) -> Result<(), ExecuteError> {
        steps.iter().try_for_each(|step| self.step(step))
    }

    fn step(&mut self, step: &Step) -> Result<(), ExecuteError> {
        match step {
            Step::Allocate { variable, .. } => {
                let bytes = bytes_of(variable, &self.memory.integers)
                    .ok_or_else(|| ExecuteError::Unknown(variable.to_string()))?;
                let bytes = usize::try_from(bytes)
                    .map_err(|_| ExecuteError::Unknown(variable.to_string()))?;
                // Memory that nobody has written holds anything; this is as good as any.
                self.device.insert(variable.host.clone(), vec![0xa5; bytes]);
                Ok(())
            }
            Step::Clear { variable, .. } => {
                self.on_device(&variable.host)?.fill(0);
                Ok(())
            }
            Step::CopyIn(transfer) => self.copy(transfer, true),
            Step::CopyOut(transfer) => self.copy(transfer, false),
            Step::Launch(launch) => self.launch(launch),
            Step::Free { names, .. } => {
                names.iter().for_each(|name| {
                    self.device.remove(name);
                });
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
                self.memory.arrays.insert(name.clone(), one.repeat(len));
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
        match constant::value(value, &self.memory.integers) {
            Some(value) => self.memory.integers.insert(name.to_owned(), value),
            None => self.memory.integers.remove(name),
        };
        if let Expr::Literal(text) = value.bare()
            && let Ok(value) = text.trim_end_matches("f32").trim_end_matches("f64").parse::<f64>()
        {
            self.memory.floats.insert(name.to_owned(), value);
        }
    }

    fn on_device(&mut self, name: &str) -> Result<&mut Vec<u8>, ExecuteError> {
        self.device.get_mut(name).ok_or_else(|| ExecuteError::NotAllocated(name.to_owned()))
    }

    fn copy(&mut self, transfer: &HostTransfer, is_in: bool) -> Result<(), ExecuteError> {
        let variable = &transfer.variable;
        let name = &variable.host;
        let chunks = transfer.chunks(&self.memory.integers);
        let chunks = chunks.ok_or_else(|| ExecuteError::Unknown(variable.to_string()))?;
        let size = variable.element.bytes();
        let device =
            self.device.get_mut(name).ok_or_else(|| ExecuteError::NotAllocated(name.clone()))?;
        let host = self.memory.arrays.get_mut(name);
        let host = host.ok_or_else(|| ExecuteError::NoArray(name.clone()))?;
        let outside = ExecuteError::Outside { name: name.clone(), len: host.len() as u64 / size };
        let range = |first: u64, len: u64| (first * size) as usize..((first + len) * size) as usize;
        for Chunk { host: from, device: to, len } in chunks {
            let (from, to) = (host.get_mut(range(from, len)), device.get_mut(range(to, len)));
            let (Some(host), Some(device)) = (from, to) else { return Err(outside) };
            match is_in {
                true => device.copy_from_slice(host),
                false => host.copy_from_slice(device),
            }
        }
        Ok(())
    }

    fn launch(&mut self, launch: &LaunchStep) -> Result<(), ExecuteError> {
        let mut grid = [0; 3];
        for (size, expr) in grid.iter_mut().zip(&launch.blocks) {
            *size = u32::try_from(self.integer(expr)?).unwrap_or(0);
        }
        let block = launch.threads.map(|size| u32::try_from(size).unwrap_or(0));
        let mut taken: Vec<(String, Vec<u8>)> = Vec::new();
        for param in &launch.arguments {
            if let KernelParam::Memory { host, .. } = param {
                let bytes = self.device.remove(host);
                let bytes = bytes.ok_or_else(|| ExecuteError::NotAllocated(host.clone()))?;
                taken.push((host.clone(), bytes));
            }
        }
        let mut memory = taken.iter_mut();
        let mut arguments = Vec::new();
        for param in &launch.arguments {
            match param {
                KernelParam::Memory { element, .. } => {
                    if let Some((name, bytes)) = memory.next() {
                        arguments.push(Argument::Memory { name, element: *element, bytes });
                    }
                }
                KernelParam::Number { host, element } => {
                    let is_float = matches!(element, Element::F32 | Element::F64);
                    let unknown = || ExecuteError::Unknown(host.clone());
                    let element = *element;
                    arguments.push(match is_float {
                        true => {
                            let value = self.memory.floats.get(host).copied();
                            let value = value.ok_or_else(unknown)?;
                            Argument::Float { name: host, element, value }
                        }
                        false => {
                            let value = self.memory.integers.get(host).copied();
                            let value = value.ok_or_else(unknown)?;
                            Argument::Integer { name: host, element, value }
                        }
                    });
                }
                KernelParam::Other { host, .. } => return Err(ExecuteError::Unknown(host.clone())),
            }
        }
        let done = self.launcher.launch(&launch.kernel, grid, block, &mut arguments);
        drop(arguments);
        self.device.extend(taken);
        done.map_err(|reason| ExecuteError::Launch { kernel: launch.kernel.clone(), reason })
    }

    /// A function with its own names: what is passed is moved to them and back.
    fn call(&mut self, bindings: &[(String, Expr)], steps: &[Step]) -> Result<(), ExecuteError> {
        let mut inner = Memory::default();
        let mut device = BTreeMap::new();
        for (formal, argument) in bindings {
            if let Some(value) = constant::value(argument, &self.memory.integers) {
                inner.integers.insert(formal.clone(), value);
            }
            let Some(name) = passed_name(argument) else { continue };
            if let Some(value) = self.memory.floats.get(name) {
                inner.floats.insert(formal.clone(), *value);
            }
            if let Some(array) = self.memory.arrays.remove(name) {
                inner.arrays.insert(formal.clone(), array);
            }
            if let Some(bytes) = self.device.remove(name) {
                device.insert(formal.clone(), bytes);
            }
        }
        for (name, value) in &self.memory.integers {
            inner.integers.entry(name.clone()).or_insert(*value);
        }
        let mut run = Run { memory: &mut inner, device, launcher: self.launcher };
        let done = run.block(steps);
        let mut device = run.device;
        for (formal, argument) in bindings {
            let Some(name) = passed_name(argument) else { continue };
            if let Some(array) = inner.arrays.remove(formal) {
                self.memory.arrays.insert(name.to_owned(), array);
            }
            if let Some(bytes) = device.remove(formal) {
                self.device.insert(name.to_owned(), bytes);
            }
        }
        done
    }
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
