//! A small `main`: it calls the functions that nobody calls, on numbers that are counted up.

use crate::Translation;
use crate::poly::mentions;
use crate::print::{self, Writer};
use crate::tree::{BinaryOp, Element, Expr, Function, Param, Type};

/// Elements of an array of which nobody says how long it is, and what a size is.
const LEN: i64 = 1000;
/// What each of several sizes is.
const SIDE: i64 = 64;

pub(super) fn write(translation: &Translation, writer: &mut Writer) {
    let functions = &translation.parsed.program.functions;
    let entries = functions.iter().filter(|own| translation.classes.entries.contains(&own.name));
    writer.line("fn main() {", &[]);
    writer.inside(|writer| {
        for function in entries {
            call(translation, function, writer);
        }
    });
    writer.line("}", &[]);
}

fn call(translation: &Translation, function: &Function, writer: &mut Writer) {
    let unknown = function.params.iter().find(|param| matches!(param.ty, Type::Other));
    if let Some(param) = unknown {
        let (name, written) = (&param.name, &param.written);
        let todo = format!("Call `{}` here, with its `{name}: {written}`.", function.name);
        writer.comment("//", &todo, &[]);
        return;
    }
    let sizes = function.params.iter().filter(|param| is_size(&param.ty)).count();
    for param in function.params.iter().filter(|param| matches!(param.ty, Type::Scalar(_))) {
        let value = scalar(&param.ty, if sizes > 1 { SIDE } else { LEN });
        writer.line(&format!("let {}: {} = {value};", param.name, param.written), &[]);
    }
    let mut arguments = Vec::new();
    for param in &function.params {
        arguments.push(argument(translation, function, param, writer));
    }
    let result = if function.result.is_some() { "let result = " } else { "" };
    writer.listed(&format!("{result}{}(", function.name), &arguments, ");", &[]);
    if function.result.is_some() {
        writer.line(&format!("println!(\"{} is {{result:?}}\");", function.name), &[]);
    }
    for param in &function.params {
        let name = &param.name;
        match param.ty {
            Type::Slice { is_mutable: true, .. } | Type::Array { is_mutable: true, .. } => {
                writer.line(
                    &format!(
                        "println!(\"{name} starts with {{:?}}\", &{name}[..{name}.len().min(8)]);"
                    ),
                    &[],
                );
            }
            Type::Reference { is_mutable: true, .. } => {
                writer.line(&format!("println!(\"{name} is {{{name}:?}}\");"), &[]);
            }
            _ => {}
        }
    }
}

/// Makes what a parameter is passed; how it is passed.
fn argument(
    translation: &Translation,
    function: &Function,
    param: &Param,
    writer: &mut Writer,
) -> String {
    let name = &param.name;
    match &param.ty {
        Type::Scalar(_) | Type::Other => name.clone(),
        Type::Reference { element, is_mutable } => {
            let mutable = if *is_mutable { "mut " } else { "" };
            let zero = element.zero().text;
            writer.line(&format!("let {mutable}{name}: {} = {zero};", element.name()), &[]);
            format!("&{mutable}{name}")
        }
        Type::Slice { element, is_mutable } => {
            let len = len(translation, function, param);
            let mutable = if *is_mutable { "mut " } else { "" };
            let number = counted(*element);
            writer.line(
                &format!(
                    "let {mutable}{name}: Vec<{}> = (0..{len}).map(|i| {number}).collect();",
                    element.name()
                ),
                &[],
            );
            format!("&{mutable}{name}")
        }
        Type::Array { element, dims, is_mutable } => {
            let inner = dims[1..]
                .iter()
                .rev()
                .fold(format!("{}_{}", element.zero().text, element.name()), |inner, size| {
                    format!("[{inner}; {size}]")
                });
            let inner = if *element == Element::Bool { inner.replace("_bool", "") } else { inner };
            writer.line(&format!("let mut {name} = vec![{inner}; {}];", dims[0]), &[]);
            let flat = ".as_flattened_mut()".repeat(dims.len() - 1);
            let number = counted(*element);
            writer
                .line(&format!("for (i, element) in {name}{flat}.iter_mut().enumerate() {{"), &[]);
            writer.inside(|writer| writer.line(&format!("*element = {number};"), &[]));
            writer.line("}", &[]);
            let slice = if *is_mutable { "as_mut_slice" } else { "as_slice" };
            format!("{name}.{slice}().try_into().expect(\"it has its size\")")
        }
    }
}

/// The elements of a slice, as the directives say.
fn len(translation: &Translation, function: &Function, param: &Param) -> String {
    let instances = &translation.reach.instances;
    let made =
        instances.iter().filter(|own| own.function == function.name).flat_map(|own| &own.made);
    let shape = made.into_iter().find(|own| own.host == param.name).map(|own| &own.shape);
    let Some(shape) = shape.filter(|shape| !shape.is_empty()) else { return LEN.to_string() };
    let known = |expr: &Expr| {
        let mut is_known = true;
        expr.visit(&mut |part| {
            if let Expr::Name(name) = part {
                is_known &= translation.parsed.constants.contains_key(name)
                    || function.params.iter().any(|own| own.name == *name && is_size(&own.ty));
            }
        });
        is_known && !mentions(expr, &param.name)
    };
    if !shape.iter().all(known) {
        return LEN.to_string();
    }
    let whole = shape.iter().cloned().reduce(|a, b| Expr::binary(BinaryOp::Mul, a, b));
    let whole = whole.unwrap_or_else(|| Expr::number(LEN));
    print::expr(&whole)
}

fn is_size(ty: &Type) -> bool {
    let is_whole =
        |element: &Element| !matches!(element, Element::F32 | Element::F64 | Element::Bool);
    matches!(ty, Type::Scalar(element) if is_whole(element))
}

fn scalar(ty: &Type, size: i64) -> String {
    match ty {
        Type::Scalar(Element::F32 | Element::F64) => "1.5".to_owned(),
        Type::Scalar(Element::Bool) => "true".to_owned(),
        Type::Scalar(Element::I8 | Element::U8) => "3".to_owned(),
        _ => size.to_string(),
    }
}

/// A small number of a type, of `i`.
fn counted(element: Element) -> String {
    match element {
        Element::Bool => "i % 2 == 0".to_owned(),
        other => format!("(i % 10) as {}", other.name()),
    }
}
