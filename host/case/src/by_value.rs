//! Arguments by value of a case, brought together with the types of the parameters.
//!
//! A structure is written as a table of its fields, an array or a tuple as an array,
//! and all of them as one flat array of their numbers as well. An enum is the number
//! of its variant.

use crate::number::{Number, Scalar};
use crate::rust::scalar_of;
use serde::Deserialize;
use std::collections::BTreeMap;
use warpbench_front::rust::hir::Crate;
use warpbench_front::rust::lower::by_value::parts_of;
use warpbench_front::rust::types::{IntTy, Ty};

/// A value as a case writes it; true is 1.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(
    untagged,
    expecting = "a value is a number, true or false, an array of values or a table of fields"
)]
pub enum Given {
    Number(Number),
    List(Vec<Given>),
    Fields(BTreeMap<String, Given>),
}

impl Given {
    /// A value as it is written behind a name in a case; nothing where it is none.
    pub fn parse(text: &str) -> Option<Given> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Written {
            value: Given,
        }
        let line = format!("value = {text}");
        toml::from_str(&line).ok().map(|Written { value }| value)
    }
}

/// A number of what is passed by value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TypedNumber {
    pub(crate) ty: Ty,
    pub(crate) number: Number,
}

/// The numbers that a parameter is given, in order, or what is wrong with them.
/// `path` is what the case calls the parameter.
pub(crate) fn numbers(
    program: &Crate,
    path: &str,
    ty: &Ty,
    given: &Given,
) -> Result<Vec<TypedNumber>, String> {
    let mut found = Vec::new();
    fill(program, path, ty, given, &mut found)?;
    Ok(found)
}

fn fill(
    program: &Crate,
    path: &str,
    ty: &Ty,
    given: &Given,
    found: &mut Vec<TypedNumber>,
) -> Result<(), String> {
    if let Some(scalar) = number_type(ty) {
        let Given::Number(number) = *given else {
            return Err(format!("[scalars] {path} is one {scalar}; write a single number"));
        };
        if scalar.encode(number, &mut Vec::new()).is_none() {
            return Err(format!("[scalars] {path} is {number}, which is no {scalar}"));
        }
        found.push(TypedNumber { ty: ty.clone(), number });
        return Ok(());
    }
    if let Some((name, variants)) = variants(program, ty) {
        return fill_enum(program, path, ty, given, &name, &variants, found);
    }
    let parts = parts_of(program, ty).unwrap_or_default();
    if let Given::Fields(fields) = given
        && matches!(ty, Ty::Struct(..) | Ty::Four(_))
    {
        let names = || parts.iter().map(|(step, _)| step.trim_start_matches('.'));
        if let Some(unknown) = fields.keys().find(|key| !names().any(|name| name == key.as_str())) {
            let known: Vec<String> = names().map(|name| format!("`{name}`")).collect();
            return Err(format!(
                "[scalars] {path} has no field `{unknown}`; its fields are {}",
                known.join(", ")
            ));
        }
        for (step, part) in &parts {
            let name = step.trim_start_matches('.');
            let Some(value) = fields.get(name) else {
                return Err(format!(
                    "[scalars] {path}{step} has no value; write {name} = {}",
                    proposal(program, part, 1)
                ));
            };
            fill(program, &format!("{path}{step}"), part, value, found)?;
        }
        return Ok(());
    }
    let flat: Option<Vec<Number>> = match given {
        Given::Number(number) => Some(vec![*number]),
        Given::List(values) => {
            let number = |value: &Given| match value {
                Given::Number(number) => Some(*number),
                _ => None,
            };
            values.iter().map(number).collect()
        }
        Given::Fields(_) => None,
    };
    let leaves = leaf_count(program, ty);
    if let Some(flat) = flat.filter(|flat| flat.len() == leaves) {
        return fill_flat(program, path, ty, &mut flat.into_iter(), found);
    }
    match given {
        Given::List(values) if values.len() == parts.len() => {
            for ((step, part), value) in parts.iter().zip(values) {
                fill(program, &format!("{path}{step}"), part, value, found)?;
            }
            Ok(())
        }
        // What a newtype holds may be written without it.
        Given::List(_) if parts.len() == 1 => {
            fill(program, &format!("{path}{}", parts[0].0), &parts[0].1, given, found)
        }
        Given::List(values) => Err(format!(
            "[scalars] {path} has {} values, but takes {}; write {}",
            values.len(),
            parts.len(),
            proposal(program, ty, 1)
        )),
        Given::Number(number) => Err(format!(
            "[scalars] {path} is {number}, but takes {leaves} numbers; write {}",
            proposal(program, ty, 1)
        )),
        Given::Fields(_) => Err(format!(
            "[scalars] {path} is a table, but has no fields; write {}",
            proposal(program, ty, 1)
        )),
    }
}

fn fill_enum(
    program: &Crate,
    path: &str,
    ty: &Ty,
    given: &Given,
    name: &str,
    variants: &[(String, i128)],
    found: &mut Vec<TypedNumber>,
) -> Result<(), String> {
    let known: Vec<String> =
        variants.iter().map(|(name, value)| format!("{value} ({name})")).collect();
    let known = known.join(", ");
    let Given::Number(number) = *given else {
        return Err(format!("[scalars] {path} is one `{name}`; write its number, one of {known}"));
    };
    let tag = parts_of(program, ty).unwrap_or_default().into_iter().next();
    match (number, tag) {
        (Number::Integer(whole), Some((_, tag)))
            if variants.iter().any(|(_, value)| *value == whole) =>
        {
            found.push(TypedNumber { ty: tag, number });
            Ok(())
        }
        _ => {
            Err(format!("[scalars] {path} is {number}, which is no `{name}`; it is one of {known}"))
        }
    }
}

/// Gives the numbers of a value one after the other.
fn fill_flat(
    program: &Crate,
    path: &str,
    ty: &Ty,
    numbers: &mut dyn Iterator<Item = Number>,
    found: &mut Vec<TypedNumber>,
) -> Result<(), String> {
    if number_type(ty).is_some() || variants(program, ty).is_some() {
        let number = numbers.next().unwrap_or(Number::Integer(0));
        return fill(program, path, ty, &Given::Number(number), found);
    }
    for (step, part) in parts_of(program, ty).unwrap_or_default() {
        fill_flat(program, &format!("{path}{step}"), &part, numbers, found)?;
    }
    Ok(())
}

/// How many numbers a value has.
pub(crate) fn leaf_count(program: &Crate, ty: &Ty) -> usize {
    match parts_of(program, ty) {
        None => 1,
        Some(parts) => parts.iter().map(|(_, part)| leaf_count(program, part)).sum(),
    }
}

/// A value of a type as a case writes it. `size` is for what may be a size.
pub(crate) fn proposal(program: &Crate, ty: &Ty, size: u32) -> String {
    match ty {
        Ty::Bool => return "true".to_owned(),
        Ty::Float(_) => return "1.0".to_owned(),
        Ty::Int(int) if int.is_narrow() => return "1".to_owned(),
        Ty::Int(_) => return size.to_string(),
        _ => {}
    }
    if let Some((_, variants)) = variants(program, ty) {
        return variants.first().map_or(0, |(_, value)| *value).to_string();
    }
    let parts = parts_of(program, ty).unwrap_or_default();
    let has_names = matches!(ty, Ty::Struct(..))
        && parts.iter().all(|(step, _)| !step[1..].starts_with(|c: char| c.is_ascii_digit()));
    let each = parts.iter().map(|(step, part)| {
        let value = proposal(program, part, size);
        if has_names { format!("{} = {value}", &step[1..]) } else { value }
    });
    let each = each.collect::<Vec<_>>().join(", ");
    if has_names { format!("{{ {each} }}") } else { format!("[{each}]") }
}

/// A single number's type; nothing for what has parts.
fn number_type(ty: &Ty) -> Option<Scalar> {
    match ty {
        Ty::Four(_) => None,
        ty => scalar_of(ty),
    }
}

/// The name of an enum, and its variants with their numbers; nothing for what is none.
pub(crate) fn variants(program: &Crate, ty: &Ty) -> Option<(String, Vec<(String, i128)>)> {
    let Ty::Struct(id, _) = ty else { return None };
    let item = program.structs.get(*id)?;
    let variants = item.variants.as_ref()?;
    let each = variants.iter().map(|variant| (variant.name.clone(), variant.value));
    Some((item.name.clone(), each.collect()))
}

/// The bytes of a value as `#[repr(C)]` lays it out on a GPU of NVIDIA's, where a
/// `usize` has eight.
pub(crate) fn device_bytes(program: &Crate, ty: &Ty, numbers: &[TypedNumber]) -> Vec<u8> {
    let mut bytes = vec![0; device_layout(program, ty).0];
    put(program, ty, 0, &mut numbers.iter(), &mut bytes);
    bytes
}

fn put(
    program: &Crate,
    ty: &Ty,
    offset: usize,
    numbers: &mut dyn Iterator<Item = &'_ TypedNumber>,
    bytes: &mut [u8],
) {
    if number_type(ty).is_some() {
        let Some(TypedNumber { number, .. }) = numbers.next() else { return };
        let mut value = Vec::new();
        // It has been found to fit.
        let _ = device_scalar(ty).encode(*number, &mut value);
        if let Some(target) = bytes.get_mut(offset..offset + value.len()) {
            target.copy_from_slice(&value);
        }
        return;
    }
    let mut end = offset;
    for (_, part) in parts_of(program, ty).unwrap_or_default() {
        let (size, align) = device_layout(program, &part);
        // The value itself is aligned at least as its parts are.
        let start = end.next_multiple_of(align);
        put(program, &part, start, numbers, bytes);
        end = start + size;
    }
}

/// Bytes and alignment of a value.
fn device_layout(program: &Crate, ty: &Ty) -> (usize, usize) {
    if number_type(ty).is_some() {
        let bytes = device_scalar(ty).bytes();
        return (bytes, bytes);
    }
    let (mut end, mut most) = (0_usize, if matches!(ty, Ty::Four(_)) { 16 } else { 1 });
    for (_, part) in parts_of(program, ty).unwrap_or_default() {
        let (bytes, align) = device_layout(program, &part);
        end = end.next_multiple_of(align).saturating_add(bytes);
        most = most.max(align);
    }
    (end.next_multiple_of(most), most)
}

fn device_scalar(ty: &Ty) -> Scalar {
    match ty {
        Ty::Int(IntTy::UsizeWord) => Scalar::U64,
        Ty::Int(IntTy::IsizeWord) => Scalar::I64,
        ty => scalar_of(ty).unwrap_or(Scalar::U32),
    }
}

#[cfg(test)]
#[path = "by_value_tests.rs"]
mod tests;
