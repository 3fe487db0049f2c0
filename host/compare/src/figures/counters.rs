//! Figure of counters: the simulator's beside the hardware's.

use crate::counter::Counter;
use crate::merge::Row;

/// A kernel's counter, by both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CounterRow {
    /// The row's place among all.
    pub row: usize,
    pub kernel: String,
    pub size: Vec<u64>,
    pub counter: Counter,
    pub simulated: u64,
    pub hardware: u64,
}

impl CounterRow {
    #[must_use]
    pub fn agrees(&self) -> bool {
        self.simulated == self.hardware
    }

    /// How many times as much the hardware counts; nothing where the simulator counts
    /// nothing.
    #[must_use]
    pub fn factor(&self) -> Option<f64> {
        (self.simulated > 0).then(|| self.hardware as f64 / self.simulated as f64)
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
            for counter in Counter::ALL {
                let both = (simulated.counters.get(counter), hardware.get(counter));
                let (Some(simulated), Some(hardware)) = both else { continue };
                found.push(CounterRow {
                    row: row.index,
                    kernel: record.kernel.clone(),
                    size: record.size.clone(),
                    counter,
                    simulated,
                    hardware,
                });
            }
        }
    }
    found
}
