//! The lab that is open: how its checks stand, and what was tried.

use super::attempt::{Attempt, LabProgress};
use super::session::Extent;
use std::sync::Arc;
use warpbench_front::Language;
use warpbench_lab::SolutionShown;
use warpbench_lab::check::{Check, CheckKind};
use warpbench_lab::lab::Lab;
use warpbench_lab::outcome::{CheckOutcome, Graded, Status};

/// How a check stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CheckStatus {
    #[default]
    NotRun,
    Running,
    /// What is made of it while one types passes.
    SoFar,
    Passed,
    Failed,
    /// It cannot be made here, and costs nothing.
    Skipped,
}

/// A check, and what came of it last.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CheckState {
    pub status: CheckStatus,
    pub outcome: Option<CheckOutcome>,
    /// Whether the text has changed since.
    pub is_stale: bool,
}

/// What is being done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    #[default]
    Idle,
    /// Checks were asked for.
    Grading(Extent),
    /// All checks of this text have been made.
    Graded,
}

/// Somebody's submission, as a lecturer looks at it.
#[derive(Clone, Debug, PartialEq)]
pub struct Submission {
    pub name: String,
    pub language: Language,
    pub text: String,
}

#[derive(Debug)]
pub struct OpenLab {
    pub lab: Arc<Lab>,
    /// Whose text it is, where it is not the user's own.
    pub submission: Option<Submission>,
    /// One for each of the lab's checks.
    pub checks: Vec<CheckState>,
    pub phase: Phase,
    /// Why the text cannot be graded at all.
    pub refused: Option<String>,
    /// Why nothing can be graded in this lab.
    pub unusable: Option<String>,
    /// What was tried, the oldest first.
    pub attempts: Vec<Attempt>,
    /// Whether the difference to the solution is shown.
    pub is_solution_shown: bool,
    /// The request that was sent last.
    pub ticket: u64,
}

impl OpenLab {
    pub fn new(lab: Arc<Lab>, submission: Option<Submission>) -> OpenLab {
        OpenLab {
            checks: vec![CheckState::default(); lab.checks.len()],
            lab,
            submission,
            phase: Phase::Idle,
            refused: None,
            unusable: None,
            attempts: Vec::new(),
            is_solution_shown: false,
            ticket: 0,
        }
    }

    pub fn is_busy(&self) -> bool {
        matches!(self.phase, Phase::Grading(_))
    }

    /// Whether all checks are being made.
    pub fn is_running_all(&self) -> bool {
        self.phase == Phase::Grading(Extent::All)
    }

    /// The checks that students know of, with how they stand and their numbers.
    pub fn shown(&self) -> impl Iterator<Item = (usize, &Check, &CheckState)> {
        let all = self.lab.checks.iter().zip(&self.checks).enumerate();
        let is_shown = |check: &Check| !check.hidden || self.submission.is_some();
        all.filter(move |(_, (check, _))| is_shown(check))
            .map(|(index, (check, state))| (index, check, state))
    }

    /// The text has changed: what is known of it is out of date.
    pub fn outdate(&mut self) {
        for check in &mut self.checks {
            check.is_stale = true;
            if check.status == CheckStatus::Running {
                check.status = CheckStatus::NotRun;
            }
        }
    }

    /// All checks are made anew.
    pub fn forget(&mut self) {
        self.refused = None;
        self.checks.fill(CheckState::default());
    }

    /// A check has begun.
    pub fn begin(&mut self, check: usize) {
        self.refused = None;
        if let Some(check) = self.checks.get_mut(check) {
            check.status = CheckStatus::Running;
        }
    }

    /// A check has ended.
    pub fn end(&mut self, check: usize, outcome: CheckOutcome, extent: Extent) {
        let Some(check) = self.checks.get_mut(check) else { return };
        check.status = match (outcome.status, extent) {
            (Status::Passed, Extent::Quick) => CheckStatus::SoFar,
            (Status::Passed, Extent::All) => CheckStatus::Passed,
            (Status::Failed, _) => CheckStatus::Failed,
            (Status::Skipped, _) => CheckStatus::Skipped,
        };
        check.outcome = Some(outcome);
        check.is_stale = false;
    }

    /// Shows results that were there already.
    pub fn show(&mut self, graded: &Graded) {
        self.refused.clone_from(&graded.refused);
        for index in 0..self.checks.len() {
            let name = &self.lab.checks[index].name;
            let made = graded.checks.iter().find(|made| made.name == *name).cloned();
            match made {
                Some(outcome) => self.end(index, outcome, Extent::All),
                None => self.checks[index] = CheckState::default(),
            }
        }
    }

    /// The text cannot be graded.
    pub fn refuse(&mut self, why: String) {
        self.forget();
        self.refused = Some(why);
    }

    /// Points of what passes now, and those that can be had.
    pub fn points(&self) -> (f64, f64) {
        let passed = self.lab.checks.iter().zip(&self.checks);
        let earned = passed
            .filter(|(_, state)| state.status == CheckStatus::Passed && !state.is_stale)
            .map(|(check, _)| check.points);
        (earned.sum(), self.lab.points())
    }

    /// Whether all that counts passes, in the text as it is.
    pub fn is_passed(&self) -> bool {
        self.phase == Phase::Graded
            && self.checks.iter().all(|check| {
                matches!(check.status, CheckStatus::Passed | CheckStatus::Skipped)
                    && !check.is_stale
            })
    }

    /// Whether the solution may be looked at.
    pub fn is_solution_open(&self, progress: &LabProgress) -> bool {
        match self.lab.solution {
            _ if self.submission.is_some() => true,
            SolutionShown::Always => true,
            SolutionShown::Passed => progress.is_passed,
            SolutionShown::Never => false,
        }
    }
}

/// The constant of a prediction.
pub fn predicted_constant(check: &Check) -> Option<&str> {
    match &check.kind {
        CheckKind::Prediction { constant, .. } => Some(constant),
        _ => None,
    }
}
