//! A table of errors: each with its message and, after a comma, a hint on how to fix it.

/// Defines an enum of errors, their messages and their hints.
macro_rules! error_table {
    ($(#[$meta:meta])* pub enum $name:ident { $(
        $variant:ident $(($($place:ident: $type:ty),+))? $({ $($field:ident: $of:ty),+ })?:
        $message:literal $(($argument:expr))? $(, $help:literal)?;
    )+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[non_exhaustive]
        #[allow(missing_docs, reason = "the messages name the fields")]
        pub enum $name {
            $(#[doc = $message] $variant $(($($type),+))? $({ $($field: $of),+ })?,)+
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self {
                    $(Self::$variant $(($($place),+))? $({ $($field),+ })? => write!(f, $message $(, $argument)?),)+
                }
            }
        }

        impl $name {
            /// Returns the error at one ASCII character.
            pub(in crate::notation) fn at(self, at: usize) -> $crate::notation::NotationError {
                self.over(at..at + 1)
            }
            /// Returns the error at a byte range.
            pub(in crate::notation) fn over(self, span: std::ops::Range<usize>) -> $crate::notation::NotationError {
                $crate::notation::NotationError { kind: self.into(), span }
            }
            /// Returns the hint of the table.
            const fn hint(self) -> Option<&'static str> {
                match self {
                    $(Self::$variant { .. } => error_table!(@hint $($help)?),)+
                }
            }
        }
    };
    (@hint $help:literal) => { Some($help) };
    (@hint) => { None };
}
pub(super) use error_table;
