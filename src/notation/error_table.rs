//! A table of errors: each with its message and, after a comma, a hint on how to fix it.

/// Defines an enum of errors, their messages and their hints; `error` is the type that adds a place in the text.
macro_rules! error_table {
    ($error:ident; $(#[$meta:meta])* pub enum $name:ident { $(
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
            pub(in crate::notation) fn at(self, at: usize) -> $error {
                self.over(at..at + 1)
            }
            /// Returns the error at a byte range.
            pub(in crate::notation) fn over(self, span: std::ops::Range<usize>) -> $error {
                $error { kind: self.into(), span }
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
