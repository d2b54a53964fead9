//! Normalizes words (case, accents, full stops), as text or as a 64-bit hash.

/// Normalized text: "C. à S." and "c a s" are equal.
#[cfg(test)]
pub(crate) fn fold(word: &str) -> String {
    let mut folded = String::with_capacity(word.len());
    each(word, |c| folded.push(c));
    folded
}

pub(crate) fn hash(word: &str) -> u64 {
    extend(SEED, word)
}

/// Hash of a word without a final "s", "es" or "e"; words up to 3 bytes are not changed.
pub(crate) fn stem_hash(word: &str) -> u64 {
    const LONGEST_WITHOUT: usize = 3;
    if word.len() <= LONGEST_WITHOUT {
        return hash(word);
    }
    let stem = word.strip_suffix('s').unwrap_or(word);
    hash(stem.strip_suffix('e').unwrap_or(stem))
}

/// Extends a hash: `extend(hash("a "), "b")` is `hash("a b")`.
pub(crate) fn extend(start: u64, word: &str) -> u64 {
    let mut hash = start;
    each(word, |c| hash = step(hash, c));
    hash
}

/// Seed of hashes, which must not change: the model depends on it.
const SEED: u64 = 0x9e37_79b9_7f4a_7c15;

/// Extends a hash by one character (one FxHash step).
pub(crate) fn step(hash: u64, c: char) -> u64 {
    (hash.rotate_left(5) ^ u64::from(u32::from(c))).wrapping_mul(0x517c_c1b7_2722_0a95)
}

/// Calls `take` with a letter in lower case without accent: `É` gives `e`, `Œ` gives `o` and `e`.
pub fn unaccented(letter: char, mut take: impl FnMut(char)) {
    for lower in letter.to_lowercase() {
        match lower {
            '\u{300}'..='\u{36f}' => {}
            'á' | 'à' | 'â' | 'ä' | 'ã' | 'å' => take('a'),
            'é' | 'è' | 'ê' | 'ë' => take('e'),
            'í' | 'ì' | 'î' | 'ï' => take('i'),
            'ó' | 'ò' | 'ô' | 'ö' | 'õ' => take('o'),
            'ú' | 'ù' | 'û' | 'ü' => take('u'),
            'ñ' => take('n'),
            'ç' => take('c'),
            'œ' => {
                take('o');
                take('e');
            }
            'æ' => {
                take('a');
                take('e');
            }
            other => take(other),
        }
    }
}

fn each(word: &str, mut take: impl FnMut(char)) {
    for c in word.chars() {
        match c {
            '.' => {}
            '’' | 'ʼ' => take('\''),
            '\u{a0}' | '\u{202f}' => take(' '),
            c if c.is_ascii() => take(c.to_ascii_lowercase()),
            c => unaccented(c, &mut take),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folding_drops_case_accents_and_full_stops() {
        for (word, folded) in
            [("C.À.S.", "cas"), ("Puñado", "punado"), ("PINCÉE", "pincee"), ("d’", "d'"), ("Œuf", "oeuf")]
        {
            assert_eq!(fold(word), folded);
            assert_eq!(hash(word), hash(folded));
        }
        assert_eq!(extend(hash("a "), "B"), hash("a b"));
        assert_ne!(hash("ab"), hash("ba"));
    }
}
