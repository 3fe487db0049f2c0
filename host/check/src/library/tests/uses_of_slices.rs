//! Table of uses: memory, slices, arrays and iterators, each member of the library's
//! core beside a statement that uses it.

pub(super) const USES: &[(&str, &str)] = &[
    ("mem::swap", "let (mut a, mut b) = (n, 1); core::mem::swap(&mut a, &mut b);"),
    ("mem::replace", "let mut a = n; let _ = core::mem::replace(&mut a, 1);"),
    ("mem::take", "let mut a = n; let _ = core::mem::take(&mut a);"),
    ("mem::drop", "drop(n);"),
    ("mem::forget", "core::mem::forget(n);"),
    ("mem::needs_drop", "let _ = core::mem::needs_drop::<u32>();"),
    ("mem::size_of_val", "let _ = size_of_val(&n);"),
    ("mem::align_of_val", "let _ = align_of_val(&n);"),
    ("ptr::copy_nonoverlapping", "core::ptr::copy_nonoverlapping(u.as_ptr(), p, 4);"),
    ("ptr::swap_nonoverlapping", "core::ptr::swap_nonoverlapping(p, p.add(4), 4);"),
    ("ptr::swap", "core::ptr::swap(p, p.add(1));"),
    ("ptr::replace", "let _ = core::ptr::replace(p, 1);"),
    ("NonNull::new", "let _ = core::ptr::NonNull::new(p);"),
    ("NonNull::new_unchecked", "let _ = core::ptr::NonNull::new_unchecked(p);"),
    ("NonNull::as_ptr", "let a = core::ptr::NonNull::new_unchecked(p); let _ = a.as_ptr();"),
    ("NonNull::as_ref", "let a = core::ptr::NonNull::new_unchecked(p); let _ = *a.as_ref();"),
    ("NonNull::as_mut", "let mut a = core::ptr::NonNull::new_unchecked(p); *a.as_mut() += 1;"),
    ("NonNull::add", "let a = core::ptr::NonNull::new_unchecked(p); let _ = a.add(1);"),
    ("NonNull::read", "let a = core::ptr::NonNull::new_unchecked(p); let _ = a.read();"),
    ("NonNull::write", "let a = core::ptr::NonNull::new_unchecked(p); a.write(1);"),
    ("*const T::is_null", "let _ = u.as_ptr().is_null();"),
    ("*const T::as_ref", "let _ = u.as_ptr().as_ref().is_some();"),
    ("*const T::copy_to_nonoverlapping", "u.as_ptr().copy_to_nonoverlapping(p, 4);"),
    ("*mut T::is_null", "let _ = p.is_null();"),
    ("*mut T::as_ref", "let _ = p.as_ref().is_some();"),
    ("*mut T::as_mut", "let _ = p.as_mut().is_some();"),
    ("*mut T::copy_from_nonoverlapping", "p.copy_from_nonoverlapping(u.as_ptr(), 4);"),
    ("*mut T::copy_to_nonoverlapping", "p.copy_to_nonoverlapping(p.add(4), 4);"),
    ("*mut T::replace", "let _ = p.replace(1);"),
    ("*mut T::swap", "p.swap(p.add(1));"),
    ("slice::are_equal", "let _ = *u == [n, 1][..];"),
    ("slice::comes_before", "let _ = *u < [n, 1][..];"),
    ("slice::comes_not_after", "let _ = *u <= [n, 1][..];"),
    ("slice::element", "let _ = u.get(1).is_some();"),
    ("slice::element_mut", "let mut a = [n; 4]; let _ = a.get_mut(1).is_some();"),
    ("slice::part", "let _ = u.get(1..2).is_some();"),
    ("slice::part_mut", "let mut a = [n; 4]; let _ = a.get_mut(1..2).is_some();"),
    ("slice::part_inclusive", "let _ = u.get(1..=2).is_some();"),
    ("slice::part_inclusive_mut", "let mut a = [n; 4]; let _ = a.get_mut(1..=2).is_some();"),
    ("slice::part_from", "let _ = u.get(1..).is_some();"),
    ("slice::part_from_mut", "let mut a = [n; 4]; let _ = a.get_mut(1..).is_some();"),
    ("slice::copy_part_within", "let mut a = [n; 4]; a.copy_within(0..2, 1);"),
    ("[T]::first", "let _ = u.first();"),
    ("[T]::last", "let _ = u.last();"),
    ("[T]::first_mut", "let mut a = [n; 4]; let _ = a.first_mut();"),
    ("[T]::last_mut", "let mut a = [n; 4]; let _ = a.last_mut();"),
    ("[T]::split_first", "let _ = u.split_first();"),
    ("[T]::split_last", "let _ = u.split_last();"),
    ("[T]::split_at", "let _ = u.split_at(2);"),
    ("[T]::split_at_mut", "let mut a = [n; 4]; let _ = a.split_at_mut(2);"),
    ("[T]::swap", "let mut a = [n; 4]; a.swap(1, 2);"),
    ("[T]::reverse", "let mut a = [n; 4]; a.reverse();"),
    ("[T]::fill", "let mut a = [n; 4]; a.fill(1);"),
    ("[T]::fill_with", "let mut a = [n; 4]; a.fill_with(|| 1);"),
    ("[T]::copy_from_slice", "let mut a = [n; 4]; a.copy_from_slice(&u[..4]);"),
    ("[T]::clone_from_slice", "let mut a = [n; 4]; a.clone_from_slice(&u[..4]);"),
    ("[T]::contains", "let _ = u.contains(&n);"),
    ("[T]::starts_with", "let _ = u.starts_with(&[n]);"),
    ("[T]::ends_with", "let _ = u.ends_with(&[n]);"),
    ("[T]::is_sorted", "let _ = u.is_sorted();"),
    ("[T]::partition_point", "let _ = u.partition_point(|x| *x < n);"),
    ("[T]::binary_search", "let _ = u.binary_search(&n);"),
    ("[T]::sort_unstable", "let mut a = [n; 4]; a.sort_unstable();"),
    ("[T]::sort", "let mut a = [n; 4]; a.sort();"),
    ("[T]::sort_unstable_by", "let mut a = [n; 4]; a.sort_unstable_by(|a, b| b.cmp(a));"),
    ("[T]::sort_by", "let mut a = [n; 4]; a.sort_by(|a, b| b.cmp(a));"),
    ("[T]::sort_by_key", "let mut a = [n; 4]; a.sort_by_key(|x| *x / 2);"),
    ("[T]::sort_unstable_by_key", "let mut a = [n; 4]; a.sort_unstable_by_key(|x| *x / 2);"),
    ("[T]::binary_search_by", "let _ = u.binary_search_by(|x| x.cmp(&n));"),
    ("[T]::binary_search_by_key", "let _ = u.binary_search_by_key(&n, |x| *x / 2);"),
    ("[T]::rotate_left", "let mut a = [n; 4]; a.rotate_left(1);"),
    ("[T]::rotate_right", "let mut a = [n; 4]; a.rotate_right(1);"),
    ("[T]::swap_with_slice", "let (mut a, mut b) = ([n; 4], [1; 4]); a.swap_with_slice(&mut b);"),
    ("[T]::as_slice", "let a = [n; 4]; let _ = a.as_slice();"),
    ("[T]::as_mut_slice", "let mut a = [n; 4]; let _ = a.as_mut_slice();"),
    ("[T; N]::map", "let _ = [n; 4].map(|x| x + 1);"),
    ("array::from_slice", "let a: Result<[u32; 4], _> = u[..4].try_into(); let _ = a.is_ok();"),
    ("array::reference_from_slice", "
        let a: Result<&[u32; 4], _> = u[..4].try_into();
        let _ = a.is_ok();"),
    ("array::from_fn", "let _: [u32; 4] = core::array::from_fn(|i| i as u32);"),
    ("bool::then", "let _ = (n > 1).then(|| n);"),
    ("bool::then_some", "let _ = (n > 1).then_some(n);"),
    ("[T]::split_first_mut", "let mut a = [n; 4]; let _ = a.split_first_mut();"),
    ("[T]::split_last_mut", "let mut a = [n; 4]; let _ = a.split_last_mut();"),
    ("[T]::split_at_checked", "let _ = u.split_at_checked(2);"),
    ("[T]::split_at_mut_checked", "let mut a = [n; 4]; let _ = a.split_at_mut_checked(2);"),
    ("[T]::first_chunk", "let _ = u.first_chunk::<2>();"),
    ("[T]::last_chunk", "let _ = u.last_chunk::<2>();"),
    ("[T]::first_chunk_mut", "let mut a = [n; 4]; let _ = a.first_chunk_mut::<2>();"),
    ("[T]::last_chunk_mut", "let mut a = [n; 4]; let _ = a.last_chunk_mut::<2>();"),
    ("[T]::split_first_chunk", "let _ = u.split_first_chunk::<2>();"),
    ("[T]::split_last_chunk", "let _ = u.split_last_chunk::<2>();"),
    ("[T]::as_chunks", "let _ = u.as_chunks::<2>();"),
    ("[T]::as_chunks_mut", "let mut a = [n; 4]; let _ = a.as_chunks_mut::<2>();"),
    ("[T]::as_rchunks", "let _ = u.as_rchunks::<2>();"),
    ("[T]::is_sorted_by", "let _ = u.is_sorted_by(|a, b| a >= b);"),
    ("[T]::is_sorted_by_key", "let _ = u.is_sorted_by_key(|x| *x / 2);"),
    ("[T]::strip_prefix", "let _ = u.strip_prefix(&[n]);"),
    ("[T]::strip_suffix", "let _ = u.strip_suffix(&[n]);"),
    ("[u8]::is_ascii", "let _ = b\"warp\".is_ascii();"),
    ("[u8]::eq_ignore_ascii_case", "let _ = b\"warp\".eq_ignore_ascii_case(b\"WARP\");"),
    ("[u8]::trim_ascii_start", "let _ = b\" warp \".trim_ascii_start();"),
    ("[u8]::trim_ascii_end", "let _ = b\" warp \".trim_ascii_end();"),
    ("[u8]::trim_ascii", "let _ = b\" warp \".trim_ascii();"),
    ("[[T; N]]::as_flattened", "let _ = [[n; 2]; 3].as_flattened().len();"),
    ("[[T; N]]::as_flattened_mut", "let mut a = [[n; 2]; 3]; a.as_flattened_mut()[1] = 1;"),
    ("iter::sum_of_values", "let _: u32 = (0..n).sum();"),
    ("iter::sum_of_references", "let _: u32 = u.iter().sum();"),
    ("iter::product_of_values", "let _: u32 = (0..n).product();"),
    ("iter::product_of_references", "let _: u32 = u.iter().product();"),
    ("Sum::sum", "
        struct All(u32);
        impl core::iter::Sum<u32> for All {
            fn sum<I: Iterator<Item = u32>>(iter: I) -> All { All(iter.fold(0, |a, x| a + x)) }
        }
        let all: All = (0..n).sum();
        let _ = all.0;"),
    ("Product::product", "
        struct All(u32);
        impl core::iter::Product<u32> for All {
            fn product<I: Iterator<Item = u32>>(iter: I) -> All { All(iter.fold(1, |a, x| a * x)) }
        }
        let all: All = (0..n).product();
        let _ = all.0;"),
    ("FromIterator::from_iter", "
        struct All(u32);
        impl FromIterator<u32> for All {
            fn from_iter<I: IntoIterator<Item = u32>>(iter: I) -> All { All(iter.into_iter().sum()) }
        }
        let all: All = (0..n).collect();
        let _ = all.0;"),
    ("Extend::extend", "
        struct All(u32);
        impl Extend<u32> for All {
            fn extend<I: IntoIterator<Item = u32>>(&mut self, iter: I) { for x in iter { self.0 += x; } }
        }
        let mut all = All(n);
        all.extend(0..n);"),
    ("Iterator::size_hint", "let _ = (0..n).size_hint();"),
    ("ExactSizeIterator::len", "let _ = u.iter().len();"),
    ("Iterator::for_each", "(0..n).for_each(|x| *p.add(x as usize) = x);"),
    ("Iterator::fold", "let _ = (0..n).fold(0, |a, x| a + x);"),
    ("Iterator::try_fold", "let _ = (0..n).try_fold(0, |a, x| if x < 9 { Some(a + x) } else { None });"),
    ("Iterator::try_for_each", "let _ = (0..n).try_for_each(|x| if x < 9 { Ok(()) } else { Err(x) });"),
    ("Iterator::reduce", "let _ = (0..n).reduce(|a, x| a + x);"),
    ("Iterator::count", "let _ = (0..n).count();"),
    ("Iterator::last", "let _ = (0..n).last();"),
    ("Iterator::nth", "let _ = u.iter().nth(2);"),
    ("Iterator::nth_back", "let _ = u.iter().nth_back(2);"),
    ("Iterator::peekable", "let _ = u.iter().peekable();"),
    ("Iterator::any", "let _ = (0..n).any(|x| x > 1);"),
    ("Iterator::all", "let _ = (0..n).all(|x| x > 1);"),
    ("Iterator::find", "let _ = (0..n).find(|x| *x > 1);"),
    ("Iterator::find_map", "let _ = (0..n).find_map(|x| if x > 1 { Some(x) } else { None });"),
    ("Iterator::position", "let _ = (0..n).position(|x| x > 1);"),
    ("Iterator::rposition", "let _ = u.iter().rposition(|x| *x > 1);"),
    ("Iterator::rfind", "let _ = u.iter().rfind(|x| **x > 1);"),
    ("Iterator::rfold", "let _ = u.iter().rfold(0, |a, x| a + *x);"),
    ("Iterator::is_sorted", "let _ = u.iter().is_sorted();"),
    ("Iterator::is_sorted_by", "let _ = u.iter().is_sorted_by(|a, b| a >= b);"),
    ("Iterator::is_sorted_by_key", "let _ = u.iter().is_sorted_by_key(|x| *x / 2);"),
    ("Iterator::min", "let _ = u.iter().min();"),
    ("Iterator::max", "let _ = u.iter().max();"),
    ("Iterator::min_by", "let _ = u.iter().min_by(|a, b| a.cmp(b));"),
    ("Iterator::max_by", "let _ = u.iter().max_by(|a, b| a.cmp(b));"),
    ("Iterator::min_by_key", "let _ = u.iter().min_by_key(|x| **x / 2);"),
    ("Iterator::max_by_key", "let _ = u.iter().max_by_key(|x| **x / 2);"),
    ("steps::peekable_of", "let mut a = u.iter().peekable(); let _ = a.next();"),
    ("Peekable::peek", "let mut a = u.iter().peekable(); let _ = a.peek().is_some();"),
    ("Peekable::peek_mut", "let mut a = (0..n).peekable(); if let Some(x) = a.peek_mut() { *x += 1; }"),
    ("Peekable::next_if", "let mut a = (0..n).peekable(); let _ = a.next_if(|x| *x > 1);"),
    ("Peekable::next_if_eq", "let mut a = (0..n).peekable(); let _ = a.next_if_eq(&u[0]);"),
    ("steps::items_are_equal", "let _ = u.iter().eq([n].iter());"),
    ("steps::items_in_partial_order", "let _ = u.iter().partial_cmp([n].iter());"),
    ("steps::items_in_order", "let _ = u.iter().cmp([n].iter());"),
    ("steps::items_come_before", "let _ = u.iter().lt([n].iter());"),
    ("steps::items_come_after", "let _ = u.iter().gt([n].iter());"),
    ("steps::items_come_not_after", "let _ = u.iter().le([n].iter());"),
    ("steps::items_come_not_before", "let _ = u.iter().ge([n].iter());"),
    ("steps::sum_of_options", "let _: Option<u32> = (0..n).map(|x| Some(x)).sum();"),
    ("steps::product_of_options", "let _: Option<u32> = (0..n).map(|x| Some(x)).product();"),
    ("steps::sum_of_results", "
        let a: Result<u32, u32> = (0..n).map(|x| if x < 9 { Ok(x) } else { Err(x) }).sum();
        let _ = a.is_ok();"),
    ("steps::product_of_results", "
        let a: Result<u32, u32> = (0..n).map(|x| if x < 9 { Ok(x) } else { Err(x) }).product();
        let _ = a.is_ok();"),
    ("steps::collect_options", "
        struct All(u32);
        impl FromIterator<u32> for All {
            fn from_iter<I: IntoIterator<Item = u32>>(iter: I) -> All { All(iter.into_iter().sum()) }
        }
        let a: Option<All> = (0..n).map(|x| Some(x)).collect();
        let _ = a.map(|all| all.0);"),
    ("steps::collect_results", "
        struct All(u32);
        impl FromIterator<u32> for All {
            fn from_iter<I: IntoIterator<Item = u32>>(iter: I) -> All { All(iter.into_iter().sum()) }
        }
        let a: Result<All, u32> = (0..n).map(|x| if x < 9 { Ok(x) } else { Err(x) }).collect();
        let _ = a.map(|all| all.0);"),
    ("backwards::backwards_of", "
        struct Two(u32);
        impl Iterator for Two { type Item = u32; fn next(&mut self) -> Option<u32> { None } }
        impl DoubleEndedIterator for Two { fn next_back(&mut self) -> Option<u32> { Some(self.0) } }
        let _ = Two(n).rev().next();"),
    ("backwards::exact_hint", "let _ = u.iter().size_hint();"),
];
