//! Parts of types. Only here is it written down.

use super::types::{IterTy, Len, Projection, Ty};

/// What is done to the parts of a type.
pub trait PartMap {
    fn ty(&mut self, ty: &Ty) -> Ty;

    fn len(&mut self, len: &Len) -> Len {
        len.clone()
    }
}

impl Ty {
    /// The type with each of its direct parts replaced.
    pub fn map_parts(&self, map: &mut dyn PartMap) -> Ty {
        match self {
            Ty::Tuple(members) => Ty::Tuple(members.iter().map(|ty| map.ty(ty)).collect()),
            Ty::Array(element, len) => {
                let element = map.ty(element);
                Ty::Array(Box::new(element), map.len(len))
            }
            Ty::Slice(element) => Ty::Slice(Box::new(map.ty(element))),
            Ty::Pointer(mutability, to) => Ty::pointer(*mutability, map.ty(to)),
            Ty::Reference(mutability, to) => Ty::reference(*mutability, map.ty(to)),
            Ty::Struct(id, arguments) => {
                Ty::Struct(*id, arguments.iter().map(|ty| map.ty(ty)).collect())
            }
            Ty::Const(len) => Ty::Const(map.len(len)),
            Ty::Projection(projection) => {
                let of = map.ty(&projection.of);
                let by = projection
                    .by
                    .as_ref()
                    .map(|(id, arguments)| (*id, arguments.iter().map(|ty| map.ty(ty)).collect()));
                let name = projection.name.clone();
                Ty::Projection(Box::new(Projection { of, by, name }))
            }
            Ty::Iter(iter) => Ty::Iter(Box::new(iter.map_parts(map))),
            other => other.clone(),
        }
    }

    /// The types that directly make up this one.
    pub fn parts(&self) -> Vec<&Ty> {
        match self {
            Ty::Tuple(members) | Ty::Struct(_, members) => members.iter().collect(),
            Ty::Array(to, _) | Ty::Slice(to) | Ty::Pointer(_, to) | Ty::Reference(_, to) => {
                vec![to]
            }
            Ty::Projection(projection) => {
                let arguments = projection.by.iter().flat_map(|(_, arguments)| arguments);
                std::iter::once(&projection.of).chain(arguments).collect()
            }
            Ty::Iter(iter) => {
                let mut parts = Vec::new();
                iter.parts(&mut parts);
                parts
            }
            _ => Vec::new(),
        }
    }

    /// The lengths that stand directly in this type.
    pub fn lens(&self) -> Option<&Len> {
        match self {
            Ty::Array(_, len) | Ty::Const(len) => Some(len),
            _ => None,
        }
    }
}

impl IterTy {
    fn map_parts(&self, map: &mut dyn PartMap) -> IterTy {
        match self {
            IterTy::Range(ty) => IterTy::Range(map.ty(ty)),
            IterTy::RangeInclusive(ty) => IterTy::RangeInclusive(map.ty(ty)),
            IterTy::RangeFrom(ty) => IterTy::RangeFrom(map.ty(ty)),
            IterTy::Slice(mutability, ty) => IterTy::Slice(*mutability, map.ty(ty)),
            IterTy::Array(ty, len) => {
                let ty = map.ty(ty);
                IterTy::Array(ty, map.len(len))
            }
            IterTy::Chunks(mutability, ty, how) => IterTy::Chunks(*mutability, map.ty(ty), *how),
            IterTy::Once(ty) => IterTy::Once(map.ty(ty)),
            IterTy::Repeat(ty) => IterTy::Repeat(map.ty(ty)),
            IterTy::Option(ty) => IterTy::Option(map.ty(ty)),
            IterTy::Successors(item, closure) => IterTy::Successors(map.ty(item), map.ty(closure)),
            IterTy::FromFn(item, closure) => IterTy::FromFn(map.ty(item), map.ty(closure)),
            IterTy::Own(ty, item) => IterTy::Own(map.ty(ty), map.ty(item)),
            IterTy::Mapped(how, inner, closure, item) => {
                let inner = inner.map_parts(map);
                IterTy::Mapped(*how, Box::new(inner), map.ty(closure), map.ty(item))
            }
            IterTy::Adapted(how, inner) => IterTy::Adapted(*how, Box::new(inner.map_parts(map))),
            IterTy::Zip(left, right) => {
                let left = left.map_parts(map);
                IterTy::Zip(Box::new(left), Box::new(right.map_parts(map)))
            }
            IterTy::Chain(left, right) => {
                let left = left.map_parts(map);
                IterTy::Chain(Box::new(left), Box::new(right.map_parts(map)))
            }
        }
    }

    fn parts<'t>(&'t self, parts: &mut Vec<&'t Ty>) {
        match self {
            IterTy::Range(ty)
            | IterTy::RangeInclusive(ty)
            | IterTy::RangeFrom(ty)
            | IterTy::Slice(_, ty)
            | IterTy::Array(ty, _)
            | IterTy::Chunks(_, ty, _)
            | IterTy::Once(ty)
            | IterTy::Repeat(ty)
            | IterTy::Option(ty) => parts.push(ty),
            IterTy::Successors(a, b) | IterTy::FromFn(a, b) | IterTy::Own(a, b) => {
                parts.extend([a, b]);
            }
            IterTy::Mapped(_, inner, closure, item) => {
                inner.parts(parts);
                parts.extend([closure, item]);
            }
            IterTy::Adapted(_, inner) => inner.parts(parts),
            IterTy::Zip(left, right) | IterTy::Chain(left, right) => {
                left.parts(parts);
                right.parts(parts);
            }
        }
    }

    /// The type of its items.
    pub fn item(&self) -> Ty {
        use super::types::{Adapting, Mapping};
        match self {
            IterTy::Range(ty)
            | IterTy::RangeInclusive(ty)
            | IterTy::RangeFrom(ty)
            | IterTy::Array(ty, _)
            | IterTy::Once(ty)
            | IterTy::Repeat(ty)
            | IterTy::Option(ty)
            | IterTy::Successors(ty, _)
            | IterTy::FromFn(ty, _)
            | IterTy::Own(_, ty) => ty.clone(),
            IterTy::Slice(mutability, ty) => Ty::reference(*mutability, ty.clone()),
            IterTy::Chunks(mutability, ty, _) => {
                Ty::reference(*mutability, Ty::Slice(Box::new(ty.clone())))
            }
            IterTy::Mapped(how, inner, _, item) => match how {
                Mapping::Filter | Mapping::TakeWhile | Mapping::SkipWhile | Mapping::Inspect => {
                    inner.item()
                }
                _ => item.clone(),
            },
            IterTy::Adapted(how, inner) => match how {
                Adapting::Enumerate => Ty::Tuple(vec![Ty::USIZE, inner.item()]),
                Adapting::Copied => match inner.item() {
                    Ty::Reference(_, to) => *to,
                    other => other,
                },
                Adapting::Flatten => match inner.item() {
                    Ty::Reference(mutability, to) => match *to {
                        Ty::Slice(element) | Ty::Array(element, _) => {
                            Ty::reference(mutability, *element)
                        }
                        Ty::Struct(_, arguments) if !arguments.is_empty() => {
                            Ty::reference(mutability, arguments[0].clone())
                        }
                        other => other,
                    },
                    Ty::Array(element, _) => *element,
                    Ty::Struct(_, arguments) if !arguments.is_empty() => arguments[0].clone(),
                    Ty::Iter(inner) => inner.item(),
                    other => other,
                },
                Adapting::Rev
                | Adapting::StepBy
                | Adapting::Take
                | Adapting::Skip
                | Adapting::Cycle => inner.item(),
            },
            IterTy::Zip(left, right) => Ty::Tuple(vec![left.item(), right.item()]),
            IterTy::Chain(left, _) => left.item(),
        }
    }
}
