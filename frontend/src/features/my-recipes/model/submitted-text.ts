import { readSubmittedUrl, type SubmittedUrl } from '../../../shared/lib/importing/submitted-url'

/** Input of the box: an address or a recipe's text. */
export type Submitted = SubmittedUrl | { readonly text: string }

/** Minimum number of lines beside an address in a recipe's text; with fewer it is a message. */
const LINES_OF_A_RECIPE = 3
/** Maximum number of other lines per address in a list of addresses. */
const LINES_PER_ADDRESS = 2
/** Minimum number of characters for a single line without an address to count as a recipe. */
const LETTERS_OF_A_RECIPE = 80

/** Distinguishes an address from recipe text. Short lines that are neither are handled by `readSubmittedUrl`. */
export function readSubmitted(pasted: string): Submitted {
  const text = pasted.trim()
  return isText(text) ? { text } : readSubmittedUrl(text)
}

function isText(text: string): boolean {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  if (/https?:\/\//i.test(text)) {
    const others = lines.filter((line) => !/https?:\/\//i.test(line)).length
    // A list of addresses may name each.
    const isList = lines.length - others > 1 && others <= LINES_PER_ADDRESS * (lines.length - others)
    return others >= LINES_OF_A_RECIPE && !isList
  }
  return lines.length > 1 || (/\s/.test(text) && text.length >= LETTERS_OF_A_RECIPE)
}
