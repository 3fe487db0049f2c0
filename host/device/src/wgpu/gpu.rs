//! A wgpu device and its queue, with errors that do not get lost.
//!
//! wgpu reports most failures not where they happen but to a handler, and
//! panics where there is none. Ours writes them down, and whoever has just done
//! something asks [`Gpu::trouble`] whether it went well. A browser tells the
//! handler later, so whoever has to know before going on is [`Gpu::watched`]. Data
//! travels in chunks: wgpu copies it through memory of its own, which would
//! otherwise grow as large as the largest buffer.

use super::wait::{self, Scopes};
use crate::DeviceError;
use std::sync::{Arc, Mutex, PoisonError};
use wgpu::{
    Adapter, Buffer, BufferDescriptor, BufferUsages, DeviceDescriptor, DeviceLostReason, Error,
    ExperimentalFeatures, Features, MapMode, MemoryHints, Trace,
};

/// How much is copied at a time.
const CHUNK: usize = 64 << 20;

/// A device that commands can be sent to.
pub(super) struct Gpu {
    pub device: wgpu::Device,
    pub queue: wgpu::Queue,
    trouble: Arc<Mutex<Option<Trouble>>>,
}

/// What the handlers were told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Trouble {
    OutOfMemory,
    Lost(String),
    Refused(String),
}

impl Gpu {
    /// Starts an adapter, with its own limits.
    pub(super) async fn start(adapter: &Adapter, features: Features) -> Result<Gpu, String> {
        let requested = adapter.request_device(&DeviceDescriptor {
            label: Some("warpbench"),
            required_features: features,
            required_limits: adapter.limits(),
            experimental_features: ExperimentalFeatures::disabled(),
            memory_hints: MemoryHints::MemoryUsage,
            trace: Trace::Off,
        });
        let (device, queue) = requested.await.map_err(|error| error.to_string())?;

        let trouble = Arc::new(Mutex::new(None));
        let noted = Arc::clone(&trouble);
        device.on_uncaptured_error(Arc::new(move |error| note(&noted, Trouble::of(&error))));
        let noted = Arc::clone(&trouble);
        device.set_device_lost_callback(move |reason, message| {
            // Dropping the device also counts as losing it.
            if reason != DeviceLostReason::Destroyed {
                note(&noted, Trouble::Lost(message));
            }
        });
        Ok(Gpu { device, queue, trouble })
    }

    /// What went wrong since this was last asked.
    pub(super) fn trouble(&self) -> Option<Trouble> {
        self.trouble.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Does something with the device, and says what went wrong with it.
    pub(super) async fn watched<T>(&self, work: impl FnOnce() -> T) -> Result<T, Trouble> {
        let scopes = Scopes::open(&self.device);
        let made = work();
        if let Some(error) = scopes.close().await {
            note(&self.trouble, Trouble::of(&error));
        }
        self.trouble().map_or(Ok(made), Err)
    }

    /// Waits until the device has done everything it was sent.
    pub(super) async fn wait(&self) -> Result<(), Trouble> {
        let waited = wait::until_idle(&self.device, &self.queue).await;
        match self.trouble() {
            Some(trouble) => Err(trouble),
            None => waited.map_err(Trouble::Lost),
        }
    }

    pub(super) fn buffer(&self, label: &str, size: u64, usage: BufferUsages) -> Buffer {
        let label = Some(label);
        self.device.create_buffer(&BufferDescriptor {
            label,
            size,
            usage,
            mapped_at_creation: false,
        })
    }

    /// Writes bytes, a multiple of four, to the beginning of a buffer.
    pub(super) async fn upload(&self, buffer: &Buffer, bytes: &[u8]) -> Result<(), Trouble> {
        for (index, chunk) in bytes.chunks(CHUNK).enumerate() {
            self.queue.write_buffer(buffer, (index * CHUNK) as u64, chunk);
            self.queue.submit([]);
            self.wait().await?;
        }
        Ok(())
    }

    /// Writes one byte over and over to the beginning of a buffer; `len` is a
    /// multiple of four.
    pub(super) async fn fill(&self, buffer: &Buffer, byte: u8, len: usize) -> Result<(), Trouble> {
        let pattern = vec![byte; len.min(CHUNK)];
        for start in (0..len).step_by(CHUNK) {
            let chunk = &pattern[..(len - start).min(CHUNK)];
            self.queue.write_buffer(buffer, start as u64, chunk);
            self.queue.submit([]);
            self.wait().await?;
        }
        Ok(())
    }

    /// Reads the beginning of a buffer; a multiple of four bytes.
    pub(super) async fn download(&self, buffer: &Buffer, bytes: &mut [u8]) -> Result<(), Trouble> {
        if bytes.is_empty() {
            return Ok(());
        }
        let usage = BufferUsages::COPY_DST | BufferUsages::MAP_READ;
        let staging = self.buffer("readback", bytes.len().min(CHUNK) as u64, usage);
        for (index, chunk) in bytes.chunks_mut(CHUNK).enumerate() {
            let mut encoder = self.device.create_command_encoder(&Default::default());
            let (from, len) = ((index * CHUNK) as u64, chunk.len() as u64);
            encoder.copy_buffer_to_buffer(buffer, from, &staging, 0, len);
            self.queue.submit([encoder.finish()]);
            self.read(&staging, chunk).await?;
        }
        Ok(())
    }

    /// Reads the beginning of a buffer that can be mapped, after everything
    /// that was sent before has been done.
    pub(super) async fn read(&self, staging: &Buffer, bytes: &mut [u8]) -> Result<(), Trouble> {
        let unreadable = |text: String| Trouble::Refused(text);
        let slice = staging.slice(..bytes.len() as u64);
        let (sender, receiver) = wait::channel();
        slice.map_async(MapMode::Read, move |result| sender.send(result));
        self.wait().await?;
        let refusal = match receiver.await {
            Some(Ok(())) => None,
            Some(Err(error)) => Some(error.to_string()),
            None => Some("nobody said whether it can be read".to_owned()),
        };
        if let Some(text) = refusal {
            // A device that was lost is the better reason.
            wait::until_heard(&self.device).await;
            return Err(self.trouble().unwrap_or_else(|| unreadable(text)));
        }
        {
            let view = slice.get_mapped_range().map_err(|error| unreadable(error.to_string()))?;
            bytes.copy_from_slice(&view);
        }
        staging.unmap();
        Ok(())
    }
}

impl Drop for Gpu {
    fn drop(&mut self) {
        wait::release(&self.device);
    }
}

fn note(place: &Mutex<Option<Trouble>>, trouble: Trouble) {
    let mut noted = place.lock().unwrap_or_else(PoisonError::into_inner);
    // The first trouble is the cause of those after it.
    noted.get_or_insert(trouble);
}

impl Trouble {
    fn of(error: &Error) -> Trouble {
        match error {
            Error::OutOfMemory { .. } => Trouble::OutOfMemory,
            Error::Validation { description, .. } | Error::Internal { description, .. } => {
                Trouble::Refused(description.trim().to_owned())
            }
        }
    }

    /// The error of a run on a device: `bytes` are those of its buffers.
    pub(super) fn during_run(self, device: &str, entry: &str, bytes: u64) -> DeviceError {
        let device = device.to_owned();
        match self {
            Trouble::OutOfMemory => DeviceError::OutOfMemory { device, need: bytes },
            Trouble::Lost(reason) => DeviceError::DeviceLost { device, reason },
            Trouble::Refused(reason) => {
                DeviceError::Launch { device, entry: entry.to_owned(), reason }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_trouble_is_kept() {
        let place = Mutex::new(None);
        note(&place, Trouble::OutOfMemory);
        note(&place, Trouble::Lost("later".to_owned()));
        assert_eq!(*place.lock().unwrap(), Some(Trouble::OutOfMemory));
    }

    #[test]
    fn troubles_become_errors_that_name_the_place() {
        let check = |trouble: Trouble, expected: &[&str]| {
            let text = trouble.during_run("GPU", "copy", 2 << 20).to_string();
            for part in expected {
                assert!(text.contains(part), "{part:?} in {text:?}");
            }
        };
        check(Trouble::OutOfMemory, &["GPU ran out of memory", "2.00 MiB"]);
        check(Trouble::Lost("reset".to_owned()), &["GPU was lost", "reset"]);
        check(Trouble::Refused("no".to_owned()), &["GPU could not run `copy`: no"]);
    }
}
