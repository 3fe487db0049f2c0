//! Whose a badge is: the accesses of a line that it is about, in few words.

use warpbench_machine::observe::accesses::{AccessCounts, AccessVerb};
use warpbench_texts::value::shortened;

/// So many characters of a name are enough to know it by.
const LONGEST: usize = 12;

/// What accesses do, and to which memory; each once, in the order of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Owners<'a> {
    accesses: Vec<(AccessVerb, &'a str)>,
}

impl<'a> Owners<'a> {
    pub(super) fn of(access: &'a AccessCounts) -> Owners<'a> {
        Owners { accesses: vec![(access.verb, &access.name)] }
    }

    pub(super) fn add(&mut self, access: &'a AccessCounts) {
        let one = (access.verb, access.name.as_str());
        if !self.accesses.contains(&one) {
            self.accesses.push(one);
        }
    }

    /// What they do and to what: `load a, b, store c`.
    pub(super) fn long(&self) -> String {
        let mut parts: Vec<String> = Vec::new();
        let mut before = None;
        for &(verb, name) in &self.accesses {
            let name = shortened(name, LONGEST);
            let is_same = before.replace(verb) == Some(verb);
            parts.push(if is_same { name } else { format!("{} {name}", verb.name()) });
        }
        parts.join(", ")
    }

    /// As little as tells them from all others: the memory, or where that is the same
    /// what is done to it.
    pub(super) fn short(&self, all: &[Owners<'_>]) -> String {
        let others = || all.iter().filter(|other| *other != self).flat_map(|one| &one.accesses);
        let joined = |words: Vec<String>| {
            let mut words = words;
            words.dedup();
            words.join(", ")
        };
        let is_named =
            self.accesses.iter().all(|(_, name)| others().all(|(_, other)| other != name));
        if is_named {
            return joined(
                self.accesses.iter().map(|(_, name)| shortened(name, LONGEST)).collect(),
            );
        }
        let is_told =
            self.accesses.iter().all(|(verb, _)| others().all(|(other, _)| other != verb));
        if is_told {
            return joined(self.accesses.iter().map(|(verb, _)| verb.name().to_owned()).collect());
        }
        self.long()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn owners_are_told_in_as_few_words_as_do() {
        use AccessVerb::{Atomic, Load, Store};
        let check = |all: &[&[(AccessVerb, &str)]], expected: &[(&str, &str)]| {
            let owners = all.iter().map(|accesses| Owners { accesses: accesses.to_vec() });
            let owners: Vec<Owners<'_>> = owners.collect();
            let found: Vec<_> = owners.iter().map(|one| (one.long(), one.short(&owners))).collect();
            let found: Vec<_> = found.iter().map(|(long, short)| (&**long, &**short)).collect();
            assert_eq!(found, expected);
        };
        check(&[&[(Load, "input")]], &[("load input", "input")]);
        check(&[&[(Load, "a")], &[(Load, "b")]], &[("load a", "a"), ("load b", "b")]);
        check(
            &[&[(Load, "a"), (Load, "b")], &[(Store, "c")]],
            &[("load a, b", "a, b"), ("store c", "c")],
        );
        // The same memory is told by what is done to it.
        check(
            &[&[(Load, "tile")], &[(Store, "tile")]],
            &[("load tile", "load"), ("store tile", "store")],
        );
        check(
            &[&[(Load, "a"), (Store, "b")], &[(Atomic, "b")], &[(Store, "a")]],
            &[
                ("load a, store b", "load a, store b"),
                ("atomic b", "atomic"),
                ("store a", "store a"),
            ],
        );
        check(&[&[(Load, "some_rather_long_name")]], &[("load some_rather…", "some_rather…")]);
    }
}
