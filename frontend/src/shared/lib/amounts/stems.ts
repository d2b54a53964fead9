import { fold } from './units'

/**
 * The words of a food's name as they are compared: without case, accents, signs and plurals. A stem need not be a word,
 * because both sides of a comparison come through here. lambdas/recipe/src/words.rs compares names by the same endings.
 */
export function stemsOf(name: string): string[] {
  return fold(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map(stemOf)
}

function stemOf(word: string): string {
  const singular = word.length > 3 && /(?:[^s]s|aux|oux)$/.test(word) ? word.slice(0, -1) : word
  const stem = singular.length > 3 ? singular.replace(/e$/, '') : singular
  // "cherri(es)" and "cherry", "leav(es)" and "leaf", "nuec(es)" and "nuez" end alike.
  if (stem.length < 3) return stem
  return stem.replace(/[yfz]$/, (end) => ({ y: 'i', f: 'v', z: 'c' })[end] ?? end)
}
