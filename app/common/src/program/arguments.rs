//! Arguments of a program's function: a case names its parameters.

use super::AnnotatedProgram;
use anyhow::{Result, anyhow, bail};
use warpbench_case::number::{Number, Scalar};
use warpbench_case::{BufferRef, Case, CaseBuffer, Given};
use warpbench_derive::execute::{HostArray, Memory};
use warpbench_derive::tree::{Element, Function, Param, Type};

/// The type of an element in case files.
pub fn scalar_of(element: Element) -> Scalar {
    match element {
        Element::F32 => Scalar::F32,
        Element::F64 => Scalar::F64,
        Element::I8 => Scalar::I8,
        Element::I16 => Scalar::I16,
        Element::I32 => Scalar::I32,
        Element::I64 => Scalar::I64,
        Element::U8 => Scalar::U8,
        Element::U16 => Scalar::U16,
        Element::U32 | Element::Usize => Scalar::U32,
        Element::U64 => Scalar::U64,
        Element::Bool => Scalar::Bool,
    }
}

/// What a parameter holds, and whether it can be changed; nothing for a type that is not
/// known.
pub fn held(ty: &Type) -> Option<(Element, bool)> {
    match ty {
        Type::Scalar(element) => Some((*element, false)),
        Type::Reference { element, is_mutable }
        | Type::Slice { element, is_mutable }
        | Type::Array { element, is_mutable, .. } => Some((*element, *is_mutable)),
        Type::Other => None,
    }
}

impl AnnotatedProgram {
    /// The memory that a case describes.
    pub fn memory(&self, function: &Function, case: &Case) -> Result<Memory> {
        let path = case.path.display();
        let name = &function.name;
        let arrays = function.params.iter().filter(|param| is_array(param));
        let arrays: Vec<&str> = arrays.map(|param| param.name.as_str()).collect();
        for buffer in &case.buffers {
            match &buffer.reference {
                BufferRef::Name(own) if arrays.contains(&own.as_str()) => {}
                BufferRef::Name(own) => bail!(
                    "{path}: `{own}` is no array that `{name}` takes; {}",
                    listed("it takes", &arrays)
                ),
                BufferRef::Binding(..) => bail!(
                    "{path}: a program has no bindings; name the parameter: name = \"{}\"",
                    arrays.first().copied().unwrap_or("a")
                ),
            }
        }
        let numbers = function.params.iter().filter(|param| matches!(param.ty, Type::Scalar(_)));
        let numbers: Vec<&str> = numbers.map(|param| param.name.as_str()).collect();
        if let Some(own) = case.scalars.keys().find(|own| !numbers.contains(&own.as_str())) {
            bail!(
                "{path}: `{own}` is no number that `{name}` takes; {}",
                listed("it takes", &numbers)
            );
        }
        let mut memory = Memory::default();
        for param in &function.params {
            let bound = match &param.ty {
                Type::Scalar(element) => number(&mut memory, param, *element, case),
                Type::Other => Err(format!(
                    "`{}: {}` is nothing that a case can say; programs that are run here take \
                     numbers, slices and arrays",
                    param.name, param.written
                )),
                _ => array(&mut memory, param, case),
            };
            bound.map_err(|reason| anyhow!("{path}: {reason}"))?;
        }
        Ok(memory)
    }
}

fn is_array(param: &Param) -> bool {
    !matches!(param.ty, Type::Scalar(_) | Type::Other)
}

fn listed(before: &str, names: &[&str]) -> String {
    match names {
        [] => "it takes none".to_owned(),
        _ => format!("{before} {}", names.join(", ")),
    }
}

/// The buffer of a parameter.
pub fn buffer_of<'c>(case: &'c Case, name: &str) -> Option<&'c CaseBuffer> {
    let is_own =
        |buffer: &&CaseBuffer| matches!(&buffer.reference, BufferRef::Name(own) if own == name);
    case.buffers.iter().find(is_own)
}

fn array(memory: &mut Memory, param: &Param, case: &Case) -> Result<(), String> {
    let Param { name, written, .. } = param;
    let Some((element, _)) = held(&param.ty) else { return Ok(()) };
    let scalar = scalar_of(element);
    if element == Element::Usize {
        return Err(format!("`{name}: {written}` holds `usize`, which a GPU has not; use u32"));
    }
    let Some(buffer) = buffer_of(case, name) else {
        return Err(format!(
            "`{name}: {written}` has no values; write a [[buffer]] with name = \"{name}\" and \
             type = \"{scalar}\""
        ));
    };
    if buffer.scalar != scalar {
        return Err(format!(
            "`{name}` is `{written}`, and the case has {}; write type = \"{scalar}\"",
            buffer.scalar
        ));
    }
    let array = HostArray { element, bytes: buffer.bytes.clone() };
    let wanted = match &param.ty {
        Type::Array { dims, .. } => Some(dims.iter().product::<i64>().unsigned_abs()),
        Type::Reference { .. } => Some(1),
        _ => None,
    };
    if let Some(wanted) = wanted.filter(|wanted| *wanted != array.len()) {
        let len = array.len();
        return Err(format!("`{name}: {written}` has {wanted} elements, and the case {len}"));
    }
    memory.arrays.insert(name.clone(), array);
    Ok(())
}

fn number(memory: &mut Memory, param: &Param, element: Element, case: &Case) -> Result<(), String> {
    let Param { name, written, .. } = param;
    let value = match case.scalars.get(name) {
        Some(Given::Number(value)) => *value,
        Some(_) => return Err(format!("[scalars] {name} is one number, a {written}")),
        None => {
            let example = if matches!(element, Element::F32 | Element::F64) { "1.0" } else { "1" };
            return Err(format!(
                "`{name}: {written}` has no value; write {name} = {example} under [scalars], or \
                 --set {name}={example}"
            ));
        }
    };
    let mut bytes = Vec::new();
    if scalar_of(element).encode(value, &mut bytes).is_none() {
        return Err(format!("[scalars] {name} is {value}, which is no {written}"));
    }
    match (element, value) {
        (Element::F32 | Element::F64, value) => {
            memory.floats.insert(name.clone(), value.float());
        }
        (_, Number::Integer(value)) => {
            memory.integers.insert(name.clone(), value);
        }
        _ => return Err(format!("[scalars] {name} is {value}, which is no {written}")),
    }
    Ok(())
}
