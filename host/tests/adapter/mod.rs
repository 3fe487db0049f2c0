//! A Vulkan adapter for tests: a software one where there is one, because that
//! is the same everywhere.

pub(crate) mod bindings;

use std::sync::{Arc, Mutex, mpsc};
use wgpu::{
    Backends, BindGroupDescriptor, BindGroupEntry, BindGroupLayout, BindGroupLayoutDescriptor,
    BindGroupLayoutEntry, BindingType, Buffer, BufferBindingType, BufferUsages,
    ComputePipelineDescriptor, DeviceDescriptor, Features, Instance, InstanceDescriptor, MapMode,
    PipelineCompilationOptions, PipelineLayoutDescriptor, PollType, ShaderModuleDescriptor,
    ShaderSource, ShaderStages,
};

pub(crate) struct Adapter {
    device: wgpu::Device,
    queue: wgpu::Queue,
    /// What wgpu has complained about.
    trouble: Arc<Mutex<Option<String>>>,
}

/// A kernel and how it is launched.
pub(crate) struct Job<'a> {
    pub(crate) source: ShaderSource<'a>,
    pub(crate) entry: &'a str,
    pub(crate) constants: &'a [(&'a str, f64)],
    pub(crate) grid: [u32; 3],
}

/// A buffer in group 0, with its contents.
pub(crate) struct Bound {
    pub(crate) binding: u32,
    pub(crate) kind: BufferBindingType,
    pub(crate) words: Vec<u32>,
}

impl Adapter {
    /// The first software adapter, else the first adapter, with its name and
    /// those of the wanted features that it has; or why there is none.
    pub(crate) fn open(wanted: Features) -> Result<(Adapter, String, Features), String> {
        let instance = Instance::new(InstanceDescriptor {
            backends: Backends::VULKAN,
            ..InstanceDescriptor::new_without_display_handle()
        });
        let mut adapters = pollster::block_on(instance.enumerate_adapters(Backends::VULKAN));
        adapters.sort_by_key(|adapter| adapter.get_info().device_type != wgpu::DeviceType::Cpu);
        let adapter = adapters.first().ok_or(
            "no Vulkan driver was found; on Debian and Ubuntu install mesa-vulkan-drivers",
        )?;
        let features = adapter.features() & wanted;
        let request = adapter.request_device(&DeviceDescriptor {
            required_features: features,
            required_limits: adapter.limits(),
            ..Default::default()
        });
        let (device, queue) = pollster::block_on(request).map_err(|error| error.to_string())?;
        let trouble = Arc::new(Mutex::new(None));
        let noted = Arc::clone(&trouble);
        device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
            noted.lock().expect("nobody panics with it").get_or_insert(error.to_string());
        }));
        let noted = Arc::clone(&trouble);
        device.set_device_lost_callback(move |_, message| {
            let mut trouble = noted.lock().expect("nobody panics with it");
            trouble.get_or_insert(format!("the device is lost: {message}"));
        });
        Ok((Adapter { device, queue, trouble }, adapter.get_info().name, features))
    }

    /// Runs a kernel; the buffers hold then what it left in them.
    pub(crate) fn run(&self, job: Job<'_>, bound: &mut [Bound]) -> Result<(), String> {
        let buffers: Vec<Buffer> = bound.iter().map(|bound| self.buffer(bound)).collect();
        self.dispatch(job, bound, &buffers)?;
        for (bound, buffer) in bound.iter_mut().zip(&buffers) {
            if bound.kind != BufferBindingType::Uniform {
                self.read(buffer, &mut bound.words)?;
            }
        }
        Ok(())
    }

    fn dispatch(&self, job: Job<'_>, bound: &[Bound], buffers: &[Buffer]) -> Result<(), String> {
        let Job { source, entry, constants, grid: [x, y, z] } = job;
        let shader =
            self.device.create_shader_module(ShaderModuleDescriptor { label: None, source });
        self.check()?;
        let group_layout = self.layout(bound);
        let layout = self.device.create_pipeline_layout(&PipelineLayoutDescriptor {
            label: None,
            bind_group_layouts: &[Some(&group_layout)],
            immediate_size: 0,
        });
        let pipeline = self.device.create_compute_pipeline(&ComputePipelineDescriptor {
            label: None,
            layout: Some(&layout),
            module: &shader,
            entry_point: Some(entry),
            compilation_options: PipelineCompilationOptions { constants, ..Default::default() },
            cache: None,
        });
        self.check()?;
        let entries = bound.iter().zip(buffers).map(|(bound, buffer)| BindGroupEntry {
            binding: bound.binding,
            resource: buffer.as_entire_binding(),
        });
        let bind_group = self.device.create_bind_group(&BindGroupDescriptor {
            label: None,
            layout: &group_layout,
            entries: &entries.collect::<Vec<_>>(),
        });
        let mut encoder = self.device.create_command_encoder(&Default::default());
        {
            let mut pass = encoder.begin_compute_pass(&Default::default());
            pass.set_pipeline(&pipeline);
            pass.set_bind_group(0, &bind_group, &[]);
            pass.dispatch_workgroups(x, y, z);
        }
        self.queue.submit([encoder.finish()]);
        self.check()
    }

    fn check(&self) -> Result<(), String> {
        let trouble = self.trouble.lock().expect("nobody panics with it").take();
        trouble.map_or(Ok(()), Err)
    }

    /// A layout with all buffers, whether the kernel uses them or not.
    fn layout(&self, bound: &[Bound]) -> BindGroupLayout {
        let entries = bound.iter().map(|bound| BindGroupLayoutEntry {
            binding: bound.binding,
            visibility: ShaderStages::COMPUTE,
            ty: BindingType::Buffer {
                ty: bound.kind,
                has_dynamic_offset: false,
                min_binding_size: None,
            },
            count: None,
        });
        self.device.create_bind_group_layout(&BindGroupLayoutDescriptor {
            label: None,
            entries: &entries.collect::<Vec<_>>(),
        })
    }

    fn buffer(&self, bound: &Bound) -> Buffer {
        let usage = match bound.kind {
            BufferBindingType::Uniform => BufferUsages::UNIFORM,
            _ => BufferUsages::STORAGE | BufferUsages::COPY_SRC,
        };
        let buffer = self.device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: bound.words.len() as u64 * 4,
            usage: usage | BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        self.queue.write_buffer(&buffer, 0, bytemuck::cast_slice(&bound.words));
        buffer
    }

    fn read(&self, buffer: &Buffer, words: &mut [u32]) -> Result<(), String> {
        let staging = self.device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: buffer.size(),
            usage: BufferUsages::COPY_DST | BufferUsages::MAP_READ,
            mapped_at_creation: false,
        });
        let mut encoder = self.device.create_command_encoder(&Default::default());
        encoder.copy_buffer_to_buffer(buffer, 0, &staging, 0, buffer.size());
        self.queue.submit([encoder.finish()]);
        let (sender, receiver) = mpsc::channel();
        staging.slice(..).map_async(MapMode::Read, move |result| {
            let _ = sender.send(result);
        });
        self.device.poll(PollType::wait_indefinitely()).map_err(|error| error.to_string())?;
        self.check()?;
        receiver.recv().map_err(|e| e.to_string())?.map_err(|error| error.to_string())?;
        let view = staging.slice(..).get_mapped_range().map_err(|error| error.to_string())?;
        words.copy_from_slice(bytemuck::cast_slice(&view));
        Ok(())
    }
}
