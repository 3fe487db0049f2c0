//! Changes of calls: atomics, shuffles, and the order of arguments.

use super::Maker;

/// Functions for which another one is called: what is close at hand and wrong.
const FUNCTIONS: [(&str, &[&str]); 20] = [
    ("atomicAdd", &["atomicSub", "atomicMax", "atomicOr"]),
    ("atomicSub", &["atomicAdd"]),
    ("atomicMax", &["atomicMin", "atomicAdd"]),
    ("atomicMin", &["atomicMax"]),
    ("fetch_add", &["fetch_sub", "fetch_max", "fetch_or"]),
    ("fetch_sub", &["fetch_add"]),
    ("fetch_max", &["fetch_min", "fetch_add"]),
    ("fetch_min", &["fetch_max"]),
    ("warp_shuffle_down", &["warp_shuffle_up", "warp_shuffle_xor"]),
    ("warp_shuffle_up", &["warp_shuffle_down"]),
    ("warp_shuffle_xor", &["warp_shuffle_down", "warp_shuffle_up"]),
    ("subgroupShuffleDown", &["subgroupShuffleUp", "subgroupShuffleXor", "subgroupShuffle"]),
    ("subgroupShuffleUp", &["subgroupShuffleDown"]),
    ("subgroupShuffleXor", &["subgroupShuffleDown", "subgroupShuffleUp"]),
    ("subgroupAdd", &["subgroupMax", "subgroupExclusiveAdd"]),
    ("min", &["max"]),
    ("max", &["min"]),
    ("workgroupBarrier", &["storageBarrier"]),
    ("sync_threads", &["sync_warp"]),
    ("step_by", &["skip"]),
];

impl Maker<'_> {
    /// Atomics as a load and a store.
    pub(super) fn atomics(&mut self) {
        for at in 0..self.tokens.len().saturating_sub(1) {
            let Some(close) = self.tokens[at + 1].partner.filter(|close| *close > at + 1) else {
                continue;
            };
            let name = self.tokens[at].text.clone();
            let inside: Vec<String> = self.arguments(at + 2..close);
            match (name.as_str(), inside.as_slice()) {
                ("atomicAdd", [place, value]) => {
                    let range = self.tokens[at].range.start..self.tokens[close].range.end;
                    let new = format!("atomicStore({place}, atomicLoad({place}) + {value})");
                    self.push("an atomic made plain", range, &new);
                }
                ("fetch_add", [value, order]) if at > 1 && self.tokens[at - 1].text == "." => {
                    let Some(receiver) = self.receiver(at - 1) else { continue };
                    let place = self.text[receiver..self.tokens[at - 1].range.start].to_owned();
                    let new = format!("{place}.store({place}.load({order}) + {value}, {order})");
                    self.push("an atomic made plain", receiver..self.tokens[close].range.end, &new);
                }
                _ => {}
            }
        }
    }

    /// Where the receiver of a method begins, before its dot.
    fn receiver(&self, dot: usize) -> Option<usize> {
        let mut at = dot.checked_sub(1)?;
        loop {
            if let Some(open) = self.tokens[at].partner.filter(|open| *open < at) {
                at = open;
                let before = at.checked_sub(1)?;
                let is_called =
                    self.tokens[before].text.chars().all(|c| c.is_alphanumeric() || c == '_');
                if !is_called || matches!(self.tokens[before].text.as_str(), "if" | "in" | "return")
                {
                    return Some(self.tokens[at].range.start);
                }
                at = before;
            }
            match at.checked_sub(1).map(|before| self.tokens[before].text.as_str()) {
                Some("." | "::") => at = at.checked_sub(2)?,
                _ => return Some(self.tokens[at].range.start),
            }
        }
    }

    /// Calls of another function.
    pub(super) fn functions(&mut self) {
        for at in 0..self.tokens.len().saturating_sub(1) {
            let token = self.tokens[at].clone();
            if self.word(at + 1) != "(" {
                continue;
            }
            let others = FUNCTIONS.iter().find(|(name, _)| *name == token.text);
            for other in others.map_or(&[][..], |(_, others)| others) {
                self.push("another function", token.range.clone(), other);
            }
            // A method without arguments that changes a value, such as abs.
            let is_method = at > 0 && self.word(at - 1) == "." && self.word(at + 2) == ")";
            if is_method {
                let range = self.tokens[at - 1].range.start..self.tokens[at + 2].range.end;
                self.push("a call left out", range, "");
            }
        }
    }

    /// Two arguments in the other order, and arguments that are one more, or doubled.
    pub(super) fn arguments_swapped(&mut self) {
        for at in 1..self.tokens.len() {
            let close = self.tokens[at].partner.filter(|close| *close > at + 1);
            let (Some(close), "(") = (close, self.word(at)) else { continue };
            let is_call = self.tokens[at - 1].is_word() || self.word(at - 1) == ">";
            let is_declared = at > 1 && self.word(at - 2) == "fn";
            if !is_call || is_declared || super::expressions::is_keyword(self.word(at - 1)) {
                continue;
            }
            let arguments = self.argument_ranges(at + 1..close);
            let is_shuffle = self.word(at - 1).to_lowercase().contains("shuffle");
            for (number, argument) in arguments.iter().enumerate() {
                let own = self.bytes(argument);
                let text = self.text[own.clone()].to_owned();
                if is_shuffle && number > 0 {
                    for new in
                        [format!("({text}) + 1"), format!("({text}) * 2"), format!("({text}) / 2")]
                    {
                        self.push("a shuffle changed", own.clone(), &new);
                    }
                }
                let Some(next) = arguments.get(number + 1) else { continue };
                let next = self.bytes(next);
                let between = &self.text[own.end..next.start];
                let swapped = format!("{}{between}{text}", &self.text[next.clone()]);
                self.push("arguments swapped", own.start..next.end, &swapped);
            }
        }
    }
}
