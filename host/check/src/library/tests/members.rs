//! Members of a library text, as syn reads them, and uses made up from signatures.

use crate::library::words::OPERATORS;
use syn::{Expr, FnArg, ImplItem, Item, ReturnType, TraitItem, Type, Visibility};

/// Something that a text declares and a kernel can use.
pub(super) struct Member {
    /// `Owner::name`, `module::name`, `Trait for Type`, or a type's name.
    pub(super) key: String,
    /// Its name alone, if what it belongs to does not ask for it.
    pub(super) name: Option<String>,
    /// Whether it is a function of a trait.
    pub(super) is_of_trait: bool,
    /// A statement that uses it, if one can be made up.
    pub(super) made_up: Option<String>,
}

/// The members of a text whose outermost module is `home`.
pub(super) fn of(text: &str, home: &str) -> Vec<Member> {
    let file = syn::parse_str::<syn::File>(text).expect("syntax");
    let mut members = Vec::new();
    collect(&file.items, home, &mut members);
    let types: Vec<String> = members
        .iter()
        .filter(|member| !member.key.contains([':', ' ']))
        .map(|member| member.key.clone())
        .collect();
    // Who calls a method of such a type has named it.
    for member in &mut members {
        if let Some((owner, _)) = member.key.split_once("::")
            && types.iter().any(|ty| ty == owner)
        {
            member.name = None;
        }
    }
    members
}

fn collect(items: &[Item], module: &str, members: &mut Vec<Member>) {
    for item in items {
        match item {
            Item::Mod(item) => {
                let (_, items) = item.content.as_ref().expect("a body");
                collect(items, &item.ident.to_string(), members);
            }
            Item::Fn(item) => {
                let name = item.sig.ident.to_string();
                members.push(named(format!("{module}::{name}"), &name));
            }
            Item::Struct(item) => members.push(itself(&item.ident)),
            Item::Enum(item) => members.push(itself(&item.ident)),
            Item::Type(item) => members.push(itself(&item.ident)),
            Item::Trait(item) => {
                members.push(itself(&item.ident));
                for function in &item.items {
                    if let TraitItem::Fn(function) = function {
                        let name = &function.sig.ident;
                        let key = format!("{}::{name}", item.ident);
                        members.push(Member { key, name: None, is_of_trait: true, made_up: None });
                    }
                }
            }
            Item::Impl(item) => implementation(item, members),
            Item::Use(_) => {}
            _ => panic!("an item that this test does not know"),
        }
    }
}

fn implementation(item: &syn::ItemImpl, members: &mut Vec<Member>) {
    let (owner, owner_name) = (written(&item.self_ty, true), written(&item.self_ty, false));
    if let Some((_, path, _)) = &item.trait_ {
        let of = path.segments.last().expect("a name");
        let key = format!("{} for {owner_name}", of.ident);
        let other = match &of.arguments {
            syn::PathArguments::AngleBracketed(arguments) => match arguments.args.first() {
                Some(syn::GenericArgument::Type(ty)) => written(ty, true),
                _ => owner.clone(),
            },
            _ => owner.clone(),
        };
        let made_up = match of.ident.to_string().as_str() {
            "PlainBits" => value_of(&owner)
                .map(|value| format!("let _: {owner} = core::mem::transmute({value});")),
            name => operation(&item.items, name, &owner, &other),
        };
        return members.push(Member { key, name: None, is_of_trait: false, made_up });
    }
    for inner in &item.items {
        match inner {
            ImplItem::Fn(function) if matches!(function.vis, Visibility::Public(_)) => {
                let name = function.sig.ident.to_string();
                let made_up = call(&owner, &function.sig);
                let key = format!("{owner_name}::{name}");
                members.push(Member { made_up, ..named(key, &name) });
            }
            ImplItem::Const(constant) => {
                let name = constant.ident.to_string();
                let path = path_to(&owner);
                let made_up = value_of(&owner).map(|_| format!("let _ = {path}::{name};"));
                let key = format!("{owner_name}::{name}");
                members.push(Member { made_up, ..named(key, &name) });
            }
            _ => {}
        }
    }
}

fn named(key: String, name: &str) -> Member {
    Member { key, name: Some(name.to_owned()), is_of_trait: false, made_up: None }
}

fn itself(name: &syn::Ident) -> Member {
    named(name.to_string(), &name.to_string())
}

/// A statement that computes with the sign of an operator's trait.
fn operation(items: &[ImplItem], name: &str, owner: &str, other: &str) -> Option<String> {
    let function = items.iter().find_map(|item| match item {
        ImplItem::Fn(function) => Some(function.sig.ident.to_string()),
        _ => None,
    })?;
    let (_, sign) = OPERATORS.iter().find(|(method, _)| *method == function)?;
    let (left, right) = (value_of(owner)?, value_of(other)?);
    Some(if name.ends_with("Assign") {
        format!("let mut a = {left}; a {sign} {right};")
    } else if matches!(name, "Not" | "Neg") {
        format!("let _ = {sign}{left};")
    } else {
        format!("let _ = {left} {sign} {right};")
    })
}

/// A statement that calls a function with values of the types that it takes.
fn call(owner: &str, signature: &syn::Signature) -> Option<String> {
    let own = value_of(owner)?;
    if !signature.generics.params.is_empty() {
        return None;
    }
    let name = &signature.ident;
    let (mut called, mut given) = (format!("{}::{name}", path_to(owner)), Vec::new());
    for input in &signature.inputs {
        match input {
            FnArg::Receiver(_) => called = format!("{own}.{name}"),
            FnArg::Typed(input) => given.push(value_of(&written(&input.ty, true))?),
        }
    }
    let result = if matches!(signature.output, ReturnType::Default) { "" } else { "let _ = " };
    Some(format!("{result}{called}({});", given.join(", ")))
}

fn path_to(owner: &str) -> String {
    if owner == "bf16" { "half::bf16".to_owned() } else { owner.to_owned() }
}

/// A value of a type, made of `n`, a `u32`.
fn value_of(ty: &str) -> Option<String> {
    let is_number = || crate::primitives().any(|name| name == ty);
    if let Some(inner) = ty.strip_prefix('&') {
        return Some(format!("&{}", value_of(inner)?));
    }
    if let Some(array) = ty.strip_prefix('[') {
        let (element, count) = array.strip_suffix(']')?.split_once("; ")?;
        return Some(format!("[{}; {count}]", value_of(element)?));
    }
    if let Some((kind, inner)) = ty.split_once('<') {
        let value = value_of(inner.strip_suffix('>')?)?;
        return match kind {
            "Wrapping" | "Saturating" => Some(format!("core::num::{kind}({value})")),
            "NonZero" => Some(format!("core::num::NonZero::new_unchecked({value})")),
            _ => None,
        };
    }
    match ty {
        "bf16" => Some("half::bf16::from_f32(1.5)".to_owned()),
        "f16" => Some("1.5_f16".to_owned()),
        "bool" => Some("(n > 1)".to_owned()),
        "Integer" | "Natural" | "Signed" | "Float" | "Bits" => Some(format!("(n as {ty})")),
        _ => is_number().then(|| format!("(n as {ty})")),
    }
}

/// A type as it is written, with its arguments or without.
fn written(ty: &Type, with_arguments: bool) -> String {
    let inner = |ty: &Type| written(ty, with_arguments);
    match ty {
        Type::Path(path) => {
            let last = path.path.segments.last().expect("a name");
            let mut name = last.ident.to_string();
            if let syn::PathArguments::AngleBracketed(arguments) = &last.arguments
                && with_arguments
            {
                let types = arguments.args.iter().filter_map(|argument| match argument {
                    syn::GenericArgument::Type(ty) => Some(inner(ty)),
                    _ => None,
                });
                name = format!("{name}<{}>", types.collect::<Vec<_>>().join(", "));
            }
            name
        }
        Type::Reference(reference) => {
            let mutable = if reference.mutability.is_some() { "mut " } else { "" };
            format!("&{mutable}{}", inner(&reference.elem))
        }
        Type::Ptr(pointer) => {
            let mutable = if pointer.mutability.is_some() { "mut" } else { "const" };
            format!("*{mutable} {}", inner(&pointer.elem))
        }
        Type::Slice(slice) => format!("[{}]", inner(&slice.elem)),
        Type::Array(array) => {
            let len = match &array.len {
                Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(len), .. }) => len.to_string(),
                Expr::Path(path) => path.path.segments[0].ident.to_string(),
                _ => panic!("a length that this test does not know"),
            };
            format!("[{}; {len}]", inner(&array.elem))
        }
        Type::Tuple(tuple) => {
            let members: Vec<String> = tuple.elems.iter().map(inner).collect();
            let comma = if members.len() == 1 { "," } else { "" };
            format!("({}{comma})", members.join(", "))
        }
        _ => panic!("a type that this test does not know"),
    }
}
