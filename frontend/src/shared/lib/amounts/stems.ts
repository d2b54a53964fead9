import { fold } from './units'

/**
 * Stems of the words of a food name, for comparison only: without case, accents, punctuation and plural.
 * lambdas/recipe/src/words.rs uses the same endings.
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
  // "cherri(es)" and "cherry", "leav(es)" and "leaf", "nuec(es)" and "nuez" get the same stem.
  if (stem.length < 3) return stem
  return stem.replace(/[yfz]$/, (end) => ({ y: 'i', f: 'v', z: 'c' })[end] ?? end)
}
