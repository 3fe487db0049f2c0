//! Vectors and matrices as in the `glam` crate, for the texts that use them.
//!
//! The text is that of `device-std`, which is compiled to PTX. It is long, and a
//! kernel uses a few of its functions, so only those are parsed whose names occur
//! in the kernel's text or in what it uses of the library. The sources are cut
//! where rustfmt puts the ends of items, at the beginning of a line or behind four
//! blanks; a test holds that nothing is lost.

use crate::rust::check::checker::{Checker, Def, PRELUDE};
use crate::rust::check::items::library::parsed;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

macro_rules! sources {
    ($($name:literal),* $(,)?) => {
        [$(include_str!(concat!("../../../../../../gpu-kernels/device-std/glam/src/", $name))),*]
    };
}

/// Everything but `lib.rs` and `extras.rs`, which are for the compiler alone.
static SOURCES: &[&str] = &sources![
    "bvec2.rs",
    "bvec3.rs",
    "bvec4.rs",
    "dvec2.rs",
    "dvec2_ops.rs",
    "dvec3.rs",
    "dvec3_ops.rs",
    "dvec4.rs",
    "dvec4_ops.rs",
    "frames.rs",
    "ivec2.rs",
    "ivec2_ops.rs",
    "ivec3.rs",
    "ivec3_ops.rs",
    "ivec4.rs",
    "ivec4_ops.rs",
    "map.rs",
    "mat2.rs",
    "mat3.rs",
    "mat4.rs",
    "quat.rs",
    "u8vec2.rs",
    "u8vec3.rs",
    "u8vec4.rs",
    "usizevec2.rs",
    "usizevec3.rs",
    "usizevec4.rs",
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

/// The functions of operators, and what stands in a text that uses them.
const OPERATORS: [(&str, &str); 22] = [
    ("add", "+"),
    ("sub", "-"),
    ("mul", "*"),
    ("div", "/"),
    ("rem", "%"),
    ("neg", "-"),
    ("not", "!"),
    ("bitand", "&"),
    ("bitor", "|"),
    ("bitxor", "^"),
    ("shl", "<<"),
    ("shr", ">>"),
    ("add_assign", "+="),
    ("sub_assign", "-="),
    ("mul_assign", "*="),
    ("div_assign", "/="),
    ("rem_assign", "%="),
    ("bitand_assign", "&="),
    ("bitor_assign", "|="),
    ("bitxor_assign", "^="),
    ("index", "["),
    ("index_mut", "["),
];

/// What `thread` answers with, and the words that ask for it.
const AXES: [(&str, &str); 6] = [
    ("index_2d", "UVec2"),
    ("index_3d", "UVec3"),
    ("thread_idx", "UVec3"),
    ("block_idx", "UVec3"),
    ("block_dim", "UVec3"),
    ("grid_dim", "UVec3"),
];

/// A function, constant, structure or `impl` of a trait.
#[derive(Debug)]
struct Part {
    /// The line that opens the `impl` or trait around it, if there is one.
    around: String,
    text: String,
    /// What must be in use before it can be: types, or its own name.
    needs: Vec<String>,
    /// One of these must be asked for; of most things this is the name.
    names: Vec<String>,
    /// What it uses in turn.
    words: HashSet<String>,
}

#[derive(Debug)]
struct Index {
    parts: Vec<Part>,
    /// The parts that may come into use with a word.
    by_word: HashMap<String, Vec<usize>>,
}

/// The methods of a vector or matrix by its name, which may not all be read.
pub(crate) fn methods_of(name: &str) -> Vec<&'static str> {
    let head = format!("\nimpl {name} {{");
    let mut methods = Vec::new();
    for source in SOURCES.iter().filter(|source| source.contains(&head)) {
        let functions = source.split("fn ").skip(1);
        methods.extend(functions.filter_map(|rest| rest.split_once('(')).map(|(name, _)| name));
    }
    methods.sort_unstable();
    methods.dedup();
    methods
}

static INDEX: LazyLock<Index> = LazyLock::new(Index::new);

impl Index {
    fn new() -> Index {
        let mut parts = Vec::new();
        for source in SOURCES.iter().chain([&ALIASES]) {
            cut(source, &mut parts);
        }
        for (source, width) in REFERENCES.iter().zip(2..) {
            cut(source, &mut parts);
            for (letter, number) in [("I", "i32"), ("U", "u32"), ("D", "f64")] {
                let float = format!("Vec{width}");
                let text = source.replace(&float, &format!("{letter}{float}"));
                let text = text.replace("f32", number);
                let before = parts.len();
                cut(&text, &mut parts);
                let rest = parts.split_off(before);
                parts.extend(
                    rest.into_iter().filter(|part| {
                        letter != "U" || !part.names.iter().any(|name| name == "neg")
                    }),
                );
            }
        }
        let mut types = HashSet::new();
        for part in &parts {
            types.extend(declared_type(&part.text).map(str::to_owned));
        }
        let mut by_word: HashMap<String, Vec<usize>> = HashMap::new();
        for (at, part) in parts.iter_mut().enumerate() {
            part.needs.retain(|word| types.contains(word));
            for word in part.needs.iter().chain(&part.names) {
                by_word.entry(word.clone()).or_default().push(at);
            }
        }
        Index { parts, by_word }
    }

    /// The parts that a text uses, and those that they use.
    fn used_by(&self, text: &str) -> Vec<usize> {
        let mut known = words_of(text);
        for (word, ty) in AXES {
            if known.contains(word) {
                known.insert(ty.to_owned());
            }
        }
        let mut waiting: Vec<String> = known.iter().cloned().collect();
        let mut used = HashSet::new();
        while let Some(word) = waiting.pop() {
            for at in self.by_word.get(&word).into_iter().flatten() {
                let part = &self.parts[*at];
                let is_asked_for = part.names.iter().any(|name| known.contains(name))
                    && part.needs.iter().all(|need| known.contains(need));
                if is_asked_for && used.insert(*at) {
                    for word in &part.words {
                        if known.insert(word.clone()) {
                            waiting.push(word.clone());
                        }
                    }
                }
            }
        }
        let mut used: Vec<usize> = used.into_iter().collect();
        used.sort_unstable();
        used
    }

    /// The text of parts, in their order.
    fn text_of(&self, parts: &[usize]) -> String {
        let mut text = IMPORTS.to_owned();
        let mut open = "";
        for part in parts.iter().map(|at| &self.parts[*at]) {
            if open != part.around {
                if !open.is_empty() {
                    text.push_str("}\n");
                }
                open = &part.around;
                text.push_str(open);
                text.push('\n');
            }
            text.push_str(&part.text);
        }
        if !open.is_empty() {
            text.push_str("}\n");
        }
        text
    }
}

/// Cuts a source into its parts.
fn cut(source: &str, parts: &mut Vec<Part>) {
    let source = source.replace("super::", "");
    let mut item: Vec<&str> = Vec::new();
    for line in source.lines() {
        if line.trim_start().starts_with("//") || line.is_empty() {
            continue;
        }
        item.push(line);
        let is_end = line.starts_with('}') || (!line.starts_with(' ') && line.ends_with(';'));
        if is_end {
            cut_item(&item, parts);
            item.clear();
        }
    }
}

/// Takes in an item, member by member if it is an `impl` without a trait or one
/// of the traits that take vectors apart.
fn cut_item(lines: &[&str], parts: &mut Vec<Part>) {
    let attributes = lines.iter().take_while(|line| line.starts_with("#[")).count();
    let Some(first) = lines.get(attributes) else { return };
    if first.starts_with("use ") {
        return;
    }
    if let Some(indexed) = read_by_index(lines, first) {
        let lines: Vec<&str> = indexed.lines().collect();
        return cut_item(&lines, parts);
    }
    if let Some(written) = written_by_index(lines, first) {
        let lines: Vec<&str> = written.lines().collect();
        cut_item(&lines, parts);
    }
    let is_impl = first.starts_with("impl ");
    let is_swizzle = first.contains("Swizzles");
    if !(is_swizzle || is_impl && !first.contains(" for ")) {
        let text = lines.join("\n") + "\n";
        let (needs, names) = if is_impl {
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
        let words = words_of(&text);
        parts.push(Part { around: String::new(), text, needs, names, words });
        return;
    }
    let around = lines[..=attributes].join("\n");
    let needs: Vec<String> = words_of(first).into_iter().collect();
    if is_swizzle {
        // The trait itself, for those who import it without using it.
        let name = "Vec2Swizzles Vec3Swizzles Vec4Swizzles".split(' ');
        let name = name.filter(|name| needs.iter().any(|need| need == name)).map(str::to_owned);
        let words = if is_impl { HashSet::new() } else { words_of("Vec2 Vec3 Vec4") };
        let part = Part {
            around: around.clone(),
            text: String::new(),
            needs: Vec::new(),
            names: name.collect(),
            words,
        };
        parts.push(part);
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
            parts.push(Part {
                around: around.clone(),
                words: words_of(&text),
                text,
                needs: needs.clone(),
                names: name.map(str::to_owned).into_iter().collect(),
            });
            member.clear();
        }
    }
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
    /// Takes in what the text uses of `glam`; nothing if it does not name it and
    /// asks `thread` only for fields.
    pub(crate) fn declare_glam(&mut self) {
        let names_it = self.text.contains("glam");
        if !names_it && !asks_for_axes(&self.text) {
            return;
        }
        let parts = INDEX.used_by(&self.text);
        let text = INDEX.text_of(&parts);
        let Some(file) = parsed(&text) else { return };
        let scope = self.open_scope(PRELUDE);
        self.declare(scope, &file.items);
        let swizzles = self.open_scope(PRELUDE);
        self.scopes[swizzles].modules.push(scope);
        self.scopes[scope].types.insert("swizzles".to_owned(), Def::Module(swizzles));
        self.scopes[PRELUDE].types.insert("glam".to_owned(), Def::Module(scope));
        for (axes, name) in [(2, "UVec2"), (3, "UVec3")] {
            if let Some(Def::Struct(id)) = self.scopes[scope].types.get(name) {
                self.axes.insert(axes, *id);
            }
        }
    }
}

/// Whether a text does more with what `thread` answers than to read its fields.
fn asks_for_axes(text: &str) -> bool {
    AXES.iter().any(|(word, _)| {
        let call = format!("{word}()");
        text.match_indices(&call).any(|(at, _)| {
            let rest = text[at + call.len()..].trim_start();
            let field = rest.strip_prefix('.').map(|rest| rest.trim_start());
            !field.is_some_and(|rest| {
                let end = rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_');
                matches!(&rest[..end.unwrap_or(rest.len())], "x" | "y" | "z")
            })
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_without_losing_anything() {
        for source in SOURCES.iter().chain(REFERENCES) {
            let declared = source.lines().filter_map(|line| declared_member(line.trim_start()));
            let mut parts = Vec::new();
            cut(source, &mut parts);
            let all: String = parts.iter().map(|part| part.text.as_str()).collect();
            for name in declared {
                assert!(words_of(&all).contains(name), "`{name}` is lost of\n{source}");
            }
            for part in &parts {
                assert!(!part.names.is_empty(), "nothing asks for\n{}", part.text);
            }
        }
        let all: Vec<usize> = (0..INDEX.parts.len()).collect();
        let text = INDEX.text_of(&all);
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
        for part in &INDEX.parts {
            let around = part.around.trim_end_matches(" {");
            let Some(head) = around.strip_prefix("impl ") else { continue };
            let owner = head.rsplit(' ').next().expect("a type");
            if part.names == ["["] {
                continue;
            }
            if let Some(kernel) = kernel_for(owner, &part.text, count) {
                count += 1;
                kernels.entry(owner).or_default().push(kernel);
            }
        }
        assert!(count > 700, "only {count} functions");
        let mut wrong = Vec::new();
        for (owner, kernels) in kernels {
            let text = format!("use cuda_std::prelude::*;\nuse glam::*;\n{}", kernels.concat());
            let program = match crate::rust::read(&text, owner) {
                Ok(program) => program,
                Err(error) => {
                    wrong.push(error.rendered);
                    continue;
                }
            };
            for function in program.functions.iter().filter(|function| function.is_kernel) {
                let options = crate::rust::lower::Options {
                    entry: function.name.clone(),
                    block: [32, 1, 1],
                    ..Default::default()
                };
                if let Err(error) = crate::rust::lower_checked(&program, &options, &text, owner) {
                    let head = format!("fn {}(", function.name);
                    let kernel = kernels.iter().find(|kernel| kernel.contains(&head));
                    wrong.push(format!("{kernel:?}: {}", error.rendered));
                }
            }
        }
        assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
    }

    #[test]
    fn takes_in_what_is_used_and_no_more() {
        let used = |text: &str| -> Vec<String> {
            let text = INDEX.text_of(&INDEX.used_by(text));
            let names = text.lines().filter_map(|line| declared_member(line.trim_start()));
            names.map(str::to_owned).collect()
        };
        let names = used("use glam::Vec3; v.length()");
        assert!(names.contains(&"length".to_owned()) && names.contains(&"dot".to_owned()));
        assert!(!names.contains(&"cross".to_owned()), "{names:?}");
        let text = INDEX.text_of(&INDEX.used_by("use glam::Vec3; v.length()"));
        assert!(!text.contains("Mat4"), "{text}");
        assert!(used("a dot b").is_empty());
    }

    #[test]
    fn asks_only_where_more_than_a_field_is_read() {
        let table = [
            ("thread::index_2d().x", false),
            ("thread::thread_idx() . y as usize", false),
            ("thread::thread_idx().xyz()", true),
            ("let at = thread::index_3d();", true),
            ("thread::index_1d()", false),
            ("index_2d().as_ivec2()", true),
        ];
        for (text, expected) in table {
            assert_eq!(asks_for_axes(text), expected, "{text}");
        }
    }
}
