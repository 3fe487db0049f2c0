//! Random control flow around shuffles and votes.
//!
//! Only what a warp defines is used: ballots see the active lanes, and a shuffle
//! counts where a ballot says that its source is active.

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// The functions that go before `main`.
pub(crate) const FUNCTIONS: &str = "
fn mixed(value: u32, origin: u32) -> u32 {
    let there = subgroupBallot(true).x;
    let other = subgroupShuffle(value, origin & 31u);
    if (there >> (origin & 31u) & 1u) == 1u { return value * 5u + other; }
    return value + 1u;
}
fn picky(value: u32, lane: u32) -> u32 {
    if value % 4u == 1u { return value / 2u; }
    var v = value;
    for (var k = 0u; k < 3u; k++) {
        if v % 5u == k { return mixed(v, k); }
        v = mixed(v, lane ^ k) + 1u;
    }
    return v;
}";

pub(crate) struct Writer {
    random: Pcg64Mcg,
    text: String,
    names: u32,
    loops: u32,
    room: u32,
}

/// The body of a random kernel.
pub(crate) fn body(seed: u64) -> String {
    let random = Pcg64Mcg::seed_from_u64(seed);
    let mut writer = Writer { random, text: String::new(), names: 0, loops: 0, room: 30 };
    writer.text += "var v = input[i];\nvar w = thread.lane;\noutput[i] = 3u;\nw = mixed(w, v);\n";
    writer.block(0);
    writer.text += "output[i] = v ^ w;\n";
    writer.text
}

impl Writer {
    fn below(&mut self, count: u32) -> u32 {
        self.random.next_u32() % count
    }

    fn pick<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len() as u32) as usize]
    }

    fn condition(&mut self) -> String {
        let number = self.below(4);
        let text = self.pick(&[
            "thread.warp == N",
            "thread.lane > N * 7u",
            "v % 4u == N",
            "thread.t < N * 21u",
            "w % 3u != N",
            "thread.lane % 2u == N",
            "subgroupAny(v % 8u == N)",
            "subgroupAll(w % 16u != N)",
        ]);
        text.replace('N', &format!("{number}u"))
    }

    fn block(&mut self, depth: u32) {
        for _ in 0..=self.below(4) {
            self.statement(depth);
        }
    }

    fn statement(&mut self, depth: u32) {
        self.room = self.room.saturating_sub(1);
        let kinds = if depth >= 4 || self.room == 0 { 8 } else { 14 };
        match self.below(kinds) {
            0 => self.text += "v += subgroupBallot(v % 3u == 1u).x % 1000u;\n",
            1 => self.text += "w = mixed(w, v % 32u);\n",
            2 => self.text += "v = mixed(v, thread.lane ^ 3u);\n",
            3 => self.text += "v = v * 7u + w % 11u;\n",
            4 => self.text += "output[i] = w;\nw += output[i] % 5u;\n",
            5 => self.text += "w ^= picky(v % 64u, thread.lane);\n",
            6 => {
                self.names += 1;
                let name = self.names;
                self.text += &format!(
                    "let k{name} = input[i] % 9u + w;\nv += subgroupBallot(k{name} > 3u).x % 77u + k{name};\n"
                );
            }
            7 => self.leave(),
            8 | 9 => {
                let condition = self.condition();
                self.text += &format!("if {condition} {{\n");
                self.block(depth + 1);
                self.text += "}\n";
            }
            10 => {
                let condition = self.condition();
                self.text += &format!("if {condition} {{\n");
                self.block(depth + 1);
                self.text += "} else {\n";
                self.block(depth + 1);
                self.text += "}\n";
            }
            11 => {
                self.text += "switch v % 4u {\ncase 0u: {\n";
                self.block(depth + 1);
                self.text += "}\ncase 1u, 3u: {\n";
                self.block(depth + 1);
                self.text += "}\ndefault: {\n";
                self.block(depth + 1);
                self.text += "}\n}\n";
            }
            // Loops in loops in loops would take too long.
            _ if self.loops < 2 => self.looping(depth),
            _ => self.leave(),
        }
    }

    fn looping(&mut self, depth: u32) {
        self.names += 1;
        self.loops += 1;
        let (name, bound) = (self.names, self.below(3) + 1);
        let extra = self.pick(&["", " + thread.warp", " + thread.lane % 3u", " + v % 3u"]);
        self.text += &format!(
            "let b{name} = {bound}u{extra};\nfor (var n{name} = 0u; n{name} < b{name}; n{name}++) {{\n"
        );
        self.block(depth + 1);
        self.text += "}\n";
        self.loops -= 1;
    }

    fn leave(&mut self) {
        let condition = self.condition();
        let exits: &[&str] =
            if self.loops > 0 { &["break", "continue", "return"] } else { &["return"] };
        let exit = self.pick(exits);
        let before = self.pick(&["", "output[i] = v;\n", "w += subgroupBallot(true).x % 3u;\n"]);
        self.text += &format!("if {condition} {{\n{before}{exit};\n}}\n");
    }
}
