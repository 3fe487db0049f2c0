//! The figures of the hiCUDA text that show directives: what each thread does, what blocks
//! hold, what is copied, and that the result is the sequential one.

mod common;

use common::{Trial, Value, translated};

#[test]
fn figure_4_multiplies_matrices() {
    let text = include_str!("programs/matrix_mul.rs");
    let translation = translated(text);
    let kernel = &translation.kernels()[0];
    let tiles: Vec<(&str, &[i64])> = (kernel.tiles.iter())
        .map(|tile| (tile.name.as_str(), tile.part.extents.as_slice()))
        .collect();
    assert_eq!(tiles, [("a_tile", &[16, 32][..]), ("b_tile", &[32, 16])]);
    for (plan, _) in &kernel.loops {
        assert!(plan.is_single && plan.is_even, "{plan}");
        let own = plan.iterations(1, 5, &translation.parsed.constants);
        assert_eq!(own, Some(vec![21]));
    }
    Trial::new(
        text,
        "matrix_mul",
        &[
            ("a", Value::Array(64 * 128)),
            ("b", Value::Array(128 * 32)),
            ("c", Value::Array(64 * 32)),
        ],
    )
    .check();
}
