//! A kernel on the software adapter, or on the first there is.

use std::borrow::Cow;
use std::sync::mpsc;
use wgpu::{
    Backends, BindGroupDescriptor, BindGroupEntry, Buffer, BufferUsages, ComputePipelineDescriptor,
    DeviceDescriptor, Instance, InstanceDescriptor, MapMode, PollType, ShaderModuleDescriptor,
    ShaderSource,
};

/// An adapter, opened without any feature.
pub(crate) struct Adapter {
    device: wgpu::Device,
    queue: wgpu::Queue,
}

impl Adapter {
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
        let request = adapter.request_device(&DeviceDescriptor {
            required_limits: adapter.limits(),
            ..Default::default()
        });
        let (device, queue) = pollster::block_on(request).map_err(|error| error.to_string())?;
        Ok(Adapter { device, queue })
    }

    /// What the kernel `main` leaves in its output.
    pub(crate) fn run(&self, module: &naga::Module, input: &[u32], blocks: u32) -> Vec<u32> {
        let uses_input = module
            .global_variables
            .iter()
            .any(|(_, variable)| variable.binding.is_some_and(|binding| binding.binding == 0));
        let module = self.device.create_shader_module(ShaderModuleDescriptor {
            label: None,
            source: ShaderSource::Naga(Cow::Owned(module.clone())),
        });
        let pipeline = self.device.create_compute_pipeline(&ComputePipelineDescriptor {
            label: None,
            layout: None,
            module: &module,
            entry_point: Some("main"),
            compilation_options: Default::default(),
            cache: None,
        });
        let layout = pipeline.get_bind_group_layout(0);
        let buffers = [self.buffer(input), self.buffer(&vec![0; input.len()])];
        // A layout that is derived has only what the kernel uses.
        let all: Vec<BindGroupEntry<'_>> = (0..)
            .zip(&buffers)
            .map(|(binding, buffer)| BindGroupEntry {
                binding,
                resource: buffer.as_entire_binding(),
            })
            .collect();
        let entries = if uses_input { &all[..] } else { &all[1..] };
        let bind_group = self.device.create_bind_group(&BindGroupDescriptor {
            label: None,
            layout: &layout,
            entries,
        });
        let mut encoder = self.device.create_command_encoder(&Default::default());
        {
            let mut pass = encoder.begin_compute_pass(&Default::default());
            pass.set_pipeline(&pipeline);
            pass.set_bind_group(0, &bind_group, &[]);
            pass.dispatch_workgroups(blocks, 1, 1);
        }
        self.queue.submit([encoder.finish()]);
        self.read(&buffers[1])
    }

    fn buffer(&self, words: &[u32]) -> Buffer {
        let buffer = self.device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: words.len() as u64 * 4,
            usage: BufferUsages::STORAGE | BufferUsages::COPY_SRC | BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        self.queue.write_buffer(&buffer, 0, bytemuck::cast_slice(words));
        buffer
    }

    fn read(&self, buffer: &Buffer) -> Vec<u32> {
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
        self.device.poll(PollType::wait_indefinitely()).expect("the device works");
        receiver.recv().expect("it is called").expect("it can be read");
        let view = staging.slice(..).get_mapped_range().expect("it is mapped");
        bytemuck::cast_slice(&view).to_vec()
    }
}
