//! Statements as text: readable Rust, line by line, each with where it comes from.

use crate::tree::{BinaryOp, Expr, Stmt, StmtKind, UnaryOp};
use warpbench_front::diagnostic::Span;

/// The longest line that is written where it can be broken.
const MOST_COLUMNS: usize = 100;

/// A line of a generated text.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    pub text: String,
    /// The words of the annotated text that it comes from.
    pub origins: Vec<Span>,
}

/// A generated text under way.
#[derive(Clone, Debug, Default)]
pub struct Writer {
    pub lines: Vec<Line>,
    indent: usize,
}

impl Writer {
    /// Writes a line.
    pub fn line(&mut self, text: &str, origins: &[Span]) {
        let text = match text.is_empty() {
            true => String::new(),
            false => format!("{}{text}", "    ".repeat(self.indent)),
        };
        self.lines.push(Line { text, origins: origins.to_vec() });
    }

    /// Writes what is inside of something, further to the right.
    pub fn inside(&mut self, write: impl FnOnce(&mut Writer)) {
        self.indent += 1;
        write(self);
        self.indent -= 1;
    }

    /// Writes a comment, over as many lines as it needs.
    pub fn comment(&mut self, sign: &str, text: &str, origins: &[Span]) {
        let room = MOST_COLUMNS.saturating_sub(4 * self.indent + sign.len() + 1).max(20);
        let mut line = String::new();
        for word in text.split_whitespace() {
            if !line.is_empty() && line.len() + 1 + word.len() > room {
                self.line(&format!("{sign} {line}"), origins);
                line.clear();
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line += word;
        }
        self.line(&format!("{sign} {line}"), origins);
    }

    /// Writes `head(item, item)tail`, with a line for each item where one does not do.
    pub fn listed(&mut self, head: &str, items: &[String], tail: &str, origins: &[Span]) {
        let short = format!("{head}{}{tail}", items.join(", "));
        if 4 * self.indent + short.len() <= MOST_COLUMNS {
            self.line(&short, origins);
            return;
        }
        self.line(head, origins);
        self.inside(|writer| {
            for item in items {
                writer.line(&format!("{item},"), origins);
            }
        });
        self.line(tail, origins);
    }

    pub fn stmts(&mut self, stmts: &[Stmt]) {
        for stmt in stmts {
            self.stmt(stmt);
        }
    }

    fn braced(&mut self, head: &str, body: &[Stmt], origins: &[Span]) {
        self.line(&format!("{head}{{"), origins);
        self.inside(|writer| writer.stmts(body));
        self.line("}", origins);
    }

    pub fn stmt(&mut self, stmt: &Stmt) {
        let from = &stmt.origins;
        match &stmt.kind {
            StmtKind::Let { name, is_mutable, ty, value } => {
                let mutable = if *is_mutable { "mut " } else { "" };
                let ty = ty.as_ref().map(|ty| format!(": {ty}")).unwrap_or_default();
                let value = value.as_ref().map(|value| format!(" = {}", expr(value)));
                self.line(&format!("let {mutable}{name}{ty}{};", value.unwrap_or_default()), from);
            }
            StmtKind::Assign { target, op, value } => {
                let sign = op.map_or("", sign);
                let (target, value) = (expr(target), expr(value));
                let whole = format!("{target} {sign}= {value};");
                if 4 * self.indent + whole.len() <= MOST_COLUMNS {
                    self.line(&whole, from);
                } else {
                    self.line(&format!("{target} {sign}="), from);
                    self.inside(|writer| writer.line(&format!("{value};"), from));
                }
            }
            StmtKind::For(l) => {
                let mut range = format!("{}..{}", tight(&l.start, 2), tight(&l.end, 2));
                if l.is_reversed {
                    range = format!("({range}).rev()");
                    if l.step != 1 {
                        range += &format!(".step_by({})", l.step);
                    }
                } else if let Some(stride) = &l.stride {
                    range = format!("({range}).step_by({})", expr(stride));
                } else if l.step != 1 {
                    range = format!("({range}).step_by({})", l.step);
                }
                self.braced(&format!("for {} in {range} ", l.var), &l.body, from);
            }
            StmtKind::While { condition, body } => {
                self.braced(&format!("while {} ", expr(condition)), body, from);
            }
            StmtKind::If { condition, then, otherwise } => {
                self.line(&format!("if {} {{", expr(condition)), from);
                self.inside(|writer| writer.stmts(then));
                match otherwise {
                    None => self.line("}", from),
                    Some(otherwise) => {
                        self.line("} else {", from);
                        self.inside(|writer| writer.stmts(otherwise));
                        self.line("}", from);
                    }
                }
            }
            StmtKind::Block(body) => self.braced("", body, from),
            StmtKind::Expr(e) => self.line(&format!("{};", expr(e)), from),
            StmtKind::Value(e) => self.line(&expr(e), from),
            StmtKind::Break => self.line("break;", from),
            StmtKind::Continue => self.line("continue;", from),
            StmtKind::Return(None) => self.line("return;", from),
            StmtKind::Return(Some(e)) => self.line(&format!("return {};", expr(e)), from),
            StmtKind::Raw(text) => {
                for line in text.lines() {
                    self.line(line, from);
                }
            }
            StmtKind::Comment(text) => self.comment("//", text, from),
            StmtKind::Barrier => self.line("thread::sync_threads();", from),
            // What directives say is done by the passes before.
            StmtKind::Data(_) | StmtKind::Shared(_) => {}
            StmtKind::Kernel(kernel) => self.stmts(&kernel.body),
            StmtKind::Singular(body) => self.stmts(body),
        }
    }
}

/// An expression as it is written.
pub fn expr(expr: &Expr) -> String {
    tight(expr, 0)
}

/// The same with brackets around it where what surrounds it binds more tightly.
fn tight(e: &Expr, around: u8) -> String {
    let own = strength(e);
    let text = match e {
        Expr::At(inner, _) => return tight(inner, around),
        Expr::Literal(literal) => literal.text.clone(),
        Expr::Name(text) | Expr::Raw(text) => text.clone(),
        Expr::Unary(op, inner) => format!("{}{}", unary_sign(*op), tight(inner, own)),
        Expr::Binary(op, left, right) => {
            // Comparisons do not stand beside each other without brackets.
            let on_left = if op.is_comparison() { own + 1 } else { own };
            // `a as usize < b` reads as the start of a type's parameters.
            let mut left_text = tight(left, on_left);
            let opens = matches!(op, BinaryOp::Lt | BinaryOp::Shl);
            if opens && matches!(left.bare(), Expr::Cast(..)) {
                left_text = format!("({left_text})");
            }
            format!("{left_text} {} {}", sign(*op), tight(right, own + 1))
        }
        Expr::Index(array, indices) => {
            let indices: Vec<String> = indices.iter().map(|i| format!("[{}]", expr(i))).collect();
            format!("{array}{}", indices.concat())
        }
        Expr::Call(name, parts) if name == "vec!" => {
            format!("vec![{}]", parts.iter().map(expr).collect::<Vec<_>>().join("; "))
        }
        Expr::Call(name, arguments) => format!("{name}({})", list(arguments)),
        Expr::Method(receiver, name, arguments) => {
            format!("{}.{name}({})", tight(receiver, own), list(arguments))
        }
        Expr::Cast(inner, ty) => format!("{} as {ty}", tight(inner, own)),
        Expr::Field(inner, name) => format!("{}.{name}", tight(inner, own)),
        Expr::Array(parts) => format!("[{}]", list(parts)),
        Expr::Repeat(value, count) => format!("[{}; {}]", expr(value), expr(count)),
        Expr::Range(start, end) => format!("{}..{}", tight(start, 2), tight(end, 2)),
        Expr::Choice(condition, then, otherwise) => {
            format!("if {} {{ {} }} else {{ {} }}", expr(condition), expr(then), expr(otherwise))
        }
    };
    if own < around { format!("({text})") } else { text }
}

fn list(parts: &[Expr]) -> String {
    parts.iter().map(expr).collect::<Vec<_>>().join(", ")
}

fn strength(e: &Expr) -> u8 {
    match e {
        Expr::Range(..) | Expr::Choice(..) => 1,
        Expr::Binary(op, ..) => match op {
            BinaryOp::Or => 2,
            BinaryOp::And => 3,
            _ if op.is_comparison() => 4,
            BinaryOp::BitOr => 5,
            BinaryOp::BitXor => 6,
            BinaryOp::BitAnd => 7,
            BinaryOp::Shl | BinaryOp::Shr => 8,
            BinaryOp::Add | BinaryOp::Sub => 9,
            _ => 10,
        },
        Expr::Cast(..) => 11,
        Expr::Unary(..) => 12,
        Expr::Literal(literal) if literal.is_negative() => 12,
        Expr::Raw(_) => 13,
        Expr::At(inner, _) => strength(inner),
        _ => 14,
    }
}

fn unary_sign(op: UnaryOp) -> &'static str {
    match op {
        UnaryOp::Minus => "-",
        UnaryOp::Not => "!",
        UnaryOp::Deref => "*",
        UnaryOp::Reference => "&",
        UnaryOp::MutableReference => "&mut ",
    }
}

/// An operator as it is written.
pub fn sign(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::Div => "/",
        BinaryOp::Rem => "%",
        BinaryOp::BitAnd => "&",
        BinaryOp::BitOr => "|",
        BinaryOp::BitXor => "^",
        BinaryOp::Shl => "<<",
        BinaryOp::Shr => ">>",
        BinaryOp::And => "&&",
        BinaryOp::Or => "||",
        BinaryOp::Eq => "==",
        BinaryOp::Ne => "!=",
        BinaryOp::Lt => "<",
        BinaryOp::Le => "<=",
        BinaryOp::Gt => ">",
        BinaryOp::Ge => ">=",
    }
}
