//! Several programs in one text.

use crate::choices::Choices;
use crate::grammar::{Features, Grammar};
use crate::output::Slot;
use crate::prelude;
use crate::program::Writer;
use crate::types::Type;

/// A text of several programs.
#[derive(Clone, Debug)]
pub struct Module {
    prelude: String,
    /// The programs. The entry point of program 3 is called `main3`.
    pub programs: Vec<WgslProgram>,
    /// Threads per block, x, y, z.
    pub block: [u32; 3],
}

#[derive(Clone, Debug)]
pub struct WgslProgram {
    /// Its functions and variables, and its entry point.
    pub text: String,
    /// The words that it writes.
    pub slots: Vec<Slot>,
    /// The buffer of its own, bound at 8 and the program's number, has elements
    /// of this type, one per thread.
    pub data: Option<Type>,
    /// Values for some of its overrides; the others have defaults.
    pub overrides: Vec<(String, u32)>,
    /// What it may consist of.
    pub features: Features,
}

/// The name of the entry point that runs all programs one after the other.
pub const RUN_ALL: &str = "run_all";

pub fn module<C: Choices>(choices: &mut C, grammar: &Grammar) -> Module {
    let programs: Vec<WgslProgram> =
        (0..grammar.programs).map(|number| program(choices, grammar, number)).collect();
    Module { prelude: prelude::text(grammar.features), programs, block: grammar.block }
}

fn program<C: Choices>(choices: &mut C, grammar: &Grammar, number: u32) -> WgslProgram {
    let mut writer = Writer::new(choices, grammar, number);
    writer.program();
    let entry = entry_point(&format!("main{number}"), &[number], grammar.block);
    WgslProgram {
        text: format!(
            "{}fn program{number}(t: Thread) {{\n{}}}\n{entry}",
            writer.declarations, writer.body
        ),
        slots: writer.slots,
        data: writer.data,
        overrides: writer.overrides,
        features: writer.features,
    }
}

fn entry_point(name: &str, programs: &[u32], [x, y, z]: [u32; 3]) -> String {
    let calls: String = programs.iter().map(|n| format!("    program{n}(t);\n")).collect();
    let threads = x * y * z;
    format!(
        "@compute @workgroup_size({x}, {y}, {z})\n\
         fn {name}(\n    \
             @builtin(workgroup_id) block: vec3<u32>,\n    \
             @builtin(num_workgroups) grid: vec3<u32>,\n    \
             @builtin(local_invocation_index) local: u32,\n\
         ) {{\n    \
             let number = (block.z * grid.y + block.y) * grid.x + block.x;\n    \
             let blocks = grid.x * grid.y * grid.z;\n    \
             let t = Thread(number * {threads}u + local, local, number, blocks);\n\
         {calls}}}\n"
    )
}

impl Module {
    /// The whole text, with an entry point [`RUN_ALL`] that runs all programs.
    pub fn text(&self) -> String {
        let numbers: Vec<u32> = (0..self.programs.len() as u32).collect();
        let programs: String = self.programs.iter().map(|program| program.text.as_str()).collect();
        format!("{}{programs}{}", self.prelude, entry_point(RUN_ALL, &numbers, self.block))
    }

    /// A text with one program alone.
    pub fn text_of(&self, number: usize) -> String {
        format!("{}{}", self.prelude, self.programs[number].text)
    }
}
