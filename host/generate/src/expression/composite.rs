//! Arrays and structures.

use super::Expr;
use crate::choices::Choices;
use crate::program::Writer;
use crate::types::Type;

impl<'a, C: Choices> Writer<'a, C> {
    /// Put together of its parts, as narrow as a variable.
    pub(crate) fn constructed(&mut self, ty: &Type, depth: u32) -> Expr {
        self.put_together(ty, &mut |writer, part| writer.running_standard(part, depth))
    }
}
