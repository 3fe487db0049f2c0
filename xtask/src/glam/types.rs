//! The types of components, and what templates are told of vectors of them.

use super::template::Values;

const AXES: [&str; 4] = ["x", "y", "z", "w"];

/// A type of components.
pub(super) struct Scalar {
    name: &'static str,
    /// What its vectors have before `Vec`.
    prefix: &'static str,
    /// Its components in words, of which there are several.
    kind: &'static str,
    bytes: usize,
    zero: &'static str,
    one: &'static str,
}

pub(super) const F32: Scalar =
    Scalar { name: "f32", prefix: "", kind: "floats", bytes: 4, zero: "0.0", one: "1.0" };

pub(super) const BOOL: Scalar = Scalar {
    name: "bool",
    prefix: "B",
    kind: "truth values",
    bytes: 1,
    zero: "false",
    one: "true",
};

pub(super) const NUMBERS: [Scalar; 6] = [
    F32,
    Scalar {
        name: "f64",
        prefix: "D",
        kind: "floats of 64 bits",
        bytes: 8,
        zero: "0.0",
        one: "1.0",
    },
    integer("i32", "I", "signed integers", 4),
    integer("u32", "U", "unsigned integers", 4),
    integer("u8", "U8", "integers of type `u8`", 1),
    integer("usize", "USize", "integers of type `usize`", 8),
];

const fn integer(
    name: &'static str,
    prefix: &'static str,
    kind: &'static str,
    bytes: usize,
) -> Scalar {
    Scalar { name, prefix, kind, bytes, zero: "0", one: "1" }
}

impl Scalar {
    /// What the names in a template stand for, for vectors of so many components.
    pub(super) fn values(&self, width: usize) -> Values {
        let axes = &AXES[..width];
        let vector = format!("{}Vec{width}", self.prefix);
        let mut values = Values::new();
        let mut set = |name: &str, value: String| values.insert(name.to_owned(), value);
        set("Scalar", self.name.to_owned());
        set("vector", vector.to_lowercase());
        set("Vector", vector);
        for other in 2..=4 {
            set(&format!("Vec{other}"), format!("{}Vec{other}", self.prefix));
        }
        set("n", width.to_string());
        set("n_squared", (width * width).to_string());
        set("count", ["two", "three", "four"][width - 2].to_owned());
        set("kind", self.kind.to_owned());
        set("layout", self.layout(width));
        set("zero", self.zero.to_owned());
        set("one", self.one.to_owned());
        set("components", axes.join("; "));
        set("axes", self.axes(axes, ""));
        set("negative_axes", self.axes(axes, "-"));
        set("pairs", choices(axes, 2).join("; "));
        set("triples", choices(axes, 3).join("; "));
        let mut orders = choices(axes, width);
        orders.retain(|order| axes.iter().all(|axis| order.contains(axis)));
        set("orders", orders.join("; "));
        values
    }

    /// How a vector lies in memory, as glam's feature `cuda` has it: two and four
    /// components can be read at once, up to 16 bytes.
    fn layout(&self, width: usize) -> String {
        if self.name == "bool" || width == 3 {
            return "C".to_owned();
        }
        format!("C, align({})", (width * self.bytes).min(16))
    }

    /// The name of each axis, and its vector's components.
    fn axes(&self, axes: &[&str], sign: &str) -> String {
        let vector = |axis: &&str| {
            let one = format!("{sign}{}", self.one);
            let components = axes.iter().map(|other| if other == axis { &one } else { self.zero });
            let components: Vec<&str> = components.collect();
            format!("{} {}", axis.to_uppercase(), components.join(", "))
        };
        axes.iter().map(vector).collect::<Vec<String>>().join("; ")
    }
}

/// All ways to name so many of the axes, each as often as one likes, with blanks
/// between them.
fn choices(axes: &[&str], count: usize) -> Vec<String> {
    let mut choices: Vec<String> = axes.iter().map(|axis| (*axis).to_owned()).collect();
    for _ in 1..count {
        let longer = choices
            .iter()
            .flat_map(|choice| axes.iter().map(move |axis| format!("{choice} {axis}")));
        choices = longer.collect();
    }
    choices
}
