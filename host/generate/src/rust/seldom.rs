//! Rare statements, which the rest of the grammar would come to too seldom: each takes one
//! part of the language, and leaves a number behind.

use super::scope::RustVariable;
use super::types::{F32, I32, Ty, U32};
use super::writer::RustWriter;
use crate::choices::Choices;
use crate::types::Scalar;

impl<'a, C: Choices> RustWriter<'a, C> {
    /// A number made by something that is seldom used.
    pub(super) fn seldom(&mut self) {
        if !self.spend() {
            return;
        }
        let can_iterate = self.may_iterate();
        let (ty, text) = match self.below(16) {
            0 | 1 => self.seldom_checked(),
            2 | 3 => self.seldom_result(),
            4..=8 if can_iterate => self.seldom_iterator(),
            9 | 10 => (U32, self.seldom_wide()),
            11 if self.grammar.is_narrow => self.seldom_half(),
            12 => (U32, self.seldom_enum()),
            13 | 14 if self.is_unsafe && self.loops() < 2 => return self.pointer_array(),
            15 if self.grammar.is_wide => (Ty::Scalar(Scalar::F64), self.seldom_vector()),
            _ => self.seldom_checked(),
        };
        let name = self.name("x");
        self.line(&format!("let mut {name} = {text};"));
        self.scope.push(RustVariable::local(&name, ty, true));
    }

    /// An operand of a type, by a name: what stands around it changes neither its type
    /// nor what it means.
    fn operand_of(&mut self, ty: &Ty) -> String {
        let value = self.of_type_as(ty, 1, true).text;
        let name = self.name("w");
        self.line(&format!("let {name}: {} = {value};", ty.name()));
        name
    }

    fn seldom_checked(&mut self) -> (Ty, String) {
        let integers = self.integers();
        let scalar = self.pick(&integers);
        let ty = Ty::Scalar(scalar);
        let [first, second] = [(); 2].map(|()| self.checked(scalar, 1));
        let other = self.operand_of(&ty);
        let text = match self.below(6) {
            5 => format!(
                "{{ let mut kept = {first}; *kept.get_or_insert({other}) ^= 3; kept.unwrap_or_default() }}"
            ),
            0 => format!("{first}.map_or({other}, |v| v ^ 5)"),
            1 => format!("match {first} {{ Some(v) => v, None => {other} }}"),
            2 => format!(
                "if let (Some(v), Some(w)) = ({first}, {second}) {{ v ^ w }} else {{ {other} }}"
            ),
            3 => format!("{first}.or({second}).unwrap_or({other})"),
            _ => format!("{first}.and_then(|v| v.checked_add({other})).unwrap_or_default()"),
        };
        (ty, text)
    }

    fn seldom_result(&mut self) -> (Ty, String) {
        let (a, b, c) = (self.operand_of(&U32), self.operand_of(&I32), self.operand_of(&U32));
        let start = match self.below(3) {
            0 => format!("Some({a}).filter(|v| v % 3 != 1).ok_or({b})"),
            1 => format!("{a}.checked_sub({c}).ok_or_else(|| {b})"),
            _ => format!("u16::try_from({a}).map(|v| v as u32 + 1).map_err(|_| {b})"),
        };
        let end = match self.below(4) {
            0 => "map_err(|e| e ^ 21).unwrap_or_else(|e| e as u32)".to_owned(),
            1 => "map_err(|e| (e, e >> 3)).map_or_else(|(p, q)| (p - q) as u32, |v| v * 3)"
                .to_owned(),
            2 => format!(
                "map_err(|e| e as u32).or_else(|e| if e % 2 == 0 {{ Ok(e) }} else {{ Err(e / 3) }}).unwrap_or({c})"
            ),
            _ => format!(
                "map_err(|e| e.unsigned_abs()).and_then(|v| if v > {c} {{ Err(v) }} else {{ Ok(v) }}).unwrap_or_else(|e| !e)"
            ),
        };
        (U32, format!("{start}.{end}"))
    }

    fn seldom_iterator(&mut self) -> (Ty, String) {
        self.nested += 1;
        let ty = if self.percent(50) { U32 } else { I32 };
        let scalar = ty.name();
        let [a, b, c] = [(); 3].map(|()| self.operand_of(&ty));
        let few = 2 + self.below(3);
        let ending = self.pick(&["fold(7, |s, v| s * 3 ^ v)", "sum()", "max().unwrap_or(1)"]);
        let ending = ending.replace("sum()", &format!("sum::<{scalar}>()"));
        let text = match self.below(13) {
            10 => format!("[{a}, {b}, {c}].into_iter().reduce(|p, q| p * 3 ^ q).unwrap_or(0)"),
            11 => format!("[{a}, {b}, {c}].iter().find_map(|v| v.checked_mul({b})).unwrap_or(1)"),
            12 => format!(
                "{{ let mut all = [{a}, {b}, {c}].into_iter(); let first = all.next().unwrap_or(0); first ^ all.next().map_or(1, |v| v >> 1) }}"
            ),
            0 => format!("[{a}, {b}, {c}].into_iter().max_by_key(|v| *v % 7).unwrap_or(0)"),
            1 => format!("[{a}, {b}, {c}].iter().min_by_key(|v| **v >> 2).copied().unwrap_or(3)"),
            2 => format!(
                "[({a}, 1u32), ({b}, 2), ({c}, 3)].iter().max_by_key(|(v, _)| *v & 15).map_or(0, |(v, k)| *v ^ *k as {scalar})"
            ),
            3 => format!("(0..{few}).flat_map(|k| [k, {a}, {b} ^ k]).{ending}"),
            4 => format!("(1..{few}).flat_map(|k| 0..k).map(|v| v * {a}).{ending}"),
            5 => format!("[Some({a}), None, Some({b})].into_iter().flatten().{ending}"),
            6 => format!("[[{a}, {b}], [{c}, 4]].iter().flatten().copied().{ending}"),
            7 => format!(
                "{{ let mut seen = {a}; let made = [{b}, {c}, 9].iter().inspect(|v| seen = seen * 5 ^ **v).copied().{ending}; made + seen }}"
            ),
            8 => format!(
                "[{a}, {b}, {c}].iter().min_by(|p, q| (*p & 31).cmp(&(*q & 31))).copied().unwrap_or(2)"
            ),
            _ => format!("[{a}, {b}, {c}].into_iter().rev().max_by(|p, q| q.cmp(p)).unwrap_or(2)"),
        };
        self.nested -= 1;
        (ty, text)
    }

    /// Numbers of 128 bits.
    fn seldom_wide(&mut self) -> String {
        let [a, b, c] = [(); 3].map(|()| self.operand_of(&U32));
        let name = self.pick(&["u128", "i128"]);
        let first = format!("(({a} as {name}) << 70 | ({b} as {name}) << 31)");
        let shift = self.below(128);
        let made = match self.below(8) {
            0 => format!("({first} >> {shift})"),
            1 => format!("{first}.wrapping_mul({c} as {name} + 3)"),
            2 => format!("({first} / ({c} as {name} + 1))"),
            3 => format!("({first} % (({c} as {name}) << 20 | 7))"),
            4 => format!("({first} ^ !({c} as {name}))"),
            5 => format!("{first}.wrapping_sub(({c} as {name}) << 33)"),
            6 => format!("{first}.rotate_left({c} % 128)"),
            _ => format!("{first}.checked_mul({c} as {name}).unwrap_or(5)"),
        };
        match self.below(3) {
            0 => format!("{made} as u32"),
            1 => format!("({made} >> {shift}) as u32"),
            _ => format!("{made}.count_ones() + ({made} > {first}) as u32"),
        }
    }

    /// Floats of 16 bits, with so few bits in use that they are exact.
    fn seldom_half(&mut self) -> (Ty, String) {
        let [a, b] = [(); 2].map(|()| self.operand_of(&U32));
        let [x, y] = [a, b].map(|value| format!("(({value} & 31) as f16)"));
        let text = match self.below(6) {
            0 => format!("({x} * 0.5 + {y}) as f32"),
            1 => format!("({x} - {y}).abs() as f32"),
            2 => format!("{x}.max({y}) as f32"),
            3 => format!("(if {x} < {y} {{ {x} * {y} }} else {{ -{y} }}) as f32"),
            4 => format!("f16::from_bits({x}.to_bits() ^ 0x8000) as f32"),
            _ => format!("[{x}, {y}, 1.5].iter().fold(0.25f16, |s, v| s + *v) as f32"),
        };
        (F32, text)
    }

    /// An enum over types, with another one in it.
    fn seldom_enum(&mut self) -> String {
        let [own, inner] = ["Tree", "Leaf"].map(|kind| self.name(kind));
        let weigh = self.name("weigh");
        self.items += &format!(
            "#[derive(Clone, Copy, PartialEq)]\nenum {inner}<A> {{ One(A), Two {{ p: A, q: A }}, Gone }}\n\
             #[derive(Clone, Copy, PartialEq)]\nenum {own}<A, B> {{ Left({inner}<A>), Right(Option<{inner}<B>>), Both(A, {inner}<B>) }}\n\
             impl<A: Copy> {inner}<A> {{\n    \
             fn first(self) -> Option<A> {{ match self {{ {inner}::One(a) | {inner}::Two {{ p: a, .. }} => Some(a), {inner}::Gone => None }} }}\n}}\n\
             fn {weigh}(tree: &{own}<u32, i32>) -> u32 {{\n    match tree {{\n        \
             {own}::Left({inner}::Two {{ p, q }}) if p > q => p - q,\n        \
             {own}::Left(leaf) => leaf.first().map_or(3, |a| a * 5),\n        \
             {own}::Right(Some({inner}::One(b @ 0..=99))) => *b as u32,\n        \
             {own}::Right(leaf) => leaf.and_then(|leaf| leaf.first()).unwrap_or(-7) as u32 ^ 9,\n        \
             {own}::Both(a, leaf) => a ^ leaf.first().is_some() as u32,\n    }}\n}}\n"
        );
        let (a, b) = (self.operand_of(&U32), self.operand_of(&I32));
        let leaf = |value: &str, kind: u32| match kind {
            0 => format!("{inner}::One({value})"),
            1 => format!("{inner}::Two {{ p: {value}, q: 40 }}"),
            _ => format!("{inner}::Gone"),
        };
        let [one, two] = [(); 2].map(|()| self.below(3));
        let (first, second) = (leaf(&a, one), leaf(&b, two));
        let condition = self.boolean(1).operand();
        let tree = match self.below(3) {
            0 => format!(
                "if {condition} {{ {own}::Left({first}) }} else {{ {own}::Right(Some({second})) }}"
            ),
            1 => format!(
                "if {condition} {{ {own}::Both({a}, {second}) }} else {{ {own}::Right(None) }}"
            ),
            _ => format!(
                "if {condition} {{ {own}::Left({first}) }} else {{ {own}::Both(3, {second}) }}"
            ),
        };
        let name = self.name("tree");
        self.line(&format!("let {name}: {own}<u32, i32> = {tree};"));
        match self.percent(40) {
            true => format!("{weigh}(&{name}) + ({name} == {own}::Right(None)) as u32"),
            false => format!("{weigh}(&{name})"),
        }
    }

    /// Vectors of doubles.
    fn seldom_vector(&mut self) -> String {
        let size = 2 + self.below(3);
        let ty = Ty::Scalar(Scalar::F64);
        let name = format!("glam::DVec{size}");
        let [a, b] = [(); 2].map(|()| {
            let parts: Vec<String> = (0..size).map(|_| self.of_type(&ty, 1).text).collect();
            let vector = self.name("v");
            self.line(&format!("let {vector} = {name}::new({});", parts.join(", ")));
            vector
        });
        let text = match self.below(4) {
            0 => format!("({a} + {b}).x"),
            1 => format!("({a} - {b} * 0.5).y"),
            2 => format!("{a}.min({b}).x + {a}.max({b}).y"),
            _ => format!("{a}.dot({b})"),
        };
        self.tame_text(Scalar::F64, &text)
    }

    /// Pointers in an array, of which a number chooses one.
    fn pointer_array(&mut self) {
        let [spare, other, all, end] = ["spare", "spare", "all", "end"].map(|kind| self.name(kind));
        for name in [&spare, &other] {
            let value = self.of_type_as(&Ty::Array(Box::new(U32), 2), 1, true).text;
            self.line(&format!("let mut {name} = {value};"));
        }
        let hidden = self.lent.hidden.len();
        let lent = if self.percent(60) { self.lent_pointer(&U32, 2, true) } else { None };
        self.lent.hidden.truncate(hidden);
        let last = lent.unwrap_or_else(|| format!("{other}.as_mut_ptr()"));
        let [which, again, place] = [2, 2, 2].map(|limit| self.usize_below(limit, 1).text);
        let value = self.operand_of(&U32);
        self.line(&format!("let {all} = [{spare}.as_mut_ptr(), {last}];"));
        self.line(&format!("*{all}[{which}].add({place}) = {value};"));
        match self.percent(50) {
            true => self.line(&format!("let {end} = *{all}[{again}].add({place});")),
            false => {
                self.line(&format!("let mut {end} = 0u32;"));
                self.line(&format!("for p in {all} {{ {end} = {end} * 3 + *p.add({place}); }}"));
            }
        }
        self.scope.push(RustVariable::local(&end, U32, false));
    }
}
