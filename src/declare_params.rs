//! Declaration of constants that can be changed by name: for matches between two settings, and for tuning.

/// Declares a structure of integers with their standard values, accessible by field and by name. A second value
/// is for a second set of constants, `WITH_DROPS`.
#[macro_export]
#[doc(hidden)]
macro_rules! declare_params {
    ($(#[$about:meta])* $type:ident { $($(#[$doc:meta])* $name:ident = $value:literal $(| $other:literal)?;)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct $type {
            $($(#[$doc])* pub $name: i32,)*
        }
        impl $type {
            /// The standard values.
            pub const STANDARD: Self = Self { $($name: $value,)* };
            /// The standard values for games in which captured pieces are dropped again.
            pub const WITH_DROPS: Self = Self { $($name: $crate::declare_params!(@last $value $($other)?),)* };
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
    };
    (@last $value:literal) => { $value };
    (@last $value:literal $other:literal) => { $other };
}
