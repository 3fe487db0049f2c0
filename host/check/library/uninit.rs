// `core::mem::MaybeUninit`, declared in `core::mem`. What a thread keeps to itself
// starts as zeros here.

#[derive(Clone, Copy)]
#[repr(C)]
pub struct MaybeUninit<T> {
    value: T,
}
impl<T> MaybeUninit<T> {
    pub const fn new(value: T) -> MaybeUninit<T> {
        MaybeUninit { value }
    }
    pub const fn uninit() -> MaybeUninit<T> {
        MaybeUninit { value: unsafe { core::mem::zeroed() } }
    }
    pub const fn zeroed() -> MaybeUninit<T> {
        MaybeUninit { value: unsafe { core::mem::zeroed() } }
    }
    pub fn write(&mut self, value: T) -> &mut T {
        self.value = value;
        &mut self.value
    }
    pub unsafe fn assume_init(self) -> T {
        self.value
    }
    pub unsafe fn assume_init_read(&self) -> T {
        self.value
    }
    pub unsafe fn assume_init_ref(&self) -> &T {
        &self.value
    }
    pub unsafe fn assume_init_mut(&mut self) -> &mut T {
        &mut self.value
    }
    pub fn as_ptr(&self) -> *const T {
        &self.value as *const T
    }
    pub fn as_mut_ptr(&mut self) -> *mut T {
        &mut self.value as *mut T
    }
}
