//! Identity of a rung: which one of which lesson.

use super::lesson::{Lesson, Rung, lessons};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A rung of a lesson, by position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct RungId {
    pub lesson: usize,
    pub rung: usize,
}

impl RungId {
    pub fn lesson(self) -> &'static Lesson {
        &lessons()[self.lesson.min(lessons().len() - 1)]
    }

    pub fn rung(self) -> &'static Rung {
        let rungs = &self.lesson().rungs;
        &rungs[self.rung.min(rungs.len() - 1)]
    }

    /// Every rung of every lesson, in order.
    pub fn all() -> impl Iterator<Item = RungId> {
        lessons().iter().enumerate().flat_map(|(lesson, content)| {
            (0..content.rungs.len()).map(move |rung| RungId { lesson, rung })
        })
    }

    /// The rung so many further on, within what there is.
    pub fn moved(self, by: isize) -> RungId {
        let all: Vec<RungId> = RungId::all().collect();
        let now = all.iter().position(|id| *id == self).unwrap_or(0);
        all[now.saturating_add_signed(by).min(all.len() - 1)]
    }

    /// The rung of that name.
    pub fn of_name(name: &str) -> Option<RungId> {
        RungId::all().find(|id| id.rung().name == name)
    }

    /// The first rung with this variant.
    pub fn of_variant(name: &str) -> Option<RungId> {
        RungId::all().find(|id| id.rung().variant.name == name)
    }

    /// The rung with this variant, of the same lesson where that has one.
    pub fn nearest_of_variant(self, name: &str) -> Option<RungId> {
        let mut own = RungId::all().filter(|id| id.lesson == self.lesson);
        own.find(|id| id.rung().variant.name == name).or_else(|| RungId::of_variant(name))
    }
}

impl Serialize for RungId {
    /// By its name.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.rung().name.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for RungId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<RungId, D::Error> {
        let name = String::deserialize(deserializer)?;
        let found = RungId::of_name(&name);
        found.ok_or_else(|| D::Error::custom(format!("there is no rung `{name}`")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moving_stays_within_the_lessons() {
        let last = RungId::all().last().expect("there are rungs");
        assert_eq!(RungId::default().moved(-1), RungId::default());
        assert_eq!(last.moved(1), last);
        assert_eq!(RungId::default().moved(1), RungId { lesson: 0, rung: 1 });
        let rungs = RungId::default().lesson().rungs.len() as isize;
        assert_eq!(RungId::default().moved(rungs), RungId { lesson: 1, rung: 0 });
    }

    #[test]
    fn a_kernel_of_two_lessons_is_looked_for_in_the_open_one_first() {
        let check = |open: &str, variant: &str, expected: &str| {
            let open = RungId::of_name(open).expect(open);
            let found = open.nearest_of_variant(variant).map(|id| id.rung().name.as_str());
            assert_eq!(found, Some(expected));
        };
        check("scale_rows_derived", "scale_rows_naive", "coalesce_naive");
        check("scale_rows_derived", "scale_rows_tiled", "coalesce_by_hand");
        check("copy_aos", "scale_rows_naive", "scale_rows_naive");
        check("copy_aos", "scale_rows_derived", "scale_rows_derived");
        check("histogram_shared", "scale_rows_tiled", "scale_rows_tiled");
        assert_eq!(RungId::default().nearest_of_variant("bake_a_cake"), None);
    }
}
