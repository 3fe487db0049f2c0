//! The body of a function, or the expression of a constant, while it is
//! checked.

use crate::checker::{Arguments, Bound, Checker, ScopeId, ScopeKind};
use crate::expressions::open_constant::OpenConstant;
use crate::items::opaque_result::PromisedCall;
use crate::patterns::exhaustive::Unfinished;
use crate::typing::infer::{Infer, TyVarKind};
use crate::typing::written::Env;
use naga::Span;
use std::collections::HashMap;
use std::rc::Rc;
use warpbench_codes::{E0133, E0282, E0283, K0021};
use warpbench_hir::types::{ClosureId, Projection, Ty};
use warpbench_hir::{self as hir, ConstParam, Expr, ExprKind, LabelId, LocalId};
use warpbench_source::diagnostic::Diagnostic;

/// What the surroundings of an expression say about its type.
#[derive(Clone, Debug)]
pub(super) enum Expect {
    None,
    /// It will be coerced to this type.
    Has(Ty),
    /// A guess that helps to settle literals; another type is no error yet.
    Hint(Ty),
}

impl Expect {
    /// The type that is expected or guessed.
    pub(super) fn ty(&self) -> Option<&Ty> {
        match self {
            Expect::None => None,
            Expect::Has(ty) | Expect::Hint(ty) => Some(ty),
        }
    }
}

/// Names that a block declares.
#[derive(Debug, Default)]
struct Rib {
    locals: HashMap<String, LocalId>,
    scope: Option<ScopeId>,
}

/// A loop or block that can be left.
#[derive(Debug)]
pub(super) struct JumpTarget {
    /// Its name, without the apostrophe.
    pub(super) name: Option<String>,
    pub(super) id: LabelId,
    /// Whether it is a loop, which `continue` and `break` without a name mean.
    pub(super) is_loop: bool,
    /// Whether `break` may carry a value.
    pub(super) takes_value: bool,
    /// The type of its value.
    pub(super) ty: Ty,
    pub(super) is_left: bool,
}

/// The numbers that a warp operation can be given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WarpNumbers {
    /// All but `usize` and `isize`, whose width is not the same everywhere.
    Any,
    /// Those of 32 and 64 bits.
    Words,
    /// `u32` and `i32`.
    Integers,
}

/// Something that can only be judged when all types are known.
#[derive(Debug)]
pub(super) enum Later {
    Cast {
        from: Ty,
        to: Ty,
        span: Span,
        operand: Span,
    },
    /// `-x`.
    Neg {
        ty: Ty,
        span: Span,
    },
    /// Something whose type must be an integer.
    Integer {
        ty: Ty,
        span: Span,
        what: &'static str,
    },
    /// A value that the lanes of a warp exchange.
    WarpValue {
        ty: Ty,
        span: Span,
        numbers: WarpNumbers,
    },
    /// A value that is printed.
    Printed {
        ty: Ty,
        span: Span,
        /// How, and whether with `#`.
        notation: (warpbench_semantics::Notation, bool),
    },
    /// A value that an array repeats.
    Repeated {
        ty: Ty,
        span: Span,
    },
    /// A value that is used up where it is not `Copy`.
    Copy {
        ty: Ty,
        span: Span,
        place: CopiedFrom,
    },
}

/// A call whose function is known when all types are.
#[derive(Clone, Debug)]
pub(super) struct PendingCall {
    pub(super) function: usize,
    pub(super) arguments: Arguments,
    pub(super) span: Span,
}

/// A closure that is being read.
#[derive(Clone, Debug)]
pub(super) struct OpenClosure {
    /// Variables before this one are not its own.
    pub(super) first: LocalId,
    pub(super) captured: Vec<LocalId>,
    pub(super) returns: bool,
}

/// Where a value is taken from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CopiedFrom {
    Local(LocalId),
    /// A part of a variable.
    Part,
    /// What a reference leads to.
    Reference,
    /// An element, or a part of one.
    Element,
}

#[derive(Debug)]
pub(super) struct Body<'a> {
    pub(super) checker: &'a mut Checker,
    pub(super) infer: Infer,
    pub(super) locals: Vec<hir::Local>,
    pub(super) variables: Variables,
    /// The innermost scope of items.
    pub(super) scope: ScopeId,
    base_scope: ScopeId,
    pub(super) const_params: Rc<Vec<ConstParam>>,
    /// The function with its arguments, by position, unless this is the
    /// expression of a constant.
    pub(super) function: Option<usize>,
    /// How many instances had to be made for this one.
    pub(super) depth: u32,
    /// Calls whose functions are known when all types are.
    pub(super) calls: Vec<PendingCall>,
    /// The calls that are being checked, with the types that are expected of them.
    pub(super) expected_results: Vec<(Span, Ty)>,
    pub(super) waiting: Waiting,
    /// What must hold of types which are not known yet.
    pub(super) bounds: Vec<Bound>,
    /// The closures around the present place, outermost first, each with its
    /// first variable.
    pub(super) closures: Vec<OpenClosure>,
    pub(super) closure_types: ClosureTypes,
    /// What the function returns, and where it says so.
    pub(super) result: Option<(Ty, Option<Span>)>,
    pub(super) flow: Flow,
    pub(super) role: Role,
    /// The digits of float literals, by number, to be rounded once.
    pub(super) floats: Vec<String>,
    /// How much was wrong before this body.
    pub(super) reported_before: usize,
}

/// What is checked, where it is no plain function.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Role {
    /// Whether unsafe operations are allowed here.
    pub(super) is_unsafe: bool,
    /// Whether this is the expression of a constant.
    pub(super) is_constant: bool,
    /// Whether this is computed when the program is compiled, as the bodies of functions are
    /// that are `const`.
    pub(super) is_const: bool,
    /// Whether this is what a static in shared memory is declared with, which
    /// nobody ever sees.
    pub(super) is_static: bool,
}

/// The variables that names lead to, and what happens to them.
#[derive(Debug, Default)]
pub(super) struct Variables {
    /// Variables that were declared without `mut`, and without a value.
    pub(super) deferred: Vec<LocalId>,
    ribs: Vec<Rib>,
    /// Variables that are not `Copy`, and where their values are taken.
    pub(super) moved: Vec<(LocalId, Span)>,
}

/// What closures take and return.
#[derive(Debug, Default)]
pub(super) struct ClosureTypes {
    /// What the closures take and return that the function promises.
    pub(super) promised: Vec<PromisedCall>,
    /// Closures of this body, with the types of their parameters and results.
    pub(super) own: Vec<ClosureId>,
}

/// Where control may go, and whether it comes here at all.
#[derive(Debug, Default)]
pub(super) struct Flow {
    pub(super) targets: Vec<JumpTarget>,
    pub(super) labels: LabelId,
    /// Whether what follows is never reached.
    pub(super) diverges: bool,
}

/// What waits for types that are not known yet.
#[derive(Debug, Default)]
pub(super) struct Waiting {
    /// Types that belong to types which are not known yet.
    pub(super) projections: Vec<(Projection, Ty, Span)>,
    /// Constants of types that are not known yet.
    pub(super) constants: Vec<OpenConstant>,
    /// Values that are converted into types which are not known yet.
    pub(super) conversions: Vec<(Ty, Ty, Span)>,
    pub(super) checks: Vec<Later>,
    /// Matches whose arms are to be counted when all types are known.
    pub(super) matches: Vec<Unfinished>,
    /// Types of loops and blocks that are `()` if nothing else says otherwise.
    pub(super) units: Vec<Ty>,
}

impl<'a> Body<'a> {
    /// A body about which nothing is known yet.
    pub(super) fn new(
        checker: &'a mut Checker,
        scope: ScopeId,
        const_params: Rc<Vec<ConstParam>>,
    ) -> Body<'a> {
        let reported_before = checker.sink.diagnostics.len();
        Body {
            checker,
            infer: Infer::default(),
            locals: Vec::new(),
            variables: Variables { ribs: vec![Rib::default()], ..Variables::default() },
            scope,
            base_scope: scope,
            const_params,
            depth: 0,
            calls: Vec::new(),
            waiting: Waiting::default(),
            expected_results: Vec::new(),
            bounds: Vec::new(),
            closures: Vec::new(),
            closure_types: ClosureTypes::default(),
            function: None,
            result: None,
            flow: Flow::default(),
            role: Role::default(),
            floats: Vec::new(),
            reported_before,
        }
    }

    /// The function that is checked, as it is declared.
    pub(super) fn item(&self) -> Option<usize> {
        self.function.map(|id| self.checker.made.functions[id].item)
    }

    /// Says that something is wrong. What is wrong in the library is so because of
    /// what it was asked for, and the text has the place of that alone.
    ///
    /// Where something is wrong already, types stay open that would be known otherwise:
    /// of those nothing is said, as rustc says nothing.
    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        let before = self.checker.sink.diagnostics.get(self.reported_before..).unwrap_or_default();
        let is_open = |found: &Diagnostic| matches!(found.code, E0282 | E0283);
        if is_open(&diagnostic) && !before.iter().all(is_open) {
            return;
        }
        let Some(place) = self.library_place() else { return self.checker.report(diagnostic) };
        let mut moved = Diagnostic::new(diagnostic.code, diagnostic.message, place)
            .label("asked for here, with types that do not allow it");
        moved.help = diagnostic.help.filter(|help| !help.contains('`') || help.contains("derive"));
        self.checker.report(moved);
    }

    /// The place in the text that stands for this body, if it is one of the
    /// library.
    pub(super) fn library_place(&self) -> Option<Span> {
        let instance = &self.checker.made.functions[self.function?];
        self.checker.functions[instance.item].is_library.then_some(instance.asked_at)
    }

    /// An expression that stands for something that was reported.
    pub(super) fn error(&mut self, diagnostic: Diagnostic) -> Expr {
        let span = diagnostic.span;
        self.report(diagnostic);
        broken(span)
    }

    pub(super) fn show(&self, ty: &Ty) -> String {
        match self.infer.resolve(ty) {
            Ok(ty) => self.show_resolved(&ty),
            Err(_) => "{too large}".to_owned(),
        }
    }

    fn show_resolved(&self, ty: &Ty) -> String {
        match ty {
            Ty::Var(_) => match self.infer.kind(ty) {
                Some(TyVarKind::Int) => "{integer}".to_owned(),
                Some(TyVarKind::Float) => "{float}".to_owned(),
                _ => "_".to_owned(),
            },
            Ty::Struct(..) if let Some((params, result)) = self.checker.pointer_parts(ty) => {
                let params: Vec<String> = params.iter().map(|ty| self.show_resolved(ty)).collect();
                let shown = format!("fn({})", params.join(", "));
                if result == Ty::UNIT {
                    shown
                } else {
                    format!("{shown} -> {}", self.show_resolved(&result))
                }
            }
            Ty::Struct(id, arguments) if !arguments.is_empty() => {
                let name = &self.checker.structs[*id].hir.name;
                let arguments: Vec<String> =
                    arguments.iter().map(|ty| self.show_resolved(ty)).collect();
                format!("{name}<{}>", arguments.join(", "))
            }
            Ty::Tuple(members) if members.len() > 1 => {
                let members: Vec<String> =
                    members.iter().map(|member| self.show_resolved(member)).collect();
                format!("({})", members.join(", "))
            }
            Ty::Array(element, len) => format!("[{}; {len}]", self.show_resolved(element)),
            Ty::Slice(element) => format!("[{}]", self.show_resolved(element)),
            Ty::Pointer(mutability, to) => {
                let outer = self.checker.show(&Ty::pointer(*mutability, Ty::Var(0)));
                outer.replace('_', &self.show_resolved(to))
            }
            Ty::Reference(mutability, to) => {
                let outer = self.checker.show(&Ty::reference(*mutability, Ty::Var(0)));
                outer.replace('_', &self.show_resolved(to))
            }
            other => self.checker.show(other),
        }
    }

    /// The type without variables at its head.
    pub(super) fn head(&self, ty: &Ty) -> Ty {
        self.infer.head(ty)
    }

    /// A type that is to be found out.
    pub(super) fn fresh(&mut self, kind: TyVarKind, span: Span) -> Ty {
        self.infer.fresh(kind, span)
    }

    /// The type that is written.
    pub(super) fn written_ty(&mut self, ty: &syn::Type) -> Ty {
        let mut env = Env {
            scope: self.scope,
            const_params: &self.const_params,
            infer: Some(&mut self.infer),
        };
        self.checker.ty(ty, &mut env)
    }

    /// Reports a type that has grown too large.
    pub(super) fn bounded(&mut self, ty: Ty, span: Span) -> Ty {
        match self.infer.resolve(&ty) {
            Ok(ty) => self.checker.bounded(ty, span),
            Err(_) => {
                self.report_too_large(span);
                Ty::Error
            }
        }
    }

    /// Says that a type has grown too large.
    pub(super) fn report_too_large(&mut self, span: Span) {
        self.report(
            Diagnostic::new(K0021, "the type of this value has too many parts", span)
                .note("the workbench bounds the size of types, so that it always answers soon")
                .help("use an array or a structure"),
        );
    }

    pub(super) fn declare(&mut self, name: &str, ty: Ty, is_mutable: bool, span: Span) -> LocalId {
        let id = self.locals.len();
        let name = name.to_owned();
        if !name.is_empty()
            && let Some(rib) = self.variables.ribs.last_mut()
        {
            rib.locals.insert(name.clone(), id);
        }
        self.locals.push(hir::Local { name, ty, is_mutable, is_borrowed: false, span });
        id
    }

    /// Gives a name to a variable that has been declared before.
    pub(super) fn name_again(&mut self, name: &str, id: LocalId) {
        if let Some(rib) = self.variables.ribs.last_mut() {
            rib.locals.insert(name.to_owned(), id);
        }
    }

    /// Whether the innermost block declares such a variable.
    pub(super) fn is_known_param(&self, name: &str) -> bool {
        self.variables.ribs.last().is_some_and(|rib| rib.locals.contains_key(name))
    }

    /// Does something with a set of names of its own.
    pub(super) fn with_rib<T>(&mut self, action: impl FnOnce(&mut Self) -> T) -> T {
        self.variables.ribs.push(Rib::default());
        let scope = self.scope;
        let result = action(self);
        self.scope = scope;
        self.variables.ribs.pop();
        result
    }

    /// Makes the items of a block known.
    pub(super) fn enter_items<'i>(
        &mut self,
        items: impl IntoIterator<Item = &'i syn::Item> + Clone,
    ) {
        let scope = self.checker.open_scope(self.scope);
        self.checker.scopes[scope].kind = ScopeKind::Body;
        self.checker.declare(scope, items);
        self.scope = scope;
        if let Some(rib) = self.variables.ribs.last_mut() {
            rib.scope = Some(scope);
        }
    }

    /// What a single word stands for: a variable or an item, whichever is
    /// nearer.
    pub(super) fn find_value(&mut self, name: &str) -> Option<Found> {
        let found = self.find_value_here(name);
        if let Some(Found::Local(id)) = found {
            // What a closure uses of the function around it, it captures.
            for closure in &mut self.closures {
                if id < closure.first && !closure.captured.contains(&id) {
                    closure.captured.push(id);
                }
            }
        }
        found
    }

    /// What a single word stands for, without using it.
    pub(super) fn find_value_here(&self, name: &str) -> Option<Found> {
        use crate::checker::Space::Values;
        for rib in self.variables.ribs.iter().rev() {
            if let Some(id) = rib.locals.get(name) {
                return Some(Found::Local(*id));
            }
            if let Some(scope) = rib.scope
                && let Some(def) = self.checker.find_here(scope, Values, name)
            {
                return Some(Found::Item(def));
            }
        }
        if let Some(place) = self.const_params.iter().position(|param| param.name == name) {
            return Some(Found::ConstParam(place));
        }
        self.checker.find(self.base_scope, Values, name).map(Found::Item)
    }

    /// The names of all variables that are visible.
    pub(super) fn visible_locals(&self) -> Vec<String> {
        let names = self.variables.ribs.iter().flat_map(|rib| rib.locals.keys().cloned());
        names.chain(self.const_params.iter().map(|param| param.name.clone())).collect()
    }

    /// A new number for a loop or block.
    pub(super) fn new_label(&mut self) -> LabelId {
        self.flow.labels += 1;
        self.flow.labels - 1
    }

    /// Reports an unsafe operation outside of `unsafe`.
    pub(super) fn need_unsafe(&mut self, what: &str, span: Span) {
        if self.role.is_unsafe {
            return;
        }
        self.report(
            Diagnostic::new(E0133, format!("{what} needs an `unsafe` function or block"), span)
                .label("needs `unsafe`")
                .note("the compiler cannot see that it is sound, so the text must say so")
                .help("put `unsafe { … }` around it, or write `unsafe fn`"),
        );
    }
}

/// What a single word stands for.
#[derive(Debug)]
pub(super) enum Found {
    Local(LocalId),
    ConstParam(usize),
    Item(crate::checker::Def),
}

/// An expression that stands for something that was reported.
pub(super) fn broken(span: Span) -> Expr {
    Expr { kind: ExprKind::Error, ty: Ty::Error, span }
}

pub(super) fn expr(kind: ExprKind, ty: Ty, span: Span) -> Expr {
    Expr { kind, ty, span }
}
