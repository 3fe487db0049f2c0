//! Exchange within a warp.

use crate::choices::Choices;
use crate::program::Writer;
use crate::types::{Scalar, Type};

impl<'a, C: Choices> Writer<'a, C> {
    /// A value that the lanes of a warp make together.
    pub(super) fn subgroup(&mut self, depth: u32) {
        let scalar = self.pick(&[Scalar::U32, Scalar::I32]);
        let ty = Type::Scalar(scalar);
        let value = self.running(&ty, depth).text;
        let lane = self.running(&Type::Scalar(Scalar::U32), depth).text;
        let condition = self.running(&Type::Scalar(Scalar::Bool), depth).text;
        let number = scalar.name();
        let text = match self.below(6) {
            0 => {
                let function = self.pick(&[
                    "subgroupAdd",
                    "subgroupMul",
                    "subgroupMin",
                    "subgroupMax",
                    "subgroupAnd",
                    "subgroupOr",
                    "subgroupXor",
                    "subgroupExclusiveAdd",
                    "subgroupExclusiveMul",
                    "subgroupInclusiveAdd",
                    "subgroupInclusiveMul",
                    "subgroupBroadcastFirst",
                ]);
                format!("{function}({value})")
            }
            1 => {
                let function = self.pick(&[
                    "subgroupShuffle",
                    "subgroupShuffleUp",
                    "subgroupShuffleDown",
                    "subgroupShuffleXor",
                ]);
                format!("{function}({value}, {lane})")
            }
            2 => format!("{number}(subgroupBallot({condition}).x)"),
            3 => format!("{number}(subgroupAll({condition}))"),
            4 => format!("{number}(subgroupAny({condition}))"),
            _ => format!("subgroupBroadcast({value}, {}u)", self.below(4)),
        };
        let name = self.name("l");
        self.line(&format!("let {name}: {number} = {text};"));
        self.push_value(name, ty);
    }
}
