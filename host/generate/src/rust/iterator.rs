//! Chains of iterators: what they start with, what is done on the way, and what
//! they end in. None yields many items.

use super::closure::{Item, mentions};
use super::scope::Lend;
use super::types::{BOOL, RustExpr, Ty, U32, is_integer};
use super::writer::{Around, RustWriter};
use crate::choices::Choices;
use crate::types::Scalar;

/// Items that a chain yields, at most.
const MOST_ITEMS: u32 = 16;

/// An iterator under way.
struct Chain {
    text: String,
    item: Item,
    /// Whether it can be turned around.
    is_double: bool,
    /// Whether it knows how many are left.
    is_exact: bool,
    /// How else it is written where an iterator is made of anything.
    list: Option<String>,
}

impl<'a, C: Choices> RustWriter<'a, C> {
    /// Arrays and slices that can be named: how, of what, and of how many elements
    /// at least.
    fn lists(&self) -> Vec<(String, Ty, u32, bool)> {
        let mut found = Vec::new();
        for variable in self.visible() {
            match &variable.ty {
                Ty::Array(of, length)
                    if variable.limit.is_none()
                        && !variable.is_pending
                        && !variable.text.contains('*') =>
                {
                    found.push((variable.text.clone(), (**of).clone(), *length, true));
                }
                ty if variable.lend == Lend::Slice => {
                    let count = variable.limit.unwrap_or(1);
                    found.push((variable.name.clone(), ty.clone(), count, false));
                }
                _ => {}
            }
        }
        found
    }

    fn source(&mut self, depth: u32) -> Chain {
        let lists = self.lists();
        let kind = self.below(10);
        if kind < 6 && !lists.is_empty() {
            return self.list_source(lists);
        }
        match kind {
            6 => {
                let count = 1 + self.below(4);
                let ty = Ty::Array(Box::new(self.scalar_type()), count);
                let Ty::Array(element, _) = ty.clone() else { return self.range_source() };
                let array = self.of_type_as(&ty, depth.min(1), true).operand();
                let is_owned = self.percent(50);
                let method = if is_owned { "into_iter" } else { "iter" };
                let value = Item::Value(*element);
                let item = if is_owned { value } else { Item::Ref(Box::new(value)) };
                let text = format!("{array}.{method}()");
                Chain { text, item, is_double: true, is_exact: true, list: None }
            }
            _ => self.range_source(),
        }
    }

    fn list_source(&mut self, lists: Vec<(String, Ty, u32, bool)>) -> Chain {
        let (name, element, count, is_array) = self.pick(&lists);
        let value = Item::Value(element.clone());
        let by_reference = Item::Ref(Box::new(value.clone()));
        let (text, item) = match self.below(8) {
            0 if is_array => (format!("{name}.into_iter()"), value),
            1 => {
                let size = 1 + self.below(count.min(3));
                (format!("{name}.chunks_exact({size})"), Item::Slice(element, size))
            }
            2 => {
                let size = 1 + self.below(count.min(3));
                (format!("{name}.windows({size})"), Item::Slice(element, size))
            }
            3 => {
                let size = 1 + self.below(3);
                (format!("{name}.chunks({size})"), Item::Slice(element, 1))
            }
            4 => {
                let end = 1 + self.below(count);
                (format!("{name}[..{end}].iter()"), by_reference)
            }
            _ => {
                let list = Some(if is_array { format!("&{name}") } else { name.clone() });
                let (text, item) = (format!("{name}.iter()"), by_reference);
                return Chain { text, item, is_double: true, is_exact: true, list };
            }
        };
        Chain { text, item, is_double: true, is_exact: true, list: None }
    }

    fn range_source(&mut self) -> Chain {
        let integers = self.integers();
        let low = self.below(4);
        let high = low + self.below(7);
        let dots = self.pick(&["..", "..="]);
        if self.percent(40) {
            let end = match self.percent(50) {
                true => format!("{high}usize"),
                false => self.usize_fixed(7, 1).operand(),
            };
            let item = Item::Index(high.max(7));
            let text = format!("({low}{dots}{end})");
            return Chain { text, item, is_double: true, is_exact: dots == "..", list: None };
        }
        let scalar = self.pick(&integers);
        let name = scalar.name();
        let text = match self.percent(60) {
            true => format!("({low}{dots}{high}{name})"),
            false => {
                let end = self.integer(scalar, 0, true).operand();
                format!("({low}{dots}({end} & 7))")
            }
        };
        let is_long = matches!(scalar, Scalar::I64 | Scalar::U64);
        let item = Item::Value(Ty::Scalar(scalar));
        Chain { text, item, is_double: true, is_exact: dots == ".." && !is_long, list: None }
    }

    /// One more step of a chain.
    fn adapted(&mut self, chain: Chain, depth: u32) -> Chain {
        let Chain { text, item, is_double, is_exact, .. } = chain;
        let by_reference = Item::Ref(Box::new(item.clone()));
        let number = self.below(5);
        match self.below(18) {
            0..=2 => {
                let ty = self.any_type(1);
                let closure = self.closure(&[item], &ty, depth);
                let text = format!("{text}.map({closure})");
                Chain { text, item: Item::Value(ty), is_double, is_exact, list: None }
            }
            3 | 4 => {
                let closure = self.closure(&[by_reference], &BOOL, depth);
                Chain {
                    text: format!("{text}.filter({closure})"),
                    item,
                    is_double,
                    is_exact: false,
                    list: None,
                }
            }
            5 | 6 => {
                let index = Item::Index(MOST_ITEMS);
                let item = Item::Pair(Box::new(index), Box::new(item));
                let is_double = is_double && is_exact;
                Chain { text: format!("{text}.enumerate()"), item, is_double, is_exact, list: None }
            }
            7 => {
                let other = self.source(0);
                let item = Item::Pair(Box::new(item), Box::new(other.item));
                let is_exact = is_exact && other.is_exact;
                let is_double = is_double && other.is_double && is_exact;
                let other = match other.list {
                    Some(list) if self.percent(40) => list,
                    _ => other.text,
                };
                Chain {
                    text: format!("{text}.zip({other})"),
                    item,
                    is_double,
                    is_exact,
                    list: None,
                }
            }
            8 | 9 if is_double => {
                Chain { text: format!("{text}.rev()"), item, is_double, is_exact, list: None }
            }
            10 => {
                let is_double = is_double && is_exact;
                Chain {
                    text: format!("{text}.take({number})"),
                    item,
                    is_double,
                    is_exact,
                    list: None,
                }
            }
            11 => {
                let is_double = is_double && is_exact;
                Chain {
                    text: format!("{text}.skip({number})"),
                    item,
                    is_double,
                    is_exact,
                    list: None,
                }
            }
            12 => {
                let is_double = is_double && is_exact;
                Chain {
                    text: format!("{text}.step_by({})", number + 1),
                    item,
                    is_double,
                    is_exact,
                    list: None,
                }
            }
            13 => {
                let method = self.pick(&["take_while", "skip_while"]);
                let closure = self.closure(&[by_reference], &BOOL, depth);
                let text = format!("{text}.{method}({closure})");
                Chain { text, item, is_double: false, is_exact: false, list: None }
            }
            14 => {
                let ty = self.any_type(1);
                let method = self.pick(&["filter_map", "map_while"]);
                let result = Ty::Option(Box::new(ty.clone()));
                let closure = self.closure(&[item], &result, depth);
                let is_double = is_double && method == "filter_map";
                let text = format!("{text}.{method}({closure})");
                Chain { text, item: Item::Value(ty), is_double, is_exact: false, list: None }
            }
            15 => match item {
                Item::Ref(inner) if matches!(*inner, Item::Value(_)) => {
                    let method = self.pick(&["copied", "cloned"]);
                    Chain {
                        text: format!("{text}.{method}()"),
                        item: *inner,
                        is_double,
                        is_exact,
                        list: None,
                    }
                }
                item => Chain { text, item, is_double, is_exact, list: None },
            },
            16 => match &item {
                Item::Value(Ty::Scalar(scalar)) if is_integer(*scalar) => {
                    let name = scalar.name();
                    let text = format!("{text}.chain(3..6{name})");
                    Chain { text, item, is_double, is_exact: false, list: None }
                }
                _ => Chain { text, item, is_double, is_exact, list: None },
            },
            _ => Chain { text, item, is_double, is_exact, list: None },
        }
    }

    fn chain(&mut self, depth: u32) -> Chain {
        self.nested += 1;
        let mut chain = self.source(depth);
        for _ in 0..self.below(4) {
            chain = self.adapted(chain, depth);
        }
        self.nested -= 1;
        chain
    }

    /// Whether another chain would not multiply the work too much.
    pub(super) fn may_iterate(&self) -> bool {
        self.nested == 0 && self.loops() < 2
    }

    /// A number that a chain ends in.
    pub(super) fn iterated_integer(&mut self, scalar: Scalar, depth: u32) -> RustExpr {
        let ty = Ty::Scalar(scalar);
        let name = scalar.name();
        let chain = self.chain(depth);
        self.nested += 1;
        let own = match &chain.item {
            Item::Value(found) if *found == ty => Some(""),
            Item::Ref(inner) if **inner == Item::Value(ty.clone()) => Some("*"),
            _ => None,
        };
        let text = match self.below(8) {
            0 | 1 => {
                let method = self.pick(&["sum", "sum", "product"]);
                match own {
                    Some(_) => format!("{}.{method}::<{name}>()", chain.text),
                    None => {
                        let closure = self.closure(&[chain.item], &ty, depth);
                        format!("{}.map({closure}).{method}::<{name}>()", chain.text)
                    }
                }
            }
            2 if own.is_some() => {
                let method = self.pick(&["min", "max"]);
                let copied = if own == Some("*") { ".copied()" } else { "" };
                format!("{}.{method}(){copied}.unwrap_or({})", chain.text, self.below(100))
            }
            3 => {
                let counted = format!("{}.count()", chain.text);
                self.nested -= 1;
                return RustExpr::operation(format!("{counted} as {name}"), true);
            }
            4 => {
                let closure = self.closure(&[chain.item], &BOOL, depth);
                let found = format!("{}.position({closure})", chain.text);
                let closure = match scalar.is_signed() {
                    true => format!(".map_or(-1, |at| at as {name})"),
                    false => format!(".map_or(77, |at| at as {name})"),
                };
                format!("{found}{closure}")
            }
            _ => {
                let start = self.of_type_as(&ty, depth, true).text;
                let closure = self.closure(&[Item::Value(ty), chain.item], &Ty::Scalar(scalar), 1);
                format!("{}.fold({start}, {closure})", chain.text)
            }
        };
        self.nested -= 1;
        RustExpr::atom(text, true)
    }

    /// A truth about all items of a chain, or one of them.
    pub(super) fn iterated_truth(&mut self, depth: u32) -> RustExpr {
        let chain = self.chain(depth);
        self.nested += 1;
        let method = self.pick(&["any", "all"]);
        let closure = self.closure(&[chain.item], &BOOL, depth);
        self.nested -= 1;
        RustExpr::atom(format!("{}.{method}({closure})", chain.text), true)
    }

    /// An item of a chain that may not be there.
    pub(super) fn iterated_option(&mut self, of: &Ty, depth: u32) -> String {
        let chain = self.chain(depth);
        self.nested += 1;
        let closure = self.closure(&[chain.item], of, depth);
        let text = format!("{}.map({closure})", chain.text);
        let item = Item::Value(of.clone());
        let ending = match self.below(7) {
            0 => {
                let closure = self.closure(&[Item::Ref(Box::new(item))], &BOOL, depth);
                format!("find({closure})")
            }
            1 => "last()".to_owned(),
            2 => format!("nth({})", self.below(5)),
            3 => {
                let method = self.pick(&["min_by_key", "max_by_key"]);
                let closure = self.closure(&[Item::Ref(Box::new(item))], &U32, depth);
                format!("{method}({closure})")
            }
            4 => format!("reduce({})", self.closure(&[item.clone(), item], of, depth)),
            5 => {
                let ty = Ty::Option(Box::new(of.clone()));
                format!("find_map({})", self.closure(&[item], &ty, depth))
            }
            _ => "next()".to_owned(),
        };
        self.nested -= 1;
        format!("{text}.{ending}")
    }

    /// An array by `map` or by a function of the index.
    pub(super) fn mapped_array(&mut self, element: &Ty, length: u32, depth: u32) -> RustExpr {
        self.nested += 1;
        let text = match self.percent(70) {
            true => {
                let from = self.scalar_type();
                let array = Ty::Array(Box::new(from.clone()), length);
                let array = self.of_type_as(&array, 0, true).operand();
                let closure = self.closure(&[Item::Value(from)], element, depth);
                format!("{array}.map({closure})")
            }
            false => {
                let closure = self.closure(&[Item::Index(length)], element, depth);
                format!("core::array::from_fn::<{}, {length}, _>({closure})", element.name())
            }
        };
        self.nested -= 1;
        RustExpr::atom(text, true)
    }

    /// A loop over the items of a chain.
    pub(super) fn for_items(&mut self, depth: u32) {
        if self.percent(20) && self.for_changes(depth) {
            return;
        }
        let chain = self.chain(1);
        let head = match chain.list {
            Some(list) if self.percent(40) => list,
            _ => chain.text,
        };
        // What the chain names is lent to it while the loop turns.
        let locked = self.lent.locked.len();
        let seen: Vec<String> = (self.visible().into_iter())
            .filter(|variable| mentions(&head, &variable.name))
            .map(|variable| variable.name)
            .collect();
        self.lent.locked.extend(seen);
        let pattern = self.item_pattern(&chain.item);
        self.turning(&format!("for {} in {head}", pattern.text), pattern.bound, depth);
        self.lent.locked.truncate(locked);
    }

    /// A loop that changes the elements of an array.
    fn for_changes(&mut self, depth: u32) -> bool {
        let wanted = |ty: &Ty| matches!(ty, Ty::Array(..));
        let Some(place) = self.local_array(&wanted) else { return false };
        let Ty::Array(element, length) = place.ty.clone() else { return false };
        let hidden = self.lent.hidden.len();
        let root = place.text.split(['.', '[']).next().unwrap_or_default().to_owned();
        self.lent.hidden.push(root);
        let name = self.name("m");
        let variable = super::scope::RustVariable {
            text: format!("*{name}"),
            lend: Lend::No,
            ..super::scope::RustVariable::local(&name, *element, true)
        };
        let index = self.name("at");
        let counted = super::scope::RustVariable::index(&index, length);
        match self.below(3) {
            0 => self.turning(&format!("for {name} in &mut {}", place.text), vec![variable], depth),
            1 => {
                let head = format!("for {name} in {}.iter_mut()", place.text);
                self.turning(&head, vec![variable], depth);
            }
            _ => {
                let head =
                    format!("for ({index}, {name}) in {}.iter_mut().enumerate()", place.text);
                self.turning(&head, vec![counted, variable], depth);
            }
        }
        self.lent.hidden.truncate(hidden);
        true
    }

    /// A loop with a head and what it binds.
    fn turning(&mut self, head: &str, bound: Vec<super::scope::RustVariable>, depth: u32) {
        let label = self.name("'l");
        self.line(&format!("{label}: {head} {{"));
        self.around.push(Around { label, is_loop: true, can_continue: true, value: None });
        self.block(|writer| {
            writer.scope.extend(bound);
            for _ in 0..1 + writer.below(2) {
                writer.statement(depth.saturating_sub(1));
            }
        });
        self.around.pop();
        self.line("}");
    }
}
