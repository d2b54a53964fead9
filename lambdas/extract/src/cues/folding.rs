//! Splits lines into words, and normalises words: lower case, no accents.

/// A word of a line, without surrounding punctuation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LineWord<'a> {
    pub(crate) text: &'a str,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

pub(crate) fn words_of(line: &str) -> impl Iterator<Item = LineWord<'_>> + '_ {
    let mut rest = line;
    std::iter::from_fn(move || {
        loop {
            let from = rest.trim_start_matches(is_between_words);
            let len = from.find(is_between_words).unwrap_or(from.len());
            let (word, behind) = from.split_at_checked(len).filter(|(word, _)| !word.is_empty())?;
            rest = behind;
            let is_mark = |c: char| !c.is_alphanumeric();
            let trimmed = word.trim_start_matches(is_mark);
            let start = line.len() - behind.len() - trimmed.len();
            let text = trimmed.trim_end_matches(is_mark);
            if !text.is_empty() {
                return Some(LineWord { text, start, end: start + text.len() });
            }
        }
    })
}

fn is_between_words(c: char) -> bool {
    c.is_whitespace() || matches!(c, ':' | '：' | '/' | '|')
}

/// Appends the word in lower case, without accents and ligatures: "œufs" becomes "oeufs".
pub(crate) fn fold_into(word: &str, out: &mut String) {
    for c in word.chars() {
        match c {
            _ if c.is_ascii() => out.push(c.to_ascii_lowercase()),
            'æ' | 'Æ' => out.push_str("ae"),
            'œ' | 'Œ' => out.push_str("oe"),
            'ß' | 'ẞ' => out.push_str("ss"),
            _ => out.extend(c.to_lowercase().filter_map(plain_letter)),
        }
    }
}

pub(crate) fn fold(phrase: &str) -> String {
    let mut folded = String::with_capacity(phrase.len());
    fold_into(phrase, &mut folded);
    folded
}

/// The normalised words, joined by single blanks.
pub(crate) fn folded(line: &str) -> String {
    let mut folded = String::with_capacity(line.len());
    for word in line.split(|c: char| c.is_whitespace() || matches!(c, '|' | '/' | '·' | '•' | ':' | '—'))
    {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric());
        if word.is_empty() {
            continue;
        }
        if !folded.is_empty() {
            folded.push(' ');
        }
        fold_into(word, &mut folded);
    }
    folded
}

fn plain_letter(c: char) -> Option<char> {
    Some(match c {
        '\u{300}'..='\u{36f}' => return None,
        'à'..='å' | 'ā' | 'ă' | 'ą' => 'a',
        'ç' | 'ć' | 'č' => 'c',
        'ď' | 'đ' | 'ð' => 'd',
        'è'..='ë' | 'ē' | 'ę' | 'ě' | 'ė' => 'e',
        'ğ' | 'ģ' => 'g',
        'ì'..='ï' | 'ī' | 'ı' | 'į' => 'i',
        'ķ' => 'k',
        'ł' | 'ľ' | 'ļ' => 'l',
        'ñ' | 'ń' | 'ň' | 'ņ' => 'n',
        'ò'..='ö' | 'ø' | 'ő' | 'ō' => 'o',
        'ř' => 'r',
        'ś' | 'š' | 'ş' | 'ș' => 's',
        'ť' | 'ţ' | 'ț' => 't',
        'ù'..='ü' | 'ű' | 'ů' | 'ū' => 'u',
        'ý' | 'ÿ' => 'y',
        'ź' | 'ż' | 'ž' => 'z',
        'ά' => 'α',
        'έ' => 'ε',
        'ή' => 'η',
        'ί' | 'ϊ' | 'ΐ' => 'ι',
        'ό' => 'ο',
        'ύ' | 'ϋ' | 'ΰ' => 'υ',
        'ё' => 'е',
        'ώ' => 'ω',
        '’' | '‘' | '´' => '\'',
        '‐' | '‑' | '–' => '-',
        other => other,
    })
}
