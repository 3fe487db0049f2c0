//! The checker: what the file declares, and the scopes in which names are looked up.

use crate::Sink;
use crate::expressions::function_pointer::Pointed;
use crate::expressions::reference_method::BoundCalls;
use crate::items::opaque_result::OpaqueResult;
use crate::items::statics::StaticItem;
use crate::names::library::{Entry, LIBRARY};
pub(super) use crate::scope::{Scope, ScopeKind, Space};
use crate::scope::{Sites, lives_in};
use crate::typing::assumed::Opaque;
use crate::wording::suggest;
use naga::Span;
use std::collections::HashMap;
use std::rc::Rc;
use warpbench_hir::types::{Len, Mutability, StructId, Ty};
use warpbench_hir::{self as hir, ConstValue, Site};
use warpbench_source::diagnostic::Diagnostic;

/// A scope of items, by position: the file or a block with items of its own.
pub(super) type ScopeId = usize;

/// The scope of what every file knows without importing it.
pub(super) const PRELUDE: ScopeId = 1;

/// What a name stands for.
#[derive(Clone, Debug)]
pub(super) enum Def {
    /// A structure or enum of the file.
    Struct(StructId),
    /// A variant of an enum.
    Variant(StructId, u32),
    /// A type that another name stands for: `Self`, a type parameter.
    Type(Ty),
    /// A type alias, by position.
    Alias(usize),
    Trait(TraitId),
    /// A module of the file.
    Module(ScopeId),
    /// A constant of the file.
    Constant(usize),
    /// A function of the file.
    Function(usize),
    /// A static in shared memory.
    Static(usize),
    Library(Entry),
    /// Something that was reported where it was declared.
    Error,
}

/// What a definition is generic over.
#[derive(Clone, Debug, Default)]
pub(super) struct Generics {
    /// The names of type parameters; those of `impl Trait` are empty.
    pub(super) types: Vec<TypeParam>,
    pub(super) consts: Vec<hir::ConstParam>,
    /// What constants are if nobody says otherwise.
    pub(super) const_defaults: HashMap<u32, Rc<syn::Expr>>,
    /// Types and constants in the order in which they are declared.
    pub(super) order: Vec<GenericKind>,
    /// What must hold of them.
    pub(super) bounds: Vec<Bound>,
    /// Types of which a bound could not be read.
    pub(super) misread: Vec<u32>,
}

/// A type parameter.
#[derive(Clone, Debug)]
pub(super) struct TypeParam {
    pub(super) name: String,
    /// What it is if nobody says otherwise.
    pub(super) default: Option<Rc<syn::Type>>,
}

/// A parameter in the order of the text: a type or a constant, by position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GenericKind {
    Type(u32),
    Const(u32),
}

/// What must hold of a type.
#[derive(Clone, Debug)]
pub(super) struct Bound {
    pub(super) ty: Ty,
    pub(super) kind: BoundKind,
    pub(super) span: Span,
}

#[derive(Clone, Debug)]
pub(super) enum BoundKind {
    /// It implements a trait with these arguments and associated types.
    Trait { id: TraitId, arguments: Vec<Ty>, types: Vec<(String, Ty)> },
    /// It can be called: `Fn(A, B) -> C`.
    Call { inputs: Vec<Ty>, output: Ty },
}

/// The arguments that a definition is used with.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Arguments {
    pub(super) types: Vec<Ty>,
    pub(super) consts: Vec<Len>,
}

/// A trait, by position.
pub(super) type TraitId = usize;

/// A trait of the file or of the library.
#[derive(Clone, Debug)]
pub(super) struct TraitItem {
    pub(super) name: String,
    pub(super) span: Span,
    /// Its parameters; the first type is `Self`.
    pub(super) generics: Rc<Generics>,
    pub(super) scope: ScopeId,
    /// Functions by name; those without a body have none to fall back on.
    pub(super) functions: HashMap<String, usize>,
    pub(super) constants: HashMap<String, Option<Rc<syn::ImplItemConst>>>,
    pub(super) types: HashMap<String, Option<Rc<syn::Type>>>,
    pub(super) supertraits: Vec<Bound>,
    /// The types of constants, whether there is a value to fall back on or not.
    pub(super) constant_types: HashMap<String, Rc<syn::Type>>,
    /// What must hold of the types that belong to it.
    pub(super) type_bounds: Vec<Bound>,
    pub(super) is_library: bool,
}

/// An `impl`, by position.
pub(super) type ImplId = usize;

/// An `impl` of a type, with or without a trait.
#[derive(Clone, Debug)]
pub(super) struct ImplItem {
    pub(super) generics: Rc<Generics>,
    /// The trait, with its arguments.
    pub(super) of: Option<(TraitId, Vec<Ty>)>,
    /// What it is for.
    pub(super) ty: Ty,
    /// Where it says so.
    pub(super) span: Span,
    pub(super) site: Site,
    pub(super) is_library: bool,
    pub(super) scope: ScopeId,
    pub(super) functions: HashMap<String, usize>,
    pub(super) constants: HashMap<String, Rc<syn::ImplItemConst>>,
    pub(super) types: HashMap<String, Ty>,
}

/// A type alias.
#[derive(Clone, Debug)]
pub(super) struct AliasItem {
    pub(super) generics: Rc<Generics>,
    pub(super) ty: Rc<syn::Type>,
    pub(super) scope: ScopeId,
}

/// A function with arguments for its parameters: what a program consists of.
#[derive(Clone, Debug)]
pub(super) struct Instance {
    pub(super) item: usize,
    pub(super) arguments: Arguments,
    /// How many instances had to be made for this one.
    pub(super) depth: u32,
    /// Where the text first asks for it.
    pub(super) asked_at: Span,
    /// What it returns, once that is known.
    pub(super) result: Option<Ty>,
    pub(super) state: InstanceState,
}

#[derive(Clone, Debug)]
pub(super) enum InstanceState {
    Waiting,
    Running,
    Done(Box<hir::Function>),
}

/// What is known of a closure outside of the body that makes it.
#[derive(Clone, Debug)]
pub(super) struct ClosureItem {
    pub(super) params: Vec<Ty>,
    pub(super) result: Ty,
    pub(super) span: Span,
}

/// A structure of the file or of the library.
#[derive(Clone, Debug)]
pub(super) struct StructItem {
    /// What the program says of it.
    pub(super) hir: hir::Struct,
    /// Whether its fields have numbers for names.
    pub(super) is_tuple: bool,
    /// Whether it derives `Clone` and `Copy`.
    pub(super) is_copy: bool,
    /// The traits that it derives.
    pub(super) derives: Vec<String>,
    /// Its syntax, until its fields are resolved.
    pub(super) syntax: StructSyntax,
    /// Where its fields' types are looked up.
    pub(super) scope: ScopeId,
    pub(super) generics: Rc<Generics>,
    /// What it was made of, if it is one of the forms of a generic structure.
    pub(super) made_of: Option<(StructId, Vec<Ty>)>,
    pub(super) is_library: bool,
    /// How many scalars it holds, once known.
    pub(super) scalars: Option<u64>,
}

/// Where a structure comes from.
#[derive(Clone, Debug)]
pub(super) enum StructSyntax {
    Struct(Rc<syn::ItemStruct>),
    Enum(Rc<syn::ItemEnum>),
    None,
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
#[derive(Clone, Debug)]
pub(super) struct ConstItem {
    pub(super) name: String,
    pub(super) span: Span,
    pub(super) ty: Option<Rc<syn::Type>>,
    pub(super) expr: Option<Rc<syn::Expr>>,
    pub(super) scope: ScopeId,
    pub(super) state: ConstState,
    /// The reference that it is, where its value is the array that this leads to.
    pub(super) reference: Option<Ty>,
    /// Whether it is a `static` that nobody can change.
    pub(super) is_static: bool,
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
    pub(super) generics: Rc<Generics>,
    /// Parameters, `self` first.
    pub(super) params: Vec<Param>,
    pub(super) result: Ty,
    /// Where it says what it returns.
    pub(super) result_span: Option<Span>,
    /// Whether the first parameter is `self`.
    pub(super) has_self: bool,
    /// Whether calls need `unsafe`.
    pub(super) is_unsafe: bool,
    /// The `impl Trait` that it returns, of which its body says what it is.
    pub(super) opaque: Option<OpaqueResult>,
}

/// A function of the file.
#[derive(Clone, Debug)]
pub(super) struct FunctionItem {
    pub(super) name: String,
    pub(super) span: Span,
    pub(super) signature_syntax: Rc<syn::Signature>,
    /// Its body; a function of a trait may have none.
    pub(super) block: Option<Rc<syn::Block>>,
    pub(super) scope: ScopeId,
    /// The parameters of the `impl` or trait around it.
    pub(super) outer: Rc<Generics>,
    /// The trait that declares it.
    pub(super) of_trait: Option<TraitId>,
    /// Whether it is in an `impl` or trait, where `self` is known.
    pub(super) has_owner: bool,
    pub(super) is_kernel: bool,
    pub(super) is_const: bool,
    /// Whether it is part of the library rather than of the text.
    pub(super) is_library: bool,
    /// The module that keeps it to itself, if it is a method.
    pub(super) reach: Option<ScopeId>,
    pub(super) site: Site,
    pub(super) signature: Option<Rc<Signature>>,
}

/// All that is known while a file is checked.
#[derive(Clone, Debug)]
pub(super) struct Checker {
    /// The text, to quote from.
    pub(super) text: String,
    pub(super) sink: Sink,
    /// Whether broken pieces of syntax were replaced.
    pub(super) has_placeholders: bool,
    pub(super) scopes: Vec<Scope>,
    pub(super) sites: Sites,
    pub(super) structs: Vec<StructItem>,
    pub(super) constants: Vec<ConstItem>,
    pub(super) functions: Vec<FunctionItem>,
    pub(super) traits: Vec<TraitItem>,
    pub(super) impls: Vec<ImplItem>,
    pub(super) lookup: Lookup,
    pub(super) aliases: Vec<AliasItem>,
    pub(super) closures: Vec<ClosureItem>,
    pub(super) pointed: Pointed,
    pub(super) made: Made,
    pub(super) library: LibraryUse,
    pub(super) spent: Spent,
    pub(super) statics: Vec<StaticItem>,
    /// Who calls whom, and where.
    pub(super) calls: Vec<(usize, usize, Span)>,
    pub(super) as_written: AsWritten,
}

/// What was spent of what a text may take.
#[derive(Clone, Debug, Default)]
pub(super) struct Spent {
    /// How deep types lie in each other that are being resolved.
    pub(super) type_depth: usize,
    /// How many constants wait for each other.
    pub(super) constant_depth: usize,
    /// How many values constants hold together.
    pub(super) constant_values: usize,
    /// How much more may be computed for constants.
    pub(super) steps_left: usize,
}

/// Generic definitions that are checked as they are written, before anything is made of them.
#[derive(Clone, Debug, Default)]
pub(super) struct AsWritten {
    /// Type parameters that are types of their own while their definition is
    /// checked as it is written, by the structures that stand for them.
    pub(super) opaque: HashMap<StructId, Opaque>,
    /// The `impl`s that such a definition takes for granted.
    pub(super) assumed: Vec<ImplId>,
    /// The methods that functions call by their bounds.
    pub(super) bound_calls: HashMap<usize, Rc<BoundCalls>>,
}

/// What the file uses of the library.
#[derive(Clone, Debug, Default)]
pub(super) struct LibraryUse {
    /// The traits of the library, by name.
    pub(super) traits: HashMap<String, TraitId>,
    /// Whether what is being declared belongs to the library.
    pub(super) is_open: bool,
    /// Whether the text asks for the number of a variant.
    pub(super) has_discriminants: bool,
    /// Whether the text hashes anything, so that it is known what each type hashes.
    pub(super) has_hashers: bool,
    /// Constants of the library that the program uses.
    pub(super) constants: HashMap<String, usize>,
    /// Structures of the library that the program uses, by number of axes.
    pub(super) axes: HashMap<u32, StructId>,
}

/// What was made of generic definitions, by what it was made of.
#[derive(Clone, Debug, Default)]
pub(super) struct Made {
    pub(super) functions: Vec<Instance>,
    pub(super) function_ids: HashMap<(usize, Arguments), usize>,
    /// The forms of generic structures, by what they are made of.
    pub(super) structs: HashMap<(StructId, Vec<Ty>), StructId>,
    /// Constants of `impl`s that were asked for, by the type they belong to.
    pub(super) constants: HashMap<(ImplId, String, Ty), usize>,
}

/// Which `impl`s and traits to ask.
#[derive(Clone, Debug, Default)]
pub(super) struct Lookup {
    /// The `impl`s that declare a member of a name.
    pub(super) impls_by_member: HashMap<String, Vec<ImplId>>,
    /// The `impl`s of a trait.
    pub(super) impls_by_trait: HashMap<TraitId, Vec<ImplId>>,
    /// The traits that declare a function of a name.
    pub(super) traits_by_member: HashMap<String, Vec<TraitId>>,
}

impl Checker {
    pub(super) fn new() -> Checker {
        Checker {
            text: String::new(),
            sink: Sink::default(),
            has_placeholders: false,
            // The file's scope, and around it that of the library.
            scopes: vec![Scope { parent: Some(PRELUDE), ..Scope::default() }, Scope::default()],
            sites: Sites::default(),
            structs: Vec::new(),
            constants: Vec::new(),
            functions: Vec::new(),
            traits: Vec::new(),
            impls: Vec::new(),
            lookup: Lookup::default(),
            aliases: Vec::new(),
            closures: Vec::new(),
            pointed: Pointed::default(),
            made: Made::default(),
            library: LibraryUse::default(),
            spent: Spent { steps_left: crate::constants::evaluate::MAX_STEPS, ..Spent::default() },
            statics: Vec::new(),
            calls: Vec::new(),
            as_written: AsWritten::default(),
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
        let mut is_inner_item = false;
        let mut inner = ScopeKind::Items;
        while let Some(at) = next
            && let Some(scope) = self.scopes.get(at)
        {
            is_inner_item |= inner == ScopeKind::Parameters && scope.kind == ScopeKind::Body;
            let is_hidden = is_inner_item && scope.kind == ScopeKind::Parameters;
            if !is_hidden && let Some(def) = self.find_here(at, space, name) {
                return Some(def);
            }
            inner = scope.kind;
            next = scope.parent;
        }
        None
    }

    /// What a name stands for in one scope.
    pub(super) fn find_here(&self, at: ScopeId, space: Space, name: &str) -> Option<Def> {
        let scope = &self.scopes[at];
        if let Some(def) = scope.names(space).get(name) {
            return Some(def.clone());
        }
        let listed = scope
            .globs
            .iter()
            .filter_map(|module| LIBRARY.get(module, name))
            .find(|entry| lives_in(entry, space));
        if let Some(entry) = listed {
            return Some(Def::Library(entry.clone()));
        }
        scope.modules.iter().find_map(|glob| {
            let module = &self.scopes[glob.module];
            let def = module.names(space).get(name).filter(|_| name != "super")?;
            let reach = module.private.get(&(space, name.to_owned())).copied();
            // Everything is what may be named here.
            self.may_use(at, reach).then(|| def.clone())
        })
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
            let names = scope.names(space);
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
            Ty::Struct(id, arguments) => {
                if let Some(shown) = self.show_pointer(ty) {
                    return shown;
                }
                let Some(item) = self.structs.get(*id) else { return "_".to_owned() };
                let arguments = match &item.made_of {
                    Some((_, made_of)) => made_of,
                    None => arguments,
                };
                self.show_with(&item.hir.name, arguments)
            }
            Ty::Param(_) => "_".to_owned(),
            Ty::Projection(projection) => {
                format!("{}::{}", self.show(&projection.of), projection.name)
            }
            Ty::Const(len) => len.to_string(),
            Ty::Closure(_) => "a closure".to_owned(),
            Ty::Iter(iter) => format!("an iterator over {}", self.show(&iter.item())),
            Ty::Four(four) => four.name().to_owned(),
            Ty::Ordering => "Ordering".to_owned(),
            Ty::ReductionOp => "WarpReductionOp".to_owned(),
            Ty::Atomic(atomic) => atomic.name(),
        }
    }

    /// A name with the arguments of its parameters.
    fn show_with(&self, name: &str, arguments: &[Ty]) -> String {
        if arguments.is_empty() {
            return name.to_owned();
        }
        let arguments: Vec<String> = arguments.iter().map(|ty| self.show(ty)).collect();
        format!("{name}<{}>", arguments.join(", "))
    }

    /// The structure that `thread::index_2d()` and the like return.
    pub(super) fn axes_struct(&mut self, axes: u32) -> Ty {
        if let Some(id) = self.library.axes.get(&axes) {
            return Ty::Struct(*id, Vec::new());
        }
        let names = ["x", "y", "z"].into_iter().take(axes as usize);
        let fields = names.map(|name| hir::Field { name: name.to_owned(), ty: Ty::U32 }).collect();
        let name = format!("Vec{axes}");
        self.structs.push(StructItem {
            hir: hir::Struct { name, fields, is_repr_c: false, ..hir::Struct::default() },
            is_tuple: false,
            is_copy: true,
            derives: Vec::new(),
            syntax: StructSyntax::None,
            scope: 0,
            generics: Rc::default(),
            made_of: None,
            is_library: true,
            scalars: Some(u64::from(axes)),
        });
        let id = self.structs.len() - 1;
        self.library.axes.insert(axes, id);
        Ty::Struct(id, Vec::new())
    }

    /// The constant of the program that stands for one of the library.
    pub(super) fn library_constant(&mut self, name: &str, ty: &Ty, value: &ConstValue) -> usize {
        let key = format!("{name}: {}", self.show(ty));
        if let Some(id) = self.library.constants.get(&key) {
            return *id;
        }
        self.constants.push(ConstItem {
            name: name.to_owned(),
            span: Span::new(0, 0),
            ty: None,
            expr: None,
            scope: 0,
            state: ConstState::Done(ty.clone(), Some(value.clone())),
            reference: None,
            is_static: false,
        });
        let id = self.constants.len() - 1;
        self.library.constants.insert(key, id);
        id
    }
}
