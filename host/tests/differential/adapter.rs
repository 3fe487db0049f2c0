//! Generated programs on a Vulkan adapter.

use super::words::{INPUT, UNIFORM, Words};
use std::sync::{Arc, Mutex, mpsc};
use warpbench_generate::{Module, RUN_ALL};
use wgpu::{
    Backends, BindGroupDescriptor, BindGroupEntry, BindGroupLayout, BindGroupLayoutDescriptor,
    BindGroupLayoutEntry, BindingType, Buffer, BufferBindingType, BufferUsages,
    ComputePipelineDescriptor, DeviceDescriptor, Features, Instance, InstanceDescriptor, MapMode,
    PipelineCompilationOptions, PipelineLayoutDescriptor, PollType, ShaderModuleDescriptor,
    ShaderSource, ShaderStages,
};

/// What programs may use beyond plain WGSL.
pub(crate) const WANTED: [Features; 3] =
    [Features::SHADER_F16, Features::SHADER_F64, Features::SHADER_INT64];

/// An adapter, opened.
pub(crate) struct Adapter {
    /// What it is called.
    pub(crate) name: String,
    pub(crate) features: Features,
    device: wgpu::Device,
    queue: wgpu::Queue,
    /// What wgpu has complained about.
    trouble: Arc<Mutex<Option<String>>>,
}

impl Adapter {
    /// The first software adapter, else the first adapter, or why there is none.
    pub(crate) fn open() -> Result<Adapter, String> {
        let instance = Instance::new(InstanceDescriptor {
            backends: Backends::VULKAN,
            ..InstanceDescriptor::new_without_display_handle()
        });
        let mut adapters = pollster::block_on(instance.enumerate_adapters(Backends::VULKAN));
        adapters.sort_by_key(|adapter| adapter.get_info().device_type != wgpu::DeviceType::Cpu);
        let adapter = adapters.first().ok_or(
            "no Vulkan driver was found; on Debian and Ubuntu install mesa-vulkan-drivers",
        )?;
        let wanted = WANTED.iter().fold(Features::empty(), |all, &feature| all | feature);
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
        Ok(Adapter { name: adapter.get_info().name, features, device, queue, trouble })
    }

    /// Runs all programs of a module and returns what the buffers hold then.
    pub(crate) fn run(&self, module: &Module, words: &Words, blocks: u32) -> Result<Words, String> {
        let shader = self.device.create_shader_module(ShaderModuleDescriptor {
            label: None,
            source: ShaderSource::Wgsl(module.text().into()),
        });
        self.check()?;
        let group_layout = self.layout(words);
        let overrides = module.programs.iter().flat_map(|program| &program.overrides);
        let constants: Vec<(&str, f64)> =
            overrides.map(|(name, value)| (name.as_str(), f64::from(*value))).collect();
        let layout = self.device.create_pipeline_layout(&PipelineLayoutDescriptor {
            label: None,
            bind_group_layouts: &[Some(&group_layout)],
            immediate_size: 0,
        });
        let pipeline = self.device.create_compute_pipeline(&ComputePipelineDescriptor {
            label: None,
            layout: Some(&layout),
            module: &shader,
            entry_point: Some(RUN_ALL),
            compilation_options: PipelineCompilationOptions {
                constants: &constants,
                ..Default::default()
            },
            cache: None,
        });
        self.check()?;
        let buffers: Vec<(u32, Buffer)> =
            words.iter().map(|(binding, words)| (binding, self.buffer(binding, words))).collect();
        let bind_group = self.device.create_bind_group(&BindGroupDescriptor {
            label: None,
            layout: &group_layout,
            entries: &buffers
                .iter()
                .map(|(binding, buffer)| BindGroupEntry {
                    binding: *binding,
                    resource: buffer.as_entire_binding(),
                })
                .collect::<Vec<_>>(),
        });
        let mut encoder = self.device.create_command_encoder(&Default::default());
        {
            let mut pass = encoder.begin_compute_pass(&Default::default());
            pass.set_pipeline(&pipeline);
            pass.set_bind_group(0, &bind_group, &[]);
            pass.dispatch_workgroups(blocks, 1, 1);
        }
        self.queue.submit([encoder.finish()]);
        let mut result = words.clone();
        for (binding, buffer) in &buffers {
            if *binding != UNIFORM {
                self.read(buffer, result.get_mut(*binding))?;
            }
        }
        Ok(result)
    }

    fn check(&self) -> Result<(), String> {
        let trouble = self.trouble.lock().expect("nobody panics with it").take();
        trouble.map_or(Ok(()), Err)
    }

    /// A layout with all buffers, whether the programs use them or not.
    fn layout(&self, words: &Words) -> BindGroupLayout {
        let entries: Vec<BindGroupLayoutEntry> = words
            .iter()
            .map(|(binding, _)| BindGroupLayoutEntry {
                binding,
                visibility: ShaderStages::COMPUTE,
                ty: BindingType::Buffer {
                    ty: match binding {
                        INPUT => BufferBindingType::Storage { read_only: true },
                        UNIFORM => BufferBindingType::Uniform,
                        _ => BufferBindingType::Storage { read_only: false },
                    },
                    has_dynamic_offset: false,
                    min_binding_size: None,
                },
                count: None,
            })
            .collect();
        self.device
            .create_bind_group_layout(&BindGroupLayoutDescriptor { label: None, entries: &entries })
    }

    fn buffer(&self, binding: u32, words: &[u32]) -> Buffer {
        let usage = match binding {
            UNIFORM => BufferUsages::UNIFORM,
            _ => BufferUsages::STORAGE | BufferUsages::COPY_SRC,
        };
        let buffer = self.device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: words.len() as u64 * 4,
            usage: usage | BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        self.queue.write_buffer(&buffer, 0, bytemuck::cast_slice(words));
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
