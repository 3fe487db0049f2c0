//! Atomic operations whose results do not depend on the order.

use super::kernel::COUNTERS;
use super::writer::RustWriter;
use crate::choices::Choices;
use crate::types::Scalar;

impl<'a, C: Choices> RustWriter<'a, C> {
    /// Changes one of the counters, each of which knows one operation.
    pub(super) fn atomic(&mut self) {
        self.uses.insert("use core::sync::atomic::Ordering::Relaxed;");
        let number = self.below(COUNTERS);
        let operation = ["add", "max", "min", "or", "and", "xor"][number as usize];
        let value = self.integer(Scalar::U32, 1, false).text;
        if self.percent(25) {
            self.uses.insert("use cuda_std::atomic::mid;");
            return self.line(&format!(
                "mid::atomic_fetch_{operation}_u32_device(counters.add({number}), Relaxed, {value});"
            ));
        }
        self.uses.insert("use core::sync::atomic::AtomicU32;");
        let counter = format!("AtomicU32::from_ptr(counters.add({number}))");
        match operation {
            "add" if self.percent(60) => {
                let value = self.integer(Scalar::U32, 0, true).operand();
                let name = self.name("by");
                self.line(&format!("let {name} = {value};"));
                self.line(&format!(
                    "let _ = {counter}.fetch_update(Relaxed, Relaxed, |x| Some(x.wrapping_add({name})));"
                ));
            }
            "xor" if self.percent(60) => {
                let [old, by, one] = ["old", "by", "one"].map(|kind| self.name(kind));
                self.line(&format!("let {by}: u32 = {value};"));
                self.line(&format!("let {one} = {counter};"));
                self.line(&format!("let mut {old} = {one}.load(Relaxed);"));
                self.line(&format!(
                    "while let Err(now) = {one}.compare_exchange({old}, {old} ^ {by}, Relaxed, Relaxed) {{"
                ));
                self.line(&format!("    {old} = now;"));
                self.line("}");
            }
            _ => self.line(&format!("{counter}.fetch_{operation}({value}, Relaxed);")),
        }
    }
}
