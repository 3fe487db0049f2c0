//! Observation requests: what is to be observed during a run.

use std::collections::BTreeSet;
use std::str::FromStr;
use warpbench_machine::finding::FindingKind;

/// Something that can be observed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Aspect {
    /// Requests, sectors, conflicts and the rest, summed up.
    Counters,
    /// The same for each line of the source.
    Lines,
    /// Accesses that nothing orders.
    Race,
    /// Indices past the end of an array.
    Bounds,
    /// Reads of shared memory that nobody has written.
    Uninit,
    /// Barriers that some lanes do not come to.
    Barrier,
    /// Arithmetic whose result does not fit, where rustc would panic.
    Arithmetic,
    /// Assertions that do not hold.
    Assertion,
    /// Warp operations with lanes that are not there.
    Warp,
    /// Loops that do not seem to end.
    Endless,
    /// Accesses to places that their types do not allow.
    Alignment,
    Advice,
    /// How long the model would take.
    Time,
}

impl Aspect {
    pub const ALL: [Aspect; 13] = [
        Aspect::Counters,
        Aspect::Lines,
        Aspect::Race,
        Aspect::Bounds,
        Aspect::Uninit,
        Aspect::Barrier,
        Aspect::Arithmetic,
        Aspect::Assertion,
        Aspect::Warp,
        Aspect::Endless,
        Aspect::Alignment,
        Aspect::Advice,
        Aspect::Time,
    ];

    /// What is observed so that things of a kind are found.
    pub fn of(kind: FindingKind) -> Aspect {
        match kind {
            FindingKind::Race => Aspect::Race,
            FindingKind::Bounds => Aspect::Bounds,
            FindingKind::Uninit => Aspect::Uninit,
            FindingKind::Barrier => Aspect::Barrier,
            FindingKind::Arithmetic => Aspect::Arithmetic,
            FindingKind::Assertion => Aspect::Assertion,
            FindingKind::WarpOperation => Aspect::Warp,
            FindingKind::Endless => Aspect::Endless,
            FindingKind::Alignment => Aspect::Alignment,
            FindingKind::Uncoalesced
            | FindingKind::BankConflict
            | FindingKind::SameWord
            | FindingKind::Divergence => Aspect::Advice,
        }
    }

    /// As the command line spells it.
    pub fn name(self) -> &'static str {
        match self {
            Aspect::Counters => "counters",
            Aspect::Lines => "lines",
            Aspect::Race => "race",
            Aspect::Bounds => "bounds",
            Aspect::Uninit => "uninit",
            Aspect::Barrier => "barrier",
            Aspect::Arithmetic => "arithmetic",
            Aspect::Assertion => "assertion",
            Aspect::Warp => "warp",
            Aspect::Endless => "endless",
            Aspect::Alignment => "alignment",
            Aspect::Advice => "advice",
            Aspect::Time => "time",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observe(BTreeSet<Aspect>);

impl Observe {
    pub fn all() -> Observe {
        Observe(Aspect::ALL.into())
    }

    /// Nothing, for speed.
    pub fn none() -> Observe {
        Observe(BTreeSet::new())
    }

    /// These and no others.
    pub fn of(aspects: &[Aspect]) -> Observe {
        Observe(aspects.iter().copied().collect())
    }

    /// Whether this is to be observed.
    pub fn has(&self, aspect: Aspect) -> bool {
        self.0.contains(&aspect)
    }

    /// Whether any of these is to be observed.
    pub fn has_any(&self, aspects: &[Aspect]) -> bool {
        aspects.iter().any(|&aspect| self.has(aspect))
    }
}

/// Names with commas between them; `all` and `none` are names too.
impl FromStr for Observe {
    type Err = String;

    fn from_str(text: &str) -> Result<Observe, String> {
        let mut observe = Observe::none();
        for name in text.split(',').map(str::trim) {
            match (name, Aspect::ALL.into_iter().find(|aspect| aspect.name() == name)) {
                ("all", _) => observe = Observe::all(),
                ("none", _) => {}
                (_, Some(aspect)) => drop(observe.0.insert(aspect)),
                _ => {
                    let known = Aspect::ALL.map(Aspect::name).join(", ");
                    return Err(format!(
                        "`{name}` cannot be observed; what can be is {known}, all, none"
                    ));
                }
            }
        }
        Ok(observe)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_names() {
        let check = |text: &str, expected: &[Aspect]| {
            let expected = Observe(expected.iter().copied().collect());
            assert_eq!(text.parse(), Ok(expected), "{text}");
        };
        check("all", &Aspect::ALL);
        check("none", &[]);
        check("race", &[Aspect::Race]);
        check("time, counters", &[Aspect::Counters, Aspect::Time]);
        check("race,all", &Aspect::ALL);
        check("none,bounds", &[Aspect::Bounds]);
        for text in ["", "races", "race;bounds", "race,"] {
            let error = text.parse::<Observe>().expect_err(text);
            assert!(error.contains("counters, lines, race"), "{error}");
        }
    }
}
