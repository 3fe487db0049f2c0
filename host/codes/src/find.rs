//! Looking a code up by what somebody typed.

use crate::{ALL, Code, Entry};
use thiserror::Error;

/// A name that no code has.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no code `{name}`{}", self.suggestion())]
pub struct UnknownCode {
    pub name: String,
    /// What may have been meant.
    pub nearest: Option<Code>,
}

impl UnknownCode {
    fn suggestion(&self) -> String {
        self.nearest.map_or_else(String::new, |code| format!("; did you mean `{code}`?"))
    }
}

impl Code {
    /// The code of a name, in capitals or not.
    pub fn find(name: &str) -> Option<Code> {
        ALL.iter().map(|entry| entry.code).find(|code| code.name().eq_ignore_ascii_case(name))
    }

    /// The code of a name, or what may have been meant.
    pub fn look_up(name: &str) -> Result<Code, UnknownCode> {
        let wanted = name.to_ascii_uppercase();
        // A third of the characters may be wrong before a suggestion misleads.
        let nearest = || {
            let codes = ALL.iter().map(|entry| entry.code);
            codes
                .map(|code| (strsim::damerau_levenshtein(&wanted, code.name()), code))
                .min()
                .filter(|&(distance, code)| distance * 3 <= code.name().len().max(wanted.len()))
                .map(|(_, code)| code)
        };
        Code::find(name).ok_or_else(|| UnknownCode { name: name.to_owned(), nearest: nearest() })
    }

    /// Its row of the table.
    pub fn entry(self) -> Option<&'static Entry> {
        ALL.iter().find(|entry| entry.code == self)
    }

    /// What it is about, in a few words.
    pub fn title(self) -> &'static str {
        self.entry().map_or("", |entry| entry.title)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_codes_suggest_the_nearest() {
        let check = |name: &str, nearest: Option<&str>| {
            let unknown = Code::look_up(name).expect_err(name);
            assert_eq!(unknown.nearest.map(Code::name), nearest, "{name}");
        };
        check("F001", Some("F0001"));
        check("e03008", Some("E0308"));
        check("race", None);
        check("", None);
        assert_eq!(Code::look_up("f0001"), Ok(crate::F0001));
    }
}
