//! The roof over a roofline: along the speed of memory up to that of arithmetic.

use crate::ceilings::Ceilings;
use crate::results::Work;

/// What a kernel can be at most, by how often it uses what it moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Roof {
    /// The slope's name.
    pub name: &'static str,
    /// The slope: 10⁹ bytes per second.
    pub gb_per_s: f64,
    /// The flat part: 10⁹ operations per second.
    pub flat: Option<f64>,
}

impl Roof {
    /// The roofs of a device, one for each memory whose speed is known, the lowest
    /// first.
    #[must_use]
    pub fn of(ceilings: &Ceilings) -> Vec<Roof> {
        let slopes =
            [("memory", ceilings.read.or(ceilings.copy)), ("second-level cache", ceilings.cache)];
        let known = slopes.into_iter().filter_map(|(name, speed)| Some((name, speed?)));
        known.map(|(name, gb_per_s)| Roof { name, gb_per_s, flat: ceilings.arithmetic }).collect()
    }

    /// Operations for each byte from which on arithmetic limits.
    #[must_use]
    pub fn ridge(&self) -> Option<f64> {
        Some(self.flat? / self.gb_per_s)
    }

    /// How high it is over an intensity, in 10⁹ operations per second.
    #[must_use]
    pub fn at(&self, intensity: f64) -> f64 {
        let slope = self.gb_per_s * intensity;
        self.flat.map_or(slope, |flat| slope.min(flat))
    }

    /// Its corners between two intensities: each intensity with the height over it.
    #[must_use]
    pub fn corners(&self, from: f64, to: f64) -> Vec<[f64; 2]> {
        let ridge = self.ridge().filter(|&ridge| from < ridge && ridge < to);
        let bend = ridge.map(|ridge| [ridge, ridge * self.gb_per_s]);
        [Some([from, self.at(from)]), bend, Some([to, self.at(to)])].into_iter().flatten().collect()
    }
}

/// Operations for each byte that must move; nothing where one of both is none.
#[must_use]
pub fn intensity(work: &Work) -> Option<f64> {
    let Work { operations, bytes, .. } = *work;
    (operations > 0 && bytes > 0).then(|| operations as f64 / bytes as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_roof_bends_where_arithmetic_begins_to_limit() {
        let check = |flat: Option<f64>, from: f64, to: f64, expected: &[[f64; 2]]| {
            let roof = Roof { name: "memory", gb_per_s: 100.0, flat };
            assert_eq!(roof.corners(from, to), expected, "{flat:?} from {from} to {to}");
        };
        check(Some(800.0), 1.0, 16.0, &[[1.0, 100.0], [8.0, 800.0], [16.0, 800.0]]);
        check(Some(800.0), 1.0, 4.0, &[[1.0, 100.0], [4.0, 400.0]]);
        check(Some(800.0), 10.0, 20.0, &[[10.0, 800.0], [20.0, 800.0]]);
        check(None, 1.0, 16.0, &[[1.0, 100.0], [16.0, 1600.0]]);
    }
}
