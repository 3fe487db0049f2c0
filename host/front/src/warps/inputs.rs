//! Inputs of an entry point: the thread's number instead of its lane.

use super::rewriter::Rewriter;
use super::{Result, WARP, asks_for_warp};
use naga::{Binding, Block, BuiltIn, Expression, FunctionArgument, Handle, Scalar, Span};
use naga::{StructMember, Type, TypeInner};

/// What has become of an argument.
enum Input {
    /// It stays as it is.
    Same(Handle<Expression>),
    Computed(BuiltIn),
    /// Some members of a structure are worked out; the others come in another.
    Mixed {
        ty: Handle<Type>,
        rest: Option<Handle<Expression>>,
        members: Vec<StructMember>,
    },
}

impl Rewriter<'_, '_> {
    /// Takes the arguments over, but for those that depend on the machine's warps.
    pub(super) fn entry_inputs(&mut self, out: &mut Block) -> Result<()> {
        let source = self.source;
        let mut inputs = Vec::new();
        for argument in &source.arguments {
            inputs.push(self.input(argument));
        }
        let index = self.emulator.ty(TypeInner::Scalar(Scalar::U32));
        let thread = match self.given_thread(&inputs, out) {
            Some(thread) => thread,
            None => self.argument(FunctionArgument {
                name: Some("local_invocation_index".to_owned()),
                ty: index,
                binding: Some(Binding::BuiltIn(BuiltIn::LocalInvocationIndex)),
            }),
        };
        self.locate(thread, out);
        for (input, argument) in inputs.iter().zip(&source.arguments) {
            let value = match input {
                Input::Same(value) => *value,
                Input::Computed(builtin) => self.computed(*builtin)?,
                Input::Mixed { ty, rest, members } => self.mixed(*ty, *rest, members, out)?,
            };
            if let (Input::Computed(_) | Input::Mixed { .. }, Some(name)) = (input, &argument.name)
            {
                self.target.named_expressions.insert(value, name.clone());
            }
            self.arguments.push(value);
        }
        Ok(())
    }

    fn argument(&mut self, argument: FunctionArgument) -> Handle<Expression> {
        let index = self.target.arguments.len() as u32;
        self.target.arguments.push(argument);
        self.append(Expression::FunctionArgument(index))
    }

    fn input(&mut self, argument: &FunctionArgument) -> Input {
        if let Some(Binding::BuiltIn(builtin)) = argument.binding
            && asks_for_warp(builtin)
        {
            return Input::Computed(builtin);
        }
        let of_warp = |member: &StructMember| match member.binding {
            Some(Binding::BuiltIn(builtin)) => asks_for_warp(builtin),
            _ => false,
        };
        let ty = self.emulator.source.module.types[argument.ty].clone();
        match ty.inner {
            TypeInner::Struct { members, span } if members.iter().any(of_warp) => {
                let rest: Vec<StructMember> =
                    members.iter().filter(|member| !of_warp(member)).cloned().collect();
                let rest = (!rest.is_empty()).then(|| {
                    let name = ty.name.as_ref().map(|name| format!("{name}Rest"));
                    let inner = TypeInner::Struct { members: rest, span };
                    let ty =
                        self.emulator.module.types.insert(Type { name, inner }, Span::UNDEFINED);
                    self.argument(FunctionArgument { ty, ..argument.clone() })
                });
                self.strip(argument.ty, ty.name, &members, span);
                Input::Mixed { ty: argument.ty, rest, members }
            }
            _ => Input::Same(self.argument(argument.clone())),
        }
    }

    /// Makes a plain structure of one that is no input any more.
    fn strip(
        &mut self,
        ty: Handle<Type>,
        name: Option<String>,
        members: &[StructMember],
        span: u32,
    ) {
        let plain = |member: &StructMember| StructMember { binding: None, ..member.clone() };
        let members = members.iter().map(plain).collect();
        let plain = Type { name, inner: TypeInner::Struct { members, span } };
        // Types are told apart by what they are, and this one may be there twice.
        if self.emulator.module.types.get(&plain).is_none() {
            self.emulator.module.types.replace(ty, plain);
        }
    }

    /// The thread's number where the kernel asks for it already.
    fn given_thread(&mut self, inputs: &[Input], out: &mut Block) -> Option<Handle<Expression>> {
        let wanted = Some(Binding::BuiltIn(BuiltIn::LocalInvocationIndex));
        for (input, argument) in inputs.iter().zip(&self.source.arguments) {
            let value = match input {
                Input::Same(value) => *value,
                Input::Mixed { rest: Some(rest), .. } => *rest,
                _ => continue,
            };
            if argument.binding == wanted {
                return Some(value);
            }
            let members = match &self.emulator.source.module.types[argument.ty].inner {
                TypeInner::Struct { members, .. } => members,
                _ => continue,
            };
            let kept = members.iter().filter(|member| match (input, &member.binding) {
                (Input::Mixed { .. }, Some(Binding::BuiltIn(builtin))) => !asks_for_warp(*builtin),
                _ => true,
            });
            if let Some(index) = kept.clone().position(|member| member.binding == wanted) {
                let member = Expression::AccessIndex { base: value, index: index as u32 };
                return Some(self.emit(member, out));
            }
        }
        None
    }

    fn computed(&mut self, builtin: BuiltIn) -> Result<Handle<Expression>> {
        let at = self.position()?;
        Ok(match builtin {
            BuiltIn::SubgroupInvocationId => at.lane,
            BuiltIn::SubgroupId => at.warp,
            BuiltIn::SubgroupSize => self.word(WARP),
            _ => self.word(self.emulator.threads.div_ceil(WARP)),
        })
    }

    /// Puts a structure together from its rest and from what is worked out.
    fn mixed(
        &mut self,
        ty: Handle<Type>,
        rest: Option<Handle<Expression>>,
        members: &[StructMember],
        out: &mut Block,
    ) -> Result<Handle<Expression>> {
        let mut components = Vec::new();
        let mut index = 0;
        for member in members {
            let component = match (&member.binding, rest) {
                (Some(Binding::BuiltIn(builtin)), _) if asks_for_warp(*builtin) => {
                    self.computed(*builtin)?
                }
                (_, Some(base)) => {
                    let access = Expression::AccessIndex { base, index };
                    index += 1;
                    self.emit(access, out)
                }
                (_, None) => return Err(self.unsupported("this structure of inputs")),
            };
            components.push(component);
        }
        Ok(self.emit(Expression::Compose { ty, components }, out))
    }
}
