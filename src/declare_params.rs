//! Declaration of constants that can be changed by name: for matches between two settings, and for tuning.

/// Declares a structure of integers with their standard values, accessible by field and by name. A value after a bar
/// belongs to a second set of values, which the private function `values` returns. `least N` declares the smallest value
/// that makes sense, for divisors.
macro_rules! declare_params {
    ($(#[$about:meta])* $type:ident { $($(#[$doc:meta])* $name:ident = $value:literal $(| $other:literal)? $(, least $least:literal)?;)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct $type {
            $($(#[$doc])* pub $name: i32,)*
        }
        impl $type {
            /// The standard values.
            pub const STANDARD: Self = Self::values(false);
            /// Names of the fields, in order of declaration.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($name)),*];
            /// Returns the standard values, or those after the bars.
            const fn values(second: bool) -> Self {
                Self { $($name: [$value, $($other,)? $value][second as usize],)* }
            }
            /// The smallest value of a field.
            pub fn least(name: &str) -> i32 {
                match name {
                    $($(stringify!($name) => $least,)?)*
                    _ => i32::MIN,
                }
            }
            /// Returns the field of a name.
            pub fn field(&mut self, name: &str) -> Option<&mut i32> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)*
                    _ => None,
                }
            }
        }
    };
}

pub(crate) use declare_params;
