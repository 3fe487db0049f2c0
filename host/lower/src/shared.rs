//! Shared memory: its arrays and statics, also as a whole, and what the launch chooses.
//!
//! A static that is an array is declared by its elements, like `shared_array!`, so
//! that its name and a pointer to its first element can be used side by side.

use super::Lowering;
use super::builtin::pointee;
use super::frame::Frame;
use super::memory::RootPlace;
use super::place::PlaceExpr;
use super::types::{kept, unsupported};
use super::unit::{SharedKey, Unit};
use super::value::{Base, Pointer, Value};
use naga::{Expression, Span};
use warpbench_hir::types::{Len, Ty};
use warpbench_hir::visit::{Visitor, walk_expr};
use warpbench_hir::{
    Builtin, Expr, ExprKind, LocalId, Pattern, PatternKind, Site, Statement, StaticId,
};

/// The most elements that are read or written one by one.
const MOST_ELEMENTS: u32 = 4096;

impl<'a> Unit<'a> {
    /// What a `MaybeUninit` holds, which lies in memory as if it were not around it.
    pub(super) fn unwrapped<'t>(&self, ty: &'t Ty) -> &'t Ty
    where
        'a: 't,
    {
        match ty {
            Ty::Struct(id, _) => match self.program.structs.get(*id) {
                Some(item) if item.name.starts_with("MaybeUninit") && item.fields.len() == 1 => {
                    self.unwrapped(&item.fields[0].ty)
                }
                _ => ty,
            },
            _ => ty,
        }
    }
}

impl Frame<'_, '_> {
    /// Shared memory. What declares it is one array, however often control passes there.
    pub(super) fn shared_array(
        &mut self,
        site: Site,
        len: u32,
        ty: &Ty,
        span: Span,
    ) -> Lowering<Value> {
        let key = SharedKey::Declared(site);
        let root = match self.unit.shared.get(&key).copied() {
            Some(root) => root,
            None => {
                let element = shared_element(&self.settle(ty), span)?;
                let bytes = self.bytes_of(&element, span)?.checked_mul(len);
                let bytes = bytes.ok_or_else(|| unsupported("so large a shared array", span))?;
                let name = variable_of(site, &self.source.body)
                    .map(|id| self.source.locals[id].name.clone())
                    .unwrap_or_else(|| format!("shared_{}", self.unit.roots.len()));
                let root = self.unit.add_root(&name, RootPlace::Shared(bytes), &element, span)?;
                self.unit.shared.insert(key, root);
                root
            }
        };
        Ok(Value::Pointer(Pointer { base: Base::Memory(root), terms: Vec::new() }))
    }

    /// The shared memory whose size the launch chooses.
    pub(super) fn dynamic_shared(&mut self, ty: &Ty, span: Span) -> Lowering<Value> {
        let root = match self.unit.dynamic_shared {
            Some(root) => root,
            None => {
                let element = shared_element(&self.settle(ty), span)?;
                let place = RootPlace::Shared(self.unit.options.dynamic_shared_bytes);
                let root = self.unit.add_root("dynamic_shared", place, &element, span)?;
                self.unit.dynamic_shared = Some(root);
                root
            }
        };
        Ok(Value::Pointer(Pointer { base: Base::Memory(root), terms: Vec::new() }))
    }

    /// A pointer to a static in shared memory.
    pub(super) fn shared_static(&mut self, id: StaticId, span: Span) -> Lowering<Value> {
        let program = self.unit.program;
        let Some(item) = program.statics.get(id) else {
            return Err(unsupported("this static", span));
        };
        let key = SharedKey::Declared(item.site);
        let root = match self.unit.shared.get(&key).copied() {
            Some(root) => root,
            None => {
                let (element, len) = match self.unit.unwrapped(&item.ty) {
                    Ty::Array(element, Len::Known(len)) => (&**element, *len),
                    ty => (ty, 1),
                };
                let bytes = self.bytes_of(element, item.span)?.checked_mul(len);
                let bytes = bytes.ok_or_else(|| unsupported("so large a static", item.span))?;
                let place = RootPlace::Shared(bytes);
                let root = self.unit.add_root(&item.name, place, element, item.span)?;
                self.unit.shared.insert(key, root);
                root
            }
        };
        Ok(Value::Pointer(Pointer { base: Base::Memory(root), terms: Vec::new() }))
    }

    /// The elements of an array in shared memory that is declared by its elements:
    /// their type, and how many there are.
    pub(super) fn shared_elements(&self, pointer: &Pointer, whole: &Ty) -> Option<(Ty, u32)> {
        let Base::Memory(root) = pointer.base else { return None };
        let root = self.unit.roots.get(root)?;
        match whole {
            Ty::Array(element, Len::Known(len)) if !root.is_buffer && **element == root.element => {
                Some(((**element).clone(), *len))
            }
            _ => None,
        }
    }

    /// Reads all elements of an array in memory.
    pub(super) fn read_elements(
        &mut self,
        pointer: &Pointer,
        (element, len): (Ty, u32),
        whole: &Ty,
        span: Span,
    ) -> Lowering<Value> {
        let mut components = Vec::new();
        for place in self.element_places(pointer, &element, len, span)? {
            let value = self.read(place, span)?;
            components.push(self.plain(value, &element, span)?);
        }
        let ty = self.naga_type(whole, span)?;
        let array = self.append(Expression::Compose { ty, components }, span);
        self.unpack(array, whole, span)
    }

    /// Writes all elements of an array in memory.
    pub(super) fn write_elements(
        &mut self,
        pointer: &Pointer,
        (element, len): (Ty, u32),
        (value, whole): (Value, &Ty),
        span: Span,
    ) -> Lowering<()> {
        let array = self.plain(value, whole, span)?;
        let places = self.element_places(pointer, &element, len, span)?;
        for (at, place) in (0..).zip(places) {
            let value = self.member(array, at, span);
            let value = self.unpack(value, &element, span)?;
            self.write(place, value, span)?;
        }
        Ok(())
    }

    fn element_places(
        &mut self,
        pointer: &Pointer,
        element: &Ty,
        len: u32,
        span: Span,
    ) -> Lowering<Vec<PlaceExpr>> {
        if len > MOST_ELEMENTS {
            return Err(unsupported("so many elements at once", span));
        }
        let bytes = self.bytes_of(element, span)?;
        let each = (0..len).map(|at| {
            let index = self.u32(at);
            let pointer = self.offset(pointer.clone(), index, bytes, span);
            self.deref(Value::Pointer(pointer), element.clone(), span)
        });
        each.collect()
    }
}

fn shared_element(pointer: &Ty, span: Span) -> Lowering<Ty> {
    let element = pointee(pointer).ok_or_else(|| unsupported("shared memory of this type", span));
    Ok(kept(&element?))
}

/// The variable that a shared array is bound to: that of the innermost `let` around it.
fn variable_of(site: Site, body: &Expr) -> Option<LocalId> {
    let mut search = DeclaredBy { site, found: None };
    search.visit_expr(body);
    search.found.flatten()
}

/// Looks for the `let` that declares a shared array.
struct DeclaredBy {
    site: Site,
    /// The variable, if the array was come across and is bound to one.
    found: Option<Option<LocalId>>,
}

impl DeclaredBy {
    /// Looks into the value of a `let`, part by part where both have parts.
    fn visit_let(&mut self, pattern: &Pattern, value: &Expr) {
        if let (PatternKind::Parts(patterns), ExprKind::Tuple(values)) =
            (&pattern.kind, &value.kind)
        {
            for (at, pattern) in patterns {
                if let Some(value) = values.get(*at as usize) {
                    self.visit_let(pattern, value);
                }
            }
            return;
        }
        let before = self.found;
        self.visit_expr(value);
        if let (None, Some(None), PatternKind::Bind(id)) = (before, self.found, &pattern.kind) {
            self.found = Some(Some(*id));
        }
    }
}

impl Visitor for DeclaredBy {
    fn visit_expr(&mut self, expr: &Expr) {
        match &expr.kind {
            _ if self.found.is_some() => {}
            ExprKind::Builtin(Builtin::SharedArray { site, .. }, _) if *site == self.site => {
                self.found = Some(None);
            }
            ExprKind::Block(_, block) => {
                for statement in &block.statements {
                    match statement {
                        Statement::Let(pattern, Some(value), _)
                        | Statement::LetElse(pattern, value, ..) => self.visit_let(pattern, value),
                        Statement::Let(_, None, _) => {}
                        Statement::Expr(expr) => self.visit_expr(expr),
                    }
                }
                block.value.iter().for_each(|value| self.visit_expr(value));
            }
            _ => walk_expr(expr, self),
        }
    }
}
