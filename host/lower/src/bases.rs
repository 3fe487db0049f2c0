//! Names of what pointers lead into, the same each time that a kernel is lowered.
//!
//! A buffer and a variable have one at hand. A part of them is named by the way to
//! it; an index on that way lies in a variable beside the pointer. A variable that
//! naga does not hold as one is named by its parts. All of these are needed only by
//! pointers that lead to several places, which are found out by then.

use super::frame::Frame;
use super::memory::RootId;
use super::value::{Base, BaseKey, LocalKey, PathKey, PathRoot, PointerKey, Slot, SlotKey, Step};
use naga::{Expression, Handle, LocalVariable, Span};

impl BaseKey {
    /// How many indices are on the way to it.
    pub(super) fn indices(&self) -> usize {
        match self {
            BaseKey::Path(path) => path.steps.iter().filter(|step| **step == Step::Element).count(),
            _ => 0,
        }
    }

    /// Whether it is reached through something else.
    pub(super) fn is_path(&self) -> bool {
        matches!(self, BaseKey::Path(_))
    }
}

impl Frame<'_, '_> {
    /// Whether the ways of a pointer are told apart.
    pub(super) fn is_traced(&self, at: usize) -> bool {
        self.unit.pointers.traced.contains(&self.pointers.moving[at].key)
    }

    /// What has a name, if it is there.
    pub(super) fn base_named(
        &mut self,
        key: &BaseKey,
        indices: &[Handle<LocalVariable>],
        span: Span,
    ) -> Option<Base> {
        match key {
            BaseKey::Memory(root) => Some(Base::Memory(*root)),
            BaseKey::Local(key, is_array) => {
                let variable = self.variable_named(key)?;
                let pointer = self.local(variable);
                Some(Base::Local { pointer, is_array: *is_array })
            }
            BaseKey::Path(path) => {
                let mut pointer = match &path.root {
                    PathRoot::Local(key) => {
                        let variable = self.variable_named(key)?;
                        self.local(variable)
                    }
                    PathRoot::Memory(root) => {
                        let variable = self.unit.roots.get(*root)?.variable;
                        self.global(variable)
                    }
                    PathRoot::Argument(number) => {
                        let wanted = Expression::FunctionArgument(*number);
                        let mut all = self.function.expressions.iter();
                        all.find(|(_, expression)| **expression == wanted)?.0
                    }
                };
                let mut indices = indices.iter();
                for step in &path.steps {
                    pointer = match step {
                        Step::Member(index) => self.member(pointer, *index, span),
                        Step::Element => {
                            let place = self.local(*indices.next()?);
                            let index = self.load(place, span);
                            self.element(pointer, index, span)
                        }
                    };
                }
                Some(match path.part_of {
                    Some(root) => Base::Part { pointer, root },
                    None => Base::Local { pointer, is_array: path.is_array },
                })
            }
            BaseKey::Slot(key, is_array) => {
                let slot = self.slot_named(key)?;
                self.pointers.aliases.push(slot);
                let at = self.pointers.aliases.len() - 1;
                Some(if *is_array { Base::Elements(at) } else { Base::Slot(at) })
            }
            BaseKey::Other => None,
        }
    }

    fn variable_named(&self, key: &LocalKey) -> Option<Handle<LocalVariable>> {
        let mut same = self.function.local_variables.iter().filter(|(handle, variable)| {
            variable.name.as_deref().unwrap_or_default() == key.name
                && self.place_of_variable(*handle) == key.place
        });
        same.nth(key.before).map(|(handle, _)| handle)
    }

    fn slot_named(&self, key: &SlotKey) -> Option<Slot> {
        let pointer =
            |key: &PointerKey| self.pointers.moving.iter().position(|moving| moving.key == *key);
        Some(match key {
            SlotKey::Variable(key, ty) => Slot::Variable(self.variable_named(key)?, ty.clone()),
            SlotKey::Pointer(key) => Slot::Pointer(pointer(key)?),
            SlotKey::Slice(key, length) => Slot::Slice(pointer(key)?, self.variable_named(length)?),
            SlotKey::Parts(parts) => {
                let each = parts.iter().map(|part| self.slot_named(part));
                Slot::Parts(each.collect::<Option<Vec<_>>>()?)
            }
        })
    }

    fn place_of_variable(&self, variable: Handle<LocalVariable>) -> u32 {
        let span = self.function.local_variables.get_span(variable);
        span.to_range().map_or(0, |range| range.start as u32)
    }

    /// The name of what a pointer leads into. Only that of a traced pointer says
    /// which part it is.
    pub(super) fn base_key(&self, base: Base, is_traced: bool) -> BaseKey {
        let found = match base {
            Base::Memory(root) => Some(BaseKey::Memory(root)),
            Base::Local { pointer, is_array } => match self.function.expressions[pointer] {
                Expression::LocalVariable(variable) => {
                    Some(BaseKey::Local(self.local_key(variable), is_array))
                }
                _ if is_traced => self.path_key(pointer, is_array, None),
                _ => None,
            },
            Base::Part { pointer, root } if is_traced => self.path_key(pointer, false, Some(root)),
            Base::Slot(at) if is_traced => self.alias_key(at, false),
            Base::Elements(at) if is_traced => self.alias_key(at, true),
            _ => None,
        };
        found.unwrap_or(BaseKey::Other)
    }

    fn alias_key(&self, at: usize, is_array: bool) -> Option<BaseKey> {
        let key = self.slot_key(self.pointers.aliases.get(at)?)?;
        Some(BaseKey::Slot(key, is_array))
    }

    fn local_key(&self, variable: Handle<LocalVariable>) -> LocalKey {
        let name = |variable: &LocalVariable| variable.name.clone().unwrap_or_default();
        let own = name(&self.function.local_variables[variable]);
        let place = self.place_of_variable(variable);
        let before = self.function.local_variables.iter().filter(|(handle, other)| {
            handle.index() < variable.index()
                && name(other) == own
                && self.place_of_variable(*handle) == place
        });
        LocalKey { before: before.count(), name: own, place }
    }

    fn slot_key(&self, slot: &Slot) -> Option<SlotKey> {
        Some(match slot {
            Slot::Variable(variable, ty) => {
                SlotKey::Variable(self.local_key(*variable), ty.clone())
            }
            Slot::Pointer(at) => SlotKey::Pointer(self.pointers.moving[*at].key.clone()),
            Slot::Slice(at, length) => {
                SlotKey::Slice(self.pointers.moving[*at].key.clone(), self.local_key(*length))
            }
            Slot::Parts(slots) => {
                let each = slots.iter().map(|slot| self.slot_key(slot));
                SlotKey::Parts(each.collect::<Option<Vec<_>>>()?)
            }
            Slot::Fixed(_) | Slot::Held(_) => return None,
        })
    }

    fn path_key(
        &self,
        pointer: Handle<Expression>,
        is_array: bool,
        part_of: Option<RootId>,
    ) -> Option<BaseKey> {
        let (root, steps, _) = self.way_to(pointer)?;
        Some(BaseKey::Path(PathKey { root, steps, is_array, part_of }))
    }

    /// Where naga's pointer starts, its steps, and the indices among them.
    fn way_to(
        &self,
        mut pointer: Handle<Expression>,
    ) -> Option<(PathRoot, Vec<Step>, Vec<Handle<Expression>>)> {
        let (mut steps, mut indices) = (Vec::new(), Vec::new());
        let root = loop {
            match self.function.expressions[pointer] {
                Expression::AccessIndex { base, index } => {
                    steps.push(Step::Member(index));
                    pointer = base;
                }
                Expression::Access { base, index } => {
                    steps.push(Step::Element);
                    indices.push(index);
                    pointer = base;
                }
                Expression::LocalVariable(variable) => {
                    break PathRoot::Local(self.local_key(variable));
                }
                Expression::GlobalVariable(variable) => {
                    let mut roots = self.unit.roots.iter();
                    break PathRoot::Memory(roots.position(|root| root.variable == variable)?);
                }
                Expression::FunctionArgument(number) => break PathRoot::Argument(number),
                _ => return None,
            }
        };
        steps.reverse();
        indices.reverse();
        Some((root, steps, indices))
    }

    /// Keeps the indices on the way to what a pointer leads into.
    pub(super) fn write_indices(&mut self, base: Base, kept: &[Handle<LocalVariable>], span: Span) {
        let (Base::Local { pointer, .. } | Base::Part { pointer, .. }) = base else { return };
        let Some((_, _, indices)) = self.way_to(pointer) else { return };
        for (index, variable) in indices.into_iter().zip(kept) {
            let place = self.local(*variable);
            self.store(place, index, span);
        }
    }
}
