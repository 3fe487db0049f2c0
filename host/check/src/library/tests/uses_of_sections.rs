//! Table of uses: what the sections declare and no use can be made up for, beside a
//! statement that uses it. `Integer` and `Number` stand for each type of the section.

/// A hasher, for statements that need one.
macro_rules! hashing {
    ($statement:literal) => {
        concat!(
            "struct Count(u64);
            impl core::hash::Hasher for Count {
                fn finish(&self) -> u64 { self.0 }
                fn write(&mut self, bytes: &[u8]) { self.0 += bytes.len() as u64; }
            }
            use core::hash::{Hash, Hasher};
            let mut state = Count(0);",
            $statement
        )
    };
}

pub(super) const USES: &[(&str, &str)] = &[
    ("Numbered", "let _ = core::mem::discriminant(&Some(n));"),
    ("Numbered::variant_number", "let _ = core::mem::discriminant(&Some(n));"),
    ("Discriminant", "let _: core::mem::Discriminant<Option<u32>> = core::mem::discriminant(&Some(n));"),
    ("mem::discriminant", "
        enum Own { A, B }
        let own = if n > 1 { Own::A } else { Own::B };
        let _ = core::mem::discriminant(&own);"),
    ("PartialEq for Discriminant", "
        let _ = core::mem::discriminant(&Some(n)) == core::mem::discriminant(&None);"),
    ("Eq for Discriminant", "
        fn same<T: Eq>(x: T) -> bool { x == x }
        let _ = same(core::mem::discriminant(&Some(n)));"),
    ("Numbered for Option", "let _ = core::mem::discriminant(&Some(n));"),
    ("Numbered for Result", "
        let a: Result<u32, u8> = Ok(n);
        let _ = core::mem::discriminant(&a);"),
    ("Numbered for Ordering", "let _ = core::mem::discriminant(&n.cmp(&1));"),
    ("Float::to_int_unchecked", "let _: i32 = (n as Float).to_int_unchecked();"),
    ("ConvertibleTo", "fn f<I>(x: I) where f32: core::num::ConvertibleTo<I> {}"),
    ("ConvertibleTo for Float", "
        let _: i64 = (n as Float).to_int_unchecked();
        let _ = (n as Float).to_int_unchecked::<usize>();"),
    ("FpCategory", "let _ = core::num::FpCategory::Nan;"),
    ("Wrapping", "let _ = core::num::Wrapping(n);"),
    ("Saturating", "let _ = core::num::Saturating(n);"),
    ("NonZero", "let _ = core::num::NonZero::<u32>::new(n);"),
    ("NonZeroU8", "let _ = core::num::NonZeroU8::new(5);"),
    ("NonZeroU16", "let _ = core::num::NonZeroU16::new(5);"),
    ("NonZeroU32", "let _ = core::num::NonZeroU32::new(5);"),
    ("NonZeroU64", "let _ = core::num::NonZeroU64::new(5);"),
    ("NonZeroUsize", "let _ = core::num::NonZeroUsize::new(5);"),
    ("NonZeroI8", "let _ = core::num::NonZeroI8::new(5);"),
    ("NonZeroI16", "let _ = core::num::NonZeroI16::new(5);"),
    ("NonZeroI32", "let _ = core::num::NonZeroI32::new(5);"),
    ("NonZeroI64", "let _ = core::num::NonZeroI64::new(5);"),
    ("NonZeroIsize", "let _ = core::num::NonZeroIsize::new(5);"),
    ("NonZero::get", "let _ = core::num::NonZeroU32::new(n).map(|x| x.get());"),
    ("NonZero::new_unchecked", "let _ = core::num::NonZeroU32::new_unchecked(n);"),
    ("Wrapping::MIN", "let _ = core::num::Wrapping::<Integer>::MIN;"),
    ("Wrapping::MAX", "let _ = core::num::Wrapping::<Integer>::MAX;"),
    ("Wrapping::BITS", "let _ = core::num::Wrapping::<Integer>::BITS;"),
    ("Wrapping::pow", "let _ = core::num::Wrapping(n as Integer).pow(3);"),
    ("Wrapping::rotate_left", "let _ = core::num::Wrapping(n as Integer).rotate_left(3);"),
    ("Wrapping::rotate_right", "let _ = core::num::Wrapping(n as Integer).rotate_right(3);"),
    ("Wrapping::count_ones", "let _ = core::num::Wrapping(n as Integer).count_ones();"),
    ("Wrapping::leading_zeros", "let _ = core::num::Wrapping(n as Integer).leading_zeros();"),
    ("Wrapping::trailing_zeros", "let _ = core::num::Wrapping(n as Integer).trailing_zeros();"),
    ("Wrapping::reverse_bits", "let _ = core::num::Wrapping(n as Integer).reverse_bits();"),
    ("Saturating::MIN", "let _ = core::num::Saturating::<Integer>::MIN;"),
    ("Saturating::MAX", "let _ = core::num::Saturating::<Integer>::MAX;"),
    ("Saturating::pow", "let _ = core::num::Saturating(n as Integer).pow(3);"),
    ("NonZero::MAX", "let _ = core::num::NonZero::<Integer>::MAX;"),
    ("NonZero::BITS", "let _ = core::num::NonZero::<Integer>::BITS;"),
    ("NonZero::new", "let _ = core::num::NonZero::new(n as Integer);"),
    ("NonZero::leading_zeros", "let _ = core::num::NonZero::new_unchecked(n as Integer).leading_zeros();"),
    ("NonZero::trailing_zeros", "let _ = core::num::NonZero::new_unchecked(n as Integer).trailing_zeros();"),
    ("NonZero::ilog2", "let _ = core::num::NonZero::new_unchecked(n as Integer).ilog2();"),
    ("NonZero::checked_mul", "
        let a = core::num::NonZero::new_unchecked(n as Integer);
        let _ = a.checked_mul(a);"),
    ("Cell", "let _: core::cell::Cell<u32> = core::cell::Cell::new(n);"),
    ("Cell::new", "let _ = core::cell::Cell::new(n);"),
    ("Cell::set", "core::cell::Cell::new(n).set(1);"),
    ("Cell::get", "let _ = core::cell::Cell::new(n).get();"),
    ("Cell::replace", "let _ = core::cell::Cell::new(n).replace(1);"),
    ("Cell::into_inner", "let _ = core::cell::Cell::new(n).into_inner();"),
    ("Cell::swap", "core::cell::Cell::new(n).swap(&core::cell::Cell::new(1));"),
    ("Cell::get_mut", "let mut a = core::cell::Cell::new(n); *a.get_mut() += 1;"),
    ("Cell::update", "core::cell::Cell::new(n).update(|x| x + 1);"),
    ("Cell::take", "let _ = core::cell::Cell::new(n).take();"),
    ("Split", "let _ = u.split(|x| *x == n);"),
    ("RSplit", "let _ = u.rsplit(|x| *x == n);"),
    ("SplitN", "let _ = u.splitn(2, |x| *x == n);"),
    ("RSplitN", "let _ = u.rsplitn(2, |x| *x == n);"),
    ("SplitInclusive", "let _ = u.split_inclusive(|x| *x == n);"),
    ("ChunkBy", "let _ = u.chunk_by(|a, b| a == b);"),
    ("SplitMut", "let mut a = [n; 4]; let _ = a.split_mut(|x| *x == n);"),
    ("ChunkByMut", "let mut a = [n; 4]; let _ = a.chunk_by_mut(|a, b| a == b);"),
    ("[T]::split", "for x in u.split(|x| *x == n) { let _ = x.len(); }"),
    ("[T]::rsplit", "for x in u.rsplit(|x| *x == n) { let _ = x.len(); }"),
    ("[T]::splitn", "for x in u.splitn(2, |x| *x == n) { let _ = x.len(); }"),
    ("[T]::rsplitn", "for x in u.rsplitn(2, |x| *x == n) { let _ = x.len(); }"),
    ("[T]::split_inclusive", "for x in u.split_inclusive(|x| *x == n) { let _ = x.len(); }"),
    ("[T]::split_mut", "let mut a = [n; 4]; for x in a.split_mut(|x| *x == n) { x[0] = 1; }"),
    ("[T]::chunk_by", "for x in u.chunk_by(|a, b| a == b) { let _ = x.len(); }"),
    ("[T]::chunk_by_mut", "let mut a = [n; 4]; for x in a.chunk_by_mut(|a, b| a == b) { x[0] = 1; }"),
    ("Iterator for Split", "let _ = u.split(|x| *x == n).next();"),
    ("DoubleEndedIterator for Split", "let _ = u.split(|x| *x == n).next_back();"),
    ("Iterator for RSplit", "let _ = u.rsplit(|x| *x == n).next();"),
    ("DoubleEndedIterator for RSplit", "let _ = u.rsplit(|x| *x == n).next_back();"),
    ("Iterator for SplitN", "let _ = u.splitn(2, |x| *x == n).next();"),
    ("Iterator for RSplitN", "let _ = u.rsplitn(2, |x| *x == n).next();"),
    ("Iterator for SplitInclusive", "let _ = u.split_inclusive(|x| *x == n).next();"),
    ("Iterator for ChunkBy", "let _ = u.chunk_by(|a, b| a == b).next();"),
    ("DoubleEndedIterator for ChunkBy", "let _ = u.chunk_by(|a, b| a == b).next_back();"),
    ("Iterator for SplitMut", "let mut a = [n; 4]; let _ = a.split_mut(|x| *x == n).next();"),
    ("Iterator for ChunkByMut", "let mut a = [n; 4]; let _ = a.chunk_by_mut(|a, b| a == b).next();"),
    ("Bound", "let _ = core::ops::Bound::Included(n);"),
    ("Bound::as_ref", "let _ = core::ops::Bound::Included(n).as_ref();"),
    ("Bound::map", "let _ = core::ops::Bound::Included(n).map(|x| x + 1);"),
    ("Bound::cloned", "let _ = core::ops::Bound::Included(&n).cloned();"),
    ("Bound::copied", "let _ = core::ops::Bound::Included(&n).copied();"),
    ("RangeBounds", "
        fn holds<R: core::ops::RangeBounds<u32>>(range: R, x: u32) -> bool { range.contains(&x) }
        let _ = holds(1..5, n);"),
    ("RangeBounds::start_bound", "use core::ops::*; let _ = (1..n).start_bound();"),
    ("RangeBounds::end_bound", "use core::ops::*; let _ = (1..n).end_bound();"),
    ("RangeBounds::contains", "
        let _ = core::ops::RangeBounds::contains(&(core::ops::Bound::Included(1), core::ops::Bound::Unbounded), &n);"),
    ("RangeBounds for Range", "use core::ops::RangeBounds; let _ = (1..n).start_bound();"),
    ("RangeBounds for RangeInclusive", "use core::ops::RangeBounds; let _ = (1..=n).start_bound();"),
    ("RangeBounds for RangeFrom", "use core::ops::RangeBounds; let _ = (n..).start_bound();"),
    ("RangeBounds for RangeTo", "use core::ops::RangeBounds; let _ = (..n).end_bound();"),
    ("RangeBounds for RangeToInclusive", "use core::ops::RangeBounds; let _ = (..=n).end_bound();"),
    ("RangeBounds for RangeFull", "
        fn holds<R: core::ops::RangeBounds<u32>>(range: R, x: u32) -> bool { range.contains(&x) }
        let _ = holds(.., n);"),
    ("RangeBounds for (Bound, Bound)", "
        use core::ops::{Bound, RangeBounds};
        let _ = (Bound::Included(1), Bound::Excluded(n)).start_bound();"),
    ("WarpShuffleValue", "fn f<T: cuda_std::warp::WarpShuffleValue>(_: T) {}"),
    ("WarpMatchValue", "fn f<T: cuda_std::warp::WarpMatchValue>(_: T) {}"),
    ("WarpReduceValue", "fn f<T: cuda_std::warp::WarpReduceValue>(_: T) {}"),
    ("warp::warp_match_all", "let _ = warp::warp_match_all(u32::MAX, n);"),
    ("MaybeUninit", "let _: core::mem::MaybeUninit<u32> = core::mem::MaybeUninit::new(n);"),
    ("MaybeUninit::new", "let _ = core::mem::MaybeUninit::new(n);"),
    ("MaybeUninit::uninit", "let _ = core::mem::MaybeUninit::<u32>::uninit();"),
    ("MaybeUninit::zeroed", "let _ = core::mem::MaybeUninit::<u32>::zeroed();"),
    ("MaybeUninit::write", "let mut a = core::mem::MaybeUninit::uninit(); a.write(n);"),
    ("MaybeUninit::assume_init", "let _ = core::mem::MaybeUninit::new(n).assume_init();"),
    ("MaybeUninit::assume_init_read", "let _ = core::mem::MaybeUninit::new(n).assume_init_read();"),
    ("MaybeUninit::assume_init_ref", "let a = core::mem::MaybeUninit::new(n); let _ = *a.assume_init_ref();"),
    ("MaybeUninit::assume_init_mut", "let mut a = core::mem::MaybeUninit::new(n); *a.assume_init_mut() += 1;"),
    ("MaybeUninit::as_ptr", "let a = core::mem::MaybeUninit::new(n); let _ = *a.as_ptr();"),
    ("MaybeUninit::as_mut_ptr", "let mut a = core::mem::MaybeUninit::new(n); *a.as_mut_ptr() += 1;"),
    ("Bytes1", "let _: i8 = core::mem::transmute(1_u8);"),
    ("Bytes2", "let _: i16 = core::mem::transmute(1_u16);"),
    ("Bytes4", "let _: i32 = core::mem::transmute(n);"),
    ("Bytes8", "let _: f64 = core::mem::transmute(1_u64);"),
    ("Bytes12", "let _: [f32; 3] = core::mem::transmute([n; 3]);"),
    ("Bytes16", "let _: [f32; 4] = core::mem::transmute([n; 4]);"),
    ("PlainBits", "let _: [u8; 4] = core::mem::transmute(n);"),
    ("PlainBits::words", "let _: [u8; 4] = core::mem::transmute(n);"),
    ("PlainBits::of_words", "let _: u32 = core::mem::transmute([1_u8, 2, 3, 4]);"),
    ("mem::transmute", "let _: f32 = core::mem::transmute(n);"),
    ("Borrow", "fn f<B: core::borrow::Borrow<u32>>(x: B) -> u32 { *x.borrow() } let _ = f(n);"),
    ("BorrowMut", "fn f<B: core::borrow::BorrowMut<[u32]>>(mut x: B) { x.borrow_mut()[0] = 1; } f([n, 1]);"),
    ("Borrow::borrow", "use core::borrow::*; let a = [n, 1]; let b: &[u32] = a.borrow(); let _ = b[0];"),
    ("BorrowMut::borrow_mut", "
        use core::borrow::*;
        let mut a = [n, 1];
        let b: &mut [u32] = a.borrow_mut();
        b[0] = 1;"),
    ("Borrow for [T; N]", "fn f<B: core::borrow::Borrow<[u32]>>(x: B) -> u32 { x.borrow()[0] } let _ = f([n, 1]);"),
    ("BorrowMut for [T; N]", "
        fn f<B: core::borrow::BorrowMut<[u32]>>(mut x: B) { x.borrow_mut()[0] = 1; }
        f([n, 1]);"),
    ("Borrow for Number", "fn f<B: core::borrow::Borrow<Number>>(x: B) { let _ = *x.borrow(); }"),
    ("Borrow for &Number", "
        fn f<B: core::borrow::Borrow<u32>>(x: B) -> u32 { *x.borrow() }
        let _ = f(&n);"),
    ("Hash for bool", hashing!("true.hash(&mut state);")),
    ("Hash for char", hashing!("'a'.hash(&mut state);")),
    ("Hash for u8", hashing!("[1_u8, 2].hash(&mut state);")),
    ("Hash for usize", hashing!("u.len().hash(&mut state);")),
    ("Hash for isize", hashing!("(n as isize).hash(&mut state);")),
    ("Hash for Ordering", hashing!("n.cmp(&1).hash(&mut state);")),
    ("Hash for Reverse", hashing!("core::cmp::Reverse(n).hash(&mut state);")),
    ("Hash for PhantomData", hashing!("core::marker::PhantomData::<u32>.hash(&mut state);")),
    ("Hash for [T]", hashing!("u.hash(&mut state);")),
    ("Hash for [T; N]", hashing!("[n; 4].hash(&mut state);")),
    ("Hash for &T", hashing!("(&n).hash(&mut state);")),
    ("Hash for &mut T", hashing!("let mut a = n; (&mut a).hash(&mut state);")),
    ("Hash for ()", hashing!("().hash(&mut state);")),
    ("Hash for (A,)", hashing!("(n,).hash(&mut state);")),
    ("Hash for (A, B)", hashing!("(n, true).hash(&mut state);")),
    ("Hash for (A, B, C)", hashing!("(n, true, 'a').hash(&mut state);")),
    ("Hash for (A, B, C, D)", hashing!("(n, true, 'a', 1_u8).hash(&mut state);")),
    ("Hash for Option", hashing!("Some(n).hash(&mut state);")),
    ("Hash for Result", hashing!("let a: Result<u32, u8> = Ok(n); a.hash(&mut state);")),
    ("Hash for Integer", hashing!("[n as Integer, 1].hash(&mut state);")),
    ("Hasher::finish", hashing!("let _ = state.finish();")),
    ("Hasher::write", hashing!("state.write(&[1, 2]);")),
    ("Hash::hash", hashing!("n.hash(&mut state);")),
    ("BuildHasher::build_hasher", hashing!("
        impl Default for Count { fn default() -> Count { Count(1) } }
        let build: core::hash::BuildHasherDefault<Count> = Default::default();
        let _ = core::hash::BuildHasher::build_hasher(&build).finish();")),
    ("Hasher::write_u8", hashing!("state.write_u8(1);")),
    ("Hasher::write_u16", hashing!("state.write_u16(1);")),
    ("Hasher::write_u32", hashing!("state.write_u32(1);")),
    ("Hasher::write_u64", hashing!("state.write_u64(1);")),
    ("Hasher::write_u128", hashing!("state.write_u128(1);")),
    ("Hasher::write_usize", hashing!("state.write_usize(1);")),
    ("Hasher::write_i8", hashing!("state.write_i8(1);")),
    ("Hasher::write_i16", hashing!("state.write_i16(1);")),
    ("Hasher::write_i32", hashing!("state.write_i32(1);")),
    ("Hasher::write_i64", hashing!("state.write_i64(1);")),
    ("Hasher::write_i128", hashing!("state.write_i128(1);")),
    ("Hasher::write_isize", hashing!("state.write_isize(1);")),
    ("Hash::hash_slice", hashing!("u32::hash_slice(u, &mut state);")),
    ("BuildHasher::hash_one", hashing!("
        impl Default for Count { fn default() -> Count { Count(1) } }
        let build: core::hash::BuildHasherDefault<Count> = Default::default();
        let _ = core::hash::BuildHasher::hash_one(&build, n);")),
    ("PartialEq for bf16", "let a = half::bf16::from_f32(1.5); let _ = a == a;"),
    ("PartialOrd for bf16", "let a = half::bf16::from_f32(1.5); let _ = a < a;"),
    ("From for f32", "let _ = f32::from(half::bf16::ONE);"),
    ("From for f64", "let _ = f64::from(half::bf16::ONE);"),
    ("From for bf16", "let _ = half::bf16::from(n as i8);"),
    ("Sum for bf16", "let _: half::bf16 = [half::bf16::ONE].iter().sum();"),
    ("Product for bf16", "let _: half::bf16 = [half::bf16::ONE].into_iter().product();"),
    ("bf16", "let _: half::bf16 = half::bf16::ONE;"),
];
