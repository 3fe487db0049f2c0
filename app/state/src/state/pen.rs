//! Pen strokes over the window. Ink fades by itself, so that nobody has to clean up before
//! the next step.

use egui::Pos2;

/// How long ink stays as it was drawn, in seconds.
const STAYS: f64 = 4.0;
/// How long it takes to vanish after that.
const FADES: f64 = 1.5;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ink {
    /// The oldest first.
    pub strokes: Vec<PenStroke>,
}

/// From where the pen was set down to where it was lifted.
#[derive(Clone, Debug, PartialEq)]
pub struct PenStroke {
    pub points: Vec<Pos2>,
    /// When its last point was drawn, in seconds since the start.
    pub time: f64,
}

impl PenStroke {
    /// How much of it is left at a time, from 1 to 0.
    pub fn opacity(&self, time: f64) -> f32 {
        (1.0 - (time - self.time - STAYS) / FADES).clamp(0.0, 1.0) as f32
    }
}

impl Ink {
    /// Goes on to a point, or begins a stroke there. What has vanished is
    /// forgotten.
    pub fn draw(&mut self, at: Pos2, time: f64, is_new: bool) {
        self.strokes.retain(|stroke| stroke.opacity(time) > 0.0);
        match self.strokes.last_mut().filter(|_| !is_new) {
            Some(stroke) => {
                if stroke.points.last() != Some(&at) {
                    stroke.points.push(at);
                }
                stroke.time = time;
            }
            None => self.strokes.push(PenStroke { points: vec![at], time }),
        }
    }

    /// How many seconds from a time on the picture stays as it is; nothing where
    /// no ink is left, and no time while some fades.
    pub fn rests(&self, time: f64) -> Option<f64> {
        let visible = self.strokes.iter().filter(|stroke| stroke.opacity(time) > 0.0);
        visible.map(|stroke| (stroke.time + STAYS - time).max(0.0)).reduce(f64::min)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::pos2;

    #[test]
    fn ink_stays_fades_and_is_gone() {
        let stroke = PenStroke { points: vec![pos2(0.0, 0.0)], time: 10.0 };
        let check = |time: f64, expected: f32| {
            assert!((stroke.opacity(time) - expected).abs() < 1e-6, "at {time}");
        };
        check(10.0, 1.0);
        check(14.0, 1.0);
        check(14.75, 0.5);
        check(15.5, 0.0);
        check(99.0, 0.0);
    }

    #[test]
    fn strokes_begin_go_on_and_are_forgotten() {
        let mut ink = Ink::default();
        assert_eq!(ink.rests(0.0), None);
        ink.draw(pos2(1.0, 1.0), 1.0, true);
        ink.draw(pos2(2.0, 1.0), 1.1, false);
        // A pen that rests on a point draws it once.
        ink.draw(pos2(2.0, 1.0), 1.2, false);
        assert_eq!(ink.strokes.len(), 1);
        assert_eq!(ink.strokes[0].points.len(), 2);
        ink.draw(pos2(5.0, 5.0), 2.0, true);
        assert_eq!(ink.strokes.len(), 2);
        assert!(ink.rests(2.0).is_some_and(|rest| (rest - 3.2).abs() < 1e-9));
        assert_eq!(ink.rests(5.3), Some(0.0));
        assert_eq!(ink.rests(60.0), None);
        ink.draw(pos2(7.0, 7.0), 60.0, true);
        assert_eq!(ink.strokes.len(), 1);
    }
}
