//! Output to the GUI.

use crate::system::code_page::{self, SYSTEM};
use std::io::Write;

/// Output to the GUI: whole lines, each flushed immediately.
pub struct Output {
    /// For callers that write whole lines themselves.
    pub writer: Box<dyn Write + Send>,
    /// Whether a line could not be sent.
    pub is_closed: bool,
    /// Whether text is sent in the system's code page, as WinBoard reads it, if it has all the characters.
    pub is_encoded: bool,
}

impl Output {
    /// Sends a line. A failure closes the output.
    pub fn line(&mut self, text: &str) {
        log::debug!("< {text}");
        let text = format!("{}\n", text.replace(['\n', '\r'], " "));
        let encoded = if self.is_encoded { code_page::encode(&SYSTEM, &text) } else { None };
        let bytes = encoded.as_deref().unwrap_or(text.as_bytes());
        self.is_closed |= self.writer.write_all(bytes).and_then(|()| self.writer.flush()).is_err();
    }
}
