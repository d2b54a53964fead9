import { readSubmittedUrl, type SubmittedUrl } from '../../../shared/lib/importing/submitted-url'

/** What somebody put into the box: an address, or a recipe's own words. */
export type Submitted = SubmittedUrl | { readonly text: string }

/** Lines beside an address from which on the rest is no message around it, but a recipe that names its source. */
const LINES_OF_A_RECIPE = 3
/** One line without an address is a recipe from so many characters on; a shorter one is a slip of the keyboard. */
const LETTERS_OF_A_RECIPE = 80

/** Tells an address from a recipe's text. A short line that is neither is what `readSubmittedUrl` says of it. */
export function readSubmitted(pasted: string): Submitted {
  const text = pasted.trim()
  return isText(text) ? { text } : readSubmittedUrl(text)
}

function isText(text: string): boolean {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  if (/https?:\/\//i.test(text)) {
    return lines.filter((line) => !/https?:\/\//i.test(line)).length >= LINES_OF_A_RECIPE
  }
  return lines.length > 1 || (/\s/.test(text) && text.length >= LETTERS_OF_A_RECIPE)
}
