//! A program that is open.

use crate::labs::attempt::file_stem;
use serde::{Deserialize, Serialize};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use warpbench_derive::is_annotated;
use warpbench_texts::lessons::Program;

/// A program with directives in place of a rung's kernel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StagedProgram {
    /// Its file, without the ending.
    pub name: String,
    /// As it was given out.
    pub text: Arc<str>,
    /// What it is called with; where nobody says so, values are made up.
    pub case: Option<Arc<str>>,
    /// Where the case would lie; what it names lies beside it.
    pub case_path: PathBuf,
    /// What tells its texts from others in the store.
    stem: String,
    /// Whether it is a lesson's.
    pub is_of_lesson: bool,
}

impl StagedProgram {
    /// The program of a rung.
    pub fn of_lesson(program: &Program) -> StagedProgram {
        StagedProgram {
            name: program.name.to_owned(),
            text: program.text.into(),
            case: Some(program.case.into()),
            case_path: format!("{}.toml", program.name).into(),
            stem: format!("program-{}", program.name),
            is_of_lesson: true,
        }
    }

    /// A program of somebody's own, with the case beside it where there is one; says what is
    /// wrong with the file.
    pub fn open(path: &Path) -> Result<StagedProgram, String> {
        let read = |path: &Path| {
            std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
        };
        let text = read(path)?;
        if !is_annotated(&text) {
            return Err(format!(
                "{} has no directives: write `hicuda! {{ kernel … }}` before a block of loops, as \
                 docs/directives.md says",
                path.display()
            ));
        }
        let case_path = path.with_extension("toml");
        let case = if case_path.is_file() { Some(read(&case_path)?) } else { None };
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        // Files of one name in two folders are two programs.
        let mut hasher = DefaultHasher::new();
        path.canonicalize().unwrap_or_else(|_| path.to_owned()).hash(&mut hasher);
        let number = hasher.finish() & 0xff_ffff;
        let stem = format!("own-{}-{number:06x}", file_stem(&name));
        let (text, case) = (text.into(), case.map(Arc::from));
        Ok(StagedProgram { name, text, case, case_path, stem, is_of_lesson: false })
    }

    /// The key of the text that is typed.
    pub fn key(&self) -> String {
        format!("{}.rs", self.stem)
    }

    /// The key of what is made of it, which is only read.
    pub fn kernels_key(&self) -> String {
        format!("{}.kernels.rs", self.stem)
    }
}
