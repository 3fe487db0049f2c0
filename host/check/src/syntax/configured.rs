//! Parts of a text that are there on some targets only: `#[cfg(…)]`, `#[cfg_attr(…, …)]` and
//! `cfg!(…)`. What is meant is the GPU, as where kernels are compiled for CUDA.

use crate::Sink;
use crate::syntax::spans;
use proc_macro2::{Ident, Span as Place};
use syn::punctuated::Punctuated;
use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, Expr, Item, Lit, Meta, Stmt, Token};
use warpbench_codes::S0019;
use warpbench_source::diagnostic::Diagnostic;

/// What is so on a GPU, as `rustc --print cfg` lists it for `nvptx64-nvidia-cuda`.
const VALUES: [(&str, &str); 12] = [
    ("panic", "abort"),
    ("target_arch", "nvptx64"),
    ("target_endian", "little"),
    ("target_env", ""),
    ("target_has_atomic", "8"),
    ("target_has_atomic", "16"),
    ("target_has_atomic", "32"),
    ("target_has_atomic", "64"),
    ("target_has_atomic", "ptr"),
    ("target_os", "cuda"),
    ("target_pointer_width", "64"),
    ("target_vendor", "nvidia"),
];

/// Leaves out of a file what is not there on a GPU.
pub(crate) fn settle(file: &mut syn::File, sink: &mut Sink) {
    let mut settled = Settled { sink };
    settled.visit_file_mut(file);
}

struct Settled<'a> {
    sink: &'a mut Sink,
}

impl VisitMut for Settled<'_> {
    fn visit_file_mut(&mut self, file: &mut syn::File) {
        if !self.keeps(&mut file.attrs) {
            file.items.clear();
        }
        self.items(&mut file.items);
        visit_mut::visit_file_mut(self, file);
    }

    fn visit_item_mod_mut(&mut self, module: &mut syn::ItemMod) {
        if let Some((_, items)) = &mut module.content {
            self.items(items);
        }
        visit_mut::visit_item_mod_mut(self, module);
    }

    fn visit_item_impl_mut(&mut self, item: &mut syn::ItemImpl) {
        item.items.retain_mut(|member| match member {
            syn::ImplItem::Const(member) => self.keeps(&mut member.attrs),
            syn::ImplItem::Fn(member) => self.keeps(&mut member.attrs),
            syn::ImplItem::Type(member) => self.keeps(&mut member.attrs),
            _ => true,
        });
        visit_mut::visit_item_impl_mut(self, item);
    }

    fn visit_item_trait_mut(&mut self, item: &mut syn::ItemTrait) {
        item.items.retain_mut(|member| match member {
            syn::TraitItem::Const(member) => self.keeps(&mut member.attrs),
            syn::TraitItem::Fn(member) => self.keeps(&mut member.attrs),
            syn::TraitItem::Type(member) => self.keeps(&mut member.attrs),
            _ => true,
        });
        visit_mut::visit_item_trait_mut(self, item);
    }

    fn visit_item_enum_mut(&mut self, item: &mut syn::ItemEnum) {
        retain(&mut item.variants, |variant| self.keeps(&mut variant.attrs));
        visit_mut::visit_item_enum_mut(self, item);
    }

    fn visit_fields_named_mut(&mut self, fields: &mut syn::FieldsNamed) {
        retain(&mut fields.named, |field| self.keeps(&mut field.attrs));
        visit_mut::visit_fields_named_mut(self, fields);
    }

    fn visit_fields_unnamed_mut(&mut self, fields: &mut syn::FieldsUnnamed) {
        retain(&mut fields.unnamed, |field| self.keeps(&mut field.attrs));
        visit_mut::visit_fields_unnamed_mut(self, fields);
    }

    fn visit_signature_mut(&mut self, signature: &mut syn::Signature) {
        retain(&mut signature.inputs, |input| match input {
            syn::FnArg::Receiver(input) => self.keeps(&mut input.attrs),
            syn::FnArg::Typed(input) => self.keeps(&mut input.attrs),
        });
        visit_mut::visit_signature_mut(self, signature);
    }

    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        block.stmts.retain_mut(|statement| {
            let attributes = match statement {
                Stmt::Local(local) => Some(&mut local.attrs),
                Stmt::Item(item) => item_attributes(item),
                Stmt::Expr(expr, _) => expr_attributes(expr),
                Stmt::Macro(call) => Some(&mut call.attrs),
            };
            attributes.is_none_or(|attributes| self.keeps(attributes))
        });
        visit_mut::visit_block_mut(self, block);
    }

    fn visit_expr_match_mut(&mut self, branch: &mut syn::ExprMatch) {
        branch.arms.retain_mut(|arm| self.keeps(&mut arm.attrs));
        visit_mut::visit_expr_match_mut(self, branch);
    }

    fn visit_expr_struct_mut(&mut self, literal: &mut syn::ExprStruct) {
        retain(&mut literal.fields, |field| self.keeps(&mut field.attrs));
        visit_mut::visit_expr_struct_mut(self, literal);
    }

    fn visit_pat_struct_mut(&mut self, pattern: &mut syn::PatStruct) {
        retain(&mut pattern.fields, |field| self.keeps(&mut field.attrs));
        visit_mut::visit_pat_struct_mut(self, pattern);
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        if let Expr::Macro(call) = expr
            && let Some(constant) = self.constant(&call.mac)
        {
            *expr = constant;
        }
    }
}

impl Settled<'_> {
    fn items(&mut self, items: &mut Vec<Item>) {
        items.retain_mut(|item| {
            item_attributes(item).is_none_or(|attributes| self.keeps(attributes))
        });
    }

    /// Whether what has these attributes is there; leaves those that say so out.
    fn keeps(&mut self, attributes: &mut Vec<Attribute>) -> bool {
        if !attributes.iter().any(is_condition) {
            return true;
        }
        let mut is_there = true;
        let mut kept = Vec::new();
        for attribute in std::mem::take(attributes) {
            if attribute.path().is_ident("cfg") {
                is_there &= self.holds_in(&attribute);
            } else if attribute.path().is_ident("cfg_attr") {
                is_there &= self.conditional(&attribute, &mut kept);
            } else {
                kept.push(attribute);
            }
        }
        *attributes = kept;
        is_there
    }

    /// Whether the condition of an attribute holds. What cannot be read does, so that
    /// nothing that is meant gets lost.
    fn holds_in(&mut self, attribute: &Attribute) -> bool {
        match attribute.parse_args::<Condition>() {
            Ok(condition) => condition.holds(),
            Err(_) => {
                self.misread(spans::of(attribute));
                true
            }
        }
    }

    /// Puts attributes under a condition where they stand, if it holds; says whether what has
    /// them is there.
    fn conditional(&mut self, attribute: &Attribute, kept: &mut Vec<Attribute>) -> bool {
        let read = |input: syn::parse::ParseStream<'_>| {
            let condition: Condition = input.parse()?;
            let mut metas = Punctuated::<Meta, Token![,]>::new();
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
                metas = Punctuated::parse_terminated(input)?;
            }
            Ok((condition, metas))
        };
        let Ok((condition, metas)) = attribute.parse_args_with(read) else {
            self.misread(spans::of(attribute));
            return true;
        };
        if !condition.holds() {
            return true;
        }
        let mut own: Vec<Attribute> =
            metas.into_iter().map(|meta| Attribute { meta, ..attribute.clone() }).collect();
        let is_there = self.keeps(&mut own);
        kept.extend(own);
        is_there
    }

    fn misread(&mut self, span: naga::Span) {
        self.sink.push(
            Diagnostic::new(S0019, "this condition cannot be read", span)
                .label("expected names, `name = \"value\"`, `not(…)`, `all(…)` or `any(…)`")
                .help("write `#[cfg(target_os = \"cuda\")]`"),
        );
    }

    /// `cfg!(…)` as the constant that it is.
    fn constant(&mut self, call: &syn::Macro) -> Option<Expr> {
        if !call.path.is_ident("cfg") {
            return None;
        }
        let place = call.path.segments.first().map_or(Place::call_site(), |s| s.ident.span());
        let holds = match call.parse_body::<Condition>() {
            Ok(condition) => condition.holds(),
            Err(_) => {
                self.misread(spans::bytes(place));
                false
            }
        };
        let lit = Lit::Bool(syn::LitBool::new(holds, place));
        Some(Expr::Lit(syn::ExprLit { attrs: Vec::new(), lit }))
    }
}

/// Leaves out parts of a list.
fn retain<T, P: Default>(list: &mut Punctuated<T, P>, mut keeps: impl FnMut(&mut T) -> bool) {
    let parts = std::mem::take(list).into_iter();
    *list = parts.filter_map(|mut part| keeps(&mut part).then_some(part)).collect();
}

fn item_attributes(item: &mut Item) -> Option<&mut Vec<Attribute>> {
    Some(match item {
        Item::Const(item) => &mut item.attrs,
        Item::Enum(item) => &mut item.attrs,
        Item::ExternCrate(item) => &mut item.attrs,
        Item::Fn(item) => &mut item.attrs,
        Item::ForeignMod(item) => &mut item.attrs,
        Item::Impl(item) => &mut item.attrs,
        Item::Macro(item) => &mut item.attrs,
        Item::Mod(item) => &mut item.attrs,
        Item::Static(item) => &mut item.attrs,
        Item::Struct(item) => &mut item.attrs,
        Item::Trait(item) => &mut item.attrs,
        Item::TraitAlias(item) => &mut item.attrs,
        Item::Type(item) => &mut item.attrs,
        Item::Union(item) => &mut item.attrs,
        Item::Use(item) => &mut item.attrs,
        _ => return None,
    })
}

/// The attributes of an expression that stands as a statement.
fn expr_attributes(expr: &mut Expr) -> Option<&mut Vec<Attribute>> {
    Some(match expr {
        // What stands in front of them belongs to the whole.
        Expr::Assign(expr) => return first_attributes(&mut expr.attrs, &mut expr.left),
        Expr::Binary(expr) => return first_attributes(&mut expr.attrs, &mut expr.left),
        Expr::MethodCall(expr) => return first_attributes(&mut expr.attrs, &mut expr.receiver),
        Expr::Call(expr) => return first_attributes(&mut expr.attrs, &mut expr.func),
        Expr::Field(expr) => return first_attributes(&mut expr.attrs, &mut expr.base),
        Expr::Index(expr) => return first_attributes(&mut expr.attrs, &mut expr.expr),
        Expr::Block(expr) => &mut expr.attrs,
        Expr::Break(expr) => &mut expr.attrs,
        Expr::Continue(expr) => &mut expr.attrs,
        Expr::ForLoop(expr) => &mut expr.attrs,
        Expr::If(expr) => &mut expr.attrs,
        Expr::Lit(expr) => &mut expr.attrs,
        Expr::Loop(expr) => &mut expr.attrs,
        Expr::Macro(expr) => &mut expr.attrs,
        Expr::Match(expr) => &mut expr.attrs,
        Expr::Paren(expr) => &mut expr.attrs,
        Expr::Path(expr) => &mut expr.attrs,
        Expr::Return(expr) => &mut expr.attrs,
        Expr::Struct(expr) => &mut expr.attrs,
        Expr::Tuple(expr) => &mut expr.attrs,
        Expr::Unary(expr) => &mut expr.attrs,
        Expr::Unsafe(expr) => &mut expr.attrs,
        Expr::While(expr) => &mut expr.attrs,
        _ => return None,
    })
}

/// The attributes of an expression, which syn may have given to its first part.
fn first_attributes<'a>(
    own: &'a mut Vec<Attribute>,
    first: &'a mut Expr,
) -> Option<&'a mut Vec<Attribute>> {
    if own.iter().any(is_condition) { Some(own) } else { expr_attributes(first) }
}

fn is_condition(attribute: &Attribute) -> bool {
    attribute.path().is_ident("cfg") || attribute.path().is_ident("cfg_attr")
}

/// A condition.
enum Condition {
    Name,
    Value(String, String),
    Always(bool),
    Not(Box<Condition>),
    All(Vec<Condition>),
    Any(Vec<Condition>),
}

impl Condition {
    fn holds(&self) -> bool {
        match self {
            // Names that stand by themselves are those of systems and of builds for tests.
            Condition::Name => false,
            Condition::Value(name, value) => VALUES.contains(&(name.as_str(), value.as_str())),
            Condition::Always(holds) => *holds,
            Condition::Not(inner) => !inner.holds(),
            Condition::All(all) => all.iter().all(Condition::holds),
            Condition::Any(any) => any.iter().any(Condition::holds),
        }
    }
}

impl syn::parse::Parse for Condition {
    fn parse(input: syn::parse::ParseStream<'_>) -> syn::Result<Condition> {
        if input.peek(syn::LitBool) {
            return Ok(Condition::Always(input.parse::<syn::LitBool>()?.value));
        }
        let name: Ident = input.parse()?;
        if input.peek(Token![=]) {
            input.parse::<Token![=]>()?;
            let value: syn::LitStr = input.parse()?;
            return Ok(Condition::Value(name.to_string(), value.value()));
        }
        if !input.peek(syn::token::Paren) {
            return Ok(Condition::Name);
        }
        let inside;
        syn::parenthesized!(inside in input);
        let parts = Punctuated::<Condition, Token![,]>::parse_terminated(&inside)?;
        let mut parts: Vec<Condition> = parts.into_iter().collect();
        match (name.to_string().as_str(), parts.len()) {
            ("all", _) => Ok(Condition::All(parts)),
            ("any", _) => Ok(Condition::Any(parts)),
            ("not", 1) => Ok(Condition::Not(Box::new(parts.remove(0)))),
            _ => Err(syn::Error::new(name.span(), "no condition")),
        }
    }
}
