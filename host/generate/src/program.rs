//! A program under way.

use crate::choices::Choices;
use crate::grammar::{Feature, Features, Grammar};
use crate::output::Slot;
use crate::scope::Variable;
use crate::types::{Scalar, Type};

/// Expressions and statements of a program, at most. A nest of blocks would
/// otherwise grow beyond all measure.
const MOST_NODES: u32 = 110;

/// Scalars of a variable, at most, for the same reason.
const MOST_SCALARS: u32 = 20;

/// A function that can be called.
#[derive(Clone, Debug)]
pub(crate) struct Function {
    pub name: String,
    pub arguments: Vec<Argument>,
    pub result: Type,
}

/// What a function is given.
#[derive(Clone, Debug)]
pub(crate) enum Argument {
    Value(Type),
    Pointer(Type),
}

/// Ways out of a block.
#[derive(Clone, Debug, Default)]
pub(crate) struct Exits {
    pub can_break: bool,
    pub can_continue: bool,
    /// What the function returns; `None` where it must not.
    pub result: Option<Type>,
}

pub(crate) struct Writer<'a, C> {
    pub choices: &'a mut C,
    pub grammar: &'a Grammar,
    /// What this program consists of.
    pub features: Features,
    /// Its number within the module.
    pub number: u32,
    /// What stands outside functions, and finished functions.
    pub declarations: String,
    pub body: String,
    pub indent: usize,
    pub scope: Vec<Variable>,
    pub functions: Vec<Function>,
    pub structs: Vec<Type>,
    /// Whether all threads of the block come here together.
    pub uniform: bool,
    /// The ways out that may be taken here.
    pub exits: Exits,
    /// The words that the program writes.
    pub slots: Vec<Slot>,
    /// Values for some of the program's overrides.
    pub overrides: Vec<(String, u32)>,
    pub data: Option<Type>,
    names: u32,
    nodes: u32,
}

impl<'a, C: Choices> Writer<'a, C> {
    pub(crate) fn new(choices: &'a mut C, grammar: &'a Grammar, number: u32) -> Writer<'a, C> {
        let mut kept = Vec::new();
        for feature in Feature::ALL {
            // What the fuzzer lacks when its bytes end is left out.
            if grammar.features.has(feature) && choices.percent(feature.often()) {
                kept.push(feature);
            }
        }
        let features = Features::of(&kept);
        Writer {
            choices,
            grammar,
            features,
            number,
            declarations: String::new(),
            body: String::new(),
            indent: 1,
            scope: Vec::new(),
            functions: Vec::new(),
            structs: Vec::new(),
            uniform: true,
            exits: Exits::default(),
            slots: Vec::new(),
            overrides: Vec::new(),
            data: None,
            names: 0,
            nodes: 0,
        }
    }

    pub(crate) fn has(&self, feature: Feature) -> bool {
        self.features.has(feature)
    }

    pub(crate) fn below(&mut self, count: u32) -> u32 {
        self.choices.below(count as usize) as u32
    }

    pub(crate) fn percent(&mut self, often: u32) -> bool {
        self.choices.percent(often)
    }

    /// One of a list that is not empty.
    pub(crate) fn pick<T: Clone>(&mut self, list: &[T]) -> T {
        list[self.choices.below(list.len())].clone()
    }

    /// Counts a part of the program; false when there are enough.
    pub(crate) fn spend(&mut self) -> bool {
        self.nodes += 1;
        self.nodes < MOST_NODES
    }

    /// A name that nothing else has.
    pub(crate) fn name(&mut self, kind: &str) -> String {
        self.names += 1;
        format!("p{}_{kind}{}", self.number, self.names)
    }

    /// Writes a line of the function under way.
    pub(crate) fn line(&mut self, text: &str) {
        for _ in 0..self.indent {
            self.body.push_str("    ");
        }
        self.body.push_str(text);
        self.body.push('\n');
    }

    /// Writes what stands between braces; its variables end with it.
    pub(crate) fn block(&mut self, content: impl FnOnce(&mut Writer<'a, C>)) {
        let outside = self.scope.len();
        let (uniform, exits) = (self.uniform, self.exits.clone());
        self.uniform = false;
        self.indent += 1;
        content(self);
        self.indent -= 1;
        (self.uniform, self.exits) = (uniform, exits);
        self.scope.truncate(outside);
    }

    /// The scalars that this program computes with, `bool` among them.
    pub(crate) fn scalars(&self) -> Vec<Scalar> {
        let mut scalars = vec![Scalar::U32, Scalar::I32, Scalar::Bool];
        let more = [
            (Feature::Floats, Scalar::F32),
            (Feature::Half, Scalar::F16),
            (Feature::Double, Scalar::F64),
            (Feature::Long, Scalar::I64),
            (Feature::Long, Scalar::U64),
        ];
        scalars.extend(more.iter().filter(|(f, _)| self.has(*f)).map(|&(_, scalar)| scalar));
        scalars
    }

    /// Any scalar or vector type.
    pub(crate) fn plain_type(&mut self) -> Type {
        let scalar = self.pick(&self.scalars());
        if self.has(Feature::Vectors) && self.percent(40) {
            return Type::Vector(2 + self.below(3), scalar);
        }
        Type::Scalar(scalar)
    }

    /// Any type, nested so deep at most.
    pub(crate) fn any_type(&mut self, depth: u32) -> Type {
        match self.nested_type(depth) {
            ty if ty.size() <= MOST_SCALARS => ty,
            _ => self.plain_type(),
        }
    }

    fn nested_type(&mut self, depth: u32) -> Type {
        if depth > 0 && self.has(Feature::Arrays) && self.percent(20) {
            let element = self.any_type(depth - 1);
            return Type::Array(Box::new(element), 1 + self.below(5));
        }
        if depth > 0 && self.has(Feature::Structs) && self.percent(25) {
            return self.structure(depth - 1);
        }
        if self.has(Feature::Matrices) && self.percent(20) {
            return Type::Matrix(2 + self.below(3), 2 + self.below(3));
        }
        self.plain_type()
    }

    /// A structure, perhaps a new one.
    fn structure(&mut self, depth: u32) -> Type {
        if !self.structs.is_empty() && self.percent(50) {
            let known = self.structs.clone();
            return self.pick(&known);
        }
        let members: Vec<Type> = (0..1 + self.below(4)).map(|_| self.any_type(depth)).collect();
        let name = self.name("S");
        let fields: Vec<String> = (members.iter().enumerate())
            .map(|(i, ty)| format!("{}: {}", crate::types::member(i), ty.name()))
            .collect();
        self.declarations += &format!("struct {name} {{ {} }}\n", fields.join(", "));
        let ty = Type::Struct(name, members);
        self.structs.push(ty.clone());
        ty
    }
}
