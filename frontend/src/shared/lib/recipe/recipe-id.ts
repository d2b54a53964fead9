/**
 * Makes a recipe id: 128 random bits as 32 lowercase hexadecimal digits. Made by the client, so that resending is
 * idempotent.
 * @param fill fills the array with random bytes; `crypto.getRandomValues` by default.
 */
export function newRecipeId(
  fill: (bytes: Uint8Array<ArrayBuffer>) => void = (bytes) => crypto.getRandomValues(bytes),
): string {
  const bytes = new Uint8Array(16)
  fill(bytes)
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export const RECIPE_ID = '[0-9a-f]{32}'

const WHOLE = new RegExp(`^${RECIPE_ID}$`)

export function isRecipeId(text: string): boolean {
  return WHOLE.test(text)
}
