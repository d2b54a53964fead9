/**
 * Splits pasted text into ingredient lines and steps. Handles clear cases only; the rest stays in the name, where the
 * user can correct it.
 */

import type { StepItem } from '../../../shared/lib/recipe/step-headings'

export type PastedLine =
  | {
      readonly kind: 'line'
      readonly quantity: string
      readonly unit: string
      readonly name: string
      readonly note: string
    }
  | { readonly kind: 'heading'; readonly text: string }

/** Maximum length of a heading in characters. */
const LONGEST_HEADING = 60

const BULLET = /^\s*(?:[-–—•*·▢☐□◦‣✓]|\[[ x]?\])\s+/u
/** Number at the start of a step, such as "1. ", "2) ", "Step 3:", "Paso 3." or "Étape 3 –". */
const STEP_NUMBER = /^\s*(?:(?:step|paso|étape)\s*\d{1,3}\s*[:.)–-]?|\d{1,3}\s*[.)](?!\d))\s*/iu

const NUMBER = String.raw`(?:\d+\s+\d+\s*[/⁄]\s*\d+|\d+\s*[/⁄]\s*\d+|\d+(?:[.,]\d+)?\s*[¼-¾⅐-⅞]?|[¼-¾⅐-⅞])`
const AMOUNT = new RegExp(String.raw`^${NUMBER}(?:\s*(?:-|–|to|or|a|o|à|ou)\s*${NUMBER})?(?=[\s\p{L}(]|$)`, 'iu')

/** Common units in three languages; the longest match wins. */
const UNITS = [
  ...['g', 'gr', 'kg', 'mg', 'ml', 'cl', 'dl', 'l', 'oz', 'lb', 'lbs', 'fl oz'],
  ...['gram', 'grams', 'kilo', 'kilos', 'liter', 'liters', 'litre', 'litres', 'ounce', 'ounces', 'pound', 'pounds'],
  ...['tsp', 'teaspoon', 'teaspoons', 'tbsp', 'tablespoon', 'tablespoons', 'cup', 'cups', 'pint', 'pints'],
  ...['clove', 'cloves', 'can', 'cans', 'pinch', 'pinches', 'slice', 'slices', 'bunch', 'stick', 'sticks'],
  ...['package', 'packages', 'sprig', 'sprigs', 'handful', 'handfuls', 'head', 'heads', 'jar', 'jars'],
  ...['gramo', 'gramos', 'litro', 'litros', 'cucharada', 'cucharadas', 'cucharadita', 'cucharaditas', 'taza', 'tazas'],
  ...['diente', 'dientes', 'pizca', 'pizcas', 'lata', 'latas', 'rebanada', 'rebanadas', 'manojo', 'manojos'],
  ...['puñado', 'puñados', 'ramita', 'ramitas', 'vaso', 'vasos', 'paquete', 'paquetes'],
  ...['gramme', 'grammes', 'cuillère à soupe', 'cuillères à soupe', 'cuillère à café', 'cuillères à café'],
  ...['c. à s.', 'c. à c.', 'c. à soupe', 'c. à café', 'tasse', 'tasses', 'gousse', 'gousses', 'pincée', 'pincées'],
  ...['tranche', 'tranches', 'botte', 'bottes', 'boîte', 'boîtes', 'sachet', 'sachets', 'brin', 'brins'],
  ...['poignée', 'poignées', 'verre', 'verres'],
].sort((a, b) => b.length - a.length)

/** Link word between unit and name, such as "of", "de" or "d’". */
const LINK = /^(?:(?:of|de|du|des)\s+|d['’]\s*)/iu

/** Lines of a pasted ingredient list. A line that ends with a colon is a heading. */
export function splitIngredients(text: string): PastedLine[] {
  return linesOf(text).map((line) => {
    const plain = line.replace(BULLET, '')
    if (plain.endsWith(':')) return { kind: 'heading', text: plain.slice(0, -1).trim() }
    return { kind: 'line', ...splitIngredient(plain) }
  })
}

/**
 * Steps of a pasted text, without numbers and bullets: its paragraphs, or its lines if one is numbered or there is only
 * one paragraph. A short step that ends with a colon is a heading.
 */
export function splitSteps(text: string): StepItem[] {
  const paragraphs = text.split(/\r?\n\s*\r?\n/)
  const steps =
    paragraphs.length > 1 && !linesOf(text).some((line) => STEP_NUMBER.test(line)) ? paragraphs : linesOf(text)
  return steps
    .map((step) => step.replace(/\s*\r?\n\s*/g, ' ').trim())
    .map((step) => step.replace(BULLET, '').replace(STEP_NUMBER, '').trim())
    .filter((step) => step !== '')
    .map((step) =>
      step.endsWith(':') && step.length <= LONGEST_HEADING ? { heading: step.slice(0, -1).trim() } : step,
    )
}

/** Splits one line into amount, unit, name, and a note after a comma or in final brackets. */
export function splitIngredient(line: string): Omit<PastedLine & { kind: 'line' }, 'kind'> {
  const trimmed = line.trim()
  const quantity = AMOUNT.exec(trimmed)?.[0] ?? ''
  const behind = trimmed.slice(quantity.length).trimStart()
  const unit = quantity === '' ? '' : unitAtStart(behind)
  const rest = behind.slice(unit.length).trimStart()
  const named = unit === '' ? rest : rest.replace(LINK, '')
  // A unit without a name is the name: "2 cloves".
  if (named === '') return { quantity: quantity.trim(), unit: '', name: behind, note: '' }
  return { quantity: quantity.trim(), unit, ...splitNote(named) }
}

function unitAtStart(text: string): string {
  const lower = text.toLowerCase()
  const found = UNITS.find((unit) => lower.startsWith(unit) && !/^[\p{L}\p{N}]/u.test(text.slice(unit.length)))
  if (found === undefined) return ''
  const dot = text.charAt(found.length) === '.' ? 1 : 0
  return text.slice(0, found.length + dot)
}

function splitNote(named: string): { name: string; note: string } {
  const comma = /^([^,(]+),\s+(.+)$/u.exec(named)
  if (comma?.[1] !== undefined && comma[2] !== undefined) return { name: comma[1].trim(), note: comma[2].trim() }
  const brackets = /^([^(]+)\(([^()]+)\)$/u.exec(named)
  if (brackets?.[1] !== undefined && brackets[2] !== undefined) {
    return { name: brackets[1].trim(), note: brackets[2].trim() }
  }
  return { name: named, note: '' }
}

function linesOf(text: string): string[] {
  return text
    .split(/\r?\n|\r/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
