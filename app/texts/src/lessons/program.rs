//! The programs with directives that lessons are about, read from `assets/programs`.

/// A sequential program, and what it is called with.
#[derive(Debug, PartialEq, Eq)]
pub struct Program {
    /// Its file, without the ending.
    pub name: &'static str,
    pub text: &'static str,
    /// The case beside it.
    pub case: &'static str,
}

macro_rules! programs {
    ($($name:literal),+) => {
        &[$(Program {
            name: $name,
            text: include_str!(concat!("../../../../assets/programs/", $name, ".rs")),
            case: include_str!(concat!("../../../../assets/programs/", $name, ".toml")),
        }),+]
    };
}

/// All of them.
pub const PROGRAMS: &[Program] = programs!["matrix_mul", "matrix_mul_shared", "jacobi"];

/// The program of that name.
pub fn program(name: &str) -> Option<&'static Program> {
    PROGRAMS.iter().find(|program| program.name == name)
}
