// Games: Life with wrap-around, 2-D, rem_euclid, match guards and bool bytes.
use cuda_std::prelude::*;

const WIDTH: i32 = 8;
const HEIGHT: i32 = 4;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Cell {
    Dead,
    Alive,
}
use Cell::{Alive, Dead};

impl From<bool> for Cell {
    fn from(b: bool) -> Self {
        if b { Alive } else { Dead }
    }
}
impl From<Cell> for u32 {
    fn from(c: Cell) -> u32 {
        match c {
            Alive => 1,
            Dead => 0,
        }
    }
}

#[derive(Clone, Copy)]
struct Position {
    x: i32,
    y: i32,
}

impl core::ops::Add<(i32, i32)> for Position {
    type Output = Position;
    fn add(self, (dx, dy): (i32, i32)) -> Position {
        Position { x: (self.x + dx).rem_euclid(WIDTH), y: (self.y + dy).rem_euclid(HEIGHT) }
    }
}

impl Position {
    const OFFSETS: [(i32, i32); 8] =
        [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

    fn index(self) -> usize {
        (self.y * WIDTH + self.x) as usize
    }

    fn around(self) -> impl Iterator<Item = Position> {
        Self::OFFSETS.into_iter().map(move |o| self + o)
    }
}

struct World<'a>(&'a [bool]);

impl core::ops::Index<Position> for World<'_> {
    type Output = bool;
    fn index(&self, p: Position) -> &bool {
        &self.0[p.index()]
    }
}

#[kernel]
pub unsafe fn life(cells: &[bool], out: *mut u32) {
    let i = thread::index_1d() as i32;
    let here = Position { x: i % WIDTH, y: i / WIDTH };
    let world = World(cells);
    let n = here.around().filter(|&p| world[p]).count();
    let next = match (Cell::from(world[here]), n) {
        (Alive, 2 | 3) => Alive,
        (Alive, 0..=1) | (Alive, 4..) => Dead,
        (Dead, 3) => Alive,
        (cell, _) => cell,
    };
    *out.add(here.index()) = next.into();
    *out.add(here.index() + 32) = n as u32;
}
