// A hash table with keys and hashers of a student's own.
use cuda_std::prelude::*;
use std::hash::{BuildHasher, Hash, Hasher};
#[derive(Default, Clone, Copy)]
pub struct FxHasher {
    hash: u64,
}
const SEED: u64 = 0x51_7c_c1_b7_27_22_0a_95;
impl FxHasher {
    #[inline]
    fn add_to_hash(&mut self, i: u64) {
        self.hash = (self.hash.rotate_left(5) ^ i).wrapping_mul(SEED);
    }
}
impl Hasher for FxHasher {
    fn write(&mut self, mut bytes: &[u8]) {
        while bytes.len() >= 8 {
            self.add_to_hash(u64::from_le_bytes(bytes[..8].try_into().unwrap()));
            bytes = &bytes[8..];
        }
        if bytes.len() >= 4 {
            self.add_to_hash(u32::from_le_bytes(bytes[..4].try_into().unwrap()) as u64);
            bytes = &bytes[4..];
        }
        for &b in bytes {
            self.add_to_hash(b as u64);
        }
    }
    fn write_u8(&mut self, i: u8) {
        self.add_to_hash(i as u64);
    }
    fn write_u16(&mut self, i: u16) {
        self.add_to_hash(i as u64);
    }
    fn write_u32(&mut self, i: u32) {
        self.add_to_hash(i as u64);
    }
    fn write_u64(&mut self, i: u64) {
        self.add_to_hash(i);
    }
    fn write_usize(&mut self, i: usize) {
        self.add_to_hash(i as u64);
    }
    fn finish(&self) -> u64 {
        self.hash
    }
}
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Cell {
    x: i32,
    y: i32,
}
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Shape {
    Circle(u32),
    Rect { w: u16, h: u16 },
    Unit,
}
struct Table<'a, K, S> {
    keys: &'a [Option<K>],
    hasher: S,
}
impl<'a, K: Hash + Eq + Copy, S: BuildHasher> Table<'a, K, S> {
    fn find(&self, key: &K) -> Option<usize> {
        let n = self.keys.len();
        let h = self.hasher.hash_one(key) as usize;
        (0..n).map(|i| (h + i) % n).find(|&at| self.keys[at] == Some(*key))
    }
}
#[derive(Clone, Copy)]
struct Build;
impl BuildHasher for Build {
    type Hasher = FxHasher;
    fn build_hasher(&self) -> FxHasher {
        FxHasher::default()
    }
}
fn spatial_hash<H: Hasher + Default>(c: Cell) -> u32 {
    let mut h = H::default();
    c.hash(&mut h);
    (h.finish() >> 32) as u32
}
fn hash_all<T: Hash, H: Hasher>(items: &[T], state: &mut H) {
    for item in items {
        item.hash(state);
    }
}
#[kernel]
pub unsafe fn k(cells: &[i32], out: *mut u32) {
    let i = thread::index_1d() as usize;
    let c = Cell { x: cells[i], y: -cells[i] };
    let keys = [None, Some(c), Some(Cell { x: 1, y: 2 }), None];
    let t = Table { keys: &keys, hasher: Build };
    let mut h = FxHasher::default();
    hash_all(&[1u32, 2, 3], &mut h);
    hash_all(&[(1u8, true), (2, false)], &mut h);
    Shape::Rect { w: 1, h: 2 }.hash(&mut h);
    [c, c].hash(&mut h);
    (c, Shape::Unit).hash(&mut h);
    Some(Shape::Circle(3)).hash(&mut h);
    b"key".hash(&mut h);
    "x".as_bytes().hash(&mut h);
    c.x.hash(&mut h);
    c.hash(&mut h);
    *out.add(i) =
        spatial_hash::<FxHasher>(c) ^ t.find(&c).map_or(99, |v| v as u32) ^ h.finish() as u32;
}
