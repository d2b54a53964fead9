/**
 * A new recipe's id: 128 random bits as 32 lowercase hexadecimal digits. The client makes it, so that sending the
 * same submission twice is harmless.
 *
 * @param fill fills the array with random bytes; a good source by default.
 */
export function newRecipeId(
  fill: (bytes: Uint8Array<ArrayBuffer>) => void = (bytes) => crypto.getRandomValues(bytes),
): string {
  const bytes = new Uint8Array(16)
  fill(bytes)
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** What a recipe's id looks like, as the source of a regular expression. */
export const RECIPE_ID = '[0-9a-f]{32}'

const WHOLE = new RegExp(`^${RECIPE_ID}$`)

/** Whether a text can be a recipe's id at all. */
export function isRecipeId(text: string): boolean {
  return WHOLE.test(text)
}
