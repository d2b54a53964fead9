/**
 * Replaces the space before ; ! ? » and after « by U+202F and the one before : by U+00A0, as French typography
 * requires. Texts in the repository have normal spaces.
 */
export function frenchSpaces(text: string): string {
  return text.replaceAll(/ (?=[;!?»])|(?<=«) /g, '\u202f').replaceAll(/ (?=:)/g, '\u00a0')
}
