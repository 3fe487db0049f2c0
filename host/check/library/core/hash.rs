// What is hashed, and what hashes it. A `usize` counts as eight bytes, as through CUDA.

pub mod hash {
    pub trait Hasher {
        fn finish(&self) -> u64;
        fn write(&mut self, bytes: &[u8]);
        fn write_u8(&mut self, i: u8) {
            self.write(&[i]);
        }
        fn write_u16(&mut self, i: u16) {
            self.write(&i.to_ne_bytes());
        }
        fn write_u32(&mut self, i: u32) {
            self.write(&i.to_ne_bytes());
        }
        fn write_u64(&mut self, i: u64) {
            self.write(&i.to_ne_bytes());
        }
        fn write_u128(&mut self, i: u128) {
            self.write(&i.to_ne_bytes());
        }
        fn write_usize(&mut self, i: usize) {
            self.write(&[i as u8, (i >> 8) as u8, (i >> 16) as u8, (i >> 24) as u8, 0, 0, 0, 0]);
        }
        fn write_i8(&mut self, i: i8) {
            self.write_u8(i as u8);
        }
        fn write_i16(&mut self, i: i16) {
            self.write_u16(i as u16);
        }
        fn write_i32(&mut self, i: i32) {
            self.write_u32(i as u32);
        }
        fn write_i64(&mut self, i: i64) {
            self.write_u64(i as u64);
        }
        fn write_i128(&mut self, i: i128) {
            self.write_u128(i as u128);
        }
        fn write_isize(&mut self, i: isize) {
            self.write_usize(i as usize);
        }
    }

    pub trait Hash {
        fn hash<H: Hasher>(&self, state: &mut H);
        fn hash_slice<H: Hasher>(data: &[Self], state: &mut H)
        where
            Self: Sized,
        {
            for piece in data {
                piece.hash(state);
            }
        }
    }

    pub trait BuildHasher {
        type Hasher: Hasher;
        fn build_hasher(&self) -> Self::Hasher;
        fn hash_one<T: Hash>(&self, x: T) -> u64 {
            let mut hasher = self.build_hasher();
            x.hash(&mut hasher);
            hasher.finish()
        }
    }

    #[derive(Clone, Copy)]
    pub struct BuildHasherDefault<H>(core::marker::PhantomData<H>);

    impl<H> Default for BuildHasherDefault<H> {
        fn default() -> BuildHasherDefault<H> {
            BuildHasherDefault(core::marker::PhantomData)
        }
    }

    impl<H: Default + Hasher> BuildHasher for BuildHasherDefault<H> {
        type Hasher = H;
        fn build_hasher(&self) -> H {
            H::default()
        }
    }
}
