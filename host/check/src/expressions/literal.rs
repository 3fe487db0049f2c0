//! Literals, and constants of number types.

use crate::body::{Body, Expect, expr};
use crate::names::library;
use crate::syntax::c::expression;
use crate::syntax::spans;
use crate::typing::infer::TyVarKind;
use crate::typing::written;
use crate::wording::unsupported;
use naga::Span;
use syn::Lit;
use warpbench_codes::{K0002, S0013, S0016};
use warpbench_hir::types::{FloatTy, IntTy, Len, Mutability, Ty};
use warpbench_hir::{self as hir, ConstValue, ExprKind};
use warpbench_source::diagnostic::{Diagnostic, Subject};

/// Beyond every integer type but those of 128 bits.
const HUGE: i128 = 1 << 100;

impl Body<'_> {
    pub(crate) fn literal(&mut self, literal: &Lit, expect: &Expect) -> hir::Expr {
        let span = spans::bytes(literal.span());
        match literal {
            Lit::Int(int) => {
                let digits = int.base10_digits();
                let value = digits.parse::<i128>().unwrap_or(HUGE);
                match int.suffix() {
                    "" => {
                        let ty = self.int_ty(expect, span);
                        let value = bits_of(digits, &ty).unwrap_or(value);
                        expr(ExprKind::Literal(ConstValue::Int(value)), ty, span)
                    }
                    "f16" | "f32" | "f64" => {
                        self.float(int.base10_digits(), int.suffix(), expect, span)
                    }
                    suffix => match self.suffixed(suffix, span) {
                        Some(ty) => {
                            let value = bits_of(digits, &ty).unwrap_or(value);
                            expr(ExprKind::Literal(ConstValue::Int(value)), ty, span)
                        }
                        None => crate::body::broken(span),
                    },
                }
            }
            Lit::Float(float) => self.float(float.base10_digits(), float.suffix(), expect, span),
            Lit::Bool(bool) => {
                expr(ExprKind::Literal(ConstValue::Bool(bool.value)), Ty::Bool, span)
            }
            Lit::ByteStr(bytes) => self.byte_string(&bytes.value(), span),
            Lit::Str(_) | Lit::CStr(_) => self.error(
                unsupported::impossible("strings", span)
                    .about(Subject::Text)
                    .note("there is no text on a GPU: buffers hold numbers")
                    .help("write bytes, such as `b\"text\"`, or pass numbers"),
            ),
            Lit::Char(char) => self.character(char.value(), expect, span),
            Lit::Byte(byte) => {
                let value = ConstValue::Int(i128::from(byte.value()));
                expr(ExprKind::Literal(value), Ty::Int(IntTy::U8), span)
            }
            _ => self.error(Diagnostic::new(K0002, "this literal cannot be read", span)),
        }
    }

    /// `b"text"`: a reference to an array of bytes.
    pub(crate) fn byte_string(&mut self, bytes: &[u8], span: Span) -> hir::Expr {
        let byte = Ty::Int(IntTy::U8);
        let len = Len::Known(u32::try_from(bytes.len()).unwrap_or(u32::MAX));
        let array = Ty::Array(Box::new(byte), len);
        let values = bytes.iter().map(|byte| ConstValue::Int(i128::from(*byte))).collect();
        let value = expr(ExprKind::Literal(ConstValue::Many(values)), array.clone(), span);
        let reference = Ty::reference(Mutability::Const, array);
        expr(ExprKind::AddressOf(Box::new(value)), reference, span)
    }

    fn int_ty(&mut self, expect: &Expect, span: Span) -> Ty {
        match expect.ty().map(|ty| self.head(ty)) {
            Some(ty @ Ty::Int(_)) => ty,
            _ => self.fresh(TyVarKind::Int, span),
        }
    }

    fn float(&mut self, digits: &str, suffix: &str, expect: &Expect, span: Span) -> hir::Expr {
        let ty = match suffix {
            "" => match expect.ty().map(|ty| self.head(ty)) {
                Some(ty @ Ty::Float(_)) => ty,
                _ => self.fresh(TyVarKind::Float, span),
            },
            suffix => match self.suffixed(suffix, span) {
                Some(ty @ Ty::Float(_)) => ty,
                Some(_) => {
                    let message = format!("a number with a point cannot be `{suffix}`");
                    return self.error(Diagnostic::new(S0016, message, span));
                }
                None => return crate::body::broken(span),
            },
        };
        self.digits(digits.to_owned(), ty, span)
    }

    /// A constant such as `f32::MAX`, spelled so that it reads back the same.
    pub(crate) fn float_constant(&mut self, ty: &Ty, value: f64, span: Span) -> hir::Expr {
        let digits = match ty {
            Ty::Float(FloatTy::F32) => format!("{:?}", value as f32),
            // One of 16 bits is the nearest to its own digits, however many there are.
            _ => format!("{value:?}"),
        };
        self.digits(digits, ty.clone(), span)
    }

    /// Until the body is finished, a float is the place of its digits.
    fn digits(&mut self, digits: String, ty: Ty, span: Span) -> hir::Expr {
        self.floats.push(digits);
        let place = self.floats.len() as f64 - 1.0;
        expr(ExprKind::Literal(ConstValue::Float(place)), ty, span)
    }

    fn suffixed(&mut self, suffix: &str, span: Span) -> Option<Ty> {
        let ty = written::primitive(suffix).filter(|ty| *ty != Ty::Bool);
        if ty.is_none() {
            let diagnostic = match unsupported::number(suffix) {
                Some((note, help)) => {
                    unsupported::unread(&format!("the type `{suffix}`"), span).note(note).help(help)
                }
                None if c_suffix(suffix) => {
                    let digits = self.checker.quote(span).map(expression::number);
                    let digits = digits.unwrap_or_default();
                    Diagnostic::new(S0016, format!("`{suffix}` is not a type of numbers"), span)
                        .help(format!("write `{digits}`, whose type is inferred"))
                }
                None => Diagnostic::new(
                    S0016,
                    format!("`{suffix}` is not a type of numbers"),
                    span,
                )
                .help(
                    "use `i8`, `u8`, `i16`, `u16`, `i32`, `u32`, `i64`, `u64`, `i128`, `u128`, \
                         `isize`, `usize`, `f16`, `f32` or `f64`",
                ),
            };
            self.report(diagnostic);
        }
        ty
    }
}

/// The number of a literal of a type, with its sign; of a `u128` its bits.
pub(crate) fn number(digits: &str, ty: &Ty) -> i128 {
    digits.parse::<i128>().ok().or_else(|| bits_of(digits, ty)).unwrap_or(HUGE)
}

/// The bits of a literal of 128 bits, which may be more than an `i128` holds.
fn bits_of(digits: &str, ty: &Ty) -> Option<i128> {
    match ty {
        Ty::Int(int) if int.is_wide() => digits.parse::<u128>().ok().map(|value| value as i128),
        _ => None,
    }
}

/// A constant such as `u32::MAX`, or `consts::PI` of a type of floats.
pub(crate) fn library_constant(ty: &Ty, name: &str) -> Option<(Ty, ConstValue)> {
    match (ty, name.strip_prefix("consts::")) {
        (Ty::Float(float), Some(name)) => {
            Some((ty.clone(), ConstValue::Float(library::float_constant(*float, name)?)))
        }
        _ => constant_of(ty, name),
    }
}

/// A constant such as `u32::MAX`.
pub(crate) fn constant_of(ty: &Ty, name: &str) -> Option<(Ty, ConstValue)> {
    if let Ty::Float(float) = ty
        && let Some((ty, value)) = shape_of(*float, name)
    {
        return Some((ty, ConstValue::Int(value.into())));
    }
    let value = match ty {
        Ty::Int(int) => match name {
            "MIN" => ConstValue::Int(int.min()),
            // All bits are set.
            "MAX" if *int == IntTy::U128 => ConstValue::Int(-1),
            "MAX" => ConstValue::Int(int.max()),
            "BITS" => return Some((Ty::U32, ConstValue::Int(i128::from(int.bits())))),
            _ => return None,
        },
        Ty::Float(FloatTy::F16) => ConstValue::Float(match name {
            "MIN" => -65_504.0,
            "MAX" => 65_504.0,
            "MIN_POSITIVE" => 2_f64.powi(-14),
            "EPSILON" => 2_f64.powi(-10),
            "INFINITY" => f64::INFINITY,
            "NEG_INFINITY" => f64::NEG_INFINITY,
            "NAN" => f64::NAN,
            _ => return None,
        }),
        Ty::Float(FloatTy::F32) => ConstValue::Float(f64::from(match name {
            "MIN" => f32::MIN,
            "MAX" => f32::MAX,
            "MIN_POSITIVE" => f32::MIN_POSITIVE,
            "EPSILON" => f32::EPSILON,
            "INFINITY" => f32::INFINITY,
            "NEG_INFINITY" => f32::NEG_INFINITY,
            "NAN" => f32::NAN,
            _ => return None,
        })),
        Ty::Float(FloatTy::F64) => ConstValue::Float(match name {
            "MIN" => f64::MIN,
            "MAX" => f64::MAX,
            "MIN_POSITIVE" => f64::MIN_POSITIVE,
            "EPSILON" => f64::EPSILON,
            "INFINITY" => f64::INFINITY,
            "NEG_INFINITY" => f64::NEG_INFINITY,
            "NAN" => f64::NAN,
            _ => return None,
        }),
        _ => return None,
    };
    Some((ty.clone(), value))
}

/// A number that says how a float is made, such as `f32::MANTISSA_DIGITS`.
fn shape_of(float: FloatTy, name: &str) -> Option<(Ty, i32)> {
    // Half, single and double precision.
    let (ty, values) = match name {
        "RADIX" => (Ty::U32, [2, 2, 2]),
        "MANTISSA_DIGITS" => (Ty::U32, [11, 24, 53]),
        "DIGITS" => (Ty::U32, [3, 6, 15]),
        "MIN_EXP" => (Ty::I32, [-13, -125, -1021]),
        "MAX_EXP" => (Ty::I32, [16, 128, 1024]),
        "MIN_10_EXP" => (Ty::I32, [-4, -37, -307]),
        "MAX_10_EXP" => (Ty::I32, [4, 38, 308]),
        _ => return None,
    };
    let [half, single, double] = values;
    let value = match float {
        FloatTy::F16 => half,
        FloatTy::F32 => single,
        FloatTy::F64 => double,
    };
    Some((ty, value))
}

/// Says that a literal does not fit its type.
pub(crate) fn out_of_range(int: IntTy, value: i128, span: Span) -> Diagnostic {
    let name = int.name();
    let diagnostic = Diagnostic::new(S0013, format!("literal out of range for `{name}`"), span)
        .label(format!("from {} to {}", int.min(), int.max()));
    let wider = [IntTy::U8, IntTy::I16, IntTy::U16, IntTy::I32, IntTy::U32, IntTy::I64, IntTy::U64]
        .into_iter()
        .chain([IntTy::I128]);
    let is_known = value != HUGE;
    match wider.into_iter().find(|wider| is_known && wider.holds(value)) {
        Some(wider) => diagnostic.help(format!("use `{}`", wider.name())),
        None => diagnostic,
    }
}

/// Whether C ends numbers with these letters.
fn c_suffix(suffix: &str) -> bool {
    suffix.chars().all(|letter| "fFuUlL".contains(letter))
}
