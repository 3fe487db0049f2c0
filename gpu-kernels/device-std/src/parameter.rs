//! Tuples as the launch of a kernel hands them over: `#[kernel]` writes these
//! types for tuples among the parameters, because rustc orders a tuple's
//! elements as it likes.

macro_rules! tuples {
    ($($name:ident: $($element:ident)*;)*) => {$(
        #[derive(Clone, Copy)]
        #[repr(C)]
        pub struct $name<$($element),*>($(pub $element),*);

        impl<$($element),*> $name<$($element),*> {
            #[inline(always)]
            pub fn into_tuple(self) -> ($($element,)*) {
                #[expect(non_snake_case, reason = "the values are called as their types are")]
                let $name($($element),*) = self;
                ($($element,)*)
            }
        }
    )*};
}

tuples! {
    Tuple2: A B;
    Tuple3: A B C;
    Tuple4: A B C D;
    Tuple5: A B C D E;
    Tuple6: A B C D E F;
    Tuple7: A B C D E F G;
    Tuple8: A B C D E F G H;
}
