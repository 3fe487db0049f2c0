//! Vectors and matrices as in the `glam` crate, for the texts that use them.
//!
//! The text is that of `device-std`, which is compiled to PTX. It is long, and a
//! kernel uses a few of its functions, so only those are parsed whose names occur
//! in the kernel's text or in what it uses of the library. The sources are cut
//! where rustfmt puts the ends of items, at the beginning of a line or behind four
//! blanks; a test holds that nothing is lost.

use crate::checker::{Checker, Def, PRELUDE};
use crate::library::index::{InUse, Item, ItemText};
use crate::library::parsed;
use crate::library::words::OPERATORS;
use crate::scope::Everything;
use std::collections::HashSet;

macro_rules! sources {
    ($($name:literal),* $(,)?) => {
        [$(include_str!(concat!("../../../../gpu-kernels/device-std/glam/src/", $name))),*]
    };
}

/// Everything but `lib.rs` and `extras.rs`, which are for the compiler alone.
static SOURCES: &[&str] = &sources![
    "bvec2.rs",
    "bvec3.rs",
    "bvec4.rs",
    "cameras.rs",
    "dvec2.rs",
    "dvec2_ops.rs",
    "dvec3.rs",
    "dvec3_ops.rs",
    "dvec4.rs",
    "dvec4_ops.rs",
    "frames.rs",
    "inverses.rs",
    "ivec2.rs",
    "ivec2_ops.rs",
    "ivec3.rs",
    "ivec3_ops.rs",
    "ivec4.rs",
    "ivec4_ops.rs",
    "mat2.rs",
    "mat3.rs",
    "mat4.rs",
    "quat.rs",
    "transforms.rs",
    "u8vec2.rs",
    "u8vec2_ops.rs",
    "u8vec3.rs",
    "u8vec3_ops.rs",
    "u8vec4.rs",
    "u8vec4_ops.rs",
    "usizevec2.rs",
    "usizevec2_ops.rs",
    "usizevec3.rs",
    "usizevec3_ops.rs",
    "usizevec4.rs",
    "usizevec4_ops.rs",
    "uvec2.rs",
    "uvec2_ops.rs",
    "uvec3.rs",
    "uvec3_ops.rs",
    "uvec4.rs",
    "uvec4_ops.rs",
    "vec2.rs",
    "vec2_ops.rs",
    "vec2_swizzles.rs",
    "vec3.rs",
    "vec3_ops.rs",
    "vec3_swizzles.rs",
    "vec4.rs",
    "vec4_ops.rs",
    "vec4_swizzles.rs",
];

/// The operators on references to vectors of two, three and four floats, which
/// those of integers and of 64 bits have as well.
static REFERENCES: &[&str] = &sources!["vec2_refs.rs", "vec3_refs.rs", "vec4_refs.rs"];

/// What `lib.rs` declares itself.
const ALIASES: &str = "\
pub type Vec3A = Vec3;
pub type Mat3A = Mat3;
pub const fn vec3a(x: f32, y: f32, z: f32) -> Vec3A {
    Vec3::new(x, y, z)
}
";

/// The names that every part may use.
const IMPORTS: &str = "use core::ops::*;";

/// What `thread` answers with, and the words that ask for more than a field of it.
const AXES: [(&str, &str, &str); 6] = [
    ("index_2d", "index_2d()", "UVec2"),
    ("index_3d", "index_3d()", "UVec3"),
    ("thread_idx", "thread_idx()", "UVec3"),
    ("block_idx", "block_idx()", "UVec3"),
    ("block_dim", "block_dim()", "UVec3"),
    ("grid_dim", "grid_dim()", "UVec3"),
];

/// The text of a function, constant, structure or `impl` of a trait.
#[derive(Debug)]
pub(super) struct Piece {
    /// The line that opens the `impl` or trait around it, if there is one.
    around: String,
    text: String,
}

/// The methods of a vector or matrix by its name, which may not all be read.
pub(crate) fn methods_of(name: &str) -> Vec<&'static str> {
    let head = format!("\nimpl {name} {{");
    let mut methods = Vec::new();
    for (_, rest) in SOURCES.iter().filter_map(|source| source.split_once(&head)) {
        let own = rest.split("\n}\n").next().unwrap_or_default();
        let functions = own.split("fn ").skip(1);
        methods.extend(functions.filter_map(|rest| rest.split_once('(')).map(|(name, _)| name));
    }
    methods.sort_unstable();
    methods.dedup();
    methods
}

/// Whether words name the crate, or ask `thread` for more than fields.
pub(super) fn is_asked_for(words: &HashSet<String>) -> bool {
    words.contains("glam") || AXES.iter().any(|(_, whole, _)| words.contains(*whole))
}

/// All of it, for the index.
pub(super) fn items() -> Vec<Item> {
    let mut items = Vec::new();
    for source in SOURCES.iter().chain([&ALIASES]) {
        cut(source, &mut items);
    }
    for (source, width) in REFERENCES.iter().zip(2..) {
        cut(source, &mut items);
        for (letter, number) in [("I", "i32"), ("U", "u32"), ("D", "f64")] {
            let float = format!("Vec{width}");
            let text = source.replace(&float, &format!("{letter}{float}"));
            let text = text.replace("f32", number);
            let before = items.len();
            cut(&text, &mut items);
            let rest = items.split_off(before);
            items.extend(
                rest.into_iter()
                    .filter(|item| letter != "U" || !item.names.iter().any(|name| name == "neg")),
            );
        }
    }
    let mut types = HashSet::new();
    for item in &items {
        if let ItemText::Glam(piece) = &item.text {
            types.extend(declared_type(&piece.text).map(str::to_owned));
        }
    }
    for item in &mut items {
        item.with.retain(|word| types.contains(word));
    }
    items.extend(AXES.map(|(word, _, ty)| Item {
        names: vec![word.to_owned()],
        with: Vec::new(),
        needs: vec![ty.to_owned()],
        text: ItemText::Nothing,
    }));
    items
}

/// The text of pieces, in their order.
fn text_of<'a>(pieces: impl Iterator<Item = &'a Piece>) -> String {
    let mut text = IMPORTS.to_owned();
    let mut open = "";
    for piece in pieces {
        if open != piece.around {
            if !open.is_empty() {
                text.push_str("}\n");
            }
            open = &piece.around;
            text.push_str(open);
            text.push('\n');
        }
        text.push_str(&piece.text);
    }
    if !open.is_empty() {
        text.push_str("}\n");
    }
    text
}

/// Cuts a source into its items.
fn cut(source: &str, items: &mut Vec<Item>) {
    let source = source.replace("super::", "");
    let mut item: Vec<&str> = Vec::new();
    for line in source.lines() {
        if line.trim_start().starts_with("//") || line.is_empty() {
            continue;
        }
        item.push(line);
        let is_end = line.starts_with('}') || (!line.starts_with(' ') && line.ends_with(';'));
        if is_end {
            cut_item(&item, items);
            item.clear();
        }
    }
}

/// Takes in an item, member by member if it is an `impl` without a trait or one
/// of the traits that take vectors apart.
fn cut_item(lines: &[&str], items: &mut Vec<Item>) {
    let attributes = lines.iter().take_while(|line| line.starts_with("#[")).count();
    let Some(first) = lines.get(attributes) else { return };
    if first.starts_with("use ") {
        return;
    }
    if let Some(indexed) = read_by_index(lines, first) {
        let lines: Vec<&str> = indexed.lines().collect();
        return cut_item(&lines, items);
    }
    if let Some(written) = written_by_index(lines, first) {
        let lines: Vec<&str> = written.lines().collect();
        cut_item(&lines, items);
    }
    let is_impl = first.starts_with("impl ");
    let is_swizzle = first.contains("Swizzles");
    if !(is_swizzle || is_impl && !first.contains(" for ")) {
        let text = lines.join("\n") + "\n";
        let (with, names) = if is_impl {
            let functions = lines.iter().filter_map(|line| declared_member(line.trim_start()));
            let functions: Vec<&str> = functions.collect();
            let symbols = OPERATORS.iter().filter(|(name, _)| functions.contains(name));
            let mut names: Vec<String> = symbols.map(|(_, symbol)| (*symbol).to_owned()).collect();
            names.extend(functions.iter().map(|name| (*name).to_owned()));
            if functions.contains(&"from") {
                names.push("into".to_owned());
            }
            (words_of(first).into_iter().collect(), names)
        } else {
            let name = declared_type(&text).or_else(|| declared_member(first));
            (Vec::new(), name.map(str::to_owned).into_iter().collect())
        };
        items.push(item(String::new(), text, with, names));
        return;
    }
    let around = lines[..=attributes].join("\n");
    let with: Vec<String> = words_of(first).into_iter().collect();
    if is_swizzle {
        // The trait itself, for those who import it without using it.
        let name = "Vec2Swizzles Vec3Swizzles Vec4Swizzles".split(' ');
        let name = name.filter(|name| with.iter().any(|word| word == name)).map(str::to_owned);
        let types = if is_impl { "" } else { "Vec2 Vec3 Vec4" };
        let needs = words_of(types).into_iter().collect();
        let itself = item(around.clone(), String::new(), Vec::new(), name.collect());
        items.push(Item { needs, ..itself });
    }
    let mut member: Vec<&str> = Vec::new();
    for line in &lines[attributes + 1..lines.len() - 1] {
        member.push(line);
        let is_outer = !line.starts_with("     ");
        if is_outer && (line.ends_with('}') || line.ends_with(';')) {
            let text = member.join("\n") + "\n";
            let head = member.iter().find(|line| !line.trim_start().starts_with("#["));
            let name = head.and_then(|line| declared_member(line.trim_start()));
            // Nobody writes this name: it stands for an index.
            let name = if name == Some("write_component") { Some("[") } else { name };
            let names = name.map(str::to_owned).into_iter().collect();
            items.push(item(around.clone(), text, with.clone(), names));
            member.clear();
        }
    }
}

/// An item that needs the words of its text.
fn item(around: String, text: String, with: Vec<String>, names: Vec<String>) -> Item {
    let needs = words_of(&text).into_iter().collect();
    Item { names, with, needs, text: ItemText::Glam(Piece { around, text }) }
}

/// What stands for an `impl` of `Index`. A reference to one of several fields leads
/// to places that are not known before the kernel runs; an element of an array can
/// be read by number, and where that array lies is nobody's business, as library
/// functions are compiled into their callers.
fn read_by_index(lines: &[&str], first: &str) -> Option<String> {
    if !first.starts_with("impl Index<usize> for ")
        || lines.iter().any(|line| line.contains("components"))
    {
        return None;
    }
    let output = lines.iter().find(|line| line.trim_start().starts_with("type Output"))?;
    let scalar = output.trim_end_matches(';').rsplit(' ').next()?;
    Some(format!(
        "{first}\n    type Output = {scalar};\n    fn index(&self, index: usize) -> &{scalar} {{\n        \
         let components = self.to_array();\n        &components[index]\n    }}\n}}\n"
    ))
}

/// A function that writes a component by its number, beside an `impl` of `IndexMut`.
fn written_by_index(lines: &[&str], first: &str) -> Option<String> {
    let owner = first.strip_prefix("impl IndexMut<usize> for ")?;
    let head = lines.iter().find(|line| line.contains("fn index_mut("))?;
    let scalar = head.trim_end_matches(" {").rsplit(' ').next()?;
    let arms = lines.iter().filter_map(|line| line.trim().strip_suffix(','));
    let arms = arms.map(|arm| match arm.split_once("&mut ") {
        Some((number, field)) => format!("            {number}{field} = value,\n"),
        None => format!("            {arm},\n"),
    });
    let arms: String = arms.collect();
    Some(format!(
        "impl {owner}\n    pub fn write_component(&mut self, index: usize, value: {scalar}) {{\n        \
         match index {{\n{arms}        }}\n    }}\n}}\n"
    ))
}

/// The name of the structure, trait or alias that an item declares.
fn declared_type(text: &str) -> Option<&str> {
    text.lines().find_map(|line| {
        let rest = ["pub struct ", "pub trait ", "pub type "]
            .iter()
            .find_map(|start| line.strip_prefix(start))?;
        rest.split(|letter: char| !letter.is_alphanumeric()).next()
    })
}

/// The name of the function or constant that a line declares.
fn declared_member(line: &str) -> Option<&str> {
    let line = line.strip_prefix("pub ").unwrap_or(line);
    let rest = ["const fn ", "fn ", "const "].iter().find_map(|start| line.strip_prefix(start))?;
    rest.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next()
}

/// The words and the operators that occur in a text.
fn words_of(text: &str) -> HashSet<String> {
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut words: HashSet<String> = text
        .split(|letter| !is_word(letter))
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect();
    let symbols = OPERATORS.iter().map(|(_, symbol)| *symbol);
    words.extend(symbols.filter(|symbol| text.contains(symbol)).map(str::to_owned));
    words
}

impl Checker {
    /// Takes in what is in use of `glam`.
    pub(super) fn declare_glam(&mut self, in_use: &InUse) {
        if !is_asked_for(&in_use.words) {
            return;
        }
        let text = text_of(in_use.glam());
        let Some(file) = parsed(&text) else { return };
        let scope = self.open_scope(PRELUDE);
        self.declare(scope, &file.items);
        let swizzles = self.open_scope(PRELUDE);
        self.scopes[swizzles].modules.push(Everything { module: scope, reach: None });
        self.scopes[scope].types.insert("swizzles".to_owned(), Def::Module(swizzles));
        self.scopes[PRELUDE].types.insert("glam".to_owned(), Def::Module(scope));
        for (axes, name) in [(2, "UVec2"), (3, "UVec3")] {
            if let Some(Def::Struct(id)) = self.scopes[scope].types.get(name) {
                self.library.axes.insert(axes, *id);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::index::used_by;
    use crate::library::words;
    use std::collections::HashMap;
    use warpbench_source::diagnostic::render;

    fn piece_of(item: &Item) -> Option<&Piece> {
        match &item.text {
            ItemText::Glam(piece) => Some(piece),
            _ => None,
        }
    }

    #[test]
    fn cuts_without_losing_anything() {
        for source in SOURCES.iter().chain(REFERENCES) {
            let declared = source.lines().filter_map(|line| declared_member(line.trim_start()));
            let mut items = Vec::new();
            cut(source, &mut items);
            let all: String =
                items.iter().filter_map(piece_of).map(|piece| piece.text.as_str()).collect();
            for name in declared {
                assert!(words_of(&all).contains(name), "`{name}` is lost of\n{source}");
            }
            for item in &items {
                assert!(!item.names.is_empty(), "nothing asks for\n{:?}", item.text);
            }
        }
        let items = items();
        let text = text_of(items.iter().filter_map(piece_of));
        if let Err(error) = syn::parse_str::<syn::File>(&text) {
            panic!("{error}");
        }
    }

    /// A kernel that calls a function of a type with what lies in buffers; nothing
    /// for one that takes a function, or nothing at all.
    fn kernel_for(owner: &str, text: &str, number: usize) -> Option<String> {
        let head = text.split(" {\n").next()?.replace('\n', " ");
        let name = declared_member(head.trim_start()).filter(|_| head.contains("fn "))?;
        let inner = head.split_once('(')?.1;
        let inner = inner.rsplit_once(") ->").or_else(|| inner.rsplit_once(')'))?.0;
        let (mut params, mut given, mut depth) = (Vec::new(), Vec::new(), 0);
        let inputs = inner.split(|letter| {
            depth += match letter {
                '[' | '(' => 1,
                ']' | ')' => -1,
                _ => 0,
            };
            letter == ',' && depth == 0
        });
        for (at, input) in inputs.map(str::trim).filter(|input| !input.is_empty()).enumerate() {
            let own = input.replace("self", &format!("self: {owner}"));
            let (by, ty) = match input.split_once(": ") {
                Some((_, ty)) if ty.starts_with("&mut ") => ty.split_at(5),
                Some((_, ty)) if ty.starts_with('&') => ty.split_at(1),
                Some((_, ty)) => ("", ty),
                None => (own.split_once("self: ")?.0, owner),
            };
            // A `usize` cannot lie in a buffer.
            let number = "thread::index_1d() as usize";
            if ty == "usize" {
                given.push(number.to_owned());
            } else if ty.starts_with("USize") {
                given.push(format!("{by}{ty}::splat({number})"));
            } else if ty == "[usize]" {
                given.push(format!("{by}[{number}; 4]"));
            } else if ty.starts_with("[usize") {
                given.push(format!("{by}{}", ty.replace("usize", number)));
            } else if ty.starts_with('[') && !ty.contains(';') {
                params.push(format!("a{at}: {by}{ty}"));
                given.push(format!("a{at}"));
            } else {
                params.push(format!("a{at}: *mut {ty}"));
                given.push(format!("{by}*a{at}"));
            }
        }
        let (params, given) = (params.join(", "), given.join(", "));
        (!head.contains('<') && !given.is_empty()).then(|| {
            format!(
                "#[kernel]\npub unsafe fn k{number}({params}) \
                 {{ let _ = {owner}::{name}({given}); }}\n"
            )
        })
    }

    #[test]
    fn every_function_is_read_and_lowered() {
        let mut kernels: HashMap<&str, Vec<String>> = HashMap::new();
        let mut count = 0;
        let items = items();
        for item in &items {
            let Some(piece) = piece_of(item).filter(|_| item.names != ["["]) else { continue };
            let around = piece.around.trim_end_matches(" {");
            let Some(head) = around.strip_prefix("impl ") else { continue };
            let owner = head.rsplit(' ').next().expect("a type");
            if let Some(kernel) = kernel_for(owner, &piece.text, count) {
                count += 1;
                kernels.entry(owner).or_default().push(kernel);
            }
        }
        assert!(count > 700, "only {count} functions");
        let mut wrong = Vec::new();
        let imports = "use cuda_std::prelude::*;\nuse glam::*;";
        // Alone, so that none has what it needs only because another asks for it.
        for kernel in kernels.values().flatten() {
            let text = format!("{imports}\n{kernel}");
            if let Err(found) = crate::check(&text) {
                wrong.push(render("alone", &text, &found));
            }
        }
        for (owner, kernels) in kernels {
            let text = format!("{imports}\n{}", kernels.concat());
            let program = match crate::check(&text) {
                Ok(program) => program,
                Err(found) => {
                    wrong.push(render(owner, &text, &found));
                    continue;
                }
            };
            for function in program.functions.iter().filter(|function| function.is_kernel) {
                let options = warpbench_lower::Options {
                    entry: function.name.clone(),
                    block: [32, 1, 1],
                    ..Default::default()
                };
                if let Err(found) = warpbench_lower::lower(&program, &options) {
                    let found = render(owner, &text, &found);
                    let head = format!("fn {}(", function.name);
                    let kernel = kernels.iter().find(|kernel| kernel.contains(&head));
                    wrong.push(format!("{kernel:?}: {found}"));
                }
            }
        }
        assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
    }

    #[test]
    fn takes_in_what_is_used_and_no_more() {
        let used = |text: &str| text_of(used_by(words::of(&text.parse().expect("tokens"))).glam());
        let text = used("use glam::Vec3; v.length()");
        let names: Vec<&str> =
            text.lines().filter_map(|line| declared_member(line.trim_start())).collect();
        assert!(names.contains(&"length") && names.contains(&"dot"));
        assert!(!names.contains(&"cross"), "{names:?}");
        assert!(!text.contains("Mat4"), "{text}");
        assert_eq!(used("a dot b"), IMPORTS);
    }
}
