//! What the simulator counts beside what the hardware counts.

use crate::merge::Row;
use crate::results::Counted;

/// A kernel's counter, by both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CounterRow {
    /// The row's place among all.
    pub row: usize,
    pub kernel: String,
    pub size: Vec<u64>,
    pub counter: &'static str,
    pub simulated: u64,
    pub hardware: u64,
    /// Whether the kernel has atomics, which the hardware counts apart.
    pub has_atomics: bool,
}

impl CounterRow {
    #[must_use]
    pub fn agrees(&self) -> bool {
        self.simulated == self.hardware
    }
}

/// All counters that both have, kernel by kernel.
#[must_use]
pub fn counter_rows(rows: &[Row<'_>]) -> Vec<CounterRow> {
    let mut found = Vec::new();
    for row in rows {
        for record in row.records() {
            let (Some(simulated), Some(hardware)) = (&record.simulated, &record.hardware) else {
                continue;
            };
            let Counted { atomics, .. } = simulated.counters;
            let both = simulated.counters.named().into_iter().zip(hardware.named());
            for ((counter, simulated), (_, hardware)) in both {
                if let (Some(simulated), Some(hardware)) = (simulated, hardware) {
                    found.push(CounterRow {
                        row: row.index,
                        kernel: record.kernel.clone(),
                        size: record.size.clone(),
                        counter,
                        simulated,
                        hardware,
                        has_atomics: atomics.is_some_and(|count| count > 0),
                    });
                }
            }
        }
    }
    found
}
