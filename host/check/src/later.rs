//! What is judged of expressions when all types are known.

use crate::body::{Body, CopiedFrom, Later, WarpNumbers};
use crate::expressions::place::cannot_move;
use naga::Span;
use warpbench_codes::{E0277, E0600, K0023};
use warpbench_hir::types::{FloatTy, IntTy, Ty};
use warpbench_source::diagnostic::Diagnostic;

impl Body<'_> {
    /// Reports what is wrong with it, if anything.
    pub(super) fn judge(&mut self, later: Later) {
        match later {
            Later::Cast { from, to, span, operand } => {
                self.late_cast(&from, &to, span, operand);
            }
            Later::Neg { ty, span } => {
                if let Ty::Int(int) = self.head(&ty)
                    && !int.is_signed()
                {
                    let name = int.name();
                    let signed = name.replacen('u', "i", 1);
                    let words = self.checker.quote(span).and_then(|words| words.strip_prefix('-'));
                    let is_number =
                        words.is_some_and(|words| words.bytes().all(|b| b.is_ascii_digit()));
                    let help = match words {
                        _ if int == IntTy::Usize => {
                            "an index counts from 0; the last element is at \
                            `x.len() - 1`"
                                .to_owned()
                        }
                        Some(_) if is_number => format!("use a signed type: `{signed}`"),
                        Some(words) => format!("use a signed type: `-({words} as {signed})`"),
                        None => format!("use a signed type, such as `{signed}`"),
                    };
                    self.report(
                        Diagnostic::new(
                            E0600,
                            format!("cannot apply unary operator `-` to type `{name}`"),
                            span,
                        )
                        .label("it has no negative values")
                        .help(help),
                    );
                }
            }
            Later::Integer { ty, span, what } => {
                if !matches!(self.head(&ty), Ty::Int(_) | Ty::Error | Ty::Never) {
                    let shown = self.show(&ty);
                    let message = format!("`{shown}` cannot be {what}");
                    self.report(Diagnostic::new(E0277, message, span).label("expected an integer"));
                }
            }
            Later::Printed { ty, span, notation } => self.judge_printed(&ty, span, notation),
            Later::WarpValue { ty, span, numbers } => self.judge_warp_value(&ty, span, numbers),
            Later::Repeated { ty, span } => self.judge_repeated(&ty, span),
            Later::Copy { ty, span, place } => self.late_copy(&ty, span, place),
        }
    }

    /// `[x; n]` copies `x`.
    fn judge_repeated(&mut self, ty: &Ty, span: Span) {
        let ty = self.resolved(ty);
        if self.checker.is_copy(&ty) || matches!(ty, Ty::Atomic(_)) || self.is_in_library() {
            return;
        }
        let shown = self.checker.show(&ty);
        let help = match (self.checker.bound_to_write(&ty, "Copy"), &ty) {
            (Some(help), _) => help,
            (None, Ty::Struct(id, _)) if !self.checker.structs[*id].is_library => {
                format!("put `#[derive(Clone, Copy)]` before the declaration of `{shown}`")
            }
            _ => "write the elements one by one: `[…, …]`".to_owned(),
        };
        self.report(
            Diagnostic::new(E0277, format!("`{shown}` does not implement `Copy`"), span)
                .label("repeated here, and so copied")
                .help(help),
        );
    }

    fn judge_warp_value(&mut self, ty: &Ty, span: Span, numbers: WarpNumbers) {
        let head = self.head(ty);
        let fits = match (&head, numbers) {
            (Ty::Error | Ty::Never, _) => true,
            (ty, _) if self.checker.is_opaque(ty) => true,
            (Ty::Int(IntTy::Usize | IntTy::Isize | IntTy::I128 | IntTy::U128), _) => false,
            (Ty::Int(_) | Ty::Float(_), WarpNumbers::Any) => true,
            (Ty::Int(int), WarpNumbers::Words) => int.bits() >= 32,
            (Ty::Float(FloatTy::F32 | FloatTy::F64), WarpNumbers::Words) => true,
            (head, WarpNumbers::Integers) => matches!(*head, Ty::U32 | Ty::I32),
            _ => false,
        };
        if fits {
            return;
        }
        let shown = self.show(&head);
        let (label, help) = match (&head, numbers) {
            (Ty::Int(int), _) if int.is_wide() => {
                ("more than lanes exchange at once", "exchange its halves, two `u64`")
            }
            (Ty::Int(_), _) => ("not a number that a warp exchanges", "cast it: `x as u32`"),
            (Ty::Float(_), WarpNumbers::Integers) => (
                "only `u32` and `i32` are reduced at once",
                "add up what `warp_shuffle_xor` gives, with 16, 8, 4, 2 and 1",
            ),
            (Ty::Bool, _) => ("a truth value", "use `warp_vote_ballot`, or pass `x as u32`"),
            _ => ("not a number", "exchange its numbers one by one"),
        };
        self.report(
            Diagnostic::new(
                K0023,
                format!("lanes cannot exchange a `{shown}` with this function"),
                span,
            )
            .label(label)
            .help(help),
        );
    }

    /// A value that is not `Copy` is moved: out of a variable once, out of
    /// anything else not at all.
    fn late_copy(&mut self, ty: &Ty, span: Span, place: CopiedFrom) {
        let ty = self.resolved(ty);
        if let Ty::Atomic(atomic) = ty {
            return self.atomic_by_value(atomic, span);
        }
        if self.checker.is_copy(&ty) || self.is_in_library() {
            return;
        }
        match place {
            // References are lent on.
            CopiedFrom::Local(_) if matches!(ty, Ty::Reference(..)) => {}
            CopiedFrom::Local(id) => self.variables.moved.push((id, span)),
            // Nobody uses what is left of a temporary, or of a variable whose
            // part was taken.
            CopiedFrom::Part => {}
            CopiedFrom::Reference | CopiedFrom::Element => {
                if matches!(ty, Ty::Reference(..) | Ty::Iter(_)) {
                    return;
                }
                let shown = self.checker.show(&ty);
                let help = self.checker.bound_to_write(&ty, "Copy").unwrap_or_else(|| {
                    format!(
                        "put `#[derive(Clone, Copy)]` before the declaration of `{shown}`, or \
                         borrow it with `&`"
                    )
                });
                let is_element = matches!(place, CopiedFrom::Element);
                let what = format!("a `{shown}`");
                self.report(cannot_move(&what, span, is_element).help(help));
            }
        }
    }
}
