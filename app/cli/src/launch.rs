//! Launch options: how a kernel of a file is launched; what its case says, and what the
//! command line says instead.

use super::init;
use super::source::parse_block;
use anyhow::{Result, bail};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use warpbench_case::{Case, CaseKind, Given};
use warpbench_common::disk::Disk;
use warpbench_common::program::AnnotatedProgram;
use warpbench_front::{Language, Source, rust, wgsl};
use warpbench_simulate::SimulateError;

/// What the command line says of a launch. It goes before what the case says.
#[derive(Debug, Default, clap::Args)]
pub(super) struct LaunchArguments {
    /// The case of a file: how to launch the kernel, on what, and what must come out
    /// [default: the file's name with .toml, or with the kernel's name and .toml]
    #[arg(long, value_name = "FILE")]
    pub(super) case: Option<PathBuf>,
    /// The kernel of a file, where it has several
    #[arg(long, value_name = "NAME")]
    pub(super) entry: Option<String>,
    /// Blocks of a file's kernel, instead of what its case says
    #[arg(long, value_name = "X[,Y[,Z]]", value_parser = parse_grid)]
    grid: Option<[u32; 3]>,
    /// Threads per block of a file's kernel in Rust, instead of what its case says
    #[arg(long, value_name = "X[,Y[,Z]]", value_parser = parse_block)]
    pub(super) block: Option<[u32; 3]>,
    /// An override constant of WGSL or a const parameter of a kernel in Rust, instead of what the
    /// case says; may be repeated
    #[arg(long = "override", value_name = "NAME=VALUE", value_parser = parse_setting)]
    pub(super) overrides: Vec<Setting>,
    /// What a kernel in Rust is passed by value, instead of what its case says; may be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = parse_setting)]
    set: Vec<Setting>,
}

/// A name and its value, as `NAME=VALUE`.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Setting {
    pub(super) name: String,
    pub(super) value: Given,
    /// The value as it was written.
    text: String,
}

impl LaunchArguments {
    /// An option that was given, to be named where none makes sense.
    pub(super) fn given(&self) -> Option<&'static str> {
        let options = [
            ("--case", self.case.is_some()),
            ("--entry", self.entry.is_some()),
            ("--grid", self.grid.is_some()),
            ("--block", self.block.is_some()),
            ("--override", !self.overrides.is_empty()),
            ("--set", !self.set.is_empty()),
        ];
        options.iter().find(|(_, is_given)| *is_given).map(|(name, _)| *name)
    }

    /// The case of a file: the one that is named, or the one beside it, with what the
    /// command line says. Where there is none, one to start from is printed, unless
    /// the output is for programs.
    pub(super) fn case(&self, source: &Source, most_bytes: u64, json: bool) -> Result<Case> {
        self.check_language(source)?;
        let path = match &self.case {
            Some(path) => path.clone(),
            None => match case_beside(source, self.entry.as_deref())? {
                Some(path) => path,
                None => return Err(init::missing(source, self.entry.as_deref(), json)?),
            },
        };
        self.load(kind_of(source), &path, most_bytes)
    }

    /// The case in a file, with what the command line says.
    pub(super) fn load(&self, kind: CaseKind, path: &Path, most_bytes: u64) -> Result<Case> {
        let loaded = Case::load_for(kind, path, most_bytes, &Disk);
        let mut case = loaded.map_err(SimulateError::from)?;
        self.apply(&mut case)?;
        Ok(case)
    }

    /// What is said for one language only.
    pub(super) fn check_language(&self, source: &Source) -> Result<()> {
        if AnnotatedProgram::is(source) {
            let said = [
                ("--grid", self.grid.is_some()),
                ("--block", self.block.is_some()),
                ("--override", !self.overrides.is_empty()),
            ];
            if let Some((option, _)) = said.iter().find(|(_, is_said)| *is_said) {
                bail!(
                    "{option} is for kernels; how those of a program with directives are launched \
                     stands in its `kernel` directives"
                );
            }
        }
        if Language::of(&source.path) == Language::Rust {
            return Ok(());
        }
        super::source::check_block(source, self.block)?;
        if let Some(setting) = self.set.first() {
            bail!(
                "--set {} is for kernels in Rust; a kernel in WGSL reads its parameters from a \
                 buffer of the case, and --override sets its override constants",
                setting.name
            );
        }
        Ok(())
    }

    /// The values of override constants and const parameters; true is 1.
    pub(super) fn override_values(&self) -> Result<BTreeMap<String, f64>> {
        let each = self.overrides.iter().map(|Setting { name, value, text }| match value {
            Given::Number(number) => Ok((name.clone(), number.float())),
            _ => bail!("--override {name}={text}: an override is a number, true or false"),
        });
        each.collect()
    }

    fn apply(&self, case: &mut Case) -> Result<()> {
        if let Some(wanted) = &self.entry {
            if let Some(other) = case.entry.as_ref().filter(|entry| *entry != wanted) {
                bail!(
                    "{} is a case for `{other}`, not for `{wanted}`; name another with --case, or \
                     have one written: --entry {wanted} --init",
                    case.path.display()
                );
            }
            case.entry = Some(wanted.clone());
        }
        case.grid = self.grid.unwrap_or(case.grid);
        case.block = self.block.or(case.block);
        case.overrides.extend(self.override_values()?);
        let mut said = String::new();
        for Setting { name, text, .. } in &self.overrides {
            let _ = write!(said, " --override {name}={text}");
        }
        for Setting { name, value, text } in &self.set {
            case.scalars.insert(name.clone(), value.clone());
            let _ = write!(said, " --set {name}={text}");
        }
        if !said.is_empty() {
            // Messages say where a value comes from that does not fit.
            case.path = format!("{} with{said}", case.path.display()).into();
        }
        Ok(())
    }
}

/// The case beside a file, for a kernel or for whichever there is one; nothing where
/// there is none.
fn case_beside(source: &Source, entry: Option<&str>) -> Result<Option<PathBuf>> {
    let common = common_case(source);
    if let Some(entry) = entry {
        let own = entry_case(source, entry);
        let found = [own, common].into_iter().find(|path| is_case(path));
        return Ok(found);
    }
    if is_case(&common) {
        return Ok(Some(common));
    }
    let mut found: Vec<String> = entries(source)?;
    found.retain(|entry| is_case(&entry_case(source, entry)));
    match found.as_slice() {
        [] => Ok(None),
        [only] => Ok(Some(entry_case(source, only))),
        _ => bail!(
            "{} has several kernels with cases: {}; say which with --entry {}",
            source.path,
            found.join(", "),
            found[0]
        ),
    }
}

/// Whether there is a case. An empty file is none: a shell makes one before the case to
/// start from is sent there.
pub(super) fn is_case(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|found| found.is_file() && found.len() > 0)
}

/// All cases beside a file.
pub(super) fn cases_beside(source: &Source, entries: &[String]) -> Vec<PathBuf> {
    let own = entries.iter().map(|entry| entry_case(source, entry));
    std::iter::once(common_case(source)).chain(own).filter(|path| is_case(path)).collect()
}

/// The case of a file whatever its kernel is called.
pub(super) fn common_case(source: &Source) -> PathBuf {
    Path::new(&source.path).with_extension("toml")
}

/// The case of one kernel of a file.
pub(super) fn entry_case(source: &Source, entry: &str) -> PathBuf {
    Path::new(&source.path).with_extension(format!("{entry}.toml"))
}

/// What a case of a text is for.
pub(super) fn kind_of(source: &Source) -> CaseKind {
    if AnnotatedProgram::is(source) { CaseKind::Program } else { CaseKind::Kernel }
}

/// The kernels of a text; of a program with directives the functions that nobody calls.
pub(super) fn entries(source: &Source) -> Result<Vec<String>> {
    if AnnotatedProgram::is(source) {
        return Ok(AnnotatedProgram::read(source.clone())?.translation.classes.entries);
    }
    let Source { path, text } = source;
    Ok(match Language::of(path) {
        Language::Wgsl => {
            let checked = wgsl::check(text, path).map_err(SimulateError::from)?;
            checked.kernels().into_iter().map(str::to_owned).collect()
        }
        Language::Rust => {
            let program = rust::read(text, path).map_err(SimulateError::from)?;
            warpbench_case::rust::kernels(&program).into_iter().map(str::to_owned).collect()
        }
    })
}

/// Blocks of a grid: one to three numbers with commas between them.
fn parse_grid(text: &str) -> Result<[u32; 3], String> {
    parse_block(text).map_err(|_| format!("`{text}` is no grid; one looks like 4, 32,32 or 4,4,2"))
}

fn parse_setting(text: &str) -> Result<Setting, String> {
    let Some((name, value)) = text.split_once('=') else {
        return Err(format!("`{text}` has no value; write it as {text}=16"));
    };
    let (name, value) = (name.trim(), value.trim());
    if name.is_empty() {
        return Err(format!("`{text}` has no name; write NAME={value}"));
    }
    let given = Given::parse(value).ok_or_else(|| {
        format!(
            "`{value}` is no value for {name}; one is a number (16, -3, 0.5, 1e-3), true or false, \
             and for an array or a structure [1, 2] or {{ x = 1, y = 2 }}"
        )
    })?;
    Ok(Setting { name: name.to_owned(), value: given, text: value.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_names_with_values() {
        let check = |text: &str, name: &str, value: &str| {
            let setting = parse_setting(text).expect(text);
            assert_eq!((setting.name.as_str(), setting.text.as_str()), (name, value), "{text}");
        };
        check("n=16", "n", "16");
        check("scale = -0.5", "scale", "-0.5");
        check("on=true", "on", "true");
        check("at=[1, 2.5]", "at", "[1, 2.5]");
        check("p={ x = 1, y = 2 }", "p", "{ x = 1, y = 2 }");
        let refuse = |text: &str, expected: &str| {
            let error = parse_setting(text).expect_err(text);
            assert!(error.contains(expected), "{text}: {error}");
        };
        refuse("n", "write it as n=16");
        refuse("=4", "has no name");
        refuse("n=", "is no value for n");
        refuse("n=four", "`four` is no value for n; one is a number");
        refuse("n='four'", "is no value for n");
        refuse("n=1\nm=2", "is no value for n");
    }

    #[test]
    fn grids_are_one_to_three_numbers() {
        assert_eq!(parse_grid("4,2"), Ok([4, 2, 1]));
        for text in ["", "0", "4,", "1,2,3,4", "x"] {
            let error = parse_grid(text).expect_err(text);
            assert!(error.contains("is no grid; one looks like"), "{error}");
        }
    }

    #[test]
    fn cases_are_found_by_the_kernel() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("lab.wgsl").display().to_string();
        let text = "@compute @workgroup_size(1) fn one() {}\n\
                    @compute @workgroup_size(1) fn two() {}";
        let source = Source { path, text: text.to_owned() };
        let check = |entry: Option<&str>, expected: Option<&str>| {
            let found = case_beside(&source, entry).expect("one at most");
            let name = found.map(|path| path.file_name().expect("a name").to_owned());
            assert_eq!(name.as_deref(), expected.map(std::ffi::OsStr::new), "{entry:?}");
        };
        let write =
            |name: &str| std::fs::write(folder.path().join(name), "grid = [1]\n").expect(name);
        check(None, None);
        check(Some("two"), None);
        write("lab.two.toml");
        check(None, Some("lab.two.toml"));
        check(Some("one"), None);
        write("lab.one.toml");
        let error = case_beside(&source, None).expect_err("two cases").to_string();
        assert!(error.contains("one, two; say which with --entry one"), "{error}");
        check(Some("one"), Some("lab.one.toml"));
        write("lab.toml");
        check(None, Some("lab.toml"));
        check(Some("three"), Some("lab.toml"));
        check(Some("two"), Some("lab.two.toml"));
    }
}
