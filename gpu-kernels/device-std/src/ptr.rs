//! Pointers and the address spaces that they lead into.

use core::arch::asm;

/// A kind of the GPU's memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AddressSpace {
    /// The device's memory.
    Global,
    /// The block's memory.
    Shared,
    /// The device's memory for what is only read.
    Constant,
    /// The thread's memory.
    Local,
}

/// Whether the pointer leads into that address space.
///
/// # Safety
///
/// The pointer is valid.
#[inline(always)]
pub unsafe fn is_in_address_space<T>(ptr: *const T, address_space: AddressSpace) -> bool {
    macro_rules! ask {
        ($space:literal) => {{
            let result: u32;
            asm!(
                "{{",
                ".reg .pred there;",
                concat!("isspacep.", $space, " there, {1};"),
                "selp.u32 {0}, 1, 0, there;",
                "}}",
                out(reg32) result,
                in(reg64) ptr,
                options(pure, nomem, nostack),
            );
            result != 0
        }};
    }
    match address_space {
        AddressSpace::Global => ask!("global"),
        AddressSpace::Shared => ask!("shared"),
        AddressSpace::Constant => ask!("const"),
        AddressSpace::Local => ask!("local"),
    }
}

macro_rules! conversions {
    ($($(#[$doc:meta])* $name:ident = $prefix:literal;)*) => {$(
        $(#[$doc])*
        ///
        /// # Safety
        ///
        /// The pointer is valid and leads into that address space.
        #[inline(always)]
        pub unsafe fn $name<T>(ptr: *const T, address_space: AddressSpace) -> *const T {
            macro_rules! convert {
                ($space:literal) => {{
                    let result: *const T;
                    asm!(
                        concat!($prefix, $space, ".u64 {}, {};"),
                        out(reg64) result,
                        in(reg64) ptr,
                        options(pure, nomem, nostack),
                    );
                    result
                }};
            }
            match address_space {
                AddressSpace::Global => convert!("global"),
                AddressSpace::Shared => convert!("shared"),
                AddressSpace::Constant => convert!("const"),
                AddressSpace::Local => convert!("local"),
            }
        }
    )*};
}

conversions! {
    /// The place within its address space that an ordinary pointer means.
    convert_generic_to_specific_address_space = "cvta.to.";
    /// The ordinary pointer to a place of an address space.
    convert_specific_address_space_to_generic = "cvta.";
}
