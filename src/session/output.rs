//! Output to the GUI.

use crate::system::code_page;
use std::io::Write;

/// Output to the GUI: whole lines, each flushed immediately.
pub struct Output {
    writer: Box<dyn Write + Send>,
    closed: bool,
    /// Whether text is sent in the system's code page.
    is_encoded: bool,
}

impl Output {
    /// Creates an output that writes to `writer`.
    pub fn new(writer: Box<dyn Write + Send>) -> Self {
        Self { writer, closed: false, is_encoded: false }
    }

    /// Sends a line. A failure closes the output: see [`Self::is_closed`].
    pub fn line(&mut self, text: &str) {
        log::debug!("< {text}");
        let text = format!("{}\n", text.replace(['\n', '\r'], " "));
        let encoded = if self.is_encoded { code_page::encode(&text) } else { None };
        let bytes = encoded.as_deref().unwrap_or(text.as_bytes());
        self.closed |= self.writer.write_all(bytes).and_then(|()| self.writer.flush()).is_err();
    }

    /// Sends text in the system's code page from now on, as WinBoard reads it, if it has all the characters.
    pub fn encode(&mut self) {
        self.is_encoded = true;
    }

    /// Whether a line could not be sent.
    pub fn is_closed(&self) -> bool {
        self.closed
    }

    /// The writer, for callers that write whole lines themselves.
    pub fn writer(&mut self) -> &mut dyn Write {
        &mut *self.writer
    }
}
