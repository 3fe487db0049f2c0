//! Kernels on a Vulkan adapter, a software one where there is one, because that
//! is the same everywhere.

use super::Kernel;
use naga::{AddressSpace, Module, StorageAccess};
use std::borrow::Cow;
use std::sync::{Arc, Mutex, mpsc};
use warpbench_host::front::rust::lower::Lowered;
use wgpu::{
    Backends, BindGroupDescriptor, BindGroupEntry, BindGroupLayout, BindGroupLayoutDescriptor,
    BindGroupLayoutEntry, BindingType, Buffer, BufferBindingType, BufferUsages,
    ComputePipelineDescriptor, DeviceDescriptor, Features, Instance, InstanceDescriptor, MapMode,
    PipelineLayoutDescriptor, PollType, ShaderModuleDescriptor, ShaderSource, ShaderStages,
};

/// What numbers of 64 bits need.
const WIDE: Features = Features::SHADER_F64.union(Features::SHADER_INT64);

/// What kernels may use beyond plain WGSL.
const WANTED: Features = WIDE.union(Features::SUBGROUP).union(Features::SUBGROUP_BARRIER);

/// An adapter, opened.
pub(crate) struct Adapter {
    /// What it is called.
    pub(crate) name: String,
    features: Features,
    device: wgpu::Device,
    queue: wgpu::Queue,
    /// What wgpu has complained about.
    trouble: Arc<Mutex<Option<String>>>,
}

/// A binding of a module.
struct Binding {
    number: u32,
    kind: BufferBindingType,
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
        let features = adapter.features() & WANTED;
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
        Ok(Adapter { name: adapter.get_info().name, features, device, queue, trouble })
    }

    /// Whether it computes with numbers of 64 bits.
    pub(crate) fn is_wide(&self) -> bool {
        self.features.contains(WIDE)
    }

    /// Runs a kernel and returns what its memory holds then, argument by argument.
    pub(crate) fn run(&self, kernel: &Kernel, lowered: &Lowered) -> Result<Vec<Vec<u32>>, String> {
        let module = &lowered.checked.module;
        let mut words = kernel.bindings(lowered);
        let bindings = bindings(module);
        let buffers: Vec<Buffer> = (bindings.iter())
            .map(|binding| self.buffer(binding, &words[binding.number as usize]))
            .collect();
        self.dispatch(kernel, module, &bindings, &buffers)?;
        for (binding, buffer) in bindings.iter().zip(&buffers) {
            if binding.kind != BufferBindingType::Uniform {
                self.read(buffer, &mut words[binding.number as usize])?;
            }
        }
        words.truncate(kernel.memories());
        Ok(words)
    }

    fn dispatch(
        &self,
        kernel: &Kernel,
        module: &Module,
        bindings: &[Binding],
        buffers: &[Buffer],
    ) -> Result<(), String> {
        let shader = self.device.create_shader_module(ShaderModuleDescriptor {
            label: None,
            source: ShaderSource::Naga(Cow::Owned(module.clone())),
        });
        self.check()?;
        let group_layout = self.layout(bindings);
        let layout = self.device.create_pipeline_layout(&PipelineLayoutDescriptor {
            label: None,
            bind_group_layouts: &[Some(&group_layout)],
            immediate_size: 0,
        });
        let pipeline = self.device.create_compute_pipeline(&ComputePipelineDescriptor {
            label: None,
            layout: Some(&layout),
            module: &shader,
            entry_point: Some(&module.entry_points[0].name),
            compilation_options: Default::default(),
            cache: None,
        });
        self.check()?;
        let entries = bindings.iter().zip(buffers).map(|(binding, buffer)| BindGroupEntry {
            binding: binding.number,
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
            let [x, y, z] = kernel.grid;
            pass.dispatch_workgroups(x, y, z);
        }
        self.queue.submit([encoder.finish()]);
        self.check()
    }

    fn check(&self) -> Result<(), String> {
        let trouble = self.trouble.lock().expect("nobody panics with it").take();
        trouble.map_or(Ok(()), Err)
    }

    fn layout(&self, bindings: &[Binding]) -> BindGroupLayout {
        let entries = bindings.iter().map(|binding| BindGroupLayoutEntry {
            binding: binding.number,
            visibility: ShaderStages::COMPUTE,
            ty: BindingType::Buffer {
                ty: binding.kind,
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

    fn buffer(&self, binding: &Binding, words: &[u32]) -> Buffer {
        let usage = match binding.kind {
            BufferBindingType::Uniform => BufferUsages::UNIFORM,
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

/// The buffers that a module binds.
fn bindings(module: &Module) -> Vec<Binding> {
    let variables = module.global_variables.iter();
    variables
        .filter_map(|(_, variable)| {
            let number = variable.binding?.binding;
            let kind = match variable.space {
                AddressSpace::Uniform => BufferBindingType::Uniform,
                AddressSpace::Storage { access } => {
                    let read_only = !access.contains(StorageAccess::STORE);
                    BufferBindingType::Storage { read_only }
                }
                _ => return None,
            };
            Some(Binding { number, kind })
        })
        .collect()
}
