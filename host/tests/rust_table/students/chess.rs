// Games: bitboards, knights' moves, u64 newtype with bit operators, iterator over bits.
use core::ops::{BitAnd, BitOr, BitOrAssign, BitXor, Not, Shl, Shr};
use cuda_std::prelude::*;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
struct Board(u64);

impl BitAnd for Board { type Output = Self; fn bitand(self, o: Self) -> Self { Board(self.0 & o.0) } }
impl BitOr for Board { type Output = Self; fn bitor(self, o: Self) -> Self { Board(self.0 | o.0) } }
impl BitXor for Board { type Output = Self; fn bitxor(self, o: Self) -> Self { Board(self.0 ^ o.0) } }
impl Not for Board { type Output = Self; fn not(self) -> Self { Board(!self.0) } }
impl Shl<u32> for Board { type Output = Self; fn shl(self, n: u32) -> Self { Board(self.0.wrapping_shl(n)) } }
impl Shr<u32> for Board { type Output = Self; fn shr(self, n: u32) -> Self { Board(self.0.wrapping_shr(n)) } }
impl BitOrAssign for Board { fn bitor_assign(&mut self, o: Self) { self.0 |= o.0; } }

impl IntoIterator for Board {
    type Item = Square;
    type IntoIter = Squares;
    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Square(u8);

struct Squares(Board);
impl Iterator for Squares {
    type Item = Square;
    fn next(&mut self) -> Option<Square> {
        let Board(bits) = self.0;
        if bits == 0 {
            None
        } else {
            self.0 = Board(bits & (bits - 1));
            Some(Square(bits.trailing_zeros() as u8))
        }
    }
}

impl Board {
    const EMPTY: Board = Board(0);
    const A: Board = Board(0x0101_0101_0101_0101);
    const AB: Board = Board(Self::A.0 | Self::A.0 << 1);
    const H: Board = Board(Self::A.0 << 7);
    const GH: Board = Board(Self::H.0 | Self::H.0 >> 1);

    const fn of(s: Square) -> Board {
        Board(1 << s.0)
    }
    fn knight_moves(self) -> Board {
        let l1 = (self & !Self::A) >> 1;
        let l2 = (self & !Self::AB) >> 2;
        let r1 = (self & !Self::H) << 1;
        let r2 = (self & !Self::GH) << 2;
        let (one, two) = (l1 | r1, l2 | r2);
        one << 16 | one >> 16 | two << 8 | two >> 8
    }
    fn len(&self) -> u32 {
        self.0.count_ones()
    }
}

#[kernel]
pub unsafe fn knights(start: &[u32], out: *mut u32) {
    let i = thread::index_1d() as usize;
    let from = Square(start[i] as u8 % 64);
    let mut seen = Board::of(from);
    let mut frontier = seen;
    let mut rounds = 0;
    while frontier != Board::EMPTY {
        frontier = frontier.knight_moves() & !seen;
        seen |= frontier;
        rounds += 1;
    }
    let moves = Board::of(from).knight_moves();
    let mut sum = 0;
    for Square(s) in moves {
        sum = sum * 3 + s as u32;
    }
    *out.add(i) = rounds;
    *out.add(i + 32) = sum;
    *out.add(i + 64) = moves.len() + moves.into_iter().map(|s| s.0 as u32 / 8).max().unwrap_or(0) * 10;
    *out.add(i + 96) = (seen ^ moves).into_iter().min().map_or(64, |Square(s)| s as u32);
}
