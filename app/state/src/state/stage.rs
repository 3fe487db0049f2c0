//! Stage state, for use in front of a class: the panel that fills the window, the pictures of
//! the presenter, the spotlight and the pen.
//!
//! All of it lasts as long as the window is open and no longer: whoever opens the
//! workbench the next day finds it as it usually is.

use super::State;
use super::panel::PanelId;
use super::pen::Ink;
use std::collections::BTreeSet;

/// The most pictures that stand beside the text, so that each is whole.
pub const MOST_PICTURES: usize = 2;

/// The panels that can stand beside the text, in the order of their keys.
pub const PICTURES: [PanelId; 6] = [
    PanelId::Warps,
    PanelId::Shared,
    PanelId::Global,
    PanelId::Registers,
    PanelId::Grid,
    PanelId::Timings,
];

#[derive(Clone, Debug, Default)]
pub struct Stage {
    /// The panel that fills the window.
    pub filled: Option<PanelId>,
    /// The panel that the pointer was on last, or that was brought up last.
    pub used: Option<PanelId>,
    /// The pictures beside the text, the newest last; none stands for those that
    /// suit the kernel.
    pub pictures: Vec<PanelId>,
    /// Panels that were asked for although they have nothing to show.
    pub asked_for: BTreeSet<PanelId>,
    /// Whether what to look at and the question stand above the text.
    pub is_rung_shown: bool,
    /// Whether all but what is around the pointer is dimmed.
    pub has_spotlight: bool,
    /// What was drawn over the window, while the pen is in hand.
    pub pen: Option<Ink>,
}

/// What can be done on the stage.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StageAction {
    /// Let a panel fill the window, or give the window back.
    Fill(PanelId),
    /// The same for the panel that was used last.
    FillUsed,
    /// The pointer has come to a panel.
    Use(PanelId),
    /// Show a picture beside the text, or no longer; outside of the presenter
    /// bring it to the front.
    Picture(PanelId),
    ToggleRungText,
    ToggleSpotlight,
    TogglePen,
    /// The pen goes on to a point, or sets down there.
    Draw {
        at: egui::Pos2,
        /// When, in seconds since the start.
        time: f64,
        is_new: bool,
    },
}

impl Stage {
    /// Puts a picture beside the text; the oldest makes room.
    pub fn add_picture(&mut self, panel: PanelId, shown: Vec<PanelId>) {
        if self.pictures.is_empty() {
            self.pictures = shown;
        }
        if !self.pictures.contains(&panel) {
            self.pictures.push(panel);
        }
        let surplus = self.pictures.len().saturating_sub(MOST_PICTURES);
        self.pictures.drain(..surplus);
    }

    /// Puts a picture beside the text or takes it away. The last one stays.
    fn toggle_picture(&mut self, panel: PanelId, shown: Vec<PanelId>) {
        if shown.contains(&panel) && shown.len() > 1 {
            self.pictures = shown.into_iter().filter(|other| *other != panel).collect();
        } else {
            self.add_picture(panel, shown);
        }
    }
}

impl State {
    /// Whether a panel has something to show of the kernel that is stepped.
    pub fn has_content(&self, panel: PanelId) -> bool {
        match (panel, &self.player) {
            (PanelId::Shared, Some(player)) => !player.recording.shared.is_empty(),
            (PanelId::Checks, _) => self.labs.open.is_some(),
            (PanelId::Class, _) => self.labs.class.is_some(),
            (PanelId::Comparison, _) => !self.comparison.is_empty(),
            _ => true,
        }
    }

    /// The pictures beside the text: those that were chosen, or the warps and
    /// the memory that the kernel works in.
    pub fn pictures(&self) -> Vec<PanelId> {
        let chosen = &self.view.stage.pictures;
        if !chosen.is_empty() {
            return chosen.clone();
        }
        let memory = match self.has_content(PanelId::Shared) {
            true => PanelId::Shared,
            false => PanelId::Global,
        };
        vec![PanelId::Warps, memory]
    }

    /// Does what was asked for on the stage.
    pub fn act_on_stage(&mut self, action: StageAction) {
        let shown = self.pictures();
        let stage = &mut self.view.stage;
        match action {
            StageAction::Fill(panel) => {
                stage.filled = (stage.filled != Some(panel)).then_some(panel);
                stage.used = Some(panel);
            }
            StageAction::FillUsed => {
                let used = stage.used.unwrap_or(PanelId::Source);
                stage.filled = stage.filled.is_none().then_some(used);
            }
            StageAction::Use(panel) => stage.used = Some(panel),
            StageAction::Picture(panel) => {
                stage.used = Some(panel);
                match stage.filled {
                    Some(_) => stage.filled = Some(panel),
                    None => stage.toggle_picture(panel, shown),
                }
            }
            StageAction::ToggleRungText => stage.is_rung_shown ^= true,
            StageAction::ToggleSpotlight => stage.has_spotlight ^= true,
            StageAction::TogglePen => {
                stage.pen = match stage.pen {
                    Some(_) => None,
                    None => Some(Ink::default()),
                };
            }
            StageAction::Draw { at, time, is_new } => {
                if let Some(ink) = &mut stage.pen {
                    ink.draw(at, time, is_new);
                }
            }
        }
    }

    /// A panel was asked for: it is shown wherever panels are just now.
    pub fn put_on_stage(&mut self, panel: PanelId) {
        let (shown, is_empty) = (self.pictures(), !self.has_content(panel));
        let stage = &mut self.view.stage;
        stage.used = Some(panel);
        if stage.filled.is_some() {
            stage.filled = Some(panel);
        }
        if is_empty {
            stage.asked_for.insert(panel);
        }
        let is_beside = !matches!(panel, PanelId::Source | PanelId::Lesson | PanelId::Lessons)
            // A class is for its lecturer.
            && panel != PanelId::Class;
        if self.view.is_presenting && is_beside {
            stage.add_picture(panel, shown);
        }
        if self.view.is_presenting && panel == PanelId::Lesson {
            stage.is_rung_shown = true;
        }
    }

    /// Takes away what lies over the panels; says whether there was something.
    pub fn clear_stage(&mut self) -> bool {
        let stage = &mut self.view.stage;
        if stage.pen.take().is_some() {
            return true;
        }
        if std::mem::take(&mut stage.has_spotlight) {
            return true;
        }
        stage.filled.take().is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_pictures_at_most_and_never_none() {
        use PanelId::{Global, Grid, Shared, Warps};
        let check = |keys: &[PanelId], expected: &[PanelId]| {
            let mut stage = Stage::default();
            for &panel in keys {
                let shown = match stage.pictures.is_empty() {
                    true => vec![Warps, Shared],
                    false => stage.pictures.clone(),
                };
                stage.toggle_picture(panel, shown);
            }
            assert_eq!(stage.pictures, expected, "{keys:?}");
        };
        check(&[], &[]);
        check(&[Global], &[Shared, Global]);
        check(&[Shared], &[Warps]);
        check(&[Shared, Global], &[Warps, Global]);
        check(&[Shared, Warps], &[Warps]);
        check(&[Global, Grid, Warps], &[Grid, Warps]);
    }
}
