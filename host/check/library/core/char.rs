// `char`: the number of a character. Of what `core` knows of characters beyond ASCII
// there is what takes no tables.

pub mod characters {
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
    #[repr(transparent)]
    pub struct char(u32);

    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct CharTryFromError(());
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct TryFromCharError(());

    pub const fn from_u32(i: u32) -> Option<char> {
        if i > 0x10ffff || (i >= 0xd800 && i < 0xe000) { None } else { Some(char(i)) }
    }
    pub const unsafe fn from_u32_unchecked(i: u32) -> char {
        char(i)
    }
    pub const fn from_digit(num: u32, radix: u32) -> Option<char> {
        assert!(radix <= 36, "there are no digits of such a base");
        if num >= radix {
            None
        } else if num < 10 {
            Some(char(48 + num))
        } else {
            Some(char(87 + num))
        }
    }
    pub const fn of_byte(byte: u8) -> char {
        char(byte as u32)
    }
    pub const fn number(x: char) -> u32 {
        x.0
    }

    impl char {
        pub const MIN: char = char(0);
        pub const MAX: char = char(0x10ffff);
        pub const REPLACEMENT_CHARACTER: char = char(0xfffd);

        pub const fn from_u32(i: u32) -> Option<char> {
            from_u32(i)
        }
        pub const unsafe fn from_u32_unchecked(i: u32) -> char {
            char(i)
        }
        pub const fn from_digit(num: u32, radix: u32) -> Option<char> {
            from_digit(num, radix)
        }
        pub const fn to_digit(self, radix: u32) -> Option<u32> {
            assert!(radix >= 2 && radix <= 36, "there are no digits of such a base");
            let x = self.0;
            let digit = if x >= 48 && x <= 57 {
                x - 48
            } else if x >= 97 && x <= 122 {
                x - 87
            } else if x >= 65 && x <= 90 {
                x - 55
            } else {
                radix
            };
            if digit < radix { Some(digit) } else { None }
        }
        pub const fn is_digit(self, radix: u32) -> bool {
            self.to_digit(radix).is_some()
        }
        pub const fn len_utf8(self) -> usize {
            if self.0 < 0x80 {
                1
            } else if self.0 < 0x800 {
                2
            } else if self.0 < 0x10000 {
                3
            } else {
                4
            }
        }
        pub const fn len_utf16(self) -> usize {
            if self.0 < 0x10000 { 1 } else { 2 }
        }
        pub const fn is_ascii(&self) -> bool {
            self.0 < 0x80
        }
        pub const fn is_ascii_digit(&self) -> bool {
            self.0 >= 48 && self.0 <= 57
        }
        pub const fn is_ascii_uppercase(&self) -> bool {
            self.0 >= 65 && self.0 <= 90
        }
        pub const fn is_ascii_lowercase(&self) -> bool {
            self.0 >= 97 && self.0 <= 122
        }
        pub const fn is_ascii_alphabetic(&self) -> bool {
            self.is_ascii_uppercase() || self.is_ascii_lowercase()
        }
        pub const fn is_ascii_alphanumeric(&self) -> bool {
            self.is_ascii_alphabetic() || self.is_ascii_digit()
        }
        pub const fn is_ascii_hexdigit(&self) -> bool {
            self.is_digit(16)
        }
        pub const fn is_ascii_whitespace(&self) -> bool {
            self.0 == 9 || self.0 == 10 || self.0 == 12 || self.0 == 13 || self.0 == 32
        }
        pub const fn is_ascii_graphic(&self) -> bool {
            self.0 >= 33 && self.0 <= 126
        }
        pub const fn is_ascii_punctuation(&self) -> bool {
            self.is_ascii_graphic() && !self.is_ascii_alphanumeric()
        }
        pub const fn is_ascii_control(&self) -> bool {
            self.0 < 32 || self.0 == 127
        }
        pub const fn is_control(self) -> bool {
            self.0 < 32 || (self.0 >= 127 && self.0 < 160)
        }
        pub const fn is_whitespace(self) -> bool {
            let x = self.0;
            (x >= 9 && x <= 13)
                || x == 32
                || x == 0x85
                || x == 0xa0
                || x == 0x1680
                || (x >= 0x2000 && x <= 0x200a)
                || x == 0x2028
                || x == 0x2029
                || x == 0x202f
                || x == 0x205f
                || x == 0x3000
        }
        pub const fn to_ascii_uppercase(&self) -> char {
            if self.is_ascii_lowercase() { char(self.0 - 32) } else { *self }
        }
        pub const fn to_ascii_lowercase(&self) -> char {
            if self.is_ascii_uppercase() { char(self.0 + 32) } else { *self }
        }
        pub fn make_ascii_uppercase(&mut self) {
            *self = self.to_ascii_uppercase();
        }
        pub fn make_ascii_lowercase(&mut self) {
            *self = self.to_ascii_lowercase();
        }
        pub const fn eq_ignore_ascii_case(&self, other: &char) -> bool {
            self.to_ascii_lowercase().0 == other.to_ascii_lowercase().0
        }
    }

    impl From<u8> for char {
        fn from(byte: u8) -> char {
            char(byte as u32)
        }
    }
    impl From<char> for u32 {
        fn from(x: char) -> u32 {
            x.0
        }
    }
    impl From<char> for u64 {
        fn from(x: char) -> u64 {
            x.0 as u64
        }
    }
    impl TryFrom<u32> for char {
        type Error = CharTryFromError;
        fn try_from(i: u32) -> Result<char, CharTryFromError> {
            match from_u32(i) {
                Some(x) => Ok(x),
                None => Err(CharTryFromError(())),
            }
        }
    }
    impl TryFrom<char> for u8 {
        type Error = TryFromCharError;
        fn try_from(x: char) -> Result<u8, TryFromCharError> {
            if x.0 < 256 { Ok(x.0 as u8) } else { Err(TryFromCharError(())) }
        }
    }
}
