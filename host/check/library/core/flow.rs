// What goes on or leaves early.

pub mod flow {
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
    pub enum ControlFlow<B, C = ()> {
        Continue(C),
        Break(B),
    }

    impl<B, C> ControlFlow<B, C> {
        pub const fn is_break(&self) -> bool {
            match self {
                ControlFlow::Break(_) => true,
                ControlFlow::Continue(_) => false,
            }
        }
        pub const fn is_continue(&self) -> bool {
            match self {
                ControlFlow::Break(_) => false,
                ControlFlow::Continue(_) => true,
            }
        }
        pub fn break_value(self) -> Option<B> {
            match self {
                ControlFlow::Break(x) => Some(x),
                ControlFlow::Continue(_) => None,
            }
        }
        pub fn continue_value(self) -> Option<C> {
            match self {
                ControlFlow::Break(_) => None,
                ControlFlow::Continue(x) => Some(x),
            }
        }
        pub fn map_break<T, F: FnOnce(B) -> T>(self, f: F) -> ControlFlow<T, C> {
            match self {
                ControlFlow::Break(x) => ControlFlow::Break(f(x)),
                ControlFlow::Continue(x) => ControlFlow::Continue(x),
            }
        }
        pub fn map_continue<T, F: FnOnce(C) -> T>(self, f: F) -> ControlFlow<B, T> {
            match self {
                ControlFlow::Break(x) => ControlFlow::Break(x),
                ControlFlow::Continue(x) => ControlFlow::Continue(f(x)),
            }
        }
    }

    // What leaves is kept as it was, so that it can be returned.
    pub trait Try {
        type Output;
        fn from_output(output: Self::Output) -> Self;
        fn branch(self) -> ControlFlow<Self, Self::Output>;
    }
    impl<T> Try for Option<T> {
        type Output = T;
        fn from_output(output: T) -> Option<T> {
            Some(output)
        }
        fn branch(self) -> ControlFlow<Option<T>, T> {
            match self {
                Some(x) => ControlFlow::Continue(x),
                None => ControlFlow::Break(None),
            }
        }
    }
    impl<T, E> Try for Result<T, E> {
        type Output = T;
        fn from_output(output: T) -> Result<T, E> {
            Ok(output)
        }
        fn branch(self) -> ControlFlow<Result<T, E>, T> {
            match self {
                Ok(x) => ControlFlow::Continue(x),
                Err(e) => ControlFlow::Break(Err(e)),
            }
        }
    }
    impl<B, C> Try for ControlFlow<B, C> {
        type Output = C;
        fn from_output(output: C) -> ControlFlow<B, C> {
            ControlFlow::Continue(output)
        }
        fn branch(self) -> ControlFlow<ControlFlow<B, C>, C> {
            match self {
                ControlFlow::Continue(x) => ControlFlow::Continue(x),
                ControlFlow::Break(x) => ControlFlow::Break(ControlFlow::Break(x)),
            }
        }
    }
}
