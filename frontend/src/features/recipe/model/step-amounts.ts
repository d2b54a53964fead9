import type Fraction from 'fraction.js'
import { findMentions, type Mention } from '../../../shared/lib/amounts/mentions'
import {
  densityAfter,
  duplicateMentions,
  isAsWritten,
  type Piece,
  piecesOf,
  rewrite,
  type View,
} from '../../../shared/lib/amounts/pieces'
import { readQuantity } from '../../../shared/lib/amounts/quantity'
import { fold, sizeOf, unitOf } from '../../../shared/lib/amounts/units'
import type { Ingredient, Language } from '../../../shared/lib/recipe/recipe'

/*
 * Amounts in steps. Food amounts are scaled: "200 g of the flour", "2 tablespoons oil", and "3 eggs" if the ingredients
 * count eggs. Sizes (tins, portions, lengths) are not. Temperatures and lengths are only converted; times never change.
 */

/** A counted ingredient: words of its name, and its number. */
export interface Counted {
  readonly words: ReadonlySet<string>
  readonly quantity: Fraction
}

/** Vessels, whose size is not a food amount. */
const VESSEL =
  '(?:tins?|pans?|saucepans?|dish(?:es)?|jars?|jugs?|bowls?|casseroles?|pots?|mou?lds?|ramekins?|skillets?|sheets?|trays?|bottles?|containers?|bags?|blenders?|processors?|ovens?|cookers?|thermomix|moldes?|cazuelas?|fuentes?|tarros?|frascos?|jarras?|ollas?|recipientes?|sart[ée]n(?:es)?|bandejas?|botes?|cacerolas?|moules?|plats?|bocal|bocaux|saladiers?|cocottes?|marmites?|verrines?|ramequins?|po[êe]les?|terrines?|plaques?|r[ée]cipients?|faitouts?)'
const WORD = String.raw`[\p{L}'’-]+`
/** A vessel after its size: "2-litre baking dish", "900 g loaf tin"; not "1 tablespoon pan juices" or "2 cups of the pot's stock". */
const BEFORE_VESSEL = new RegExp(
  String.raw`^[\s-]*(?:${WORD}[\s-]+){0,2}${VESSEL}(?!\p{L}|['’]s)(?!\s+(?:juices?|drippings?|sauces?|water|liquid|gravy))`,
  'iu',
)
const OF = /^\s*(?:of|de|du|des|d['’])(?!\p{L})|^\s*d['’]/iu
/** A vessel before its size: "un molde de 1 litro", "a jar of 500 ml", "casserole de 2 litres". */
const AFTER_VESSEL = new RegExp(
  String.raw`(?<!\p{L})${VESSEL}(?:\s+(?!con |avec |with |y |et |and )${WORD}){0,2}\s+(?:of|de|d['’]|d['’]environ|de unos|d['’]une capacité de)\s*$`,
  'iu',
)
const CAPACITY = /^\s*(?:capacity|de capaci(?:dad|té)|de contenance)/iu

const EACH =
  /(?<!\p{L})(?:each|every|apiece|per|cada|por (?:persona|unidad|pieza|ración|cabeza)|chacune?s?|chaque|par (?:personne|pièce|portion|part|moule|crêpe)|at a time|a la vez|por vez|à la fois)(?!\p{L})(?!\s+(?:addition|time|batch|layer|other|side|adici[óo]n|vez|lado|ajout|fois|c[ôo]t[ée]))/iu
/** Portions with their size: "balls of 30 g", "30 g balls", "divide into 75 g portions". */
const PORTION =
  '(?:portions?|pieces?|balls?|rounds?|chunks?|slices?|patt(?:y|ies)|porciones|porción|raciones|bolas?|bolitas?|trozos?|piezas?|boules?|boulettes?|parts?|morceaux|pâtons?)'
const PORTIONS_AFTER = new RegExp(String.raw`^[\s-]*(?:${WORD}\s+)?${PORTION}(?!\p{L})`, 'iu')
const PORTIONS_BEFORE = new RegExp(
  String.raw`(?<!\p{L})${PORTION}[\s,(]+(?:of|de|d['’]|weighing|about|around|que pesen|unos|unas|environ|d['’]environ|de unos)?\s*(?:about|around|unos|unas|environ)?\s*$`,
  'iu',
)
/** Article or "per" before an amount for a single piece. */
const ONE_OF = /(?:^|[\s(])(?:an?|per|por cada|por|par|pour chaque|every|each)\s+$/iu
/** Portioning verbs: the spoonful per biscuit does not scale. */
const SPOONING =
  /^\W*(?:then\s+)?(?:drop|scoop|ladle|pipe|portion|shape|form|roll|using|forma|formar|haz bolas|déposer|déposez|former|formez|façonner|façonnez)(?!\p{L})/iu

const TIME =
  /^[\s-]*(?:s|sec|seconds?|min|mins|minutes?|h|hrs?|hours?|days?|weeks?|times?|segundos?|minutos?|horas?|d[ií]as?|veces|secondes?|mn|heures?|jours?|fois)(?!\p{L})/iu

/** A step scaled and converted for the view. */
export function showStep(
  text: string,
  view: View,
  language: Language | null,
  counted: readonly Counted[] = [],
): Piece[] {
  if (isAsWritten(view)) return piecesOf(text, [])
  const mentions = findMentions(text, language)
  const duplicates = duplicateMentions(text, mentions, view.system)
  const changes = mentions.flatMap((mention) => {
    if (mention.kind === 'count') {
      if (!isCountedFood(text, mention, counted)) return []
      return rewrite(text, mention, { scales: true, converts: false, density: null }, view, language) ?? []
    }
    const isFood = mention.kind === 'mass' || mention.kind === 'volume'
    const size = isFood && isSize(text, mention)
    // Vessels are known by their original size.
    if (size === 'vessel') return []
    const treatment = {
      scales: isFood && size === null,
      converts: !duplicates.has(mention),
      density: mention.kind === 'volume' || mention.kind === 'mass' ? densityAfter(text, mention) : null,
    }
    return rewrite(text, mention, treatment, view, language) ?? []
  })
  return piecesOf(text, changes)
}

/** Counted ingredients, needed to scale steps. */
export function countedOf(ingredients: readonly Ingredient[], language: Language | null): Counted[] {
  return ingredients.flatMap(({ quantity, unit, name }) => {
    // Skips ingredients by weight, volume or an unknown unit, which a bare number in a step does not count.
    const known = unitOf(unit, language)
    if (unit !== '' && (known === null || sizeOf(known) !== null)) return []
    const read = readQuantity(quantity.trim(), language)
    if (read === null || read.length !== quantity.trim().length) return []
    const words = new Set(wordsOf(name).filter((word) => word.length > 2))
    return words.size === 0 ? [] : [{ words, quantity: read.high ?? read.low }]
  })
}

/** What the amount is the size of: a vessel or a portion; else null. */
function isSize(text: string, mention: Mention): 'vessel' | 'portion' | null {
  const before = text.slice(Math.max(0, mention.start - 60), mention.start)
  const after = text.slice(mention.end, mention.end + 60)
  const isOf = OF.test(after)
  if ((!isOf && BEFORE_VESSEL.test(after)) || AFTER_VESSEL.test(before) || CAPACITY.test(after)) return 'vessel'
  const clause = clauseAround(text, mention)
  if (mention.hyphened || ONE_OF.test(before) || EACH.test(clause.text)) return 'portion'
  if ((!isOf && PORTIONS_AFTER.test(after)) || PORTIONS_BEFORE.test(before)) return 'portion'
  return SPOONING.test(clause.text) ? 'portion' : null
}

/** Whether the number counts an ingredient: "the 3 eggs", "2 of the onions". It is the list's, or from 2 up to it. */
function isCountedFood(text: string, mention: Mention, counted: readonly Counted[]): boolean {
  const before = text.slice(Math.max(0, mention.start - 12), mention.start)
  if (
    mention.hyphened ||
    /(?<!\p{L})(?:into|in|en|dans|entre|among|between|step|paso|étape|th\.?|a|an|about)\s*$/iu.test(before)
  )
    return false
  if (EACH.test(clauseAround(text, mention).text)) return false
  const amount = mention.quantity.high ?? mention.quantity.low
  const following = wordsOf(
    text
      .slice(mention.end, mention.end + 60)
      .split(
        /[,.;:()\n]|(?<!\p{L})(?:and|y|et|with|con|avec|in|en|dans|until|hasta|jusqu|for|durante|pendant|or|o|ou|to)(?!\p{L})/u,
        1,
      )[0] ?? '',
  )
  if (TIME.test(text.slice(mention.end))) return false
  const named = following.slice(0, 3)
  const meant = counted.filter(({ words }) => named.some((word) => words.has(word)))
  return meant.some(({ quantity }) => amount.equals(quantity) || (amount.gt(1) && amount.lt(quantity)))
}

function clauseAround(text: string, { start, end }: Mention): { text: string } {
  const from = Math.max(lastBreak(text.slice(0, start)), start - 120)
  const rest = text.slice(end, end + 120)
  const to = /[,;:!?\n]|\.(?:\s|$)/.exec(rest)?.index ?? rest.length
  return { text: text.slice(Math.max(0, from), end + to) }
}

function lastBreak(text: string): number {
  const breaks = Array.from(text.slice(-120).matchAll(/[,;:!?\n](?=\s|$)|\.(?=\s)/g))
  const last = breaks.at(-1)
  return last === undefined ? 0 : Math.max(0, text.length - 120) + last.index + 1
}

const STOP_WORDS = new Set('the of and los las les des del con con para por sur une uno una'.split(' '))

/** Folded words without plural endings. */
function wordsOf(text: string): string[] {
  return fold(text)
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '' && !STOP_WORDS.has(word))
    .map((word) => (word.length > 3 ? word.replace(/(?:oes|ies|es|s|x)$/, '') : word))
}
