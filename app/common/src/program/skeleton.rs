//! Cases to start from, for programs that have none.

use super::AnnotatedProgram;
use super::arguments::{held, scalar_of};
use std::fmt::Write;
use warpbench_case::Skeleton;
use warpbench_derive::constant::{self, Values};
use warpbench_derive::tree::{Element, Function, Param, Type};
use warpbench_front::rust::number::Number;

/// What the only size of a program is, and an array of which nobody says how long it is.
const LEN: i64 = 1000;
/// What several sizes are: different ones, so that rows are not taken for columns.
const SIZES: [i64; 4] = [40, 24, 56, 32];

impl AnnotatedProgram {
    /// A case for every function that nobody calls.
    pub fn skeletons(&self) -> Vec<Skeleton> {
        let functions = self.translation.parsed.program.functions.iter();
        let entries = &self.translation.classes.entries;
        let own = functions.filter(|function| entries.contains(&function.name));
        own.map(|own| Skeleton { entry: own.name.clone(), text: self.skeleton(own) }).collect()
    }

    fn skeleton(&self, function: &Function) -> String {
        let name = &function.name;
        let mut text = format!(
            "# What `{name}` is called with. What must come out is what the sequential program\n\
             # computes, unless a buffer says `expect`.\nentry = \"{name}\"\n"
        );
        let mut known = self.translation.parsed.constants.clone();
        let scalars: Vec<&Param> =
            function.params.iter().filter(|param| matches!(param.ty, Type::Scalar(_))).collect();
        if !scalars.is_empty() {
            text += "\n[scalars]\n";
        }
        let count = scalars.iter().filter(|param| is_size(param)).count();
        let mut sizes = SIZES.iter().cycle();
        for param in scalars {
            let value = match held(&param.ty) {
                Some((Element::F32 | Element::F64, _)) => "1.5".to_owned(),
                Some((Element::Bool, _)) => "true".to_owned(),
                Some((Element::I8 | Element::U8, _)) => "3".to_owned(),
                _ => {
                    let size = if count > 1 { *sizes.next().unwrap_or(&LEN) } else { LEN };
                    known.insert(param.name.clone(), Number::OpenInt(size.into()));
                    size.to_string()
                }
            };
            let _ = writeln!(text, "{} = {value}  # {}", param.name, param.written);
        }
        let arrays = function.params.iter().filter(|param| !matches!(param.ty, Type::Scalar(_)));
        for (number, param) in arrays.enumerate() {
            let Some((element, _)) = held(&param.ty) else { continue };
            let (name, scalar) = (&param.name, scalar_of(element));
            let len = self.len(function, param, &known);
            let _ = write!(
                text,
                "\n[[buffer]]  # {name}: {}\nname = \"{name}\"\ntype = \"{scalar}\"\nlen = {len}\n\
                 init = \"random:{}\"  # or zero, iota; or data = [ … ] without len\n",
                param.written,
                number + 1,
            );
        }
        text
    }

    /// The elements of an array, as its type or its directives say.
    fn len(&self, function: &Function, param: &Param, known: &Values) -> i64 {
        match &param.ty {
            Type::Array { dims, .. } => return dims.iter().product(),
            Type::Reference { .. } => return 1,
            _ => {}
        }
        let instances = self.translation.reach.instances.iter();
        let own = instances.filter(|own| own.function == function.name);
        let made = own.flat_map(|own| &own.made).find(|own| own.host == param.name);
        let sizes = made.into_iter().flat_map(|own| &own.shape);
        let mut len = made.map(|_| 1_i64);
        for size in sizes {
            len = len.and_then(|len| len.checked_mul(constant::value(size, known)?));
        }
        len.unwrap_or(LEN)
    }
}

fn is_size(param: &Param) -> bool {
    !matches!(
        held(&param.ty),
        None | Some((Element::F32 | Element::F64 | Element::Bool | Element::I8 | Element::U8, _))
    )
}
