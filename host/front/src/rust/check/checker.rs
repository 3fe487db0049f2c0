//! What the file declares, and the scopes in which names are looked up.

use crate::diagnostic::Diagnostic;
use crate::rust::check::Sink;
use crate::rust::check::names::library::{Entry, LIBRARY};
use crate::rust::check::wording::suggest;
use crate::rust::hir::{self, ConstValue};
use crate::rust::types::{Len, Mutability, StructId, Ty};
use naga::Span;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// A scope of items, by position: the file or a block with items of its own.
pub(super) type ScopeId = usize;

/// What a name stands for.
#[derive(Clone, Debug)]
pub(super) enum Def {
    /// A structure of the file.
    Struct(StructId),
    /// A constant of the file.
    Constant(usize),
    /// A function of the file.
    Function(usize),
    Library(Entry),
    /// Something that was reported where it was declared.
    Error,
}

/// Names that are declared together.
#[derive(Debug, Default)]
pub(super) struct Scope {
    pub(super) parent: Option<ScopeId>,
    pub(super) types: HashMap<String, Def>,
    pub(super) values: HashMap<String, Def>,
    pub(super) macros: HashMap<String, Def>,
    /// Modules of which everything is imported.
    pub(super) globs: Vec<String>,
}

/// The three kinds of names, which do not get in each other's way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Space {
    Types,
    Values,
    Macros,
}

/// A structure of the file or of the library.
#[derive(Debug)]
pub(super) struct StructItem {
    /// What the program says of it.
    pub(super) hir: hir::Struct,
    /// Whether its fields have numbers for names.
    pub(super) is_tuple: bool,
    /// Whether it derives `Clone` and `Copy`.
    pub(super) is_copy: bool,
    /// Its syntax, until its fields are resolved.
    pub(super) syntax: Option<Rc<syn::ItemStruct>>,
    /// Where its fields' types are looked up.
    pub(super) scope: ScopeId,
    pub(super) functions: HashMap<String, usize>,
    pub(super) constants: HashMap<String, usize>,
    /// How many scalars it holds, once known.
    pub(super) scalars: Option<u64>,
}

/// How far a constant is.
#[derive(Clone, Debug)]
pub(super) enum ConstState {
    /// Nobody has asked for it yet.
    Waiting,
    Running,
    /// Its type and value; no value if there is something wrong with it.
    Done(Ty, Option<ConstValue>),
}

/// A constant of the file or of the library.
#[derive(Debug)]
pub(super) struct ConstItem {
    pub(super) name: String,
    pub(super) span: Span,
    pub(super) ty: Option<Rc<syn::Type>>,
    pub(super) expr: Option<Rc<syn::Expr>>,
    pub(super) scope: ScopeId,
    /// The structure whose `impl` declares it.
    pub(super) owner: Option<StructId>,
    pub(super) state: ConstState,
}

/// A parameter of a function.
#[derive(Clone, Debug)]
pub(super) struct Param {
    pub(super) ty: Ty,
    /// Its place in the text.
    pub(super) span: Span,
}

/// What callers need to know of a function.
#[derive(Clone, Debug)]
pub(super) struct Signature {
    pub(super) const_params: Rc<Vec<hir::ConstParam>>,
    /// Parameters, `self` first.
    pub(super) params: Vec<Param>,
    pub(super) result: Ty,
    /// Where it says what it returns.
    pub(super) result_span: Option<Span>,
    /// Whether the first parameter is `self`.
    pub(super) has_self: bool,
    /// Whether calls need `unsafe`.
    pub(super) is_unsafe: bool,
}

/// A function of the file.
#[derive(Debug)]
pub(super) struct FunctionItem {
    pub(super) name: String,
    pub(super) span: Span,
    pub(super) signature_syntax: Rc<syn::Signature>,
    pub(super) block: Rc<syn::Block>,
    pub(super) scope: ScopeId,
    pub(super) owner: Option<StructId>,
    pub(super) is_kernel: bool,
    pub(super) is_public: bool,
    pub(super) signature: Option<Rc<Signature>>,
    pub(super) checked: Option<hir::Function>,
}

/// All that is known while a file is checked.
#[derive(Debug)]
pub(super) struct Checker {
    /// The text, to quote from.
    pub(super) text: String,
    pub(super) sink: Sink,
    /// Whether broken pieces of syntax were replaced.
    pub(super) has_placeholders: bool,
    pub(super) scopes: Vec<Scope>,
    pub(super) structs: Vec<StructItem>,
    pub(super) constants: Vec<ConstItem>,
    pub(super) functions: Vec<FunctionItem>,
    /// Who calls whom, and where.
    pub(super) calls: Vec<(usize, usize, Span)>,
    /// Constants of the library that the program uses.
    pub(super) library_constants: HashMap<String, usize>,
    /// Structures of the library that the program uses, by number of axes.
    pub(super) axes: HashMap<u32, StructId>,
    /// How many constants wait for each other.
    pub(super) constant_depth: usize,
    /// How many values constants hold together.
    pub(super) constant_values: usize,
    /// How much more may be computed for constants.
    pub(super) steps_left: usize,
    /// Structures about whose missing `Copy` something was said.
    pub(super) told_copy: HashSet<StructId>,
}

impl Checker {
    pub(super) fn new(text: &str) -> Checker {
        Checker {
            text: text.to_owned(),
            sink: Sink::default(),
            has_placeholders: false,
            scopes: vec![Scope::default()],
            structs: Vec::new(),
            constants: Vec::new(),
            functions: Vec::new(),
            calls: Vec::new(),
            library_constants: HashMap::new(),
            axes: HashMap::new(),
            constant_depth: 0,
            constant_values: 0,
            steps_left: crate::rust::check::constants::evaluate::MAX_STEPS,
            told_copy: HashSet::new(),
        }
    }

    /// Says that something is wrong.
    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.sink.push(diagnostic);
    }

    /// The words at a place, if they are few and on one line.
    pub(super) fn quote(&self, span: Span) -> Option<&str> {
        let words = self.text.get(span.to_range()?)?;
        (!words.is_empty() && words.len() <= 40 && !words.contains('\n')).then_some(words)
    }

    /// What a name stands for in a scope or those around it.
    pub(super) fn find(&self, scope: ScopeId, space: Space, name: &str) -> Option<Def> {
        let mut next = Some(scope);
        while let Some(scope) = next.and_then(|id| self.scopes.get(id)) {
            if let Some(def) = self.find_here(scope, space, name) {
                return Some(def);
            }
            next = scope.parent;
        }
        None
    }

    /// What a name stands for in one scope.
    pub(super) fn find_here(&self, scope: &Scope, space: Space, name: &str) -> Option<Def> {
        let names = match space {
            Space::Types => &scope.types,
            Space::Values => &scope.values,
            Space::Macros => &scope.macros,
        };
        if let Some(def) = names.get(name) {
            return Some(def.clone());
        }
        scope
            .globs
            .iter()
            .filter_map(|module| LIBRARY.get(module, name))
            .find(|entry| lives_in(entry, space))
            .map(|entry| Def::Library(entry.clone()))
    }

    /// The nearest name that is visible in a scope.
    pub(super) fn nearest_name<'a>(
        &'a self,
        scope: ScopeId,
        space: Space,
        name: &str,
        more: impl Iterator<Item = &'a str>,
    ) -> Option<String> {
        if self.sink.is_crowded() {
            return None;
        }
        let mut candidates: Vec<&str> = more.collect();
        let mut next = Some(scope);
        while let Some(scope) = next.and_then(|id| self.scopes.get(id)) {
            let names = match space {
                Space::Types => &scope.types,
                Space::Values => &scope.values,
                Space::Macros => &scope.macros,
            };
            candidates.extend(names.keys().map(String::as_str));
            for module in &scope.globs {
                let members = LIBRARY.members(module).iter();
                let visible = members.filter(|(_, entry)| lives_in(entry, space));
                candidates.extend(visible.map(|(name, _)| name.as_str()));
            }
            next = scope.parent;
        }
        // The order of a map changes from run to run; that of words does not.
        candidates.sort_unstable();
        suggest::nearest(name, candidates).map(str::to_owned)
    }

    /// A type in words, as far as it is known without inference.
    pub(super) fn show(&self, ty: &Ty) -> String {
        match ty {
            Ty::Error => "{unknown}".to_owned(),
            Ty::Never => "!".to_owned(),
            Ty::Bool => "bool".to_owned(),
            Ty::Int(int) => int.name().to_owned(),
            Ty::Float(float) => float.name().to_owned(),
            Ty::Var(_) => "_".to_owned(),
            Ty::Tuple(members) => match members.as_slice() {
                [one] => format!("({},)", self.show(one)),
                members => {
                    let members: Vec<String> = members.iter().map(|ty| self.show(ty)).collect();
                    format!("({})", members.join(", "))
                }
            },
            Ty::Array(element, len) => format!("[{}; {len}]", self.show(element)),
            Ty::Slice(element) => format!("[{}]", self.show(element)),
            Ty::Pointer(Mutability::Const, to) => format!("*const {}", self.show(to)),
            Ty::Pointer(Mutability::Mut, to) => format!("*mut {}", self.show(to)),
            Ty::Reference(Mutability::Const, to) => format!("&{}", self.show(to)),
            Ty::Reference(Mutability::Mut, to) => format!("&mut {}", self.show(to)),
            Ty::Struct(id) => {
                self.structs.get(*id).map_or("_".to_owned(), |item| item.hir.name.clone())
            }
            Ty::Four(four) => four.name().to_owned(),
            Ty::Ordering => "Ordering".to_owned(),
            Ty::Atomic(atomic) => atomic.name(),
        }
    }

    /// The structure that `thread::index_2d()` and the like return.
    pub(super) fn axes_struct(&mut self, axes: u32) -> Ty {
        if let Some(id) = self.axes.get(&axes) {
            return Ty::Struct(*id);
        }
        let names = ["x", "y", "z"].into_iter().take(axes as usize);
        let fields = names.map(|name| hir::Field { name: name.to_owned(), ty: Ty::U32 }).collect();
        let name = format!("Vec{axes}");
        self.structs.push(StructItem {
            hir: hir::Struct { name, fields, is_repr_c: false, span: Span::new(0, 0) },
            is_tuple: false,
            is_copy: true,
            syntax: None,
            scope: 0,
            functions: HashMap::new(),
            constants: HashMap::new(),
            scalars: Some(u64::from(axes)),
        });
        let id = self.structs.len() - 1;
        self.axes.insert(axes, id);
        Ty::Struct(id)
    }

    /// The constant of the program that stands for one of the library.
    pub(super) fn library_constant(&mut self, name: &str, ty: &Ty, value: &ConstValue) -> usize {
        let key = format!("{name}: {}", self.show(ty));
        if let Some(id) = self.library_constants.get(&key) {
            return *id;
        }
        self.constants.push(ConstItem {
            name: name.to_owned(),
            span: Span::new(0, 0),
            ty: None,
            expr: None,
            scope: 0,
            owner: None,
            state: ConstState::Done(ty.clone(), Some(value.clone())),
        });
        let id = self.constants.len() - 1;
        self.library_constants.insert(key, id);
        id
    }

    /// How many scalars a value of a type holds; lengths that are not known
    /// count as one.
    pub(super) fn scalars(&self, ty: &Ty) -> u64 {
        match ty {
            Ty::Tuple(members) => {
                members.iter().fold(0, |sum, ty| sum.saturating_add(self.scalars(ty)))
            }
            Ty::Array(element, Len::Known(len)) => {
                u64::from(*len).saturating_mul(self.scalars(element))
            }
            Ty::Array(element, _) => self.scalars(element),
            Ty::Struct(id) => self.structs.get(*id).and_then(|item| item.scalars).unwrap_or(1),
            Ty::Four(_) => 4,
            _ => 1,
        }
    }
}

/// Whether an entry of the library is found among names of a kind.
pub(super) fn lives_in(entry: &Entry, space: Space) -> bool {
    match entry {
        Entry::Module(_) | Entry::Type(_) => space == Space::Types,
        Entry::Function(_) | Entry::SizeOf | Entry::Constant(..) | Entry::Order(_) => {
            space == Space::Values
        }
        Entry::SharedArray | Entry::Kernel => space == Space::Macros,
        Entry::Ignored => space != Space::Values,
        Entry::Unread(..) => true,
    }
}
