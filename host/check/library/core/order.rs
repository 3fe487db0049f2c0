// Tuples, `Option`s and `Result`s that hold something with an order of its own.

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
    pub fn equal_option<T: PartialEq>(left: Option<T>, right: Option<T>) -> bool {
        match (left, right) {
            (Some(own), Some(other)) => own == other,
            (None, None) => true,
            _ => false,
        }
    }
    pub fn before_option<T: PartialOrd>(left: Option<T>, right: Option<T>) -> bool {
        match (left, right) {
            (Some(own), Some(other)) => own < other,
            (None, Some(_)) => true,
            _ => false,
        }
    }
    pub fn not_after_option<T: PartialOrd>(left: Option<T>, right: Option<T>) -> bool {
        match (left, right) {
            (Some(own), Some(other)) => own <= other,
            (None, _) => true,
            _ => false,
        }
    }
    pub fn equal_result<T: PartialEq, E: PartialEq>(left: Result<T, E>, right: Result<T, E>) -> bool {
        match (left, right) {
            (Ok(own), Ok(other)) => own == other,
            (Err(own), Err(other)) => own == other,
            _ => false,
        }
    }
    pub fn before_result<T: PartialOrd, E: PartialOrd>(left: Result<T, E>, right: Result<T, E>) -> bool {
        match (left, right) {
            (Ok(own), Ok(other)) => own < other,
            (Err(own), Err(other)) => own < other,
            (Ok(_), Err(_)) => true,
            _ => false,
        }
    }
    pub fn not_after_result<T: PartialOrd, E: PartialOrd>(left: Result<T, E>, right: Result<T, E>) -> bool {
        match (left, right) {
            (Ok(own), Ok(other)) => own <= other,
            (Err(own), Err(other)) => own <= other,
            (Ok(_), Err(_)) => true,
            _ => false,
        }
    }
}
