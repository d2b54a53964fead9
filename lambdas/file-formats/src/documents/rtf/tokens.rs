use recipe::Span;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    Open,
    Close,
    /// Control word with an optional number: `\par`, `\li-720`.
    Word(&'a str, Option<i32>),
    Symbol(u8),
    /// A hexadecimal byte of the code page: `\'e9`.
    Byte(u8),
    /// Text without line breaks.
    Text(&'a [u8]),
}

const MAX_WORD: usize = 32;
const MAX_DIGITS: usize = 10;

pub(super) struct Tokens<'a> {
    rest: &'a [u8],
}

impl<'a> Tokens<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    pub(super) fn pass_over(&mut self, length: usize) {
        self.rest = self.rest.span(length..);
    }

    fn control(&mut self, after: &'a [u8]) -> Option<Token<'a>> {
        let (first, rest) = after.split_first()?;
        if *first == b'\'' {
            let code = rest.get(..2).and_then(|code| std::str::from_utf8(code).ok());
            let byte = code.and_then(|code| u8::from_str_radix(code, 16).ok());
            self.rest = rest.get(2..).filter(|_| byte.is_some()).unwrap_or(rest);
            return Some(byte.map_or(Token::Symbol(b'\''), Token::Byte));
        }
        if !first.is_ascii_alphabetic() {
            self.rest = rest;
            return Some(Token::Symbol(*first));
        }
        let length = after.iter().take(MAX_WORD).take_while(|b| b.is_ascii_alphabetic()).count();
        let (word, mut rest) = after.split_at(length);
        let sign = usize::from(rest.first() == Some(&b'-'));
        let digits = rest.iter().skip(sign).take(MAX_DIGITS).take_while(|b| b.is_ascii_digit()).count();
        let mut number = None;
        if digits > 0 {
            let length = sign.saturating_add(digits);
            number = std::str::from_utf8(rest.span(..length)).ok().and_then(|digits| digits.parse().ok());
            rest = rest.span(length..);
        }
        // One space ends a control word and is not text.
        self.rest = rest.strip_prefix(b" ").unwrap_or(rest);
        Some(Token::Word(std::str::from_utf8(word).unwrap_or_default(), number))
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        while let Some(rest) = self.rest.strip_prefix(b"\r").or_else(|| self.rest.strip_prefix(b"\n")) {
            self.rest = rest;
        }
        let (first, after) = self.rest.split_first()?;
        match first {
            b'{' | b'}' => {
                self.rest = after;
                Some(if *first == b'{' { Token::Open } else { Token::Close })
            }
            b'\\' => self.control(after),
            _ => {
                let end = self.rest.iter().position(|b| b"{}\\\r\n".contains(b)).unwrap_or(self.rest.len());
                let (text, rest) = self.rest.split_at(end);
                self.rest = rest;
                Some(Token::Text(text))
            }
        }
    }
}
