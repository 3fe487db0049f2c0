//! The types that are printed, and how.

use super::{Line, Spec};

macro_rules! ways_to_print {
    ($($(#[$doc:meta])* $name:ident = $placeholder:literal;)*) => {$(
        $(#[$doc])*
        #[diagnostic::on_unimplemented(
            message = "`{Self}` is not printed with `{{}}` on the GPU",
            label = "nothing here prints this type",
            note = "numbers, `bool`, `char` and text are printed; `{{:?}}` also prints arrays, \
                    slices, tuples, `Option` and vectors; print a structure field by field"
        )]
        pub trait $name {
            fn show(&self, line: &mut Line, spec: &Spec);
        }

        impl<T: $name + ?Sized> $name for &T {
            #[inline(always)]
            fn show(&self, line: &mut Line, spec: &Spec) {
                $name::show(*self, line, spec);
            }
        }

        impl<T: $name + ?Sized> $name for &mut T {
            #[inline(always)]
            fn show(&self, line: &mut Line, spec: &Spec) {
                $name::show(&**self, line, spec);
            }
        }
    )*};
}

ways_to_print! {
    /// `{}`
    Show = "{}";
    /// `{:?}`
    ShowDebug = "{:?}";
    /// `{:x}`
    ShowLowerHex = "{:x}";
    /// `{:X}`
    ShowUpperHex = "{:X}";
    /// `{:b}`
    ShowBinary = "{:b}";
    /// `{:o}`
    ShowOctal = "{:o}";
    /// `{:e}`
    ShowLowerExp = "{:e}";
}

impl Show for str {
    fn show(&self, line: &mut Line, spec: &Spec) {
        let all = self.chars().count();
        let shown = spec.precision.unwrap_or(all).min(all);
        let behind = line.padding_before(shown, spec, '<');
        for character in self.chars().take(shown) {
            line.character(character);
        }
        line.padding_behind(behind, spec);
    }
}

impl ShowDebug for str {
    fn show(&self, line: &mut Line, _: &Spec) {
        line.character('"');
        for character in self.chars() {
            escaped(line, character, '"');
        }
        line.character('"');
    }
}

impl Show for char {
    fn show(&self, line: &mut Line, spec: &Spec) {
        let behind = line.padding_before(1, spec, '<');
        line.character(*self);
        line.padding_behind(behind, spec);
    }
}

impl ShowDebug for char {
    fn show(&self, line: &mut Line, _: &Spec) {
        line.character('\'');
        escaped(line, *self, '\'');
        line.character('\'');
    }
}

/// A character within quotes of that kind.
fn escaped(line: &mut Line, character: char, quote: char) {
    match character {
        '\n' => line.text("\\n"),
        '\t' => line.text("\\t"),
        '\r' => line.text("\\r"),
        '\\' => line.text("\\\\"),
        _ if character == quote => {
            line.character('\\');
            line.character(quote);
        }
        _ => line.character(character),
    }
}

impl Show for bool {
    fn show(&self, line: &mut Line, spec: &Spec) {
        Show::show(if *self { "true" } else { "false" }, line, spec);
    }
}

impl ShowDebug for bool {
    fn show(&self, line: &mut Line, spec: &Spec) {
        Show::show(self, line, spec);
    }
}

impl<T: ShowDebug> ShowDebug for [T] {
    fn show(&self, line: &mut Line, spec: &Spec) {
        line.character('[');
        for (index, element) in self.iter().enumerate() {
            if index > 0 {
                line.text(", ");
            }
            element.show(line, spec);
        }
        line.character(']');
    }
}

impl<T: ShowDebug, const N: usize> ShowDebug for [T; N] {
    fn show(&self, line: &mut Line, spec: &Spec) {
        self.as_slice().show(line, spec);
    }
}

impl<T: ShowDebug> ShowDebug for Option<T> {
    fn show(&self, line: &mut Line, spec: &Spec) {
        match self {
            Some(value) => {
                line.text("Some(");
                value.show(line, spec);
                line.character(')');
            }
            None => line.text("None"),
        }
    }
}

impl ShowDebug for () {
    fn show(&self, line: &mut Line, spec: &Spec) {
        Show::show("()", line, spec);
    }
}

macro_rules! tuples {
    ($($first:ident $($rest:ident)*;)*) => {$(
        impl<$first: ShowDebug, $($rest: ShowDebug),*> ShowDebug for ($first, $($rest),*) {
            fn show(&self, line: &mut Line, spec: &Spec) {
                #[expect(non_snake_case, reason = "the values are called as their types are")]
                let ($first, $($rest),*) = self;
                line.character('(');
                $first.show(line, spec);
                $(
                    line.text(", ");
                    $rest.show(line, spec);
                )*
                line.character(')');
            }
        }
    )*};
}

tuples! {
    A B;
    A B C;
    A B C D;
}

impl<T> ShowDebug for *const T {
    fn show(&self, line: &mut Line, spec: &Spec) {
        let spec = Spec { alternate: true, width: spec.width, ..Spec::PLAIN };
        ShowLowerHex::show(&(*self as usize), line, &spec);
    }
}

impl<T> ShowDebug for *mut T {
    fn show(&self, line: &mut Line, spec: &Spec) {
        ShowDebug::show(&self.cast_const(), line, spec);
    }
}
