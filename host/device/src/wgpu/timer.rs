//! The device's clock, read at both ends of a pass.

use super::gpu::{Gpu, Trouble};
use wgpu::{
    Buffer, BufferUsages, CommandEncoder, ComputePassTimestampWrites, QuerySet, QuerySetDescriptor,
    QueryType,
};

/// Where the device writes its clock at the beginning and the end of a pass.
pub(super) struct Timer {
    queries: QuerySet,
    resolved: Buffer,
    readback: Buffer,
    seconds_per_tick: f64,
}

impl Timer {
    /// Two readings of 64 bits each.
    const BYTES: u64 = 16;

    pub(super) fn new(gpu: &Gpu) -> Timer {
        Timer {
            queries: gpu.device.create_query_set(&QuerySetDescriptor {
                label: Some("timer"),
                ty: QueryType::Timestamp,
                count: 2,
            }),
            resolved: gpu.buffer(
                "timer",
                Timer::BYTES,
                BufferUsages::QUERY_RESOLVE | BufferUsages::COPY_SRC,
            ),
            readback: gpu.buffer(
                "timer readback",
                Timer::BYTES,
                BufferUsages::COPY_DST | BufferUsages::MAP_READ,
            ),
            seconds_per_tick: f64::from(gpu.queue.get_timestamp_period()) * 1e-9,
        }
    }

    /// What a pass is told to write it down.
    pub(super) fn writes(&self) -> ComputePassTimestampWrites<'_> {
        ComputePassTimestampWrites {
            query_set: &self.queries,
            beginning_of_pass_write_index: Some(0),
            end_of_pass_write_index: Some(1),
        }
    }

    /// Records the way of the readings back to the host.
    pub(super) fn collect(&self, encoder: &mut CommandEncoder) {
        encoder.resolve_query_set(&self.queries, 0..2, &self.resolved, 0);
        encoder.copy_buffer_to_buffer(&self.resolved, 0, &self.readback, 0, Timer::BYTES);
    }

    /// The seconds of a pass that has been done, which took so long by the wall
    /// clock; nothing where the readings cannot be true.
    pub(super) async fn seconds(&self, gpu: &Gpu, wall: f64) -> Result<Option<f64>, Trouble> {
        Ok(plausible(self.ticks(gpu).await?, self.seconds_per_tick, wall))
    }

    /// The readings at the beginning and the end.
    async fn ticks(&self, gpu: &Gpu) -> Result<[u64; 2], Trouble> {
        let mut ticks = [0u64; 2];
        gpu.read(&self.readback, bytemuck::cast_slice_mut(&mut ticks)).await?;
        Ok(ticks)
    }
}

/// The time between two readings, unless it cannot be true: the clock stood
/// still, ran backwards, or saw more time than passed outside.
fn plausible([start, stop]: [u64; 2], seconds_per_tick: f64, wall: f64) -> Option<f64> {
    let seconds = stop.checked_sub(start)? as f64 * seconds_per_tick;
    (start != 0 && seconds > 0.0 && seconds <= wall * 1.1).then_some(seconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_that_cannot_be_right_are_not_believed() {
        let check = |ticks: [u64; 2], wall: f64, expected: Option<f64>| {
            assert_eq!(plausible(ticks, 1e-3, wall), expected, "{ticks:?} in {wall} s");
        };
        check([1000, 2000], 1.5, Some(1.0));
        check([1000, 2000], 0.95, Some(1.0));
        check([1000, 2000], 0.5, None);
        check([1000, 1000], 1.5, None);
        check([2000, 1000], 1.5, None);
        check([0, 0], 1.5, None);
        check([0, 1000], 1.5, None);
    }
}
