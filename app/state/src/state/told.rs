//! What is wrong, as one code: that which a key explains.

use super::State;
use warpbench_codes::Code;

impl State {
    /// The code that is to be explained next: that of the first mistake in the text, or of
    /// the worst finding; nothing where one is explained already.
    pub fn code_to_explain(&self) -> Option<Code> {
        if self.view.explained.is_some() {
            return None;
        }
        let of_text = self.typed_document().diagnostics.first().map(|found| found.code);
        let findings = self.simulation.iter().flat_map(|simulation| &simulation.findings);
        of_text.or_else(|| findings.map(|found| found.kind.code()).next())
    }
}
