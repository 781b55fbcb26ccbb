//! Declaration of constants that can be changed by name: for matches between two settings, and for tuning.

/// Declares a structure of integers with their standard values, accessible by field and by name.
#[macro_export]
#[doc(hidden)]
macro_rules! declare_params {
    ($(#[$about:meta])* $type:ident { $($(#[$doc:meta])* $name:ident = $value:expr;)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct $type {
            $($(#[$doc])* pub $name: i32,)*
        }
        impl $type {
            /// The standard values.
            pub const STANDARD: Self = Self { $($name: $value,)* };
            /// Names of the fields, in order of declaration.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($name)),*];
            /// Returns the field of a name.
            pub fn field(&mut self, name: &str) -> Option<&mut i32> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)*
                    _ => None,
                }
            }
        }
        impl Default for $type {
            fn default() -> Self {
                Self::STANDARD
            }
        }
    };
}
