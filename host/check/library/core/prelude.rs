// What needs no import.

use clone::Clone;
use cmp::{Eq, Ord, PartialEq, PartialOrd};
use convert::{AsMut, AsRef, From, Into, TryFrom, TryInto};
use default::Default;
use fmt::Debug;
use hash::Hash;
use iter::{DoubleEndedIterator, ExactSizeIterator, Extend, FromIterator, IntoIterator, Iterator};
use marker::{Copy, Send, Sized, Sync};
use mem::{align_of_val, drop, size_of_val};
use ops::{Fn, FnMut, FnOnce};
use option::Option;
use option::Option::{None, Some};
use result::Result;
use result::Result::{Err, Ok};
