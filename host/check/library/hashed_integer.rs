//! `Hash` of an integer; the text is read once for each, under the name `Integer`.

impl Hash for Integer {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_Integer(*self);
    }
    // `core` hands over the bytes of all of them at once. Pieces of 64 are the same to
    // every hasher that takes a power of two at a time.
    fn hash_slice<H: Hasher>(data: &[Integer], state: &mut H) {
        let mut bytes = [0_u8; 64];
        let mut used = 0;
        for i in 0..data.len() {
            for byte in data[i].to_ne_bytes() {
                bytes[used] = byte;
                used += 1;
            }
            if used == 64 {
                state.write(&bytes);
                used = 0;
            }
        }
        if used > 0 || data.is_empty() {
            state.write(&bytes[..used]);
        }
    }
}
