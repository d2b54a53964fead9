/**
 * Whether `word` is the start of `candidate`, with at most one typo: a wrong, missing or extra letter, or two swapped
 * letters.
 */
export function startsWithOneTypo(candidate: string, word: string): boolean {
  let at = 0
  while (at < word.length && word[at] === candidate[at]) at += 1
  return (
    at === word.length ||
    candidate.startsWith(word.slice(at + 1), at + 1) ||
    candidate.startsWith(word.slice(at + 1), at) ||
    candidate.startsWith(word.slice(at), at + 1) ||
    (word[at] === candidate[at + 1] &&
      word[at + 1] === candidate[at] &&
      candidate.startsWith(word.slice(at + 2), at + 2))
  )
}
