//! Our crates depend on each other, and on some crates of others, only where the
//! table in `edges` has it.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Component, Path},
};

use anyhow::{Context, Result};
use toml::{Table, Value};

use super::{
    Finding, Violation,
    edges::{self, OUTSIDE, Outside, ROOMS, Room},
    members,
};
use crate::workspace::Workspace;

/// The manifest of one of our crates.
#[derive(Debug)]
struct Manifest {
    path: String,
    text: String,
    folder: String,
    package: String,
    /// What its library and its programs depend on.
    library: Vec<Dependency>,
    /// What only its tests depend on.
    tests: Vec<Dependency>,
}

#[derive(Debug)]
struct Dependency {
    package: String,
    line: usize,
    /// Its folder, if it lies in the repository.
    folder: Option<String>,
}

/// Compares every manifest with the table, and the table with the manifests.
pub(super) fn check(workspace: &Workspace) -> Result<Vec<Violation>> {
    let manifests = read_all(workspace)?;
    let mut violations = Vec::new();
    for manifest in &manifests {
        let mut findings = check_rooms(manifest);
        findings.extend(check_outside(manifest));
        findings.extend(check_cycles(manifest, &manifests));
        violations.extend(
            findings.into_iter().map(|finding| Violation { path: manifest.path.clone(), finding }),
        );
    }
    violations.extend(
        needless(&manifests)
            .into_iter()
            .map(|finding| Violation { path: edges::PATH.to_owned(), finding }),
    );
    Ok(violations)
}

/// That the crate is in the table, and its edges to others of ours as well.
fn check_rooms(manifest: &Manifest) -> Vec<Finding> {
    let Manifest { package, folder, text, .. } = manifest;
    let Some(room) = Room::of_package(package) else {
        let message = format!(
            "the crate `{package}` is not in {}; add a row that says which of our crates it may name",
            edges::PATH
        );
        return vec![Finding::new(line_in(text, "package", "name"), message)];
    };
    let mut findings = Vec::new();
    if room.folder != folder {
        let message = format!(
            "`{package}` lies in {folder}, and {} says {}; correct one of them",
            edges::PATH,
            room.folder
        );
        findings.push(Finding::new(line_in(text, "package", "name"), message));
    }
    let ours = manifest.library.iter().filter(|dependency| dependency.is_ours());
    findings.extend(ours.filter_map(|dependency| {
        let Some(named) = Room::of_package(&dependency.package) else {
            let message = format!(
                "`{}` is a crate of ours that is not in {}; add a row for it",
                dependency.package,
                edges::PATH
            );
            return Some(Finding::new(dependency.line, message));
        };
        let message = format!(
            "`{package}` must not depend on `{}`: it may name {}; move what needs both to a room \
             that may name both, or give the edge a place in {}",
            dependency.package,
            list(room.may_name),
            edges::PATH
        );
        (!room.may_name.contains(&named.name)).then(|| Finding::new(dependency.line, message))
    }));
    findings
}

/// That crates of others stay in their rooms.
fn check_outside(manifest: &Manifest) -> Vec<Finding> {
    let room = Room::of_package(&manifest.package).map_or("", |room| room.name);
    let find = |dependency: &Dependency| {
        let Outside { name, rooms, why } =
            OUTSIDE.into_iter().find(|outside| outside.name == dependency.package)?;
        let whose = match rooms {
            [] => "none of our crates".to_owned(),
            _ => format!("{} only", rooms.join(", ")),
        };
        let message = format!(
            "`{name}` is for {whose}: {why}; use what there is for it, or add this crate to its \
             row in {}",
            edges::PATH
        );
        (!rooms.contains(&room)).then(|| Finding::new(dependency.line, message))
    };
    manifest.library.iter().filter_map(find).collect()
}

/// That no test depends on a crate that depends on the tested one.
fn check_cycles(manifest: &Manifest, manifests: &[Manifest]) -> Vec<Finding> {
    let named: BTreeMap<&str, &Manifest> =
        manifests.iter().map(|manifest| (manifest.package.as_str(), manifest)).collect();
    let reaches = |from: &str| {
        let mut seen = BTreeSet::new();
        let mut open = vec![from];
        while let Some(package) = open.pop() {
            if seen.insert(package)
                && let Some(manifest) = named.get(package)
            {
                open.extend(manifest.library.iter().map(|dependency| dependency.package.as_str()));
            }
        }
        seen.contains(manifest.package.as_str())
    };
    let cycles = manifest.tests.iter().filter(|dependency| reaches(&dependency.package));
    cycles
        .map(|dependency| {
            let message = format!(
                "tests of `{}` must not depend on `{}`, which depends on it: they would see its \
                 types twice; put the test into host/tests",
                manifest.package, dependency.package
            );
            Finding::new(dependency.line, message)
        })
        .collect()
}

/// Rows and entries of the table that no manifest needs.
fn needless(manifests: &[Manifest]) -> Vec<Finding> {
    let depends = |room: &Room, package: &str| {
        let package_of_room = room.package();
        manifests
            .iter()
            .filter(|manifest| manifest.package == package_of_room)
            .any(|manifest| manifest.library.iter().any(|named| named.package == package))
    };
    let mut findings = Vec::new();
    for room in ROOMS {
        let line = edges::line_of(&format!("room(\"{}\",", room.folder));
        if !manifests.iter().any(|manifest| manifest.package == room.package()) {
            let message = format!("there is no crate `{}`; remove its row", room.package());
            findings.push(Finding::new(line, message));
            continue;
        }
        for name in room.may_name {
            let needed = Room::named(name).is_some_and(|named| depends(&room, &named.package()));
            if !needed {
                let message =
                    format!("`{}` does not name `{name}`; remove it from the row", room.package());
                findings.push(Finding::new(line, message));
            }
        }
    }
    for Outside { name, rooms, .. } in OUTSIDE {
        let line = edges::line_of(&format!("only(\"{name}\","));
        for room in rooms {
            if !Room::named(room).is_some_and(|room| depends(&room, name)) {
                let message = format!("`{room}` does not name `{name}`; remove it from the row");
                findings.push(Finding::new(line, message));
            }
        }
    }
    findings
}

fn list(names: &[&str]) -> String {
    if names.is_empty() { "no other crate of ours".to_owned() } else { names.join(", ") }
}

/// The manifests of all members, and of the crates in the repository that they
/// depend on, which are members without being listed.
fn read_all(workspace: &Workspace) -> Result<Vec<Manifest>> {
    let (_, root) = members::parse(workspace, "Cargo.toml")?;
    let mut open: Vec<String> = members::list(&root)?.into_iter().map(str::to_owned).collect();
    let mut manifests: Vec<Manifest> = Vec::new();
    while let Some(folder) = open.pop() {
        if manifests.iter().any(|manifest| manifest.folder == folder) {
            continue;
        }
        let manifest = read(workspace, &root, &folder)?;
        let named = manifest.library.iter().chain(&manifest.tests);
        open.extend(named.filter_map(|dependency| dependency.folder.clone()));
        manifests.push(manifest);
    }
    Ok(manifests)
}

fn read(workspace: &Workspace, root: &Table, folder: &str) -> Result<Manifest> {
    let path = format!("{folder}/Cargo.toml");
    let (text, table) = members::parse(workspace, &path)?;
    let package = table
        .get("package")
        .and_then(|package| package.get("name")?.as_str())
        .with_context(|| format!("{path} has no package name"))?
        .to_owned();
    let inherited = root.get("workspace").and_then(|section| section.get("dependencies"));
    let named = |kinds: &[&str]| {
        let of_kind = |&kind| {
            let found = members::dependencies(&table, kind).into_iter();
            found.map(move |(key, value)| (kind, key, value))
        };
        kinds
            .iter()
            .flat_map(of_kind)
            .map(|(kind, key, value)| {
                let inherits = value.get("workspace").is_some();
                let inherited = inherited.filter(|_| inherits).and_then(|all| all.get(key));
                let own =
                    |setting: &str| inherited.unwrap_or(value).get(setting).and_then(Value::as_str);
                let base = if inherited.is_some() { "" } else { folder };
                Dependency {
                    package: own("package").unwrap_or(key).to_owned(),
                    line: line_in(&text, kind, key),
                    folder: own("path").map(|path| join(base, path)),
                }
            })
            .collect()
    };
    let library = named(&["dependencies", "build-dependencies"]);
    let tests = named(&["dev-dependencies"]);
    Ok(Manifest { path, folder: folder.to_owned(), package, library, tests, text })
}

impl Dependency {
    fn is_ours(&self) -> bool {
        self.folder.is_some() || self.package.starts_with("warpbench")
    }
}

/// A path that a folder's manifest names, relative to the repository.
fn join(folder: &str, path: &str) -> String {
    let mut parts: Vec<String> = Vec::new();
    for component in Path::new(folder).join(path).components() {
        match component {
            Component::ParentDir => drop(parts.pop()),
            Component::Normal(part) => parts.push(part.to_string_lossy().into_owned()),
            Component::CurDir | Component::RootDir | Component::Prefix(_) => {}
        }
    }
    parts.join("/")
}

/// The line of a key in a section; the first where it is missing.
fn line_in(text: &str, section: &str, key: &str) -> usize {
    let mut inside = false;
    for (index, line) in text.lines().map(str::trim).enumerate() {
        let found = match line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            Some(header) => {
                inside = is_section(header, section);
                // A dependency can have a section of its own.
                let around = header.strip_suffix(key).and_then(|around| around.strip_suffix('.'));
                around.is_some_and(|around| is_section(around, section))
            }
            None => inside && starts_with_key(line, key),
        };
        if found {
            return index + 1;
        }
    }
    1
}

/// Whether a header is that of a section, which may be for one target only.
fn is_section(header: &str, section: &str) -> bool {
    header.strip_suffix(section).is_some_and(|target| target.is_empty() || target.ends_with('.'))
}

fn starts_with_key(line: &str, key: &str) -> bool {
    line.strip_prefix(key).is_some_and(|rest| rest.trim_start().starts_with(['.', '=']))
}

#[cfg(test)]
#[path = "dependencies_tests.rs"]
mod tests;
