//! Pointers that move, perhaps from one buffer into another.
//!
//! What a pointer in a variable may lead into is known only when all assignments
//! to it have been seen. The kernel is therefore lowered again until nothing new
//! is found. Where there are several possibilities, a number beside the pointer
//! says which one it is, and whoever follows it branches.

use super::Lowering;
use super::frame::Frame;
use super::place::PlaceExpr;
use super::value::{
    Base, BaseKey, Choice, MovingPointer, Pointer, PointerKey, PossibleBase, Term, Value, const_key,
};
use naga::{BinaryOperator, Expression, Handle, Literal, LocalVariable, Span, Statement};
use warpbench_codes::{K0014, K0015};
use warpbench_hir::types::Ty;
use warpbench_source::Diagnostic;

impl Frame<'_, '_> {
    /// A pointer that may move, with what is known of it from before.
    pub(super) fn moving_pointer(
        &mut self,
        name: &str,
        (bytes, align): (u32, u32),
        offset: Handle<LocalVariable>,
        span: Span,
    ) -> MovingPointer {
        let place = span.to_range().map_or(0, |range| range.start as u32);
        let instance = self.instance();
        let count = self.pointers.counts.entry((place, name.to_owned())).or_default();
        let key: PointerKey = (instance, place, name.to_owned(), *count);
        *count += 1;
        let seen = self.unit.pointers.seen.get(&key).cloned().unwrap_or_default();
        let which = (seen.len() > 1).then(|| self.add_started("which", Literal::U32(0)));
        let most = seen.iter().map(BaseKey::indices).max().unwrap_or_default();
        let indices: Vec<_> = (0..most).map(|_| self.add_started("at", Literal::U32(0))).collect();
        let mut bases = Vec::new();
        for key in seen {
            // What is reached by an index is there only once the index is.
            let base = match key.indices() {
                0 => self.base_named(&key, &indices, span),
                _ => None,
            };
            bases.push(PossibleBase { key, base });
        }
        let bytes = self.unit.pointers.steps.get(&key).copied().unwrap_or(bytes);
        MovingPointer { key, bases, which, bytes, align, offset, indices }
    }

    /// A name of the function that no other instance of its text has.
    fn instance(&self) -> String {
        let name = self.function.name.as_deref().unwrap_or_default();
        let id = self.unit.stack.last().copied().unwrap_or_default();
        format!("{name} {id} {:?}", const_key(self.outermost_consts()))
    }

    /// Gives a pointer in a variable a new value.
    pub(super) fn write_pointer(
        &mut self,
        at: usize,
        pointer: &Pointer,
        span: Span,
    ) -> Lowering<()> {
        match pointer.base {
            Base::Nothing => return Ok(()),
            Base::Choice(choice) => return self.write_choice(at, choice, pointer, span),
            _ => {}
        }
        let index = self.possible_base(at, pointer.base, span)?;
        let MovingPointer { key, bytes, align, offset, which, indices, .. } =
            self.pointers.moving[at].clone();
        let step = self.steps(&pointer.terms, bytes, align);
        if step < bytes {
            if !self.unit.pointers.is_searching {
                return Err(lost(span));
            }
            self.unit.pointers.steps.insert(key, step);
        }
        if self.is_traced(at) {
            self.write_indices(pointer.base, &indices, span);
        }
        let value = self.offset_in(pointer, bytes, span);
        let place = self.local(offset);
        self.store(place, value, span);
        if let Some(which) = which {
            let place = self.local(which);
            let number = self.u32(index as u32);
            self.store(place, number, span);
        }
        Ok(())
    }

    /// A pointer that is one of several is written by cases.
    fn write_choice(
        &mut self,
        at: usize,
        choice: usize,
        pointer: &Pointer,
        span: Span,
    ) -> Lowering<()> {
        let pointers = self.chosen(choice, &pointer.terms, span);
        let which = self.pointers.choices[choice].which;
        self.by_cases(which, &pointers, span, &mut |frame, pointer| {
            frame.write_pointer(at, pointer, span)
        })
    }

    /// Does something with the one of several pointers that is meant.
    fn by_cases(
        &mut self,
        which: Handle<Expression>,
        pointers: &[Pointer],
        span: Span,
        action: &mut dyn FnMut(&mut Self, &Pointer) -> Lowering<()>,
    ) -> Lowering<()> {
        self.cases(which, pointers.len(), span, &mut |frame, at| action(frame, &pointers[at]))
    }

    /// Branches over the possibilities of a number.
    pub(super) fn cases(
        &mut self,
        which: Handle<Expression>,
        count: usize,
        span: Span,
        action: &mut dyn FnMut(&mut Self, usize) -> Lowering<()>,
    ) -> Lowering<()> {
        self.cases_from(which, 0, count, span, action)
    }

    fn cases_from(
        &mut self,
        which: Handle<Expression>,
        first: usize,
        count: usize,
        span: Span,
        action: &mut dyn FnMut(&mut Self, usize) -> Lowering<()>,
    ) -> Lowering<()> {
        if first + 1 >= count {
            return action(self, first);
        }
        let number = self.u32(first as u32);
        let condition = self.binary(BinaryOperator::Equal, which, number, span);
        let (accept, _) = self.block(|frame| action(frame, first))?;
        let (reject, _) =
            self.block(|frame| frame.cases_from(which, first + 1, count, span, action))?;
        self.push(Statement::If { condition, accept, reject }, span);
        Ok(())
    }

    /// The number of what a pointer leads into among all that it may lead into.
    fn possible_base(&mut self, at: usize, base: Base, span: Span) -> Lowering<usize> {
        let key = self.base_key(base, self.is_traced(at));
        let moving = &mut self.pointers.moving[at];
        let found = moving.bases.iter().position(|possible| possible.key == key);
        let index = match found {
            Some(index) => index,
            None => {
                moving.bases.push(PossibleBase { key: key.clone(), base: None });
                moving.bases.len() - 1
            }
        };
        let before = moving.bases[index].base.replace(base);
        let (pointer_key, is_choice) = (moving.key.clone(), moving.which.is_some());
        let other = moving.bases.iter().enumerate().find(|(other, _)| *other != index);
        let other = other.and_then(|(_, possible)| possible.base);
        let count = moving.bases.len();
        let known = self.unit.pointers.found.entry(pointer_key).or_default();
        if !known.contains(&key) {
            known.push(key.clone());
        }
        if !self.unit.pointers.is_searching
            && self.unit.pointers.read_as_nothing.contains(&self.pointers.moving[at].key)
        {
            return Err(lost(span));
        }
        let has_moved = key == BaseKey::Other && before.is_some_and(|before| before != base);
        let is_open = count > 1 && (!is_choice || key == BaseKey::Other);
        if key == BaseKey::Other && (has_moved || count > 1) {
            self.unit.pointers.traced.insert(self.pointers.moving[at].key.clone());
        }
        if (has_moved || is_open) && !self.unit.pointers.is_searching {
            let other = other.or(before).unwrap_or(base);
            return Err(self.two_bases(other, base, span));
        }
        Ok(index)
    }

    fn two_bases(&self, one: Base, other: Base, span: Span) -> Box<Diagnostic> {
        let name = |base: Base| match base {
            Base::Memory(root) => format!("`{}`", self.unit.roots[root].name),
            _ => "a variable".to_owned(),
        };
        Box::new(
            Diagnostic::new(K0014, "this pointer may lead to two places", span)
                .label(format!("leads into {} here, and into {} elsewhere", name(other), name(one)))
                .note("the workbench must know which buffer or array each pointer leads into")
                .help("use two pointers, and decide between the values that they lead to"),
        )
    }

    /// The value of a pointer in a variable.
    pub(super) fn read_pointer(&mut self, at: usize, span: Span) -> Lowering<Pointer> {
        let MovingPointer { bases, which, bytes, offset, indices, .. } =
            self.pointers.moving[at].clone();
        let mut found = Vec::new();
        for possible in &bases {
            let base = match possible.base {
                Some(base) if !possible.key.is_path() => Some(base),
                _ => self.base_named(&possible.key, &indices, span),
            };
            // In a loop, what is read here may be written only further down.
            if base.is_none() && possible.key == BaseKey::Other {
                self.unit.pointers.traced.insert(self.pointers.moving[at].key.clone());
            }
            // Somebody writes it, so that it must lead somewhere by now.
            if base.is_none() && !self.unit.pointers.is_searching {
                return Err(lost(span));
            }
            found.push(base.unwrap_or(Base::Nothing));
        }
        let base = match (found.as_slice(), which) {
            ([], _) => {
                // Where nobody ever writes it, nobody comes here either: it lies in a
                // variant that is never made.
                self.unit.pointers.read_as_nothing.insert(self.pointers.moving[at].key.clone());
                return Ok(Pointer { base: Base::Nothing, terms: Vec::new() });
            }
            ([_, _, ..], Some(which)) => {
                let place = self.local(which);
                let which = self.load(place, span);
                let pointers =
                    found.iter().map(|base| Pointer { base: *base, terms: Vec::new() }).collect();
                self.pointers.choices.push(Choice { which, pointers });
                Base::Choice(self.pointers.choices.len() - 1)
            }
            ([base, ..], _) => *base,
        };
        if base == Base::Nothing {
            return Ok(Pointer { base, terms: Vec::new() });
        }
        let place = self.local(offset);
        let index = self.load(place, span);
        Ok(Pointer { base, terms: vec![Term { index, bytes }] })
    }

    /// The pointers of a choice, each moved on.
    fn chosen(&mut self, choice: usize, terms: &[Term], span: Span) -> Vec<Pointer> {
        let pointers = self.pointers.choices[choice].pointers.clone();
        let each = pointers.into_iter().map(|mut pointer| {
            for term in terms {
                pointer = self.offset(pointer, term.index, term.bytes, span);
            }
            pointer
        });
        each.collect()
    }

    /// The first element of the one of several arrays that a pointer leads to.
    pub(super) fn start_of_each(
        &mut self,
        choice: usize,
        terms: &[Term],
        array: &Ty,
        span: Span,
    ) -> Lowering<Pointer> {
        let which = self.pointers.choices[choice].which;
        let each = self.chosen(choice, terms, span).into_iter();
        let each = each.map(|pointer| self.array_start(pointer, array, span));
        let pointers = each.collect::<Lowering<Vec<_>>>()?;
        self.pointers.choices.push(Choice { which, pointers });
        Ok(Pointer { base: Base::Choice(self.pointers.choices.len() - 1), terms: Vec::new() })
    }

    /// What a pointer leads to that is one of several.
    pub(super) fn deref_choice(
        &mut self,
        choice: usize,
        terms: &[Term],
        ty: &Ty,
        span: Span,
    ) -> Lowering<PlaceExpr> {
        let pointers = self.chosen(choice, terms, span);
        let which = self.pointers.choices[choice].which;
        let each = pointers
            .into_iter()
            .map(|pointer| self.deref(Value::Pointer(pointer), ty.clone(), span));
        let places = each.collect::<Lowering<Vec<_>>>()?;
        Ok(PlaceExpr::Choice(which, places, ty.clone()))
    }

    /// Reads the one of several places that is meant.
    pub(super) fn read_choice(
        &mut self,
        which: Handle<Expression>,
        places: &[PlaceExpr],
        ty: &Ty,
        span: Span,
    ) -> Lowering<Value> {
        if let Some(pointer) = self.one_of_pointers(which, places, ty, span)? {
            return Ok(pointer);
        }
        let slot = self.new_slot("chosen", ty, span)?;
        self.cases(which, places.len(), span, &mut |frame, at| {
            let value = frame.read(places[at].clone(), span)?;
            frame.write_slot(&slot, value, span)
        })?;
        self.read_slot(&slot, span)
    }

    /// Writes to the one of several places that is meant.
    pub(super) fn write_chosen(
        &mut self,
        which: Handle<Expression>,
        places: &[PlaceExpr],
        value: &Value,
        span: Span,
    ) -> Lowering<()> {
        self.cases(which, places.len(), span, &mut |frame, at| {
            frame.write(places[at].clone(), value.clone(), span)
        })
    }

    /// A reference to the one of several places that is meant.
    pub(super) fn reference_to_choice(
        &mut self,
        which: Handle<Expression>,
        places: Vec<PlaceExpr>,
        span: Span,
    ) -> Lowering<Value> {
        let mut pointers = Vec::new();
        for place in places {
            match self.reference_to(place, span)? {
                Value::Pointer(pointer) => pointers.push(pointer),
                Value::Never => {
                    pointers.push(Pointer { base: Base::Nothing, terms: Vec::new() });
                }
                _ => return Err(super::types::unsupported("a reference to this", span)),
            }
        }
        self.pointers.choices.push(Choice { which, pointers });
        let base = Base::Choice(self.pointers.choices.len() - 1);
        Ok(Value::Pointer(Pointer { base, terms: Vec::new() }))
    }
}

/// A pointer that was not followed to where it leads, although it leads somewhere.
fn lost(span: Span) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::new(K0015, "the workbench cannot tell where this pointer leads", span)
            .label("it is used before what it leads to is known")
            .note("this is a limit of the workbench, not a mistake of the kernel")
            .help("keep an index in the variable instead, and take the reference where it is used"),
    )
}
