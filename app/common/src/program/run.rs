//! A program on the simulator: all launches in the order of the host's steps, and whether
//! what comes out is what the sequential program computes.

use super::AnnotatedProgram;
use super::compare::compare;
use super::log::HostStep;
use super::reference::Reference;
use super::simulate::Simulator;
use anyhow::Result;
use std::time::Duration;
use warpbench_case::{Case, Comparison};
use warpbench_derive::execute::Memory;
use warpbench_derive::tree::Function;
use warpbench_simulate::Setup;
use warpbench_simulate::report::Simulation;

/// What a run gave.
pub struct ProgramRun<'p> {
    pub function: &'p Function,
    pub steps: Vec<HostStep>,
    /// The launches in their order.
    pub launches: Vec<Simulation>,
    /// The launch that was asked for, or the last where there are fewer, as a case of its
    /// kernel.
    pub looked_at: Option<Case>,
    /// What the function left behind.
    pub memory: Memory,
    pub reference: Reference,
    pub comparison: Comparison,
    /// Why it did not come to its end, if it did not.
    pub stopped: Option<String>,
}

impl AnnotatedProgram {
    /// Runs the function that a case names. `looked_at` is the number of the launch that is
    /// wanted as a case.
    pub fn simulate(
        &self,
        case: &Case,
        setup: &Setup,
        looked_at: Option<usize>,
        (time, elapsed): (Duration, &(dyn Fn() -> Duration + Sync)),
    ) -> Result<ProgramRun<'_>> {
        let function = self.entry(case.entry.as_deref())?;
        let before = self.memory(function, case)?;
        let mut memory = before.clone();
        let mut simulator = Simulator::new(self, setup.clone(), time, elapsed);
        simulator.wanted = looked_at;
        let executed = self.execute(&function.name, &mut memory, &mut simulator);
        let stopped = simulator.reports.last().and_then(|report| report.stopped.clone());
        if let Some(refused) = simulator.refused {
            return Err(refused.into());
        }
        let reference = match (&executed, &stopped) {
            (Ok(()), _) => {
                self.reference(function, &before, &simulator.made, setup, (time, elapsed))?
            }
            (Err(_), Some(_)) => Reference::NotToBeHad(String::new()),
            (Err(error), None) => return Err(self.stopped(error)),
        };
        let comparison = compare(function, &memory, case, &reference);
        Ok(ProgramRun {
            function,
            steps: simulator.steps,
            launches: simulator.reports,
            looked_at: simulator.looked_at,
            memory,
            reference,
            comparison,
            stopped,
        })
    }
}
