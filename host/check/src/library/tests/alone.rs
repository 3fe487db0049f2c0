//! Every member of the library in a text that uses it and nothing else, and every
//! section with what it declares to need and no more.

use super::members::{self, Member};
use super::{uses_of_sections, uses_of_slices, uses_of_values, words_of};
use crate::checker::Checker;
use crate::expressions::number_methods::{self, Like};
use crate::library::CORE;
use crate::library::index::{self, InUse, ItemText};
use crate::library::sections::{Asked, Each, SECTIONS, Section};
use crate::library::words::OPERATORS;
use crate::names::library::{LIBRARY, Returned};
use crate::syntax::parse::parse;
use crate::typing::written::{primitive, primitives};
use std::collections::HashSet;
use warpbench_hir::types::Ty;

/// A kernel with a statement in it.
fn kernel(statement: &str) -> String {
    format!(
        "use cuda_std::prelude::*;\n#[kernel]\npub unsafe fn k(n: u32, u: &[u32], p: *mut u32) \
         {{\n{statement}\n}}\n"
    )
}

/// What is wrong with a text.
fn faults(text: &str) -> Vec<String> {
    let found = crate::check(text).err().unwrap_or_default();
    found.into_iter().map(|diagnostic| diagnostic.message).collect()
}

/// Holds that texts are accepted, each said by what it is for.
fn all_accepted(texts: impl IntoIterator<Item = (String, String)>) {
    let wrong: Vec<String> = texts
        .into_iter()
        .filter_map(|(key, text)| {
            let faults = faults(&text);
            (!faults.is_empty()).then(|| format!("{key}: {faults:?}\n{text}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{} are refused:\n{}", wrong.len(), wrong.join("\n"));
}

/// The statement that uses a member: that of a table, or one that is made up.
fn statement(member: &Member) -> Option<String> {
    let tables = [uses_of_values::USES, uses_of_slices::USES, uses_of_sections::USES];
    let row = tables.into_iter().flatten().find(|(key, _)| *key == member.key);
    row.map(|(_, statement)| (*statement).to_owned()).or_else(|| member.made_up.clone())
}

fn members_of(section: &Section) -> Vec<Member> {
    let home = section.home.unwrap_or_default();
    members::of(section.text, home.rsplit("::").next().unwrap_or_default())
}

/// The functions and constants of the core. Those that an operator stands for are the
/// machine's, and what a `for` calls is tried wherever there is one.
fn core_members() -> Vec<Member> {
    let is_meant = |member: &Member| {
        let Some((_, name)) = member.key.split_once("::") else { return false };
        let is_operator = OPERATORS.iter().any(|(method, _)| *method == name);
        !(member.is_of_trait && (is_operator || matches!(name, "next" | "next_back" | "into_iter")))
    };
    members::of(CORE, "").into_iter().filter(is_meant).collect()
}

/// The types of a section, those of 128 bits by themselves: naming one takes in more.
fn types_of(section: &Section) -> Vec<Vec<Option<&'static str>>> {
    let all: HashSet<String> = primitives().chain(["wide.rs"]).map(str::to_owned).collect();
    let is_wide = |ty: &Option<&str>| ty.is_some_and(|name| name.ends_with("128"));
    let (wide, other): (Vec<_>, Vec<_>) = section.types(&all).into_iter().partition(is_wide);
    [other, wide].into_iter().filter(|types| !types.is_empty()).collect()
}

/// Statements for each type, one behind the other.
fn for_types(section: &Section, statement: &str, types: &[Option<&str>]) -> String {
    let each = types.iter().map(|ty| format!("{{ {} }}", section.filled(statement, *ty)));
    each.collect::<Vec<_>>().join("\n")
}

#[test]
fn every_member_has_a_use_and_every_use_a_member() {
    let mut known: HashSet<String> = HashSet::new();
    let mut missing = Vec::new();
    for member in SECTIONS.iter().flat_map(members_of).chain(core_members()) {
        if statement(&member).is_none() {
            missing.push(member.key.clone());
        }
        known.insert(member.key);
    }
    assert!(missing.is_empty(), "write lines in `tests/uses_of_*.rs` for {missing:#?}");
    let tables = [uses_of_values::USES, uses_of_slices::USES, uses_of_sections::USES];
    let left: Vec<&str> = tables
        .into_iter()
        .flatten()
        .map(|(key, _)| *key)
        .filter(|key| !known.contains(*key))
        .collect();
    assert!(left.is_empty(), "nothing declares {left:#?}");
}

#[test]
fn every_member_of_a_section_works_alone() {
    for section in &SECTIONS {
        let mut texts = Vec::new();
        for member in members_of(section) {
            let Some(statement) = statement(&member) else { continue };
            for types in types_of(section) {
                let text = kernel(&for_types(section, &statement, &types));
                texts.push((format!("{} of {}", member.key, section.file), text));
            }
        }
        all_accepted(texts);
    }
}

#[test]
fn every_member_of_the_core_works_alone() {
    let members = core_members();
    assert!(members.len() > 250, "{}", members.len());
    all_accepted(members.into_iter().filter_map(|member| {
        let text = kernel(&statement(&member)?);
        Some((member.key, text))
    }));
}

#[test]
fn a_section_declares_what_its_lines_say() {
    for section in &SECTIONS {
        let mut names: Vec<String> =
            members_of(section).into_iter().filter_map(|member| member.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(section.declared(), names, "{}", section.file);
    }
}

/// What is wrong with a text when these sections are taken in, whatever it asks for.
fn faults_with(text: &str, in_use: &InUse) -> Vec<String> {
    let mut checker = Checker::with_library(text);
    let recovered = parse(text, &mut checker.sink).expect("a file");
    checker.take_in(in_use);
    checker.program(&recovered.file);
    let found = std::mem::take(&mut checker.sink).into_sorted(text);
    found.into_iter().map(|diagnostic| diagnostic.message).collect()
}

/// All statements that use a section, and those of sections that only it asks for.
fn all_uses(section: &Section) -> String {
    let asks = |other: &&Section| {
        matches!(other.asked, Asked::By([])) && section.needs.contains(&other.file)
    };
    let mut text = String::new();
    for section in SECTIONS.iter().filter(asks).chain([section]) {
        for member in members_of(section) {
            let statement = statement(&member).unwrap_or_default();
            for types in types_of(section) {
                // Integers of 128 bits are what another section is about.
                if section.each == Each::Wide
                    || !types.iter().flatten().any(|ty| ty.ends_with("128"))
                {
                    text += &for_types(section, &statement, &types);
                }
            }
        }
    }
    kernel(&text)
}

/// What is in use with a section alone, the types that a text names, and what it needs.
fn closed(section: &Section, text: &str) -> InUse {
    let mut words = words_of(text);
    words.retain(|word| {
        let is_wide = word.ends_with("128");
        matches!(primitive(word), Some(Ty::Int(_))) && (!is_wide || section.each == Each::Wide)
    });
    words.insert(section.file.to_owned());
    index::used_by(words)
}

#[test]
fn a_section_needs_what_it_says_and_nothing_else() {
    let wrong = warpbench_source::stack::with_room(|| {
        let mut wrong = Vec::new();
        for section in &SECTIONS {
            let text = all_uses(section);
            let faults = faults_with(&text, &closed(section, &text));
            if !faults.is_empty() {
                wrong.push(format!("{} needs more than it says: {faults:#?}", section.file));
            }
            for needed in section.needs {
                let mut without = closed(section, &text);
                without.words.remove(*needed);
                without.items.retain(|item| match &item.text {
                    ItemText::Section(other) => other.file != *needed,
                    _ => true,
                });
                if faults_with(&text, &without).is_empty() {
                    wrong.push(format!("{} does not need {needed}", section.file));
                }
            }
        }
        wrong
    });
    assert_eq!(wrong.expect("no panic"), Vec::<String>::new());
}

/// A value of a type of the machine's functions, made of what the kernel is given.
fn machine_value(ty: &Ty) -> Option<String> {
    Some(match ty {
        Ty::Int(_) | Ty::Float(_) => {
            let name = primitives().find(|name| primitive(name).as_ref() == Some(ty))?;
            if name == "f16" { "1.5_f16".to_owned() } else { format!("(n as {name})") }
        }
        Ty::Bool => "(n > 1)".to_owned(),
        Ty::Var(_) => "n".to_owned(),
        Ty::Ordering => "core::sync::atomic::Ordering::Relaxed".to_owned(),
        Ty::ReductionOp => "cuda_std::warp::WarpReductionOp::Add".to_owned(),
        Ty::Pointer(_, to) => match &**to {
            Ty::Var(_) => "p".to_owned(),
            Ty::Int(_) | Ty::Float(_) => {
                let name = primitives().find(|name| primitive(name).as_ref() == Some(to))?;
                format!("(p as *mut {name})")
            }
            _ => return None,
        },
        _ => return None,
    })
}

#[test]
fn every_function_of_the_machine_is_accepted() {
    let mut count = 0;
    let texts = LIBRARY.functions().map(|(path, function)| {
        count += 1;
        let given = function.params.iter().map(|ty| machine_value(ty).expect("a value"));
        let given = given.collect::<Vec<_>>().join(", ");
        let is_open = function.params.is_empty()
            && matches!(&function.result, Returned::Ty(ty) if matches!(ty, Ty::Var(_)));
        let ty = if is_open { "let _: u32 = " } else { "let _ = " };
        let result = match &function.result {
            Returned::Ty(Ty::Pointer(..)) => "let _: *mut u32 = ",
            _ => ty,
        };
        // Of these alone it is known that `Relaxed` makes no sense.
        let is_fence = matches!(
            path.as_str(),
            "core::sync::atomic::fence" | "core::sync::atomic::compiler_fence"
        );
        let given = if is_fence { given.replace("Relaxed", "SeqCst") } else { given };
        (path.clone(), kernel(&format!("{result}{path}({given});")))
    });
    all_accepted(texts);
    assert!(count > 900, "{count}");
}

#[test]
fn every_method_of_a_number_is_accepted() {
    let mut texts = Vec::new();
    for name in primitives() {
        let Some(ty @ (Ty::Int(_) | Ty::Float(_))) = primitive(name) else { continue };
        for method in number_methods::names_for(&ty) {
            let params = number_methods::method(&ty, method).expect("known").params;
            let own = machine_value(&ty).expect("a value");
            let given = params.iter().map(|like| match like {
                Like::I32 => "2".to_owned(),
                Like::U32 => "n".to_owned(),
                _ => own.clone(),
            });
            let given = given.collect::<Vec<_>>().join(", ");
            texts.push((
                format!("{name}::{method}"),
                kernel(&format!("let _ = {own}.{method}({given});")),
            ));
        }
    }
    all_accepted(texts);
}
