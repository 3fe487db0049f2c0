//! Arithmetic and comparisons in lab files: `ceil(n / BLOCK)`,
//! `input.loads.sectors <= 4 * input.loads.requests`.
//!
//! They are written as in Rust, and read by its parser. A single `=` compares, too.

use std::collections::BTreeSet;
use std::fmt;
use syn::{BinOp, Expr, Lit, Member, UnOp};
use thiserror::Error;

/// What names stand for.
pub trait Names {
    /// The value of a name: its parts, as they stand between dots.
    fn value(&self, name: &[String]) -> Result<f64, NameError>;
}

/// An expression that cannot be read, or has no value.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum ExpressionError {
    #[error("`{text}` cannot be read: {reason}")]
    Syntax { text: String, reason: String },
    #[error("`{text}`: {reason}")]
    Part { text: String, reason: PartError },
    #[error("`{text}` is {value}, and a whole number is needed")]
    NotWhole { text: String, value: f64 },
}

/// What is wrong with a part of an expression.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum PartError {
    #[error("only numbers, names, + - * / %, comparisons and && are known")]
    Unknown,
    #[error("{0}")]
    Digits(String),
    #[error("there is no function `{name}`; there are {}", FUNCTIONS.map(|(known, _)| known).join(", "))]
    NoFunction { name: String },
    #[error("`{name}` takes {takes} numbers, not {given}")]
    Count { name: &'static str, takes: usize, given: usize },
    #[error("there is no function `{name}` of so many numbers")]
    Arguments { name: &'static str },
    #[error("a name has dots between its parts")]
    Path,
    #[error("a number is no name")]
    NumberForName,
    #[error("a name is expected")]
    NoName,
    #[error("{divisor} is 0, and it is divided by")]
    DivisionByZero { divisor: String },
    #[error("a number is expected, not a comparison")]
    ComparisonForNumber,
    #[error("a comparison is expected, such as `bank_conflicts = 0`")]
    NoComparison,
    #[error(transparent)]
    Name(#[from] NameError),
}

/// A name that stands for nothing here.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NameError {
    #[error("`{0}` is not known")]
    Unknown(String),
    #[error("a name is expected")]
    Empty,
    #[error("a block has no `{0}`")]
    NoAxis(String),
    #[error(
        "`{0}` is neither a number of the size nor a constant of the text; keep the constant that \
         the starter has"
    )]
    NoConstant(String),
    #[error("`{name}` is not known; what is counted is {known}")]
    NoCounter { name: String, known: String },
    #[error("nothing was counted")]
    NotCounted,
    #[error("no time is predicted for a run that was stopped")]
    Stopped,
    #[error("no block fits on a multiprocessor")]
    NoBlockFits,
}

/// An expression that has been read.
#[derive(Clone)]
pub struct Expression {
    text: String,
    node: Node,
}

/// A part of an expression.
#[derive(Clone, Debug)]
enum Node {
    Number(f64, String),
    /// The parts of a name, as they stand between dots.
    Name(Vec<String>),
    Negative(Box<Node>),
    Binary(Operator, Box<Node>, Box<Node>),
    Call(&'static str, Vec<Node>),
    Paren(Box<Node>),
}

/// What came of a comparison.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    pub holds: bool,
    /// The comparisons that were made, in their order.
    pub compared: Vec<Compared>,
}

/// Two sides that were compared.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    pub holds: bool,
    /// What stood on the left, as it is written, and its value.
    pub left: (String, f64),
    /// As it is read: `at most`.
    pub relation: &'static str,
    pub right: (String, f64),
    /// The names on the left.
    pub names: BTreeSet<Vec<String>>,
}

impl Expression {
    /// Reads an expression.
    pub fn parse(text: &str) -> Result<Expression, ExpressionError> {
        let syntax: Expr = syn::parse_str(&with_double_signs(text)).map_err(|error| {
            let (text, reason) = (text.to_owned(), error.to_string());
            ExpressionError::Syntax { text, reason }
        })?;
        let node = read(&syntax)
            .map_err(|reason| ExpressionError::Part { text: text.to_owned(), reason })?;
        Ok(Expression { text: text.to_owned(), node })
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// Its value, as a number.
    pub fn number(&self, names: &dyn Names) -> Result<f64, ExpressionError> {
        self.node.number(names).map_err(|reason| self.part(reason))
    }

    /// Its value as a whole number that is not negative.
    pub fn count(&self, names: &dyn Names) -> Result<u64, ExpressionError> {
        let value = self.number(names)?;
        match value.fract() == 0.0 && (0.0..9e15).contains(&value) {
            true => Ok(value as u64),
            false => Err(ExpressionError::NotWhole { text: self.text.clone(), value }),
        }
    }

    /// Whether what it claims holds.
    pub fn judge(&self, names: &dyn Names) -> Result<Verdict, ExpressionError> {
        let mut compared = Vec::new();
        let holds = self.node.judge(names, &mut compared).map_err(|reason| self.part(reason))?;
        Ok(Verdict { holds, compared })
    }

    fn part(&self, reason: PartError) -> ExpressionError {
        ExpressionError::Part { text: self.text.clone(), reason }
    }

    /// Whether it compares, rather than computes.
    pub fn is_claim(&self) -> bool {
        self.node.is_claim()
    }

    /// The names in it.
    pub fn names(&self) -> BTreeSet<Vec<String>> {
        let mut names = BTreeSet::new();
        self.node.collect(&mut names);
        names
    }
}

impl fmt::Debug for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Expression({:?})", self.text)
    }
}

impl PartialEq for Expression {
    fn eq(&self, other: &Expression) -> bool {
        self.text == other.text
    }
}

impl<'de> serde::Deserialize<'de> for Expression {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Expression, D::Error> {
        #[derive(serde::Deserialize)]
        #[serde(untagged, expecting = "a number, or an expression in quotes")]
        enum Written {
            Whole(i64),
            Number(f64),
            Text(String),
        }
        let text = match Written::deserialize(deserializer)? {
            Written::Whole(value) => value.to_string(),
            Written::Number(value) => value.to_string(),
            Written::Text(text) => text,
        };
        Expression::parse(&text).map_err(serde::de::Error::custom)
    }
}

/// The text with `==` for each `=` that stands alone, which would bind less than `&&`.
fn with_double_signs(text: &str) -> String {
    let mut doubled = String::new();
    let mut before = ' ';
    let mut signs = text.chars().peekable();
    while let Some(sign) = signs.next() {
        doubled.push(sign);
        let is_alone = !matches!(before, '<' | '>' | '!' | '=') && signs.peek() != Some(&'=');
        if sign == '=' && is_alone {
            doubled.push('=');
        }
        before = sign;
    }
    doubled
}

/// The functions that may be called, with how many numbers they take.
const FUNCTIONS: [(&str, usize); 7] =
    [("ceil", 1), ("floor", 1), ("round", 1), ("log2", 1), ("abs", 1), ("min", 2), ("max", 2)];

/// What Rust's parser found, as far as labs know it.
fn read(syntax: &Expr) -> Result<Node, PartError> {
    Ok(match syntax {
        Expr::Paren(paren) => Node::Paren(Box::new(read(&paren.expr)?)),
        Expr::Group(group) => read(&group.expr)?,
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => {
            Node::Negative(Box::new(read(&unary.expr)?))
        }
        Expr::Binary(binary) => match operator(&binary.op) {
            Some(operator) => {
                let (left, right) = (read(&binary.left)?, read(&binary.right)?);
                Node::Binary(operator, Box::new(left), Box::new(right))
            }
            None => return Err(PartError::Unknown),
        },
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(int) => {
                let value = int.base10_parse().map_err(|e| PartError::Digits(e.to_string()));
                Node::Number(value?, int.to_string())
            }
            Lit::Float(float) => {
                let value = float.base10_parse().map_err(|e| PartError::Digits(e.to_string()));
                Node::Number(value?, float.to_string())
            }
            _ => return Err(PartError::Unknown),
        },
        Expr::Path(_) | Expr::Field(_) => Node::Name(name_of(syntax)?),
        Expr::Call(call) => {
            let name = name_of(&call.func)?.join(".");
            let Some((name, count)) = FUNCTIONS.into_iter().find(|(known, _)| *known == name)
            else {
                return Err(PartError::NoFunction { name });
            };
            if call.args.len() != count {
                let given = call.args.len();
                return Err(PartError::Count { name, takes: count, given });
            }
            let arguments: Result<Vec<Node>, PartError> = call.args.iter().map(read).collect();
            Node::Call(name, arguments?)
        }
        _ => return Err(PartError::Unknown),
    })
}

/// The parts of a name, as they stand between dots.
fn name_of(syntax: &Expr) -> Result<Vec<String>, PartError> {
    match syntax {
        Expr::Path(path) => match path.path.get_ident() {
            Some(ident) => Ok(vec![ident.to_string()]),
            None => Err(PartError::Path),
        },
        Expr::Field(field) => {
            let mut name = name_of(&field.base)?;
            match &field.member {
                Member::Named(ident) => name.push(ident.to_string()),
                Member::Unnamed(_) => return Err(PartError::NumberForName),
            }
            Ok(name)
        }
        _ => Err(PartError::NoName),
    }
}

/// What an operator is.
#[derive(Clone, Copy, Debug)]
enum Operator {
    /// With the sign that it has in the text.
    Arithmetic(&'static str, fn(f64, f64) -> f64),
    /// With the words for it.
    Comparison(&'static str, fn(f64, f64) -> bool),
    And,
}

fn operator(op: &BinOp) -> Option<Operator> {
    Some(match op {
        BinOp::Add(_) => Operator::Arithmetic("+", |a, b| a + b),
        BinOp::Sub(_) => Operator::Arithmetic("-", |a, b| a - b),
        BinOp::Mul(_) => Operator::Arithmetic("*", |a, b| a * b),
        BinOp::Div(_) => Operator::Arithmetic("/", |a, b| a / b),
        BinOp::Rem(_) => Operator::Arithmetic("%", |a, b| a % b),
        BinOp::Le(_) => Operator::Comparison("at most", |a, b| a <= b),
        BinOp::Lt(_) => Operator::Comparison("less than", |a, b| a < b),
        BinOp::Ge(_) => Operator::Comparison("at least", |a, b| a >= b),
        BinOp::Gt(_) => Operator::Comparison("more than", |a, b| a > b),
        BinOp::Eq(_) => Operator::Comparison("exactly", |a, b| a == b),
        BinOp::Ne(_) => Operator::Comparison("other than", |a, b| a != b),
        BinOp::And(_) => Operator::And,
        _ => return None,
    })
}

impl Node {
    fn is_claim(&self) -> bool {
        match self {
            Node::Paren(inner) => inner.is_claim(),
            Node::Binary(operator, ..) => {
                matches!(operator, Operator::Comparison(..) | Operator::And)
            }
            _ => false,
        }
    }

    fn collect(&self, names: &mut BTreeSet<Vec<String>>) {
        match self {
            Node::Number(..) => {}
            Node::Name(name) => drop(names.insert(name.clone())),
            Node::Negative(inner) | Node::Paren(inner) => inner.collect(names),
            Node::Binary(_, left, right) => {
                left.collect(names);
                right.collect(names);
            }
            Node::Call(_, arguments) => {
                arguments.iter().for_each(|argument| argument.collect(names));
            }
        }
    }

    fn number(&self, names: &dyn Names) -> Result<f64, PartError> {
        match self {
            Node::Number(value, _) => Ok(*value),
            Node::Name(name) => Ok(names.value(name)?),
            Node::Paren(inner) => inner.number(names),
            Node::Negative(inner) => Ok(-inner.number(names)?),
            Node::Binary(Operator::Arithmetic(sign, compute), left, right) => {
                let values = (left.number(names)?, right.number(names)?);
                if values.1 == 0.0 && matches!(*sign, "/" | "%") {
                    return Err(PartError::DivisionByZero { divisor: right.quote() });
                }
                Ok(compute(values.0, values.1))
            }
            Node::Binary(..) => Err(PartError::ComparisonForNumber),
            Node::Call(name, arguments) => {
                let values: Result<Vec<f64>, PartError> =
                    arguments.iter().map(|argument| argument.number(names)).collect();
                Ok(match (*name, values?.as_slice()) {
                    ("ceil", [x]) => x.ceil(),
                    ("floor", [x]) => x.floor(),
                    ("round", [x]) => x.round(),
                    ("log2", [x]) => x.log2(),
                    ("abs", [x]) => x.abs(),
                    ("min", [a, b]) => a.min(*b),
                    ("max", [a, b]) => a.max(*b),
                    _ => return Err(PartError::Arguments { name }),
                })
            }
        }
    }

    fn judge(&self, names: &dyn Names, compared: &mut Vec<Compared>) -> Result<bool, PartError> {
        match self {
            Node::Paren(inner) => inner.judge(names, compared),
            Node::Binary(Operator::And, left, right) => {
                // Both sides are looked at, so that all that is wrong is said at once.
                let left = left.judge(names, compared)?;
                let right = right.judge(names, compared)?;
                Ok(left && right)
            }
            Node::Binary(Operator::Comparison(relation, compare), left, right) => {
                let mut named = BTreeSet::new();
                left.collect(&mut named);
                let left = (left.quote(), left.number(names)?);
                let right = (right.quote(), right.number(names)?);
                let holds = compare(left.1, right.1);
                compared.push(Compared { holds, left, relation, right, names: named });
                Ok(holds)
            }
            _ => Err(PartError::NoComparison),
        }
    }

    /// As it is written, as nearly as its parts tell.
    fn quote(&self) -> String {
        match self {
            Node::Number(_, text) => text.clone(),
            Node::Name(name) => name.join("."),
            Node::Paren(inner) => format!("({})", inner.quote()),
            Node::Negative(inner) => format!("-{}", inner.quote()),
            Node::Binary(Operator::Arithmetic(sign, _), left, right) => {
                format!("{} {sign} {}", left.quote(), right.quote())
            }
            Node::Binary(..) => "a comparison".to_owned(),
            Node::Call(name, arguments) => {
                let arguments: Vec<String> = arguments.iter().map(Node::quote).collect();
                format!("{name}({})", arguments.join(", "))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Known;

    impl Names for Known {
        fn value(&self, name: &[String]) -> Result<f64, NameError> {
            match name.join(".").as_str() {
                "n" => Ok(1000.0),
                "input.loads.sectors" => Ok(8.0),
                "zero" => Ok(0.0),
                other => Err(NameError::Unknown(other.to_owned())),
            }
        }
    }

    #[test]
    fn computes() {
        let check = |text: &str, expected: f64| {
            let read = Expression::parse(text).expect(text);
            assert_eq!(read.number(&Known), Ok(expected), "{text}");
        };
        check("4", 4.0);
        check("-2 + 3 * 4", 10.0);
        check("ceil(n / 256)", 4.0);
        check("min(n, 7) % 4", 3.0);
        check("(n + 24) / log2(2)", 1024.0);
        check("input.loads.sectors / 2", 4.0);
    }

    #[test]
    fn compares() {
        let check = |text: &str, expected: bool| {
            let read = Expression::parse(text).expect(text);
            assert_eq!(read.judge(&Known).map(|verdict| verdict.holds), Ok(expected), "{text}");
        };
        check("n = 1000", true);
        check("n == 999", false);
        check("input.loads.sectors <= 8 && n > 5", true);
        check("input.loads.sectors < 8 && n > 5", false);
        check("(n != 1)", true);
        check("n = 1000 && n >= 1000 && zero = 0", true);
        check("zero = 0 && n = 1", false);
        let verdict = Expression::parse("input.loads.sectors <= n / 250").expect("reads");
        let verdict = verdict.judge(&Known).expect("is known");
        assert_eq!(
            verdict.compared,
            [Compared {
                holds: false,
                left: ("input.loads.sectors".to_owned(), 8.0),
                relation: "at most",
                right: ("n / 250".to_owned(), 4.0),
                names: [["input", "loads", "sectors"].map(str::to_owned).to_vec()].into(),
            }]
        );
    }

    #[test]
    fn refuses() {
        let check = |text: &str, expected: &str| {
            let said = match Expression::parse(text) {
                Ok(read) => match read.is_claim() {
                    true => read.judge(&Known).map(drop),
                    false => read.number(&Known).map(drop),
                },
                Err(said) => Err(said),
            };
            let said = said.expect_err(text).to_string();
            assert!(said.contains(expected), "{text}: {said}");
        };
        check("", "cannot be read");
        check("4 +", "cannot be read");
        check("sin(n)", "there is no function `sin`");
        check("min(n)", "takes 2 numbers");
        check("m", "`m` is not known");
        check("n / zero", "zero is 0");
        check("n || n", "only numbers");
        check("\"text\"", "only numbers");
        check("a::b", "dots");
    }
}
