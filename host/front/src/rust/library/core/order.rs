// Tuples that hold something with an order of its own.

pub mod order {
    pub fn equal_2<A: PartialEq, B: PartialEq>(left: (A, B), right: (A, B)) -> bool {
        left.0 == right.0 && left.1 == right.1
    }
    pub fn before_2<A: PartialOrd, B: PartialOrd>(left: (A, B), right: (A, B)) -> bool {
        if left.0 != right.0 {
            return left.0 < right.0;
        }
        left.1 < right.1
    }
    pub fn not_after_2<A: PartialOrd, B: PartialOrd>(left: (A, B), right: (A, B)) -> bool {
        if left.0 != right.0 {
            return left.0 < right.0;
        }
        left.1 <= right.1
    }
    pub fn equal_3<A: PartialEq, B: PartialEq, C: PartialEq>(left: (A, B, C), right: (A, B, C)) -> bool {
        left.0 == right.0 && left.1 == right.1 && left.2 == right.2
    }
    pub fn before_3<A: PartialOrd, B: PartialOrd, C: PartialOrd>(left: (A, B, C), right: (A, B, C)) -> bool {
        if left.0 != right.0 {
            return left.0 < right.0;
        }
        if left.1 != right.1 {
            return left.1 < right.1;
        }
        left.2 < right.2
    }
    pub fn not_after_3<A: PartialOrd, B: PartialOrd, C: PartialOrd>(left: (A, B, C), right: (A, B, C)) -> bool {
        if left.0 != right.0 {
            return left.0 < right.0;
        }
        if left.1 != right.1 {
            return left.1 < right.1;
        }
        left.2 <= right.2
    }
    pub fn equal_4<A: PartialEq, B: PartialEq, C: PartialEq, D: PartialEq>(left: (A, B, C, D), right: (A, B, C, D)) -> bool {
        left.0 == right.0 && left.1 == right.1 && left.2 == right.2 && left.3 == right.3
    }
    pub fn before_4<A: PartialOrd, B: PartialOrd, C: PartialOrd, D: PartialOrd>(left: (A, B, C, D), right: (A, B, C, D)) -> bool {
        if left.0 != right.0 {
            return left.0 < right.0;
        }
        if left.1 != right.1 {
            return left.1 < right.1;
        }
        if left.2 != right.2 {
            return left.2 < right.2;
        }
        left.3 < right.3
    }
    pub fn not_after_4<A: PartialOrd, B: PartialOrd, C: PartialOrd, D: PartialOrd>(left: (A, B, C, D), right: (A, B, C, D)) -> bool {
        if left.0 != right.0 {
            return left.0 < right.0;
        }
        if left.1 != right.1 {
            return left.1 < right.1;
        }
        if left.2 != right.2 {
            return left.2 < right.2;
        }
        left.3 <= right.3
    }
}
